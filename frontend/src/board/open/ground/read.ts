/** An open table's terrain read once for drawing: outlines in user units, clockwise, each with its own seed. */
import { chance, noiseAt } from '../../random';
import { insideRings, smoothPath } from '../../outline';
import { scatter, type Dart } from '../../scatter';
import type { Kind, Point, Square } from '../../types';
import { SQ } from '../../units';
import type { BoardTerrain, OpenTable } from '../types';

export interface Patch {
  id: string;
  recipe: string;
  /** Facts of its kind that change the look. */
  facts: Kind;
  state: string;
  /** As the rules have it. */
  outline: Point[];
  closed: boolean;
  /** Prefix of ids that belong to this one on this board (clip paths). */
  uid: string;
}

export function readPatches(table: OpenTable, terrain: readonly BoardTerrain[], uid: string): Patch[] {
  const size = table.unit.size;
  return terrain.map(({ id, kind, outline, closed, state }) => {
    const facts = table.kinds.terrain[kind] ?? { recipe: '' };
    const points = outline.map(([x, y]): Point => [(x / size) * SQ, (y / size) * SQ]);
    return { id, recipe: facts.recipe, facts, state, outline: closed ? clockwise(points) : points, closed, uid: `${uid}-${id.replace(/\W/g, '_')}` };
  });
}

/** On screen: the inside lies to the right hand of the walk. */
function clockwise(points: Point[]): Point[] {
  const area = points.reduce((sum, [x, y], i) => {
    const [u, v] = points[(i + 1) % points.length]!;
    return sum + x * v - u * y;
  }, 0);
  return area < 0 ? [...points].reverse() : points;
}

/** Fewer corners than this mean a built shape: straight sides. */
const CURVED_FROM = 6;
/** Between drawn corners, user units. */
const FINE = 11;

/** Corners of a natural outline: a curve through the rules' own corners, wavering a little. */
export function grown({ outline, id }: Pick<Patch, 'outline' | 'id'>, waver = 2.2): Point[] {
  const n = outline.length;
  if (n < 3) return [];
  const curved = n >= CURVED_FROM;
  return outline.flatMap((p1, i) => {
    const p0 = outline[(i + n - 1) % n]!;
    const p2 = outline[(i + 1) % n]!;
    const p3 = outline[(i + 2) % n]!;
    const count = Math.max(1, Math.round(Math.hypot(p2[0] - p1[0], p2[1] - p1[1]) / FINE));
    return Array.from({ length: count }, (_, j): Point => {
      const t = j / count;
      const at = (k: 0 | 1): number => (curved ? catmull(p0[k], p1[k], p2[k], p3[k], t) : p1[k] + (p2[k] - p1[k]) * t);
      const shift = (axis: string): number => noiseAt(`${id}${axis}`, i * 97 + j, n) * waver;
      return [at(0) + shift('x'), at(1) + shift('y')];
    });
  });
}

function catmull(p0: number, p1: number, p2: number, p3: number, t: number): number {
  return 0.5 * (2 * p1 + (p2 - p0) * t + (2 * p0 - 5 * p1 + 4 * p2 - p3) * t * t + (3 * p1 - p0 - 3 * p2 + p3) * t * t * t);
}

export const grownPath = (patch: Pick<Patch, 'outline' | 'id'>, waver?: number): string => smoothPath(grown(patch, waver));

/** Straight from corner to corner. */
export const hardOutline = (outline: readonly Point[], closed = true): string =>
  outline.length < 2 ? '' : `M${outline.map(([x, y]) => `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`).join('L')}${closed ? 'Z' : ''}`;

export function middleOf(points: readonly Point[]): Point {
  const [x, y] = points.reduce(([sx, sy], [px, py]) => [sx + px, sy + py], [0, 0]);
  return [x / points.length, y / points.length];
}

/** The outline drawn in towards its middle. */
export function shrunk(points: readonly Point[], share: number): Point[] {
  const [cx, cy] = middleOf(points);
  return points.map(([x, y]) => [cx + (x - cx) * share, cy + (y - cy) * share]);
}

export function boxOfPoints(points: readonly Point[]): { x: number; y: number; width: number; height: number } {
  const [xs, ys] = [points.map((at) => at[0]), points.map((at) => at[1])];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

export interface Throwing {
  apart: number;
  /** So far inside the outline. */
  inset?: number;
  tries?: number;
  perSquare?: number;
}

/** Darts over the inside of an outline, seeded by its id. */
export function darts({ outline, id }: Pick<Patch, 'outline' | 'id'>, what: string, { apart, inset = 0, tries, perSquare }: Throwing): Dart[] {
  const { x, y, width, height } = boxOfPoints(outline);
  const squares: Square[] = [];
  // Squares of the patch's own: where it lies on the table does not change how it looks.
  for (let i = 0; i * SQ < width; i++) for (let j = 0; j * SQ < height; j++) squares.push([i, j]);
  const inside = (px: number, py: number, margin: number): boolean =>
    [[0, 0], [margin, 0], [-margin, 0], [0, margin], [0, -margin]].every(([dx, dy]) => insideRings([outline], px + x + dx!, py + y + dy!));
  return scatter(squares, { seed: `${id}:${what}`, apart, inset, inside, ...(tries ? { tries } : {}), ...(perSquare ? { perSquare } : {}) }).map((dart) => ({ ...dart, x: dart.x + x, y: dart.y + y }));
}

/** Points along a line, `apart` user units from each other, each with the direction in which the line runs, radians. */
export function alongLine(line: readonly Point[], apart: number, closed = false): { at: Point; turn: number }[] {
  const points = closed ? [...line, line[0]!] : line;
  const found: { at: Point; turn: number }[] = [];
  let left = 0;
  points.slice(1).forEach((to, i) => {
    const from = points[i]!;
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    const turn = Math.atan2(to[1] - from[1], to[0] - from[0]);
    for (; left <= length; left += apart) {
      const t = length ? left / length : 0;
      found.push({ at: [from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t], turn });
    }
    left -= length;
  });
  return found;
}

export const dice = (patch: Pick<Patch, 'id'>, what: string): ReturnType<typeof chance> => chance(`${patch.id}:${what}`);
