/**
 * What the board is given and what it gives back. The board knows no game: every square, cost, line and word below
 * comes from the server's view or request, and every gesture goes out as a callback.
 */

import type { OpenOverlay, OpenTable } from './open/types';

/** Column and row of a square, x to the right, y down, from 0. */
export type Square = [number, number];
/**
 * A point in square units; the centre of square (x, y) is (x + .5, y + .5). On the open table in units of the table
 * outside the board, inside it in the game's measure (see `open/scale.ts`).
 */
export type Point = [number, number];
/** Centre of a base and its heading in hundredths of a degree, 0 up the screen, clockwise. */
export type Pose = [number, number, number];
export type Side = 'n' | 'e' | 's' | 'w';
export type SeatPattern = 'red' | 'blue' | 'gold' | 'green';

/** One row of a ruleset's table of kinds; the board reads the recipe, the label and the states, nothing else. */
export interface Kind {
  recipe: string;
  label?: string;
  states?: Record<string, unknown>;
  [fact: string]: unknown;
}

export interface LegendEntry {
  kind: string;
  level?: number;
}

export interface TableFeature {
  id?: string;
  kind: string;
  squares: Square[];
  level?: number;
  /** Side that a thing with a direction (stairs, ladder) leads up to; found from the levels around if absent. */
  up?: Side;
  [fact: string]: unknown;
}

export interface TableEdge {
  id?: string;
  at: Square;
  side: Side;
  kind: string;
  state?: string;
  lock?: unknown;
  [fact: string]: unknown;
}

/** A space that is more or other than one square, where a game counts in spaces. */
export interface TableSpace {
  /** The square that names it. */
  at: Square;
  /** Where one stands in it. */
  centre: Point;
  /** Of another shape those whose middle it holds. */
  squares: Square[];
  /** Its outline, clockwise; none where its squares are its shape. */
  corners?: Point[] | null;
}

/** What stands on the side of such a space, from point to point. */
export interface TableBorder {
  id: string;
  from: Point;
  to: Point;
  kind: string;
  state?: string | null;
  lock?: unknown;
}

export interface TableZone {
  id: string;
  name?: string;
  seat?: string | null;
  squares: (Square | RectOfSquares)[] | RectOfSquares;
}

/** Columns and rows x0, y0 to x1, y1, both included. */
export interface RectOfSquares {
  rect: [number, number, number, number];
}

/** Things that are seen and never asked by a rule; positions in square units, fractions allowed. */
export interface Decor {
  kind: string;
  at?: Point;
  line?: Point[];
  /** Corners of a patch. */
  area?: Point[];
  width?: number;
  size?: number | Point;
  radius?: number;
  rect?: [number, number, number, number];
  text?: string;
  turn?: number;
  [fact: string]: unknown;
}

/** The `table` of the welcome message, for games played on squares. */
export interface SquareTable {
  form: 'squares';
  id: string;
  name: string;
  size: [number, number];
  unit?: string;
  legend: Record<string, LegendEntry>;
  rows: string[];
  features?: TableFeature[];
  edges?: TableEdge[];
  borders?: TableBorder[];
  spaces?: TableSpace[];
  zones?: TableZone[];
  entries?: unknown[];
  decor?: Decor[];
  kinds: {
    squares: Record<string, Kind>;
    features?: Record<string, Kind>;
    edges?: Record<string, Kind>;
    decor?: Record<string, Kind>;
  };
}

export interface PieceMark {
  sign: string;
  label: string;
  short?: string;
}

/** How far something reaches from a piece, from its point or its whole base, in units of the table. */
export interface Ring {
  radius: number;
  label: string;
}

/**
 * A base: `square` with `size` squares a side; on the open table `rect` with frontage `size` and `depth`, or `point`
 * drawn `size` wide, in units of the table.
 */
export interface Shape {
  kind: 'square' | 'rect' | 'point';
  size: number;
  depth?: number;
}

/** One figure as this audience may see it (the contract's PieceView). */
export interface BoardPiece {
  id: string;
  seat: string;
  name: string;
  /** Symbol in icons.svg without the leading "i-". */
  icon: string;
  shape: Shape;
  /** Lowest-coordinate square of its base, null while it is off the squares. */
  at: Square | null;
  /** Where it lies on the open table, null while it is off it. */
  pose?: Pose | null;
  /** The body of pieces that it belongs to. */
  group?: string | null;
  ring?: Ring | null;
  level: number;
  bar: { value: number; max: number; label: string } | null;
  marks: PieceMark[];
  state: 'up' | 'prone' | 'fallen';
  active: boolean;
  acted: boolean;
  rides?: string | null;
  ridden_by?: string | null;
  /** Another piece that this one grips: a chain lies between their bases. */
  holds?: string | null;
  /** A whole sentence for screen readers. */
  label: string;
}

export interface BoardSeat {
  id: string;
  label: string;
  pattern: SeatPattern;
  /** What it holds for now, in a word. */
  note?: string;
}

