/** Dart throwing with a least distance over a set of squares. */
import type { Square } from './types';
import { chance } from './random';
import { key, SQ } from './units';

export interface Dart {
  x: number;
  y: number;
  /** In [0, 1): what is drawn here may take its size, turn and form from it. */
  roll: number;
}

export interface ScatterOptions {
  seed: string;
  /** Least distance between two darts, user units. */
  apart: number;
  /** Darts stay this far inside an outer side of the squares; below 0 they may lie outside. */
  inset?: number;
  /** A finer test than the squares, for smooth outlines: is the point inside by this margin? User units. */
  inside?: (x: number, y: number, margin: number) => boolean;
  /** Throws per square; more fill the gaps. */
  tries?: number;
  /** Darts per square at most. */
  perSquare?: number;
}

/** Positions in user units, sorted by y so that a nearer crown covers a farther one. */
export function scatter(squares: readonly Square[], options: ScatterOptions): Dart[] {
  const { seed, apart, inset = 0, inside, tries = 26, perSquare = Infinity } = options;
  const have = new Set(squares.map(([x, y]) => key(x, y)));
  const order = [...squares].sort((a, b) => a[1] - b[1] || a[0] - b[0]);
  const dice = chance(seed);
  const cells = new Map<string, Dart[]>();
  const cellOf = (value: number): number => Math.floor(value / apart);
  const darts: Dart[] = [];
  for (const [x, y] of order) {
    let here = 0;
    for (let i = 0; i < tries && here < perSquare; i++) {
      const px = x + dice.next();
      const py = y + dice.next();
      const roll = dice.next();
      const ux = px * SQ;
      const uy = py * SQ;
      if (inside ? !inside(ux, uy, inset) : !insideBy(have, px, py, inset / SQ)) continue;
      if (tooNear(cells, cellOf(ux), cellOf(uy), ux, uy, apart)) continue;
      const dart = { x: ux, y: uy, roll };
      darts.push(dart);
      const place = key(cellOf(ux), cellOf(uy));
      const list = cells.get(place);
      if (list) list.push(dart);
      else cells.set(place, [dart]);
      here++;
    }
  }
  return darts.sort((a, b) => a.y - b.y || a.x - b.x);
}

function insideBy(have: ReadonlySet<string>, px: number, py: number, inset: number): boolean {
  if (inset <= 0) return true;
  for (const [dx, dy] of [
    [inset, 0],
    [-inset, 0],
    [0, inset],
    [0, -inset],
  ] as const) {
    if (!have.has(key(Math.floor(px + dx), Math.floor(py + dy)))) return false;
  }
  return true;
}

function tooNear(cells: ReadonlyMap<string, Dart[]>, cx: number, cy: number, x: number, y: number, apart: number): boolean {
  for (let i = -1; i <= 1; i++) {
    for (let j = -1; j <= 1; j++) {
      for (const other of cells.get(key(cx + i, cy + j)) ?? []) {
        if ((other.x - x) ** 2 + (other.y - y) ** 2 < apart * apart) return true;
      }
    }
  }
  return false;
}
