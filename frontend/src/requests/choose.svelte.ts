/** Some of the listed options, each with its parameters: picked in the panel or on the board, answered as a whole. */

import type { OfferedEdge, OfferedSquare, Overlay, PieceHighlight } from '$board/types';
import type { Answer, ChooseSpec, Odds, Option, Point, Square } from '$client/wire';
import { BaseDraft, mergeOverlays, percent, same, verb, type Draft, type DraftContext } from './draft';
import { actOf, concerns, hasPlace, isHarmless, targetsOf, walksTo } from './options';
import { makeDraft } from './make';

/** Up to this many options lie open beside each other; more are sorted into their groups. */
export const OPEN_OPTIONS = 6;
/** So many options have a digit. */
const DIGITS = 9;

export class ChooseDraft extends BaseDraft {
  readonly kind = 'choose';
  picks = $state.raw<string[]>([]);
  /** Option under the pointer or with the focus: its odds and sight line show. */
  focused = $state<string | null>(null);
  /** A piece that was tapped and has several options: only those are listed. */
  about = $state<string | null>(null);
  /** The piece by which the newest pick was made on the board. */
  private touched: string | null = null;
  /** The same for a square or an edge: the keys of its options. */
  among = $state.raw<readonly string[] | null>(null);
  group = $state<string | null>(null);
  private children = $state.raw<Record<string, Draft>>({});

  constructor(
    readonly spec: ChooseSpec,
    private readonly context: DraftContext,
  ) {
    super();
    const only = spec.options.length === 1 ? spec.options[0] : undefined;
    const gamble = only?.odds && !only.needs && context.optional;
    if (only && spec.min === 1 && !only.hold && !gamble) this.pick(only.key);
  }

  readonly groups = $derived.by(() => [...new Set(this.spec.options.map((option) => option.group))]);

  /** Whether the groups are tabs; few options lie open without. */
  readonly tabbed = $derived.by(() => this.groups.length > 1 && this.spec.options.length > OPEN_OPTIONS && !this.narrowed);

  readonly narrowed = $derived.by(() => this.about !== null || this.among !== null);

  readonly tab = $derived.by(() => this.group !== null && this.groups.includes(this.group) ? this.group : (this.groups[0] ?? ''));

  readonly visible = $derived.by((): Option[] => {
    const about = this.about;
    if (about !== null) return this.spec.options.filter((option) => concerns(option, about));
    if (this.among) return this.spec.options.filter((option) => this.among?.includes(option.key));
    return this.tabbed ? this.spec.options.filter((option) => option.group === this.tab) : this.spec.options;
  });

  /** The rule of the option that is looked at or picked. */
  readonly rule = $derived.by(() => (this.option(this.focused) ?? this.picked.at(-1))?.rule ?? '');

  readonly picked = $derived.by(() => this.picks.flatMap((key) => this.option(key) ?? []));

  /** The parameters being given: those of the newest pick that has any. */
  readonly child = $derived.by((): Draft | null => {
    for (const key of [...this.picks].reverse()) if (this.children[key]) return this.children[key];
    return null;
  });

  /** A child that takes the place of the options in the panel. */
  readonly page = $derived.by(() => this.child && !this.child.onBoard ? this.child : null);

  option(key: string | null): Option | undefined {
    return this.spec.options.find((option) => option.key === key);
  }

  /** The digit that picks an option as things are listed; empty where it has none. */
  digit(key: string): string {
    const at = this.page ? -1 : this.visible.findIndex((option) => option.key === key);
    return at >= 0 && at < DIGITS ? String(at + 1) : '';
  }

  isPicked(key: string): boolean {
    return this.picks.includes(key);
  }