export interface BoardItem {
  id: string;
  kind: string;
  label: string;
  at: Square;
}

export interface ReachSquare {
  at: Square;
  cost: number | string;
  /** Costs more than a plain step: shown bold. */
  double?: boolean;
  /** false: the way leads through here, but a move may not end here. */
  stop?: boolean;
}

export interface PathStop {
  at: Square;
  /** Sum so far, as the server counted it; absent: a bend without a number. */
  sum?: number | string;
  /** Extra cost, named under the stop ("ford 2"). */
  note?: string;
}

export interface PathWarning {
  /** Index in `points`: the warning sits on the step that leaves this point. */
  index: number;
  title: string;
  text?: string;
}

export interface PathOverlay {
  /** Squares from the start (included) to the end. */
  points: Square[];
  stops?: PathStop[];
  warnings?: PathWarning[];
  /** Footprint of the mover, so that the line runs through the middle of a large base. */
  size?: number;
  label?: string;
}

export interface SightOverlay {
  from: Point;
  to: Point;
  state: 'clear' | 'cover' | 'blocked';
  witness: Point | null;
  label: string;
}

export type Tone = 'plain' | 'good' | 'warn' | 'bad';

export interface TagOverlay {
  id?: string;
  /** Point in square units, or the piece that the tag belongs to. */
  at: Point | { piece: string };
  /** First word in large figures, such as the odds. */
  big?: string;
  text: string;
  sub?: string;
  tone?: Tone;
}

export interface PieceHighlight {
  piece: string;
  /** target: may be chosen; chosen: is chosen; react: may react; changed: still outline. */
  kind: 'target' | 'chosen' | 'react' | 'changed';
  /** Short odds beside the base ("72%"). */
  odds?: string;
  /** What is offered, said after the piece's own sentence ("Target: 72 per cent"). */
  label?: string;
}

export interface ZoneOverlay {
  id: string;
  label: string;
  squares: Square[];
  /** Shown all through the match: no part of the decision at hand. */
  lasting?: boolean;
  /** Filled in the seat's colour although it is no part of the decision. */
  tinted?: boolean;
  /** A seat's id gives its pattern; a tone gives a colour of meaning. */
  seat?: string | null;
  tone?: Tone;
}

export interface OfferedSquare {
  at: Square;
  label?: string;
  chosen?: boolean;
}

export interface OfferedEdge {
  id: string;
  label: string;
  chosen?: boolean;
}

export interface MeasureOverlay {
  from: Point;
  to: Point;
  /** Number and band as the server measured them; absent while the answer is on its way. */
  label?: string;
}

/** Two pieces that hold each other, or of which the first holds the second. */
export interface LinkOverlay {
  from: string;
  to: string;
  mutual: boolean;
  label: string;
}

export interface GhostOverlay {
  piece: string;
  at: Square;
  tag?: string;
  /** Steps in between are fainter. */
  faint?: boolean;
}

/** Everything that lies over the table for the decision at hand. */
export interface Overlay {
  reach?: { squares: ReachSquare[]; size?: number } | null;
  foeReach?: { squares: Square[]; label?: string }[];
  path?: PathOverlay | null;
  ghosts?: GhostOverlay[];
  sights?: SightOverlay[];
  tags?: TagOverlay[];
  highlights?: PieceHighlight[];
  zones?: ZoneOverlay[];
  squares?: OfferedSquare[];
  edges?: OfferedEdge[];
  links?: LinkOverlay[];
  measures?: MeasureOverlay[];
  /** A plan is open: arrow keys move this square, Enter takes it. */
  cursor?: { at: Square; label?: string; size?: number } | null;
  /** Pieces that a drag may lift. */
  draggable?: string[];
  /** What belongs to an open table alone. */
  open?: OpenOverlay;
}

/** Space in CSS pixels that panels take from the board's window. */
export interface Insets {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

export interface EffectBase {
  /** Played once per id. */
  id: string;
  /** Pieces that keep their old look (bar, state) until this effect has played. */
  holds?: string[];
}

export type Effect = EffectBase &
  (
    /** Over squares, or from pose to pose. */
    | { kind: 'move'; piece: string; path: (Square | Pose)[] }
    | { kind: 'shot'; from: Point; to: Point; state: 'hit' | 'miss' }
    | { kind: 'blow'; from: Point; to: Point; state: 'hit' | 'miss' }
    | { kind: 'fall'; piece: string }
    | { kind: 'reveal'; piece: string }
    | { kind: 'number'; at: Point; text: string; tone?: Tone }
  );

/** A table of either form. */
export type BoardTable = SquareTable | OpenTable;

export interface SquareGesture {
  x: number;
  y: number;
}

export interface DragGesture {
  piece: string;
  from: Square;
  to: Square;
}

export type ZoomStep = 'far' | 'middle' | 'near';
