/** A path over squares. Costs, stops and dangers are the server's; on the way through pinned squares they come by preview. */

import type { Overlay, PathOverlay, PathStop, PathWarning } from '$board/types';
import type { Answer, MoveSpec, ReachStep, Square } from '$client/wire';
import { BaseDraft, cornerFor, same, sizeOf, verb, type DraftContext } from './draft';

/** A path with the sum at each square; null where only the server can say it. */
interface Way {
  points: Square[];
  sums: (number | null)[];
  /** The path that the server offered to its last square, so that its costs and dangers hold. */
  offered: boolean;
}

const key = (at: Square): string => `${at[0]},${at[1]}`;

export class MoveDraft extends BaseDraft {
  readonly kind = 'move';
  /** Where the move is to end; null: nothing chosen. */
  end = $state.raw<Square | null>(null);
  /** Squares that the way must lead through, in order. */
  pins = $state.raw<Square[]>([]);
  /** Under the pointer or cursor. */
  over = $state.raw<Square | null>(null);
  /** Picked last, and of no use: the server is asked why. */
  private useless = $state.raw<Square | null>(null);

  private readonly byKey: Map<string, number>;

  constructor(
    readonly spec: MoveSpec,
    private readonly context: DraftContext,
  ) {
    super();
    this.byKey = new Map(spec.reach.map((step, index) => [key(step.to), index]));
  }

  step(at: Square | null): ReachStep | undefined {
    return at ? this.spec.reach[this.byKey.get(key(at)) ?? -1] : undefined;
  }

  /** The square that the ghost stands on: the chosen one, else the one under the pointer. */
  readonly target = $derived.by(() => this.end ?? (this.step(this.over)?.stop ? this.over : null));

  readonly way = $derived.by((): Way | null => (this.target ? this.wayTo(this.target) : null));

  /** Who may strike on the way, as far as the server has said it. */
  readonly provoked = $derived.by((): string[] => {
    const last = this.step(this.target);
    return this.way?.offered && last ? last.provokes : [];
  });

  readonly cost = $derived.by((): number | null => this.way?.sums.at(-1) ?? null);

  override get onBoard(): boolean {
    return true;
  }

  override get answer(): Answer | null {
    if (!this.end || !this.way) return null;
    return { path: this.way.points };
  }

  override get settled(): boolean {
    return this.answer !== null && (this.over === null || same(this.over, this.end));
  }

  override get partial(): Answer | null {
    if (this.useless) return { to: this.useless };
    if (this.way) return { path: this.way.points };
    return this.over && !same(this.over, this.spec.from) ? { to: this.over } : null;
  }

  override get label(): string {
    return verb(this.spec.label, 'Move');
  }

  override get lacks(): string {
    return this.end ? '' : 'Choose a square';
  }

  override get hint(): string {
    if (!this.end) return 'Choose a square on the table';
    if (this.pins.length) return 'Esc takes the last corner back';
    return 'Esc takes the square back; choose it again to lead the way through it';
  }

  override get overlay(): Overlay {
    const { spec } = this;
    const size = this.size;
    const overlay: Overlay = {
      reach: {
        size,
        // Two runs may cross one square; of its entries the last counts.
        squares: [...this.byKey.values()].map((index) => spec.reach[index]!).map((step) => ({
          at: step.to,
          cost: step.cost,
          stop: step.stop,
          double: step.cost - this.sumBefore(step) > 1,
        })),
      },
      cursor: { at: this.over ?? this.end ?? spec.from, size, label: this.cursorLabel() },
      draggable: [spec.piece],
    };
    if (this.way) {
      overlay.path = this.pathOverlay(this.way);
      const total = this.cost === null ? '' : `${this.cost} of ${spec.budget}`;
      overlay.ghosts = [{ piece: spec.piece, at: this.target!, tag: total }];
    }
    return overlay;
  }

  override meant(at: Square): Square {
    return cornerFor(at, this.size, (corner) => this.step(corner)?.stop ?? false);
  }

  override square(at: Square): boolean {
    if (same(at, this.end)) return this.pin();
    const step = this.step(at);
    this.useless = step?.stop ? null : at;
    if (!step?.stop) return false;
    const way = this.wayTo(at);
    if (!way) this.pins = [];
    this.end = at;
    return true;
  }

  override whyNot(at: Square): string {
    return this.step(at) ? 'The move cannot end there' : 'Out of reach';
  }

  override key(pressed: string): boolean {
    return pressed === 'w' && this.pin();
  }

  /** The chosen square becomes a corner; the way goes on from there. */
  private pin(): boolean {
    if (!this.end || same(this.end, this.pins.at(-1))) return false;
    this.pins = [...this.pins, this.end];
    return true;
  }

  override piece(id: string): boolean {
    if (id !== this.spec.piece || !this.end) return false;
    this.end = null;
    this.pins = [];
    return true;
  }

  override cursor(at: Square | null): boolean {
    if (at && !same(at, this.useless)) this.useless = null;
    this.over = at;
    return true;
  }

  /** The ghost goes with the keys: wherever it may stop, it is chosen. */
  override steer(at: Square): boolean {
    this.useless = null;
    this.over = at;
    const stop = this.step(at)?.stop ?? false;
    if (stop && !this.wayTo(at)) this.pins = [];
    this.end = stop ? at : null;
    return true;
  }

  override drag(piece: string, to: Square): boolean {
    if (piece !== this.spec.piece) return false;
    this.useless = this.step(to)?.stop ? null : to;
    if (this.useless) return false;
    this.pins = [];
    this.end = to;
    return true;
  }

  override lift(): boolean {
    this.useless = null;
    const last = this.pins.at(-1);
    if (last) {
      this.pins = this.pins.slice(0, -1);
      this.end = last;
      return true;
    }
    if (!this.end) return false;
    this.end = this.over = null;
    return true;
  }

