/** Plays effects one after the other over the pieces: a figure keeps its old look until its effect has been seen. */
import { along, durationOf, ease, speedOf, withStart } from './timeline';
import type { BoardPiece, Effect, Pose, Square } from './types';

const STILL_MS = 1000;

export interface Playing {
  effect: Effect;
  /** Milliseconds since it began, at the speed it plays. */
  elapsed: number;
}

export class Player {
  /** The effect on show; null at rest. */
  current = $state.raw<Playing | null>(null);
  /** Bases that are on their way: the top left corner in square units, or the pose. */
  positions = $state.raw<Readonly<Record<string, readonly number[]>>>({});
  /** Pieces as they looked before effects that have not ended yet. */
  held = $state.raw<Readonly<Record<string, BoardPiece>>>({});
  /** Pieces whose last move went to the left: their silhouettes look that way. */
  mirrored = $state.raw<ReadonlySet<string>>(new Set());
  /** Pieces that nobody has seen before and whose reveal is still to come. */
  unseen = $state.raw<ReadonlySet<string>>(new Set());
  /** Without motion: what has changed gets a still outline for a second. */
  changed = $state.raw<ReadonlySet<string>>(new Set());

  private readonly seen = new Set<string>();
  private last: Readonly<Record<string, BoardPiece>> = {};
  private queue: Effect[] = [];
  private frame = 0;
  private before = 0;
  private started = false;
  private calm: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly withoutMotion: () => boolean = () => matchMedia('(prefers-reduced-motion: reduce)').matches) {}

  /** The piece that falls or comes into view just now, and how far it has. */
  readonly changing = $derived.by(() => {
    const { current } = this;
    if (!current || (current.effect.kind !== 'fall' && current.effect.kind !== 'reveal')) return null;
    return { id: current.effect.piece, kind: current.effect.kind, share: current.elapsed / durationOf(current.effect) };
  });

  get busy(): boolean {
    return this.current !== null || this.queue.length > 0;
  }

  /** New pieces and effects from outside. What is there at first has happened already and is not played. */
  take(effects: readonly Effect[], pieces: Readonly<Record<string, BoardPiece>>): void {
    const fresh = effects.filter((effect) => !this.seen.has(effect.id));
    for (const effect of fresh) this.seen.add(effect.id);
    const before = this.last;
    this.last = pieces;
    if (!this.started) {
      this.started = true;
      return;
    }
    if (fresh.length === 0) return;
    for (const effect of fresh) if (effect.kind === 'move') this.turn(effect.piece, effect.path, before[effect.piece]);
    if (this.withoutMotion() || document.visibilityState === 'hidden') {
      this.outline(fresh);
      return;
    }
    const held = { ...this.held };
    const positions = { ...this.positions };
    for (const effect of fresh) {
      for (const id of concerned(effect)) {
        const old = before[id];
        if (old && !held[id]) held[id] = old;
        if (effect.kind === 'move' && !positions[id]) {
          const start = placeOf(old) ?? effect.path[0];
          if (start) positions[id] = start;
        }
      }
    }
    this.held = held;
    this.positions = positions;
    this.unseen = new Set([...this.unseen, ...fresh.flatMap((effect) => (effect.kind === 'reveal' && !before[effect.piece] ? [effect.piece] : []))]);
    this.queue.push(...fresh);
    if (!this.current) this.begin();
  }

  /** Any click or key: everything that is still to be shown has happened. */
  skip(): void {
    if (!this.busy) return;
    cancelAnimationFrame(this.frame);
    this.queue = [];
    this.current = null;
    this.held = {};
    this.positions = {};
    this.unseen = new Set();
  }

  destroy(): void {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.calm);
  }

  private begin(): void {
    const next = this.queue.shift();
    if (!next) {
      this.held = {};
      this.positions = {};
      return;
    }
    const effect = next.kind === 'move' ? { ...next, path: withStart(next.path, placeOf(this.held[next.piece])) } : next;
    if (effect.kind === 'reveal') this.unseen = new Set([...this.unseen].filter((id) => id !== effect.piece));
    this.current = { effect, elapsed: 0 };
    this.before = performance.now();
    this.frame = requestAnimationFrame((now) => this.tick(now));
  }

  private tick(now: number): void {
    const playing = this.current;
    if (!playing) return;
    const speed = speedOf([playing.effect, ...this.queue], playing.elapsed);
    const elapsed = playing.elapsed + Math.max(0, now - this.before) * speed;
    this.before = now;
    const whole = durationOf(playing.effect);
    if (elapsed >= whole) {
      this.end(playing.effect);
      this.begin();
      return;
    }
    if (playing.effect.kind === 'move') {
      const { piece, path } = playing.effect;
      this.positions = { ...this.positions, [piece]: along(path, ease(elapsed / whole)) };
    }
    this.current = { effect: playing.effect, elapsed };
    this.frame = requestAnimationFrame((later) => this.tick(later));
  }

  /** Releases what no later effect in the queue still needs. */
  private end(effect: Effect): void {
    this.current = null;
    const later = new Set(this.queue.flatMap(concerned));
    const held = { ...this.held };
    const positions = { ...this.positions };
    for (const id of concerned(effect)) {
      const to = effect.kind === 'move' ? effect.path[effect.path.length - 1] : undefined;
      if (!later.has(id)) {
        delete held[id];
        delete positions[id];
      } else if (to && effect.kind === 'move') {
        const old = held[id];
        if (old) held[id] = to.length === 3 ? { ...old, pose: to } : { ...old, at: to };
        positions[id] = to;
      }
    }
    this.held = held;
    this.positions = positions;
  }

  private turn(id: string, path: readonly (Square | Pose)[], piece: BoardPiece | undefined): void {
    const from = placeOf(piece) ?? path[0];
    const to = path[path.length - 1];
    // A base on the open table has a front of its own.
    if (!from || !to || to.length === 3 || from[0] === to[0]) return;
    const mirrored = new Set(this.mirrored);
    if (to[0] < from[0]) mirrored.add(id);
    else mirrored.delete(id);
    this.mirrored = mirrored;
  }

  private outline(effects: readonly Effect[]): void {
    this.changed = new Set(effects.flatMap(concerned));
    clearTimeout(this.calm);
    this.calm = setTimeout(() => (this.changed = new Set()), STILL_MS);
  }
}

/** Where a piece stands, on squares or on the open table. */
function placeOf(piece: BoardPiece | undefined): Square | Pose | null {
  return piece?.pose ?? piece?.at ?? null;
}

/** Pieces that an effect shows or holds back. */
export function concerned(effect: Effect): string[] {
  const own = effect.kind === 'move' || effect.kind === 'fall' || effect.kind === 'reveal' ? [effect.piece] : [];
  return [...own, ...(effect.holds ?? [])];
}