  pick(key: string): void {
    const option = this.option(key);
    if (!option) return;
    this.touched = null;
    if (this.isPicked(key)) {
      if (this.spec.max > 1) this.unpick(key);
      return;
    }
    if (this.spec.max === 1) {
      this.picks = [key];
      this.children = {};
    } else if (this.picks.length >= this.spec.max) return;
    else this.picks = [...this.picks, key];
    if (option.needs) {
      const child = makeDraft(option.needs, this.context);
      this.children = { ...this.children, [key]: child };
      if (this.about !== null) child.piece(this.about);
    }
    this.widen();
    if (this.tabbed) this.group = option.group;
  }

  /** Back to all options. */
  widen(): void {
    this.about = this.among = null;
  }

  unpick(key: string): void {
    this.picks = this.picks.filter((held) => held !== key);
    if (this.focused === key) this.focused = null;
    const children = { ...this.children };
    delete children[key];
    this.children = children;
  }

  // -------------------------------------------------------------------------------------------- answer

  override get answer(): Answer | null {
    if (this.picks.length < this.spec.min || this.picks.length > this.spec.max) return null;
    const picks = [];
    for (const option of this.picked) {
      if (!option.needs) picks.push({ key: option.key });
      else {
        const given = this.children[option.key]?.answer;
        if (!given) return null;
        picks.push({ key: option.key, with: given });
      }
    }
    return { picks };
  }

  override get partial(): Answer | null {
    if (!this.picked.length) return null;
    return {
      picks: this.picked.map((option) => ({
        key: option.key,
        ...(option.needs ? { with: this.children[option.key]?.partial ?? null } : {}),
      })),
    };
  }

  override get settled(): boolean {
    return this.child ? this.child.settled : this.answer !== null;
  }

  override get label(): string {
    const { picked, child } = this;
    const [option] = picked;
    if (!option) return 'Confirm';
    if (picked.length > 1) return verb(picked.map(actOf).join(', '), picked.length === 2 ? 'Do both' : `Do all ${picked.length}`);
    if ((child?.kind === 'choose' || child?.kind === 'manoeuvre') && child.answer) return child.label;
    return verb(actOf(option), option.group || 'Confirm');
  }

  override get lacks(): string {
    const short = this.spec.min - this.picks.length;
    if (short > 0) return short > 1 ? `Choose ${short}${this.picks.length ? ' more' : ''}` : `Choose one${this.picks.length ? ' more' : ''}`;
    return this.picks.map((key) => this.children[key]).find((child) => child && !child.answer)?.lacks ?? '';
  }

  override get hold(): boolean {
    return this.picked.some((option) => option.hold) || (this.child?.hold ?? false);
  }

  override get odds(): Odds | null {
    return this.child?.odds ?? this.option(this.focused)?.odds ?? this.picked.at(-1)?.odds ?? null;
  }

  override get hint(): string {
    if (this.child) return this.child.hint;
    const { min, max } = this.spec;
    if (max > 1 && this.picks.length < max) {
      const wanted = min === max ? `${min}` : min === 1 ? 'one, or several that go together' : `${min} to ${max}`;
      return `Choose ${wanted}; ${this.picks.length} so far`;
    }
    return this.picks.length ? 'Esc takes the choice back' : 'Keys 1 to 9, or tap on the table';
  }

  // -------------------------------------------------------------------------------------------- board

  override get overlay(): Overlay {
    const shown = this.option(this.focused) ?? this.picked.at(-1);
    const own: Overlay = {};
    if (shown?.sights.length) own.sights = shown.sights;
    if (this.child) {
      const chosen = this.picked.flatMap((option) => (option.piece ? [{ piece: option.piece, kind: 'chosen' as const }] : []));
      own.highlights = chosen;
      // A way may lead to a door or window as well as to a square.
      if (this.child.kind === 'move') own.edges = this.offeredEdges();
      return mergeOverlays(own, this.child.overlay);
    }
    own.highlights = this.highlights();
    own.draggable = this.spec.options.flatMap(({ needs }) => (needs?.kind === 'manoeuvre' ? [needs.piece] : []));
    own.squares = this.offeredSquares();
    own.edges = this.offeredEdges();
    return own;
  }

