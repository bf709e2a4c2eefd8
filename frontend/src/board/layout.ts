/** Where each piece is drawn: on its squares, on its mount, or on its way. */
import type { Area } from './camera';
import type { BoardPiece, Point } from './types';
import { baseRadius, BASE_R, centre, sizeOf, SQ } from './units';

export interface PlacedPiece {
  piece: BoardPiece;
  id: string;
  /** Middle of the base, user units. */
  at: Point;
  r: number;
}

/** The square that a base takes, user units. */
export const boxOf = ({ at, r }: PlacedPiece): Area => ({ x: at[0] - r, y: at[1] - r, width: 2 * r, height: 2 * r });

/** Room round a base for its marks, user units. */
const ROOM = 16;

/** The box round some bases with what belongs to them: arcs, badges and the name below. Null for nobody. */
export function around(entries: readonly PlacedPiece[]): Area | null {
  if (entries.length === 0) return null;
  const left = Math.min(...entries.map(({ at, r }) => at[0] - r)) - ROOM;
  const top = Math.min(...entries.map(({ at, r }) => at[1] - r)) - ROOM;
  const right = Math.max(...entries.map(({ at, r }) => at[0] + r)) + ROOM;
  const bottom = Math.max(...entries.map(({ at, r }) => at[1] + r)) + ROOM;
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Riders sit at the upper right of their mount, so that both bases can be read. */
const RIDER_SHIFT = 17;

/**
 * Pieces on the table, farthest first: fallen ones at the bottom, then by y, riders right after their mounts.
 * `moving` gives the top left corner, in square units, of bases that are on their way.
 */
export function placePieces(pieces: Iterable<BoardPiece>, moving: Readonly<Record<string, Point>> = {}): PlacedPiece[] {
  const all = [...pieces];
  const byId = new Map(all.map((piece) => [piece.id, piece]));
  const placed: PlacedPiece[] = [];
  for (const piece of all) {
    const mount = piece.rides ? byId.get(piece.rides) : undefined;
    const carrier = mount?.at ? mount : piece;
    // Rider and mount go together, whichever of them the move names.
    const corner = moving[carrier.id] ?? moving[piece.id] ?? (carrier.ridden_by ? moving[carrier.ridden_by] : undefined) ?? carrier.at;
    if (!corner) continue;
    const size = sizeOf(carrier);
    const [x, y] = centre(corner, size);
    if (carrier === piece) {
      placed.push({ piece, id: piece.id, at: [x, y], r: piece.shape.kind === 'round' ? piece.shape.r * SQ : baseRadius(size) });
    } else {
      const shift = size > 1 ? RIDER_SHIFT : 8;
      placed.push({ piece, id: piece.id, at: [x + shift, y - shift], r: size > 1 ? BASE_R * 1.08 : BASE_R * 0.7 });
    }
  }
  return placed.sort(
    (a, b) =>
      Number(b.piece.state === 'fallen') - Number(a.piece.state === 'fallen') ||
      Number(Boolean(a.piece.rides)) - Number(Boolean(b.piece.rides)) ||
      a.at[1] - b.at[1] ||
      a.at[0] - b.at[0],
  );
}
