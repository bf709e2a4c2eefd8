/**
 * One of a few places on the table: a point to aim at, or options of which each is a square. Nobody reads squares from a
 * list, so they have no cards: they are marked on the board, and what one costs and risks shows where one points.
 */

import type { Overlay, TagOverlay } from '$board/types';
import type { AimSpec, Answer, ChooseSpec, Odds, Spec, Square } from '$client/wire';
import { BaseDraft, cornerFor, percent, same, sizeOf, verb, type DraftContext } from './draft';

/** A place with what is known about it, and the answer that takes it. */
export interface Spot {
  at: Square;
  /** The word for taking it: "Climb here". */
  label: string;
  detail: string;
  /** What may come of going there: who may strike on the way. */
  warnings: readonly string[];
  odds: Odds | null;
  /** Who would stand there. */
  piece: string | null;
  answer: Answer;
}

export class SpotDraft extends BaseDraft {
  picked = $state.raw<Spot | null>(null);
  /** Under the pointer or cursor. */
  over = $state.raw<Square | null>(null);

  constructor(
    readonly kind: Spec['kind'],
    readonly spots: readonly Spot[],
    private readonly context: DraftContext,
  ) {
    super();
    if (spots.length === 1) this.picked = spots[0]!;
  }

  private offered(at: Square | null): Spot | null {
    return this.spots.find((spot) => same(spot.at, at)) ?? null;
  }

  /** The place that is spoken of: under the pointer, else the one that was picked. */
  readonly shown = $derived.by(() => this.offered(this.over) ?? this.picked);

  override get onBoard(): boolean {
    return true;
  }
  override get answer(): Answer | null {
    return this.picked?.answer ?? null;
  }
  override get settled(): boolean {
    return this.picked !== null && (this.over === null || same(this.over, this.picked.at));
  }
  override get partial(): Answer | null {
    return this.shown?.answer ?? null;
  }
  override get label(): string {
    return verb((this.picked ?? this.spots[0])?.label ?? '', 'Choose this place');
  }
  override get lacks(): string {
    return 'Choose a place';
  }
  override get odds(): Odds | null {
    return this.shown?.odds ?? null;
  }
  override get hint(): string {
    if (!this.picked) return 'Choose a place on the table';
    return this.spots.length > 1 ? 'Esc takes the place back' : '';
  }

  override get overlay(): Overlay {
    const { shown } = this;
    return {
      squares: this.spots.map(({ at }) => ({ at, chosen: same(at, this.picked?.at) })),
      cursor: { at: this.over ?? this.picked?.at ?? this.start, label: this.cursorLabel(), size: this.size(shown) },
      draggable: [...new Set(this.spots.flatMap(({ piece }) => piece ?? []))],
      ghosts: shown?.piece ? [{ piece: shown.piece, at: shown.at }] : [],
      tags: shown ? this.tags(shown) : [],
    };
  }

  private tags({ at, detail, warnings, odds, piece }: Spot): TagOverlay[] {
    if (!detail && !odds) return [];
    const sub = warnings.join(' ');
    const half = sizeOf(this.context, piece) / 2;
    const [x, y] = this.context.spaces?.corner(at) ?? at;
    return [{ id: 'spot', at: [x + half, y + half], text: detail, ...(sub ? { sub } : {}), ...(odds ? { big: percent(odds) } : {}) }];
  }

  /** For those who do not see the board. */
  private cursorLabel(): string {
    const spot = this.over ? this.offered(this.over) : this.picked;
    const at = this.over ?? spot?.at;
    if (!at) return '';
    const words = spot ? [spot.label || 'can be chosen', spot.detail, spot.odds ? percent(spot.odds) : '', ...spot.warnings] : ['cannot be chosen'];
    return `${at[0]}, ${at[1]}: ${words.filter(Boolean).join(', ')}`;
  }

  /** Where the keyboard begins: at the place nearest to whom it is about. */
  private get start(): Square {
    const from = this.context.subject ? this.context.piece(this.context.subject)?.at : null;
    const off = ({ at }: Spot): number => (from ? Math.hypot(at[0] - from[0], at[1] - from[1]) : 0);
    return [...this.spots].sort((a, b) => off(a) - off(b))[0]?.at ?? [0, 0];
  }

  private size(spot: Spot | null): number {
    return sizeOf(this.context, spot?.piece ?? null);
  }

  override meant(at: Square): Square {
    return cornerFor(at, this.size(this.spots[0] ?? null), (corner) => this.offered(corner) !== null);
  }
  override square(at: Square): boolean {
    const spot = this.offered(at);
    if (!spot) return false;
    this.picked = spot;
    return true;
  }
  override whyNot(): string {
    return 'This square cannot be chosen';
  }
  override cursor(at: Square | null): boolean {
    this.over = at;
    return true;
  }
  override drag(piece: string, to: Square): boolean {
    return this.offered(to)?.piece === piece && this.square(to);
  }
  override lift(): boolean {
    if (!this.picked || this.spots.length === 1) return false;
    this.picked = null;
    return true;
  }

  /** The next or previous place, for those who go through them one by one. */
  turn(by: number): void {
    const { length } = this.spots;
    const here = this.picked ? this.spots.indexOf(this.picked) : by > 0 ? -1 : 0;
    this.picked = this.spots[(here + by + length) % length] ?? null;
    this.over = null;
  }
}

export function aimDraft(spec: AimSpec, context: DraftContext): SpotDraft {
  const { label, points } = spec;
  return new SpotDraft(
    'aim',
    points.map((point) => ({ at: point, label, detail: '', warnings: [], odds: null, piece: null, answer: { point } })),
    context,
  );
}

/** Whether the options are different squares, one of which is to be chosen. */
export function arePlaces({ min, max, options }: ChooseSpec): boolean {
  const squares = new Set(options.flatMap(({ square, needs, hold }) => (square && !needs && !hold ? [square.join()] : [])));
  return min === 1 && max === 1 && squares.size > 0 && squares.size === options.length;
}

export function placesDraft(spec: ChooseSpec, context: DraftContext): SpotDraft {
  return new SpotDraft(
    'choose',
    spec.options.flatMap(({ key, square, label, detail, warnings, odds, piece }) =>
      square ? [{ at: square, label, detail, warnings, odds, piece, answer: { picks: [{ key }] } }] : [],
    ),
    context,
  );
}
