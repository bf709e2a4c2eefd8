/** Where each piece is drawn: on its squares, on its mount, or on its way. */
import type { Area } from './camera';
import type { BoardPiece, Point } from './types';
import { baseRadius, BASE_R, centre, sizeOf } from './units';

export interface PlacedPiece {
  piece: BoardPiece;
  id: string;
  /** Middle of the base, user units. */
  at: Point;
  /** Of a rectangle the smaller half. */
  r: number;
  /** Of a rectangle its sides, user units, and its turn in degrees, 0 up the screen, clockwise. */
  base?: { width: number; depth: number; turn: number };
}

/** Half the width and half the height of the box round a base, user units. */
export function halfOf({ r, base }: Pick<PlacedPiece, 'r' | 'base'>): Point {
  if (!base) return [r, r];
  const turn = (base.turn * Math.PI) / 180;
  const [c, s] = [Math.abs(Math.cos(turn)), Math.abs(Math.sin(turn))];
  return [(base.width * c + base.depth * s) / 2, (base.width * s + base.depth * c) / 2];
}

/** The upright box that a base takes, user units. */
export function boxOf(entry: PlacedPiece): Area {
  const [x, y] = halfOf(entry);
  return { x: entry.at[0] - x, y: entry.at[1] - y, width: 2 * x, height: 2 * y };
}

/** Room round a base for its marks, user units. */
const ROOM = 16;

/** The box round some bases with what belongs to them: arcs, badges and the name below. Null for nobody. */
export function around(entries: readonly PlacedPiece[]): Area | null {
  if (entries.length === 0) return null;
  const boxes = entries.map(boxOf);
  const left = Math.min(...boxes.map((box) => box.x)) - ROOM;
  const top = Math.min(...boxes.map((box) => box.y)) - ROOM;
  const right = Math.max(...boxes.map((box) => box.x + box.width)) + ROOM;
  const bottom = Math.max(...boxes.map((box) => box.y + box.height)) + ROOM;
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Riders sit at the upper right of their mount, so that both bases can be read. */
const RIDER_SHIFT = 17;

/**
 * Pieces on the table, farthest first: fallen ones at the bottom, then by y, riders right after their mounts.
 * `moving` gives the top left corner, in square units, of bases that are on their way.
 */
export function placePieces(pieces: Iterable<BoardPiece>, moving: Readonly<Record<string, readonly number[]>> = {}): PlacedPiece[] {
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
    const [x, y] = centre([corner[0]!, corner[1]!], size);
    if (carrier === piece) {
      placed.push({ piece, id: piece.id, at: [x, y], r: baseRadius(size) });
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