  private highlights(): PieceHighlight[] {
    const byPiece = new Map<string, { odds: Odds[]; labels: string[]; listed: number }>();
    // Chances are those of the tab that lies open: another's may be another figure's.
    const listed = new Set(this.tabbed ? this.visible : this.spec.options);
    for (const option of this.spec.options) {
      for (const target of targetsOf(option)) {
        if (target.piece === this.context.subject) continue;
        const held = byPiece.get(target.piece) ?? { odds: [], labels: [], listed: 0 };
        if (listed.has(option)) {
          held.listed += 1;
          if (target.odds) held.odds.push(target.odds);
        }
        held.labels.push(option.label);
        byPiece.set(target.piece, held);
      }
    }
    const chosen = new Set(this.picked.map((option) => option.piece));
    return [...byPiece].map(([piece, { odds, labels, listed: count }]) => {
      const only = odds.length === 1 && count === 1 ? odds[0] : undefined;
      const what = labels.length === 1 ? labels[0] : `${labels.length} choices`;
      return {
        piece,
        kind: chosen.has(piece) || this.about === piece ? 'chosen' : 'target',
        ...(only ? { odds: percent(only) } : {}),
        label: only && labels.length === 1 ? `Target: ${what}, ${Math.round(only.percent)} per cent.` : `Target: ${what}.`,
      };
    });
  }

  /** One mark a square, however many options lie on it; a step of the piece that is asked leads to its square. */
  private offeredSquares(): OfferedSquare[] {
    const found = new Map<string, OfferedSquare>();
    for (const { key, odds, square, piece } of this.visible) {
      if (!square || (piece && piece !== this.context.subject)) continue;
      const before = found.get(square.join());
      const chosen = this.isPicked(key) || (before?.chosen ?? false);
      // The chance stands on the square where it is the only one.
      found.set(square.join(), { at: square, chosen, ...(odds && !before ? { label: percent(odds) } : {}) });
    }
    return [...found.values()];
  }

  private offeredEdges(): OfferedEdge[] {
    const found = new Map<string, OfferedEdge>();
    for (const { key, label, cost, edge } of this.spec.options) {
      if (!edge) continue;
      const before = found.get(edge);
      const words = cost ? `${label}, ${cost}` : label;
      const told = before?.label.includes(words) ? before.label : [before?.label ?? '', words].filter(Boolean).join(' or ');
      found.set(edge, { id: edge, label: told, chosen: this.isPicked(key) || (before?.chosen ?? false) });
    }
    return [...found.values()];
  }

  override meant(at: Square): Square {
    return this.child?.meant(at) ?? at;
  }

  override get newest(): string {
    return this.child?.newest ?? '';
  }

  override whyNot(at: Square): string {
    return this.child?.whyNot(at) ?? '';
  }

  override square(at: Square): boolean {
    if (this.child?.square(at)) return true;
    if (this.goThrough(this.spec.options.filter((option) => same(option.square, at)))) return true;
    if (this.child) return false;
    const way = this.spec.options.find((option) => walksTo(option, at)) ?? this.spec.options.find((option) => hasPlace(option, at));
    if (!way) return false;
    this.pick(way.key);
    this.children[way.key]?.square(at);
    return true;
  }

  /** What a piece stands for, what is directly about it first; the piece that is asked stands for its own movement. */
  private tiedTo(id: string): Option[] {
    const { options } = this.spec;
    if (id === this.context.subject) return options.filter(({ needs }) => needs?.kind === 'manoeuvre' && needs.piece === id);
    const tied = options.filter((option) => concerns(option, id));
    return [...tied.filter(({ piece }) => piece === id), ...tied.filter(({ piece }) => piece !== id)];
  }

  /** A touch chooses the first option of a piece, each further one the next, after the last the first again. */
  override piece(id: string): boolean {
    if (this.further(id)) return true;
    const tied = this.tiedTo(id);
    const last = tied.findLast(({ key }) => this.isPicked(key));
    if (!last) return false;
    if (this.spec.max > 1) this.unpick(last.key);
    else this.take(tied, 0, id);
    return true;
  }

