/** Joins single edges of one kind into straight runs, and runs into bodies: a wall is one thing, not a row of pieces. */
import type { Point, Side, Square } from './types';
import { edgeLine, key } from './units';

export interface UnitEdge {
  at: Square;
  side: Side;
}

export interface Run {
  /** Ends in square units, `a` before `b` in reading order. */
  a: Point;
  b: Point;
  across: boolean;
  /** Another run of the same family meets this end (a corner or a crossing). */
  joinA: boolean;
  joinB: boolean;
}

/** Maximal straight runs; across = along x. */
export function runsOf(edges: readonly UnitEdge[]): Run[] {
  const rows = new Map<number, number[]>();
  const columns = new Map<number, number[]>();
  const meets = new Map<string, { across: boolean; along: boolean }>();
  for (const { at, side } of edges) {
    const [x0, y0, x1, y1] = edgeLine(at, side);
    const across = y0 === y1;
    const lane = across ? y0 : x0;
    const place = across ? x0 : y0;
    const lanes = across ? rows : columns;
    const list = lanes.get(lane);
    if (list) list.push(place);
    else lanes.set(lane, [place]);
    for (const end of [key(x0, y0), key(x1, y1)]) {
      const seen = meets.get(end) ?? { across: false, along: false };
      if (across) seen.across = true;
      else seen.along = true;
      meets.set(end, seen);
    }
  }
  const runs: Run[] = [];
  const collect = (lanes: Map<number, number[]>, across: boolean): void => {
    for (const lane of [...lanes.keys()].sort((p, q) => p - q)) {
      const places = [...new Set(lanes.get(lane))].sort((p, q) => p - q);
      let start: number | null = null;
      places.forEach((place, i) => {
        start ??= place;
        if (places[i + 1] === place + 1) return;
        const a: Point = across ? [start, lane] : [lane, start];
        const b: Point = across ? [place + 1, lane] : [lane, place + 1];
        const joined = (end: Point): boolean => {
          const seen = meets.get(key(end[0], end[1]));
          return across ? seen?.along === true : seen?.across === true;
        };
        runs.push({ a, b, across, joinA: joined(a), joinB: joined(b) });
        start = null;
      });
    }
  };
  collect(rows, true);
  collect(columns, false);
  return runs;
}

/** Groups runs that touch, so that a stockade knows its own middle. */
export function bodiesOf(runs: readonly Run[]): Run[][] {
  const left = new Set(runs);
  const bodies: Run[][] = [];
  for (const first of runs) {
    if (!left.delete(first)) continue;
    const body = [first];
    for (const run of body) {
      for (const other of [...left]) {
        if (touches(run, other)) {
          left.delete(other);
          body.push(other);
        }
      }
    }
    bodies.push(body);
  }
  return bodies;
}

function touches(p: Run, q: Run): boolean {
  const over = (a0: number, a1: number, b0: number, b1: number): boolean => a0 <= b1 && b0 <= a1;
  return over(p.a[0], p.b[0], q.a[0], q.b[0]) && over(p.a[1], p.b[1], q.a[1], q.b[1]);
}

/** Middle of the box round a body, in square units. */
export function middleOf(body: readonly Run[]): Point {
  const xs = body.flatMap((run) => [run.a[0], run.b[0]]);
  const ys = body.flatMap((run) => [run.a[1], run.b[1]]);
  return [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
}

/** Squares joined over their sides, in reading order of their first square. */
export function patchesOf(squares: readonly Square[]): Square[][] {
  const left = new Map(squares.map((at) => [key(at[0], at[1]), at]));
  const patches: Square[][] = [];
  for (const first of squares) {
    if (!left.delete(key(first[0], first[1]))) continue;
    const patch = [first];
    for (const [x, y] of patch) {
      for (const [dx, dy] of [
        [1, 0],
        [-1, 0],
        [0, 1],
        [0, -1],
      ] as const) {
        const place = key(x + dx, y + dy);
        const next = left.get(place);
        if (next) {
          left.delete(place);
          patch.push(next);
        }
      }
    }
    patches.push(patch);
  }
  return patches;
}
