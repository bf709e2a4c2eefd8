/** Where bases lie on an open table, and which of them a point means. Pieces in measures, the rest in user units. */
import type { PlacedPiece } from '../layout';
import type { BoardPiece, Point } from '../types';
import { SQ } from '../units';

/** A base that is no rectangle is drawn as a disc at least this wide, user units. */
const LEAST_DISC = 13;

/** Bases on the table, farthest first; fallen ones at the bottom, leaders on top. `moving`: poses of those on their way. */
export function placeBases(pieces: Iterable<BoardPiece>, moving: Readonly<Record<string, readonly number[]>> = {}): PlacedPiece[] {
  const placed: PlacedPiece[] = [];
  for (const piece of pieces) {
    const pose = moving[piece.id] ?? piece.pose;
    if (!pose) continue;
    const [x, y, heading] = pose as [number, number, number];
    const { kind, size, depth = 0 } = piece.shape;
    const at: Point = [x * SQ, y * SQ];
    if (kind === 'rect') {
      const base = { width: size * SQ, depth: depth * SQ, turn: heading / 100 };
      placed.push({ piece, id: piece.id, at, r: Math.min(base.width, base.depth) / 2, base });
    } else placed.push({ piece, id: piece.id, at, r: Math.max(LEAST_DISC, (size * SQ) / 2) });
  }
  const fallen = (entry: PlacedPiece): number => Number(entry.piece.state === 'fallen');
  return placed.sort((a, b) => fallen(b) - fallen(a) || Number(!a.base) - Number(!b.base) || a.at[1] - b.at[1] || a.at[0] - b.at[0]);
}

/** A point seen from the middle of a base with its front upwards: to the right, and to the rear. */
export function locally({ at, base }: PlacedPiece, point: Point): Point {
  const turn = ((base?.turn ?? 0) * Math.PI) / 180;
  const [dx, dy] = [point[0] - at[0], point[1] - at[1]];
  return [dx * Math.cos(turn) + dy * Math.sin(turn), -dx * Math.sin(turn) + dy * Math.cos(turn)];
}

/** Who lies under a point, discs before rectangles, then the nearest middle; bases smaller than `least` each way are wider to the hand. */
export function basesUnder(placed: readonly PlacedPiece[], point: Point, least: number): { id: string; inside: boolean }[] {
  return placed
    .map((entry) => {
      const [x, y] = locally(entry, point).map(Math.abs) as Point;
      const half = entry.base ? [entry.base.width / 2, entry.base.depth / 2] : [entry.r, entry.r];
      const beyond = Math.max(x - half[0]!, y - half[1]!);
      return { id: entry.id, disc: !entry.base, far: Math.hypot(x, y), inside: beyond <= 0, near: x <= Math.max(half[0]!, least) && y <= Math.max(half[1]!, least) };
    })
    .filter((found) => found.near)
    .sort((a, b) => Number(b.inside) - Number(a.inside) || Number(b.disc) - Number(a.disc) || a.far - b.far)
    .map(({ id, inside }) => ({ id, inside }));
}

/** Corners from the front's left on, clockwise, user units. */
export function cornersOf({ at, base }: PlacedPiece): Point[] {
  if (!base) return [];
  const turn = (base.turn * Math.PI) / 180;
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  const [w, d] = [base.width / 2, base.depth / 2];
  return ([[-w, -d], [w, -d], [w, d], [-w, d]] as Point[]).map(([x, y]) => [at[0] + x * c - y * s, at[1] + x * s + y * c]);
}

/** An outline as a closed path, user units. */
export const outlinePath = (outline: readonly Point[]): string => (outline.length < 2 ? '' : `M${outline.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}Z`);

/** A line as a path, user units. */
export const linePath = (line: readonly Point[]): string => (line.length < 2 ? '' : `M${line.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}`);

const round = (value: number): number => Math.round(value * 10) / 10;