  private get size(): number {
    return sizeOf(this.context, this.spec.piece);
  }

  private sumBefore(step: ReachStep): number {
    return step.via === null ? 0 : (this.spec.reach[step.via]?.cost ?? 0);
  }

  /** What the square under the cursor costs, or why the move cannot end there. */
  cursorLabel(): string {
    const step = this.step(this.over);
    if (!step) return 'out of reach';
    const foes = step.provokes.map((id) => this.context.piece(id)?.name ?? id);
    const danger = foes.length ? `, ${foes.join(' and ')} may strike` : '';
    return `${step.cost} of ${this.spec.budget}${danger}${step.stop ? '' : ', no stop here'}`;
  }

  /** The server's own way to a square, or the shortest through the pinned squares. */
  wayTo(end: Square): Way | null {
    if (!this.pins.length) {
      const index = this.byKey.get(key(end));
      if (index === undefined) return null;
      const steps = this.chain(index);
      return { points: steps.map((step) => step.to), sums: steps.map((step) => step.cost), offered: true };
    }
    const corners = same(this.pins.at(-1), end) ? this.pins : [...this.pins, end];
    const points: Square[] = [];
    let from = this.spec.from;
    for (const corner of corners) {
      const first = from === this.spec.from ? this.byKey.get(key(corner)) : undefined;
      const leg = first === undefined ? this.leg(from, corner) : this.chain(first).map((step) => step.to);
      if (!leg) return null;
      points.push(...leg);
      from = corner;
    }
    const offered = this.wayIsOffered(points);
    return {
      points,
      sums: points.map((at) => (offered ? this.step(at)!.cost : null)),
      offered,
    };
  }

  private wayIsOffered(points: Square[]): boolean {
    const index = this.byKey.get(key(points.at(-1)!));
    if (index === undefined) return false;
    const chain = this.chain(index);
    return chain.length === points.length && chain.every((step, i) => same(step.to, points[i]));
  }

  private chain(index: number): ReachStep[] {
    const steps: ReachStep[] = [];
    for (let at: number | null = index; at !== null; ) {
      const step: ReachStep | undefined = this.spec.reach[at];
      if (!step) break;
      steps.unshift(step);
      at = step.via;
    }
    return steps;
  }

  /** Squares from one corner to the next over the reach. It only proposes: the server says whether and at what cost. */
  private leg(from: Square, to: Square): Square[] | null {
    if (same(from, to)) return [];
    const before = new Map<string, Square | null>([[key(from), null]]);
    const cost = new Map<string, number>([[key(from), 0]]);
    const open: Square[] = [from];
    while (open.length) {
      open.sort((a, b) => cost.get(key(a))! - cost.get(key(b))!);
      const here = open.shift()!;
      if (same(here, to)) break;
      for (const next of this.neighbours(here)) {
        const sum = cost.get(key(here))! + this.entry(next);
        if (sum < (cost.get(key(next)) ?? Infinity)) {
          cost.set(key(next), sum);
          before.set(key(next), here);
          open.push(next);
        }
      }
    }
    if (!before.has(key(to))) return null;
    const path: Square[] = [];
    for (let at: Square | null = to; at && !same(at, from); at = before.get(key(at)) ?? null) path.unshift(at);
    return path;
  }

  private neighbours(at: Square): Square[] {
    const { spaces } = this.context;
    const near = (to: Square): boolean => spaces?.touch(at, to) ?? Math.max(Math.abs(at[0] - to[0]), Math.abs(at[1] - to[1])) <= 1;
    const steps = [...this.byKey.values()].map((index) => this.spec.reach[index]!).sort((a, b) => a.to[0] - b.to[0] || a.to[1] - b.to[1]);
    return steps.filter((step) => !same(step.to, at) && near(step.to) && this.connected(at, step)).map((step) => step.to);
  }

  /** Two squares whose costs lie further apart than one step can cost have something between them. */
  private connected(at: Square, to: ReachStep): boolean {
    const here = same(at, this.spec.from) ? 0 : this.step(at)?.cost;
    if (here === undefined) return true;
    const step = this.step(at);
    return Math.abs(to.cost - here) <= Math.max(this.entry(to.to), step ? this.entry(at) : 0);
  }

  private entry(at: Square): number {
    const step = this.step(at);
    return step ? Math.max(1, step.cost - this.sumBefore(step)) : 1;
  }

  private pathOverlay(way: Way): PathOverlay {
    const { spec } = this;
    const stops: PathStop[] = way.points.slice(0, -1).map((at, index) => {
      const sum = way.sums[index];
      const note = this.step(at)?.notes[0];
      return { at, ...(sum === null || sum === undefined ? {} : { sum }), ...(way.offered && note ? { note } : {}) };
    });
    const warnings: PathWarning[] = [];
    const named = new Set<string>();
    if (way.offered) {
      way.points.forEach((at, index) => {
        const fresh = (this.step(at)?.provokes ?? []).filter((id) => !named.has(id));
        fresh.forEach((id) => named.add(id));
        if (fresh.length) {
          const names = fresh.map((id) => this.context.piece(id)?.name ?? id);
          warnings.push({ index, title: `${names.join(' and ')} may strike first` });
        }
      });
    }
    return { points: [spec.from, ...way.points], stops, warnings, size: this.size, label: this.describe(way) };
  }

  private describe(way: Way): string {
    const steps = way.points.length;
    const cost = this.cost === null ? '' : `, ${this.cost} of ${this.spec.budget}`;
    return `Path of ${steps} ${steps === 1 ? 'square' : 'squares'}${cost}`;
  }
}
