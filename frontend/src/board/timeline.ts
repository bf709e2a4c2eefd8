/** When things move and where they are at a moment. Pure: milliseconds and squares in, positions out. */
import type { Effect, Point, Square } from './types';

export const MS_PER_SQUARE = 90;
export const MOVE_LIMIT_MS = 900;
export const MOVE_LEAST_MS = 180;
export const SHOT = { grow: 140, hold: 240, fade: 200 };
export const BLOW_MS = 380;
export const FALL_MS = 520;
export const REVEAL_MS = 420;
export const NUMBER_MS = 900;
export const LONG_QUEUE_MS = 2000;

const moves = (path: readonly Square[]): number => Math.max(0, path.length - 1);

export function durationOf(effect: Effect): number {
  switch (effect.kind) {
    case 'move':
      return Math.min(MOVE_LIMIT_MS, Math.max(MOVE_LEAST_MS, moves(effect.path) * MS_PER_SQUARE));
    case 'shot':
      return SHOT.grow + SHOT.hold + SHOT.fade;
    case 'blow':
      return BLOW_MS;
    case 'fall':
      return FALL_MS;
    case 'reveal':
      return REVEAL_MS;
    case 'number':
      return NUMBER_MS;
  }
}

/** A queue longer than two seconds plays at double speed. */
export function speedOf(queue: readonly Effect[], elapsed = 0): number {
  const left = queue.reduce((sum, effect) => sum + durationOf(effect), 0) - elapsed;
  return left > LONG_QUEUE_MS ? 2 : 1;
}

/** cubic-bezier(.2, .7, .2, 1), the house curve, at time t in [0, 1]. */
export function ease(t: number): number {
  if (t <= 0) return 0;
  if (t >= 1) return 1;
  const bezier = (s: number, p1: number, p2: number): number => 3 * (1 - s) * (1 - s) * s * p1 + 3 * (1 - s) * s * s * p2 + s * s * s;
  let low = 0;
  let high = 1;
  for (let i = 0; i < 24; i++) {
    const middle = (low + high) / 2;
    if (bezier(middle, 0.2, 0.2) < t) low = middle;
    else high = middle;
  }
  return bezier((low + high) / 2, 0.7, 1);
}

/** Place on a path of squares at share s of its whole length (diagonal steps are longer on the table). */
export function along(path: readonly Square[], share: number): Point {
  const first = path[0];
  if (!first) throw new Error('a move needs a path with at least one square');
  if (share >= 1) return [...(path[path.length - 1] as Square)];
  const lengths = path.slice(1).map((at, i) => {
    const before = path[i] as Square;
    return Math.hypot(at[0] - before[0], at[1] - before[1]);
  });
  let left = lengths.reduce((sum, length) => sum + length, 0) * Math.max(0, share);
  for (let i = 0; i < lengths.length; i++) {
    const length = lengths[i] as number;
    const from = path[i] as Square;
    const to = path[i + 1] as Square;
    if (left <= length && length > 0) {
      const t = left / length;
      return [from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t];
    }
    left -= length;
  }
  return [...(path[path.length - 1] as Square)];
}

/** Shot at elapsed ms: how far the line has grown and how strongly it shows. */
export function shotAt(elapsed: number): { grown: number; strength: number } {
  const fading = elapsed - SHOT.grow - SHOT.hold;
  return {
    grown: Math.min(1, elapsed / SHOT.grow),
    strength: fading <= 0 ? 1 : Math.max(0, 1 - fading / SHOT.fade),
  };
}

/** The server's path may or may not name the square where the piece stood; the drawing needs it. */
export function withStart(path: readonly Square[], stood: Square | null): Square[] {
  const first = path[0];
  if (!stood || (first && first[0] === stood[0] && first[1] === stood[1])) return [...path];
  return [stood, ...path];
}
