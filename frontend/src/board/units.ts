/** Length units of the drawing: one square is 62 user units, which are 62 CSS pixels at zoom 1. */
import type { BoardPiece, Point, Side, Square, TableZone } from './types';

export const SQ = 62;
/** A number fits into a square of so many pixels on screen; in smaller ones it would cover its square. */
export const READABLE_SQUARE = 22;
/** Radius of a man's base on one square. */
export const BASE_R = 24;

export const key = (x: number, y: number): string => `${x},${y}`;

export const centre = ([x, y]: Square, size = 1): Point => [(x + size / 2) * SQ, (y + size / 2) * SQ];

export const toUnits = ([x, y]: Point): Point => [x * SQ, y * SQ];

export const sizeOf = (piece: Pick<BoardPiece, 'shape'>): number =>
  piece.shape.kind === 'square' ? Math.max(1, piece.shape.size) : 1;

/** Radius of the round base of a figure with this footprint. */
export const baseRadius = (size: number): number => BASE_R + (size - 1) * (SQ / 2);

/** The squares of a footprint as a box, user units. */
export const footprintBox = ([x, y]: Square, size: number): { x: number; y: number; width: number; height: number } => ({
  x: x * SQ,
  y: y * SQ,
  width: size * SQ,
  height: size * SQ,
});

export const round = (value: number): number => Math.round(value * 10) / 10;

export function zoneSquares(zone: TableZone): Square[] {
  const parts = Array.isArray(zone.squares) ? zone.squares : [zone.squares];
  return parts.flatMap((part) => {
    if (Array.isArray(part)) return [part];
    const [x0, y0, x1, y1] = part.rect;
    const squares: Square[] = [];
    for (let y = y0; y <= y1; y++) for (let x = x0; x <= x1; x++) squares.push([x, y]);
    return squares;
  });
}

/** Ends of an edge in square units: [x0, y0, x1, y1], always to growing x or y. */
export function edgeLine(at: Square, side: Side): [number, number, number, number] {
  const [x, y] = at;
  switch (side) {
    case 'n':
      return [x, y, x + 1, y];
    case 's':
      return [x, y + 1, x + 1, y + 1];
    case 'w':
      return [x, y, x, y + 1];
    case 'e':
      return [x + 1, y, x + 1, y + 1];
  }
}

/** The id that the view's `edges` uses: the map's own id, else the canonical place of the edge. */
export function edgeId(edge: { id?: string; at: Square; side: Side }): string {
  if (edge.id) return edge.id;
  const [x, y] = edge.at;
  if (edge.side === 's') return `${x},${y + 1},n`;
  if (edge.side === 'e') return `${x + 1},${y},w`;
  return `${x},${y},${edge.side}`;
}
