/** Marks between pieces and on the ground that are not part of a base. Pure, in user units. */
import type { PlacedPiece } from './layout';
import type { Point, Square, SquareTable } from './types';
import { key } from './units';

const LINK = 9;

export interface Link {
  at: Point;
  /** Degrees. */
  turn: number;
}

export interface Chain {
  id: string;
  links: Link[];
}

/** A chain from each piece that grips another to the one that it holds, from inside one rim to inside the other. */
export function chainsOf(placed: readonly PlacedPiece[]): Chain[] {
  const byId = new Map(placed.map((entry) => [entry.id, entry]));
  return placed.flatMap((holder) => {
    const held = holder.piece.holds ? byId.get(holder.piece.holds) : undefined;
    return held ? [{ id: `${holder.id} ${held.id}`, links: linksBetween(holder, held) }] : [];
  });
}

function linksBetween(a: PlacedPiece, b: PlacedPiece): Link[] {
  const [dx, dy] = [b.at[0] - a.at[0], b.at[1] - a.at[1]];
  const length = Math.hypot(dx, dy) || 1;
  const [start, end] = [a.r * 0.62, length - b.r * 0.62];
  const count = Math.max(1, Math.round((end - start) / LINK));
  const turn = (Math.atan2(dy, dx) * 180) / Math.PI;
  return Array.from({ length: count }, (_, i) => {
    const share = (start + ((i + 0.5) * (end - start)) / count) / length;
    return { at: [a.at[0] + dx * share, a.at[1] + dy * share], turn };
  });
}

export interface HeightMark {
  /** Square that carries the number. */
  at: Square;
  text: string;
}

/** So many squares of one level share a number. */
const BLOCK = 5;

/** Levels above and below the ground, written once for each patch of squares that lie together. */
export function heightMarks({ size, rows, legend }: Pick<SquareTable, 'size' | 'rows' | 'legend'>): HeightMark[] {
  const level = (x: number, y: number): number => legend[rows[y]?.[x] ?? '']?.level ?? 0;
  const seen = new Set<string>();
  const marks: HeightMark[] = [];
  for (let y = 0; y < size[1]; y++) {
    for (let x = 0; x < size[0]; x++) {
      const here = level(x, y);
      if (here === 0 || seen.has(key(x, y))) continue;
      const patch = together([x, y], (u, v) => level(u, v) === here && !seen.has(key(u, v)) && sameBlock([x, y], [u, v]));
      for (const [u, v] of patch) seen.add(key(u, v));
      marks.push({ at: middleOf(patch), text: here > 0 ? `+${here}` : `\u2212${-here}` });
    }
  }
  return marks;
}

const sameBlock = ([ax, ay]: Square, [bx, by]: Square): boolean =>
  Math.floor(ax / BLOCK) === Math.floor(bx / BLOCK) && Math.floor(ay / BLOCK) === Math.floor(by / BLOCK);

function together(start: Square, belongs: (x: number, y: number) => boolean): Square[] {
  const found: Square[] = [];
  const open: Square[] = [start];
  const known = new Set([key(...start)]);
  for (let at = open.pop(); at; at = open.pop()) {
    found.push(at);
    const [x, y] = at;
    for (const [u, v] of [[x + 1, y], [x - 1, y], [x, y + 1], [x, y - 1]] as Square[]) {
      if (known.has(key(u, v)) || !belongs(u, v)) continue;
      known.add(key(u, v));
      open.push([u, v]);
    }
  }
  return found;
}

/** Of some squares the one nearest to their middle. */
function middleOf(squares: readonly Square[]): Square {
  const [mx, my] = squares.reduce(([sx, sy], [x, y]) => [sx + x / squares.length, sy + y / squares.length], [0, 0]);
  return [...squares].sort(([ax, ay], [bx, by]) => Math.hypot(ax - mx, ay - my) - Math.hypot(bx - mx, by - my))[0]!;
}
