/** Outlines round sets of squares: hard ones for what the rules offer, smooth ones for what grows or flows. */
import type { Point, Square } from './types';
import { noiseAt, slowNoise } from './random';
import { key, round, SQ } from './units';

/** A closed walk over grid corners in square units; the squares lie on its right hand. */
export type Loop = Square[];

/**
 * Loops round the squares, one corner per unit of side, outer ones clockwise and holes counter-clockwise on screen.
 * Where two squares touch by a corner only, the loops stay apart.
 */
export function loopsOf(squares: readonly Square[]): Loop[] {
  const have = new Set(squares.map(([x, y]) => key(x, y)));
  // Every side of a square with no square beyond it, as a step from corner to corner.
  const steps = new Map<string, Square[]>();
  const add = (from: Square, to: Square): void => {
    const place = key(from[0], from[1]);
    const list = steps.get(place);
    if (list) list.push(to);
    else steps.set(place, [to]);
  };
  const sorted = [...squares].sort((a, b) => a[1] - b[1] || a[0] - b[0]);
  for (const [x, y] of sorted) {
    if (!have.has(key(x, y - 1))) add([x, y], [x + 1, y]);
    if (!have.has(key(x + 1, y))) add([x + 1, y], [x + 1, y + 1]);
    if (!have.has(key(x, y + 1))) add([x + 1, y + 1], [x, y + 1]);
    if (!have.has(key(x - 1, y))) add([x, y + 1], [x, y]);
  }
  const loops: Loop[] = [];
  for (const [place, list] of steps) {
    while (list.length > 0) {
      const [sx, sy] = place.split(',').map(Number) as [number, number];
      const loop: Loop = [];
      let at: Square = [sx, sy];
      let heading: Square = [0, 0];
      do {
        loop.push(at);
        const next = takeStep(steps, at, heading);
        if (!next) throw new Error(`open outline at corner ${at.join(',')}: the sides of the squares do not close`);
        heading = [next[0] - at[0], next[1] - at[1]];
        at = next;
      } while (at[0] !== sx || at[1] !== sy);
      loops.push(loop);
    }
  }
  return loops;
}

/** At a corner with two ways on, turn right: that keeps squares apart which touch by the corner only. */
function takeStep(steps: Map<string, Square[]>, at: Square, heading: Square): Square | null {
  const list = steps.get(key(at[0], at[1]));
  if (!list || list.length === 0) return null;
  if (list.length === 1) return list.pop() ?? null;
  const right: Square = [-heading[1], heading[0]];
  const index = list.findIndex((to) => to[0] - at[0] === right[0] && to[1] - at[1] === right[1]);
  return list.splice(index < 0 ? 0 : index, 1)[0] ?? null;
}

/** Corners where the walk turns, the straight ones left out. */
export function bends<P extends Point>(loop: readonly P[]): P[] {
  return loop.filter((at, i) => {
    const before = loop[(i + loop.length - 1) % loop.length] ?? at;
    const after = loop[(i + 1) % loop.length] ?? at;
    return (after[0] - at[0]) * (at[1] - before[1]) !== (after[1] - at[1]) * (at[0] - before[0]);
  });
}

/** Hard outline with rounded corners, for reach and zones; `inset` pulls it inside its squares. */
export function squareOutline(squares: readonly Square[], radius = 9, inset = 0): string {
  return loopsOf(squares)
    .map((loop) => ringPath(loop, radius, inset))
    .join('');
}

/** A ring of corners in square units, its area on the right hand, as a path with rounded corners. */
export function ringPath(ring: readonly Point[], radius: number, inset: number): string {
  return roundedPath(insetCorners(bends(ring), inset), radius);
}

function insetCorners(corners: readonly Point[], inset: number): Point[] {
  const n = corners.length;
  return corners.map((at, i) => {
    const before = corners[(i + n - 1) % n] ?? at;
    const after = corners[(i + 1) % n] ?? at;
    const inA = inward(before, at);
    const inB = inward(at, after);
    // Where the two sides meet when each is moved inwards.
    const by = inset / (1 + inA[0] * inB[0] + inA[1] * inB[1]);
    return [at[0] * SQ + (inA[0] + inB[0]) * by, at[1] * SQ + (inA[1] + inB[1]) * by];
  });
}

/** Unit vector to the right hand of a straight side, where the area is. */
function inward(from: Point, to: Point): Point {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy) || 1;
  return [-dy / length, dx / length];
}

function roundedPath(points: readonly Point[], radius: number): string {
  const n = points.length;
  if (n < 3) return '';
  let d = '';
  points.forEach((at, i) => {
    const before = points[(i + n - 1) % n] ?? at;
    const after = points[(i + 1) % n] ?? at;
    const a = towards(at, before, radius);
    const b = towards(at, after, radius);
    d += `${i === 0 ? 'M' : 'L'}${round(a[0])} ${round(a[1])}Q${round(at[0])} ${round(at[1])} ${round(b[0])} ${round(b[1])}`;
  });
  return d + 'Z';
}

function towards(from: Point, to: Point, length: number): Point {
  const dx = to[0] - from[0];
  const dy = to[1] - from[1];
  const whole = Math.hypot(dx, dy) || 1;
  const part = Math.min(length, whole / 2);
  return [from[0] + (dx / whole) * part, from[1] + (dy / whole) * part];
}

