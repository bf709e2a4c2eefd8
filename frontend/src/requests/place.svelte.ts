/** Pieces into a zone: one after the other, in any order, until all stand; then one answer. */

import type { Overlay, ZoneOverlay } from '$board/types';
import type { Answer, PlaceSpec, Square } from '$client/wire';
import { BaseDraft, cornerFor, same, verb } from './draft';

const key = (at: Square): string => `${at[0]},${at[1]}`;

export class PlaceDraft extends BaseDraft {
  readonly kind = 'place';
  at = $state.raw<Record<string, Square>>({});
  /** The piece in hand: the next tap puts it down. */
  held = $state<string | null>(null);
  over = $state.raw<Square | null>(null);

  private readonly allowed: Set<string>;

  constructor(readonly spec: PlaceSpec) {
    super();
    this.allowed = new Set(spec.squares.map(key));
    this.held = spec.pieces[0]?.id ?? null;
    const special = new Set(spec.grounds.flatMap((ground) => ground.squares.map(key)));
    const plain = spec.squares.filter((at) => !special.has(key(at)));
    this.zones = [
      { id: 'place', label: spec.label || 'Your zone', squares: plain, tone: 'good' as const },
      ...spec.grounds.map(({ label, squares }) => ({ id: label, label, squares, tone: 'warn' as const })),
    ].filter((zone) => zone.squares.length);
  }

  /** The grounds that are worth more, each with its own outline, and what is left of the squares. */
  private readonly zones: ZoneOverlay[];

  readonly missing = $derived.by(() => this.spec.pieces.filter((piece) => !this.at[piece.id]));

  override get onBoard(): boolean {
    return true;
  }

  override get answer(): Answer | null {
    return this.missing.length ? null : { at: this.at };
  }

  override get settled(): boolean {
    return this.answer !== null && this.held === null;
  }

  override get partial(): Answer | null {
    return Object.keys(this.at).length ? { at: this.at } : null;
  }

  override get label(): string {
    return verb(this.spec.label, 'Place them');
  }

  override get lacks(): string {
    const { length } = this.missing;
    return length > 1 ? `${length} still to place` : length ? 'One still to place' : '';
  }

  override get hint(): string {
    if (this.held) return `Choose a square for ${this.labelOf(this.held)}`;
    return this.missing.length ? 'Choose who is placed next' : 'All are placed; choose one to move it';
  }

  override get overlay(): Overlay {
    const hovering = this.held && this.over && !same(this.over, this.at[this.held]) && this.fits(this.held, this.over);
    const cursor = this.over ?? this.start;
    return {
      zones: this.zones,
      ghosts: hovering ? [{ piece: this.held!, at: this.over!, tag: this.markAt(this.held!, this.over!) }] : [],
      cursor: this.held ? { at: cursor, size: this.sizeOf(this.held), label: this.cursorLabel(this.held, cursor) } : null,
      draggable: Object.keys(this.at),
    };
  }

  override get newest(): string {
    const last = Object.keys(this.at).at(-1);
    return last ? this.labelOf(last) : '';
  }

  override whyNot(at: Square): string {
    const { held } = this;
    if (!held) return this.hint;
    if (!this.allowed.has(key(at))) return 'Outside your zone';
    return `${this.labelOf(held)} does not fit there`;
  }

  /** What does not fit any more is to be placed anew. */
  override restore(answer: Answer): void {
    if (!('at' in answer)) return;
    for (const [id, at] of Object.entries(answer.at)) if (this.spec.pieces.some((piece) => piece.id === id)) this.put(id, at);
    this.held = this.missing[0]?.id ?? null;
  }

  /** What was done last, for those who do not see the board. */
  get said(): string {
    const last = Object.keys(this.at).at(-1);
    return last ? `${this.labelOf(last)} ${this.whereIs(last)}. ${this.hint}.` : '';
  }

  /** What the ground makes of a piece there: "hidden". Empty on the rest of the squares. */
  markAt(id: string, at: Square): string {
    const covered = squaresOf(at, this.sizeOf(id));
    const ground = this.spec.grounds.find(({ squares }) => covered.every((square) => squares.some((own) => same(own, square))));
    return ground?.mark ?? '';
  }

  /** What a placed piece is by where it stands. */
  markOf(id: string): string {
    const at = this.at[id];
    return at ? this.markAt(id, at) : '';
  }

  /** Where a piece stands, in words. */
  whereIs(id: string): string {
    const at = this.at[id];
    if (!at) return 'to be placed';
    const mark = this.markAt(id, at);
    return `placed at ${at.join(', ')}${mark ? `, ${mark}` : ''}`;
  }

