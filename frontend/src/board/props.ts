/** What a board is given and gives back, whatever lies on its table. */
import type { PullGesture } from './open/types';
import type { BoardPiece, BoardSeat, DragGesture, Effect, Insets, Overlay, Point, SeatPattern, SquareGesture } from './types';

export interface SharedProps {
  /** Seats by id, for their pattern; a seat that is not here takes the pattern of its own name. */
  seats?: Record<string, BoardSeat>;
  pieces: Record<string, BoardPiece>;
  overlay?: Overlay | null;
  selected?: string | null;
  /** What the panels take of the window now. */
  insets?: Insets;
  /** What they take at the most, if not that: the look goes by it, so that it stays as they come and go. */
  usual?: Insets | null;
  /** The question that is before the person, and whom it is about: with another one the look may change. */
  question?: { id: string; subject: string | null } | null;
  /** false: a picture without keys, pointers or buttons. */
  interactive?: boolean;
  /** A small picture: nothing but table and bases, the whole table in sight. */
  mini?: boolean;
  /** Nobody decides any more: the whole table is to be seen. */
  whole?: boolean;
  /** What has happened, oldest first; each id is played once. */
  effects?: readonly Effect[];
  onpiece?: (id: string) => void;
  /** Long press: open the piece's sheet. */
  onsheet?: (id: string) => void;
  onhoverpiece?: (id: string | null) => void;
  /** Whether effects are still to be seen. */
  onplaying?: (busy: boolean) => void;
  oncancel?: () => void;
}

export interface SquareGestures {
  onsquare?: (square: SquareGesture) => void;
  onedge?: (id: string) => void;
  onhoversquare?: (square: SquareGesture | null) => void;
  ondragpiece?: (drag: DragGesture) => void;
  oncursor?: (dx: number, dy: number) => void;
}

/** Points in units of the table. */
export interface OpenGestures {
  onspot?: (at: Point) => void;
  onhoverspot?: (at: Point | null) => void;
  onpull?: (pull: PullGesture) => void;
  /** One of several ways of moving was touched. */
  onway?: (key: string) => void;
  /** The handle of the held body points here. */
  onturn?: (at: Point) => void;
  onsteer?: (dx: number, dy: number, fine: boolean) => void;
}

export function patternIn(seats: Record<string, BoardSeat>, seat: string): SeatPattern {
  return seats[seat]?.pattern ?? (/^(red|blue|gold|green)$/.test(seat) ? (seat as SeatPattern) : 'gold');
}
