/** When things move and where they are at a moment. Pure: milliseconds and squares in, positions out. */
import type { Effect } from './types';

export const MS_PER_SQUARE = 90;
export const MS_PER_MEASURE = 140;
/** So many hundredths of a degree of turning count, in time, as one measure of way. */
const TURN_PER_MEASURE = 1400;
export const MOVE_LIMIT_MS = 900;
export const MOVE_LEAST_MS = 180;
export const SHOT = { grow: 140, hold: 240, fade: 200 };
export const BLOW_MS = 380;
export const FALL_MS = 520;
export const REVEAL_MS = 420;
export const NUMBER_MS = 900;
export const LONG_QUEUE_MS = 2000;

/** A square (its corner) or a pose, in square units or measures. */
export type Place = readonly number[];

/** From one heading to another the shorter way round, hundredths of a degree. */
const turned = (from: number, to: number): number => ((((to - from + 18_000) % 36_000) + 36_000) % 36_000) - 18_000;

/** How long a step is: diagonal ones are longer, and turning takes its time. */
function stepLength(from: Place, to: Place): number {
  const way = Math.hypot(to[0]! - from[0]!, to[1]! - from[1]!);
  return to.length < 3 ? way : way + Math.abs(turned(from[2] ?? to[2]!, to[2]!)) / TURN_PER_MEASURE;
}

function moving(path: readonly Place[]): number {
  if ((path[0]?.length ?? 0) < 3) return Math.max(0, path.length - 1) * MS_PER_SQUARE;
  return path.slice(1).reduce((sum, to, i) => sum + stepLength(path[i]!, to), 0) * MS_PER_MEASURE;
}

export function durationOf(effect: Effect): number {
  switch (effect.kind) {
    case 'move':
      return Math.min(MOVE_LIMIT_MS, Math.max(MOVE_LEAST_MS, moving(effect.path)));
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

/** Place on a path at share s of its whole length. */
export function along(path: readonly Place[], share: number): number[] {
  const first = path[0];
  if (!first) throw new Error('a move needs a path with at least one place');
  if (share >= 1) return [...path[path.length - 1]!];
  const lengths = path.slice(1).map((at, i) => stepLength(path[i]!, at));
  let left = lengths.reduce((sum, length) => sum + length, 0) * Math.max(0, share);
  for (const [i, length] of lengths.entries()) {
    if (left <= length && length > 0) {
      const [from, to] = [path[i]!, path[i + 1]!];
      const t = left / length;
      return from.map((value, axis) => value + (axis === 2 ? turned(value, to[2]!) : to[axis]! - value) * t);
    }
    left -= length;
  }
  return [...path[path.length - 1]!];
}

/** Shot at elapsed ms: how far the line has grown and how strongly it shows. */
export function shotAt(elapsed: number): { grown: number; strength: number } {
  const fading = elapsed - SHOT.grow - SHOT.hold;
  return {
    grown: Math.min(1, elapsed / SHOT.grow),
    strength: fading <= 0 ? 1 : Math.max(0, 1 - fading / SHOT.fade),
  };
}

/** The server's path may or may not name the place where the piece stood; the drawing needs it. */
export function withStart<P extends Place>(path: readonly P[], stood: P | null | undefined): P[] {
  const first = path[0];
  if (!stood || first?.every((value, i) => value === stood[i])) return [...path];
  return [stood, ...path];
}