  /** To the next of the options of a piece, those among the parameters included; false after the last. */
  private further(id: string): boolean {
    const { child } = this;
    if (child instanceof ChooseDraft ? child.further(id) : child?.piece(id)) return true;
    const tied = this.tiedTo(id);
    const at = tied.findLastIndex(({ key }) => this.isPicked(key));
    if (at + 1 >= tied.length) return false;
    if (at >= 0) this.unpick(tied[at]!.key);
    this.take(tied, at + 1, id);
    return true;
  }

  private take(tied: readonly Option[], at: number, id: string): void {
    const { key } = tied[at]!;
    this.about = id;
    if (this.isPicked(key)) this.widen();
    else this.pick(key);
    this.touched = id;
    if (tied.length > 1 && this.spec.max === 1) this.about = id;
  }

  override confirms(id: string): boolean {
    const tied = this.tiedTo(id);
    const [only] = this.picked;
    return this.touched === id && tied.length === 1 && this.picks.length === 1 && only === tied[0] && isHarmless(only!);
  }

  /** The same for what several options lie on without being a piece: each touch chooses the next of them. */
  private goThrough(tied: readonly Option[]): boolean {
    if (!tied.length) return false;
    const at = tied.findLastIndex(({ key }) => this.isPicked(key));
    if (at >= 0 && this.spec.max > 1) this.unpick(tied[at]!.key);
    const next = tied[at + 1] ?? (this.spec.max > 1 ? undefined : tied[0]);
    if (next) this.pick(next.key);
    if (tied.length > 1 && this.spec.max === 1) this.among = tied.map(({ key }) => key);
    return true;
  }

  override edge(id: string): boolean {
    return this.child?.edge(id) === true || this.goThrough(this.spec.options.filter((option) => option.edge === id));
  }

  override cursor(at: Square | null): boolean {
    return this.child?.cursor(at) ?? false;
  }

  override steer(at: Square): boolean {
    return this.child?.steer(at) ?? false;
  }

  override drag(piece: string, to: Square): boolean {
    if (this.child) return this.child.drag(piece, to);
    const way = this.spec.options.find((option) => option.needs?.kind === 'move' && option.needs.piece === piece);
    if (!way) return false;
    this.pick(way.key);
    return this.children[way.key]?.drag(piece, to) ?? false;
  }

  override spot(at: Point): boolean {
    return this.child?.spot(at) ?? false;
  }

  /** Who takes a base in hand wants to move it. */
  override pull(piece: string, from: Point, to: Point, done: boolean): boolean {
    if (this.child) return this.child.pull(piece, from, to, done);
    const way = this.spec.options.find((option) => option.needs?.kind === 'manoeuvre' && option.needs.piece === piece);
    if (!way) return false;
    this.pick(way.key);
    return this.children[way.key]?.pull(piece, from, to, done) ?? false;
  }

  override goBy(key: string): boolean {
    return this.child?.goBy(key) ?? false;
  }

  override face(at: Point): boolean {
    return this.child?.face(at) ?? false;
  }

  override nudge(dx: number, dy: number, fine: boolean): boolean {
    return this.child?.nudge(dx, dy, fine) ?? false;
  }

  override lift(): boolean {
    if (this.child?.lift()) return true;
    if (this.narrowed) {
      this.widen();
      return true;
    }
    const last = this.picks.at(-1);
    if (last === undefined) return false;
    this.unpick(last);
    return true;
  }

  override key(pressed: string): boolean {
    if (this.page) return this.page.key(pressed);
    if (this.child?.key(pressed)) return true;
    const option = /^[1-9]$/.test(pressed) ? this.visible[Number(pressed) - 1] : undefined;
    if (!option) return false;
    this.pick(option.key);
    return true;
  }
}