/** Squares beyond the table's rim are added beside squares on it, so that an outline does not run along the rim. */
export function bleed(squares: readonly Square[], width: number, height: number): Square[] {
  const out: Square[] = [...squares];
  for (const [x, y] of squares) {
    const xs = x === 0 ? [-1] : [];
    const ys = y === 0 ? [-1] : [];
    if (x === width - 1) xs.push(width);
    if (y === height - 1) ys.push(height);
    for (const bx of xs) out.push([bx, y]);
    for (const by of ys) out.push([x, by]);
    for (const bx of xs) for (const by of ys) out.push([bx, by]);
  }
  return out;
}

/** How far, in squares, a smooth corner may leave the corner that the rules know. */
const STRAY = 0.3;
/** Long straight banks bend gently by this much, user units. */
const SWAY = 9;
/** One pass in, one pass out: stairs become slopes and small areas keep their size. */
const EASING = [0.55, -0.42] as const;

/**
 * Corners of a loop in user units: stairs are eased into slopes, each corner is shifted by a noise that belongs to the
 * place, and none strays far, so that the drawn edge still tells the squares.
 */
export function wavering(loop: Loop, seed: string, amount: number, passes = 2): Point[] {
  const n = loop.length;
  const clamp = (value: number, home: number): number => Math.min(home + STRAY, Math.max(home - STRAY, value));
  let points = loop.map(([x, y]): Point => [x, y]);
  for (let pass = 0; pass < passes; pass++) {
    for (const share of EASING) {
      points = points.map((at, i): Point => {
        const a = points[(i + n - 1) % n] ?? at;
        const b = points[(i + 1) % n] ?? at;
        const home = loop[i] as Square;
        const eased = (k: 0 | 1): number => clamp(at[k] + ((a[k] + b[k]) / 2 - at[k]) * share, home[k]);
        return [eased(0), eased(1)];
      });
    }
  }
  return points.map(([x, y], i): Point => {
    const [hx, hy] = loop[i] as Square;
    const shift = (axis: string): number => noiseAt(`${seed}${axis}`, hx, hy) * amount + slowNoise(`${seed}${axis}`, hx, hy) * SWAY;
    return [x * SQ + shift('x'), y * SQ + shift('y')];
  });
}

/** Even-odd test of a point against closed rings. */
export function insideRings(rings: readonly (readonly Point[])[], x: number, y: number): boolean {
  let inside = false;
  for (const ring of rings) {
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
      const [xi, yi] = ring[i] as Point;
      const [xj, yj] = ring[j] as Point;
      if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) inside = !inside;
    }
  }
  return inside;
}

/** Closed curve through the middles of the sides (a quadratic B-spline over the corners). */
export function smoothPath(corners: readonly Point[]): string {
  const n = corners.length;
  if (n < 3) return '';
  const middle = (a: Point, b: Point): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  const last = corners[n - 1] as Point;
  const start = middle(last, corners[0] as Point);
  let d = `M${round(start[0])} ${round(start[1])}`;
  corners.forEach((at, i) => {
    const to = middle(at, corners[(i + 1) % n] as Point);
    d += `Q${round(at[0])} ${round(at[1])} ${round(to[0])} ${round(to[1])}`;
  });
  return d + 'Z';
}

/** The same curve as points about `step` units apart, for hachures and scatter along a bank. */
export function smoothPoints(corners: readonly Point[], step: number): Point[] {
  const n = corners.length;
  const points: Point[] = [];
  for (let i = 0; i < n; i++) {
    const a = corners[(i + n - 1) % n] as Point;
    const b = corners[i] as Point;
    const c = corners[(i + 1) % n] as Point;
    const from: Point = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
    const to: Point = [(b[0] + c[0]) / 2, (b[1] + c[1]) / 2];
    const length = Math.hypot(b[0] - from[0], b[1] - from[1]) + Math.hypot(to[0] - b[0], to[1] - b[1]);
    const count = Math.max(1, Math.round(length / step));
    for (let j = 0; j < count; j++) {
      const t = j / count;
      const u = 1 - t;
      points.push([
        u * u * from[0] + 2 * u * t * b[0] + t * t * to[0],
        u * u * from[1] + 2 * u * t * b[1] + t * t * to[1],
      ]);
    }
  }
  return points;
}

/** Smooth outline of a set of squares, seeded by the map. */
export function smoothOutline(squares: readonly Square[], seed: string, amount = 6): string {
  return loopsOf(squares)
    .map((loop) => smoothPath(wavering(loop, seed, amount)))
    .join('');
}

/** Open curve through points (Catmull-Rom as cubics), for roads and paths. */
export function throughPoints(points: readonly Point[]): string {
  const n = points.length;
  if (n < 2) return '';
  const first = points[0] as Point;
  let d = `M${round(first[0])} ${round(first[1])}`;
  for (let i = 0; i < n - 1; i++) {
    const p0 = points[Math.max(0, i - 1)] as Point;
    const p1 = points[i] as Point;
    const p2 = points[i + 1] as Point;
    const p3 = points[Math.min(n - 1, i + 2)] as Point;
    d += `C${round(p1[0] + (p2[0] - p0[0]) / 6)} ${round(p1[1] + (p2[1] - p0[1]) / 6)} ${round(p2[0] - (p3[0] - p1[0]) / 6)} ${round(
      p2[1] - (p3[1] - p1[1]) / 6,
    )} ${round(p2[0])} ${round(p2[1])}`;
  }
  return d;
}