  private labelOf(id: string): string {
    return this.spec.pieces.find((piece) => piece.id === id)?.label ?? id;
  }

  /** For those who do not see the board. */
  private cursorLabel(held: string, at: Square): string {
    const standing = this.standsOn(at);
    const other = standing && standing !== held ? this.spec.pieces.find((piece) => piece.id === standing) : undefined;
    const what = other ? `${other.label} stands here` : this.fits(held, at) ? this.markAt(held, at) || 'free' : 'cannot be taken';
    return `${at[0]}, ${at[1]}: ${what}`;
  }

  /** Where the keyboard begins. */
  private get start(): Square {
    const [x, y] = this.middle();
    return [Math.round(x), Math.round(y)];
  }

  override meant(at: Square): Square {
    const { held } = this;
    return held ? cornerFor(at, this.sizeOf(held), (corner) => this.fits(held, corner)) : at;
  }

  override square(at: Square): boolean {
    const standing = this.standsOn(at);
    if (standing && standing !== this.held) {
      this.held = standing;
      return true;
    }
    return this.held !== null && this.put(this.held, at);
  }

  override piece(id: string): boolean {
    if (!this.spec.pieces.some((piece) => piece.id === id)) return false;
    this.held = id;
    return true;
  }

  override cursor(at: Square | null): boolean {
    this.over = at;
    return true;
  }

  override drag(piece: string, to: Square): boolean {
    return this.put(piece, to);
  }

  override lift(): boolean {
    const last = Object.keys(this.at).at(-1);
    if (!last) return false;
    const rest = { ...this.at };
    delete rest[last];
    this.at = rest;
    this.held = last;
    return true;
  }

  override key(pressed: string): boolean {
    if (pressed === 'a') {
      this.auto();
      return true;
    }
    const piece = /^[1-9]$/.test(pressed) ? this.spec.pieces[Number(pressed) - 1] : undefined;
    if (!piece) return false;
    this.held = piece.id;
    return true;
  }

  /** Everybody who is not placed yet to a free square near the middle of the best ground with room, largest first. */
  auto(): void {
    const waiting = [...this.missing].sort((a, b) => b.size - a.size);
    const all = nearestFirst(this.spec.squares);
    const best = this.spec.grounds.flatMap(({ squares }) => nearestFirst(squares));
    for (const piece of waiting) {
      const fits = (at: Square): boolean => this.fits(piece.id, at);
      const free = best.find((at) => fits(at) && this.markAt(piece.id, at)) ?? all.find(fits);
      if (free) this.at = { ...this.at, [piece.id]: free };
    }
    this.held = this.missing[0]?.id ?? null;
  }

  middle(): [number, number] {
    return middleOf(this.spec.squares);
  }

  put(id: string, at: Square): boolean {
    if (!this.fits(id, at)) return false;
    // Placed last comes last, so that Escape lifts it first.
    const rest = { ...this.at };
    delete rest[id];
    this.at = { ...rest, [id]: at };
    this.held = this.missing[0]?.id ?? null;
    return true;
  }

  fits(id: string, at: Square): boolean {
    const covered = squaresOf(at, this.sizeOf(id));
    if (!covered.every((square) => this.allowed.has(key(square)))) return false;
    return covered.every((square) => {
      const standing = this.standsOn(square);
      return standing === null || standing === id;
    });
  }

  private standsOn(square: Square): string | null {
    for (const piece of this.spec.pieces) {
      const at = this.at[piece.id];
      if (at && squaresOf(at, piece.size).some((covered) => same(covered, square))) return piece.id;
    }
    return null;
  }

  private sizeOf(id: string): number {
    return this.spec.pieces.find((piece) => piece.id === id)?.size ?? 1;
  }
}

function middleOf(squares: Square[]): [number, number] {
  const sum = squares.reduce(([x, y], at) => [x + at[0], y + at[1]], [0, 0]);
  return [sum[0]! / squares.length, sum[1]! / squares.length];
}

function nearestFirst(squares: Square[]): Square[] {
  const [mx, my] = middleOf(squares);
  const off = (at: Square): number => Math.hypot(at[0] - mx, at[1] - my);
  return [...squares].sort((a, b) => off(a) - off(b));
}

function squaresOf(at: Square, size: number): Square[] {
  return Array.from({ length: size * size }, (_, i): Square => [at[0] + (i % size), at[1] + Math.floor(i / size)]);
}
