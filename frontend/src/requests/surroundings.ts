import type { SeatPattern } from '$board/types';
import type { PieceView, Point } from '$client/wire';

/** What the parts of a request need to know of the table around them. */
export interface Surroundings {
  ruleset: string;
  /** What a move is counted in. */
  unit: { one: string; many: string };
  /** Words for what was done, by the kind of the log's line. */
  deeds: Record<string, string>;
  /** One column instead of cards beside each other. */
  narrow: boolean;
  /** A length of the open table in the game's own measure. */
  length(units: number): string;
  /** The point of the open table under a point of the page; null: beside it. */
  pointAt(x: number, y: number): Point | null;
  piece(id: string): PieceView | undefined;
  pattern(seat: string): SeatPattern;
}
