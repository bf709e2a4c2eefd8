/**
 * An answer in the making. One class a request kind, none a game: each is given its spec and the gestures of board and
 * panel, and says what the board shall show, what it would answer now, and what the main button says.
 */

import type { Spaces } from '$board/spaces';
import type { Overlay } from '$board/types';
import type { Answer, Odds, PieceView, Point, Spec, Square } from '$client/wire';

export interface DraftContext {
  /** The piece that the question is asked for; it is no target of its own. */
  subject: string | null;
  piece(id: string): PieceView | undefined;
  /** It may be left alone, and nothing waits behind it: no gamble is chosen beforehand. */
  optional?: boolean;
  /** The spaces of a table of squares. */
  spaces?: Spaces | null;
  /** A length of the open table in the game's own measure: "1.5 BU". */
  length(units: number): string;
}

export interface Draft {
  readonly kind: Spec['kind'];
  /** Its parameters are given on the board, so the options that it belongs to stay in view beside it. */
  readonly onBoard: boolean;
  /** What the board shows for this decision. */
  readonly overlay: Overlay;
  /** The complete answer, or null while something is missing. */
  readonly answer: Answer | null;
  /** Enter on the board has nothing left to choose there, so it confirms. */
  readonly settled: boolean;
  /** As much of an answer as a preview can be asked about. */
  readonly partial: Answer | null;
  /** What the main button does, in words. */
  readonly label: string;
  /** What is still missing from the answer, in its place; empty where the label will do. */
  readonly lacks: string;
  /** Cannot be taken back: the main button has to be held. */
  readonly hold: boolean;
  readonly odds: Odds | null;
  /** What the person can do next, in one short line. */
  readonly hint: string;
  /** The square that a pointer on `at` means: for a large base the corner from which it would cover `at`. */
  meant(at: Square): Square;
  /** Gestures; true where the draft made use of it. */
  square(at: Square): boolean;
  piece(id: string): boolean;
  /** Whether one more touch of a piece confirms: it stands for one option alone, which is chosen and risks nothing. */
  confirms(id: string): boolean;
  edge(id: string): boolean;
  /** Where the pointer is; null: nowhere. */
  cursor(at: Square | null): boolean;
  /** Where the arrow keys have led the cursor. */
  steer(at: Square): boolean;
  drag(piece: string, to: Square): boolean;
  /** Gestures on the open table, points in its units; true where the draft made use of it. */
  spot(at: Point): boolean;
  /** A base or body was taken in hand at `from` and is held at `to`; `done`: let go there. */
  pull(piece: string, from: Point, to: Point, done: boolean): boolean;
  /** One of several ways was touched. */
  goBy(way: string): boolean;
  /** What is held shall look at a point. */
  face(at: Point): boolean;
  /** An arrow key; `fine`: a small step. */
  nudge(dx: number, dy: number, fine: boolean): boolean;
  /** What Undo takes back before anything is sent, as it is called; empty: Undo is about what was sent. */
  readonly newest: string;
  /** Why a square that was picked was of no use; empty where there is nothing to say. */
  whyNot(at: Square): string;
  /** Begin with an answer that was given before and taken back. */
  restore(answer: Answer): void;
  /** Escape: take back the newest part that is not sent yet. */
  lift(): boolean;
  /** A key that the draft may understand: a digit, "a". */
  key(key: string): boolean;
}

/** What every draft does with a gesture that means nothing to it. */
export abstract class BaseDraft implements Draft {
  abstract readonly kind: Spec['kind'];
  abstract readonly answer: Answer | null;
  abstract readonly label: string;
  abstract readonly hint: string;

  get onBoard(): boolean {
    return false;
  }
  get overlay(): Overlay {
    return {};
  }
  get partial(): Answer | null {
    return this.answer;
  }
  get settled(): boolean {
    return this.answer !== null;
  }
  get lacks(): string {
    return '';
  }
  get hold(): boolean {
    return false;
  }
  get odds(): Odds | null {
    return null;
  }
  get newest(): string {
    return '';
  }
  meant(at: Square): Square {
    return at;
  }
  whyNot(_at: Square): string {
    return '';
  }
  restore(_answer: Answer): void {}
  square(_at: Square): boolean {
    return false;
  }
  piece(_id: string): boolean {
    return false;
  }
  confirms(_id: string): boolean {
    return false;
  }
  edge(_id: string): boolean {
    return false;
  }
  cursor(_at: Square | null): boolean {
    return false;
  }
  steer(at: Square): boolean {
    return this.cursor(at);
  }
  drag(_piece: string, _to: Square): boolean {
    return false;
  }
  spot(_at: Point): boolean {
    return false;
  }
  pull(_piece: string, _from: Point, _to: Point, _done: boolean): boolean {
    return false;
  }
  goBy(_way: string): boolean {
    return false;
  }
  face(_at: Point): boolean {
    return false;
  }
  nudge(_dx: number, _dy: number, _fine: boolean): boolean {
    return false;
  }
  key(_key: string): boolean {
    return false;
  }
  lift(): boolean {
    return false;
  }
}

export function same(a: readonly number[] | null | undefined, b: readonly number[] | null | undefined): boolean {
  return !!a && !!b && a[0] === b[0] && a[1] === b[1];
}

/** The side of a piece's footprint in squares; 1 where nobody is meant. */
export function sizeOf(context: DraftContext, piece: string | null): number {
  const shape = piece === null ? undefined : context.piece(piece)?.shape;
  return shape?.kind === 'square' ? shape.size : 1;
}

/** Of the corners from which a base of this size covers a square, the nearest that will do; the square itself if none. */
export function cornerFor(at: Square, size: number, willDo: (corner: Square) => boolean): Square {
  const corners: Square[] = [];
  for (let dx = 0; dx < size; dx++) for (let dy = 0; dy < size; dy++) corners.push([at[0] - dx, at[1] - dy]);
  corners.sort(([ax, ay], [bx, by]) => bx + by - (ax + ay));
  return corners.find(willDo) ?? at;
}

export function mergeOverlays(a: Overlay, b: Overlay): Overlay {
  const merged: Overlay = { ...a, ...b };
  for (const key of ['foeReach', 'ghosts', 'sights', 'tags', 'highlights', 'zones', 'squares', 'edges', 'links', 'measures', 'draggable'] as const) {
    const joined = [...(a[key] ?? []), ...(b[key] ?? [])];
    if (joined.length) Object.assign(merged, { [key]: joined });
  }
  if (a.open && b.open) {
    const open = { ...a.open, ...b.open };
    for (const key of ['ghosts', 'ways', 'bodies', 'areas'] as const) {
      const joined = [...(a.open[key] ?? []), ...(b.open[key] ?? [])];
      if (joined.length) Object.assign(open, { [key]: joined });
    }
    merged.open = open;
  }
  return merged;
}

export function percent(odds: Odds): string {
  return `${Math.round(odds.percent)}%`;
}

/** The key that a pass is shown with: N where it ends something, P elsewhere; both work. */
export function passKey(label: string): string {
  return /^end/i.test(label) ? 'N' : 'P';
}

/** So much fits onto the main button, in two lines. */
const MOST = 44;

/** A label short enough for a button. */
export function verb(label: string, fallback = 'Confirm'): string {
  return label && label.length <= MOST ? label : fallback;
}
