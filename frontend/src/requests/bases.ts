/**
 * Bases on the open table: where they come to lie on a way of moving, what they sweep, which way a drag means. Pure; in
 * units of the table and hundredths of a degree (0 up the screen, clockwise). What is legal is the server's.
 */
import type { Point, Pose, Way } from '$client/wire';

export interface Base {
  pose: Pose;
  frontage: number;
  depth: number;
}

export interface Course {
  way: Way;
  length: number;
  bearing: number;
}

const FULL = 36_000;
const radians = (heading: number): number => (heading * Math.PI) / 18_000;

/** A heading within one turn. */
export const headingOf = (value: number): number => ((Math.round(value) % FULL) + FULL) % FULL;

/** The unit vector of a heading. */
const towards = (heading: number): Point => [Math.sin(radians(heading)), -Math.cos(radians(heading))];

export const plus = (a: Point, b: Point, times = 1): Point => [a[0] + b[0] * times, a[1] + b[1] * times];

/** The heading from one point to another. */
export const headingTo = (from: Point, to: Point): number => headingOf((Math.atan2(to[0] - from[0], from[1] - to[1]) * 18_000) / Math.PI);

/** From one heading to another the shorter way round, -18000 to 17999. */
export const turnBetween = (from: number, to: number): number => headingOf(to - from + FULL / 2) - FULL / 2;

/** A point given from the middle of a base, to its right and to its front, on the table. */
export function onTable([x, y, heading]: Pose, right: number, ahead: number): Point {
  return plus(plus([x, y], towards(heading), ahead), towards(heading + FULL / 4), right);
}

/** The opposite: a point of the table from the middle of a base, to its right and to its front. */
export function onBase([x, y, heading]: Pose, point: Point): Point {
  const [dx, dy] = [point[0] - x, point[1] - y];
  const [fx, fy] = towards(heading);
  const [rx, ry] = towards(heading + FULL / 4);
  return [dx * rx + dy * ry, dx * fx + dy * fy];
}

/** Front left, front right, rear right, rear left. */
export function cornersOf({ pose, frontage, depth }: Base): [Point, Point, Point, Point] {
  const [w, d] = [frontage / 2, depth / 2];
  return [onTable(pose, -w, d), onTable(pose, w, d), onTable(pose, w, -d), onTable(pose, -w, -d)];
}

function turnedAbout(point: Point, pivot: Point, turn: number): Point {
  const [c, s] = [Math.cos(radians(turn)), Math.sin(radians(turn))];
  const [dx, dy] = [point[0] - pivot[0], point[1] - pivot[1]];
  return [pivot[0] + dx * c - dy * s, pivot[1] + dx * s + dy * c];
}

/** By how much a wheel of some length turns; to the left it is below 0. */
const wheeled = ({ frontage }: Base, { way, length }: Course): number => ((length / frontage) * 18_000) / Math.PI * (way.pivot === 'left' ? -1 : 1);

const pivotOf = (base: Base, way: Way): Point => cornersOf(base)[way.pivot === 'left' ? 0 : 1];
const outerOf = (base: Base, way: Way): Point => cornersOf(base)[way.pivot === 'left' ? 1 : 0];

/** Where a base lies at the end of a course; whole units. */
export function poseAfter(base: Base, course: Course): Pose {
  const { way, length, bearing } = course;
  const [x, y, heading] = base.pose;
  if (way.shape === 'turn') return way.end ?? base.pose;
  if (way.shape === 'arc') {
    const turn = wheeled(base, course);
    const [u, v] = turnedAbout([x, y], pivotOf(base, way), turn);
    return [Math.round(u), Math.round(v), headingOf(heading + turn)];
  }
  const [u, v] = plus([x, y], towards(heading + way.bearing + bearing), length);
  return [Math.round(u), Math.round(v), heading];
}

/** Degrees between two corners of a drawn arc. */
const ARC_STEP = 300;

function arcPoints(from: Point, pivot: Point, turn: number): Point[] {
  const steps = Math.max(1, Math.ceil(Math.abs(turn) / ARC_STEP));
  return Array.from({ length: steps + 1 }, (_, i) => turnedAbout(from, pivot, (turn * i) / steps));
}

/** The way of the point by which a movement is measured: of a wheel the outer front corner, else the middle of the leading side. */
export function trailOf(base: Base, course: Course): Point[] {
  const { way, length, bearing } = course;
  if (way.shape === 'turn') return [];
  if (way.shape === 'arc') return arcPoints(outerOf(base, way), pivotOf(base, way), wheeled(base, course));
  const going = way.bearing + bearing;
  const lead = Math.abs(turnBetween(0, way.bearing)) > 13_500 ? onTable(base.pose, 0, -base.depth / 2) : sideMiddle(base, way.bearing);
  return [lead, plus(lead, towards(base.pose[2] + going), length)];
}

const sideMiddle = ({ pose, frontage, depth }: Base, bearing: number): Point => {
  const turn = turnBetween(0, bearing);
  return Math.abs(turn) < 4500 ? onTable(pose, 0, depth / 2) : onTable(pose, (Math.sign(turn) * frontage) / 2, 0);
};

/** What is swept on a course: a wheel's sector, else the corridor from the base to where it ends. */
export function sweptOf(base: Base, course: Course): Point[] {
  if (course.way.shape === 'turn') return [];
  if (course.way.shape === 'arc') return [pivotOf(base, course.way), ...trailOf(base, course)];
  return hull([...cornersOf(base), ...cornersOf({ ...base, pose: poseAfter(base, course) })]);
}

/** All that can be swept on a way: to its end, on a slide in every direction. */
export function reachOf(base: Base, way: Way): Point[] {
  if (way.shape !== 'slide') return sweptOf(base, { way, length: way.most, bearing: 0 });
  const [left, right] = cornersOf(base);
  const bearings = Array.from({ length: 13 }, (_, i) => (way.spread * (i - 6)) / 6);
  const rim = bearings.map((bearing) => plus(bearing < 0 ? left : right, towards(base.pose[2] + bearing), way.most));
  const ahead = plus(left, towards(base.pose[2]), way.most);
  return [left, ...rim.slice(0, 6), ahead, ...rim.slice(6), right];
}

/** The convex outline round some points, clockwise on screen. */
function hull(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (list: readonly Point[]): Point[] => {
    const chain: Point[] = [];
    for (const at of list) {
      while (chain.length > 1 && leftOf(chain[chain.length - 2]!, chain[chain.length - 1]!, at) <= 0) chain.pop();
      chain.push(at);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

const leftOf = (a: Point, b: Point, c: Point): number => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

/** The length (and on a slide the bearing) by which a way brings the point that was grabbed nearest to where it was dragged. */
export function courseTo(base: Base, way: Way, from: Point, to: Point): Course {
  const [x, y] = [to[0] - from[0], to[1] - from[1]];
  if (way.shape === 'turn') return { way, length: 0, bearing: 0 };
  if (way.shape === 'arc') {
    const pivot = pivotOf(base, way);
    const turn = turnBetween(headingTo(pivot, from), headingTo(pivot, to)) * (way.pivot === 'left' ? -1 : 1);
    return { way, length: lengthWithin(way, radians(turn) * base.frontage), bearing: 0 };
  }
  const drag = headingTo(from, to);
  const bearing = way.shape === 'slide' ? Math.round(clamp(turnBetween(base.pose[2] + way.bearing, drag), -way.spread, way.spread)) : 0;
  const [dx, dy] = towards(base.pose[2] + way.bearing + bearing);
  return { way, length: lengthWithin(way, x * dx + y * dy), bearing };
}

/** Nearer than this to something that happens, a drag means that; units. */
const SNAP = 40;

function lengthWithin(way: Way, wanted: number): number {
  const snap = [way.most, ...way.marks.map((mark) => mark.at)].find((at) => Math.abs(at - wanted) <= SNAP);
  return Math.round(clamp(snap ?? wanted, way.least, way.most));
}

/** Where the grabbed point comes to lie on a course. */
function carried(base: Base, course: Course, from: Point): Point {
  const [right, ahead] = onBase(base.pose, from);
  return onTable(poseAfter(base, course), right, ahead);
}

/** A slide is meant only by a drag that goes clearly aslant: this share of its length. */
const SLIDE_COST = 0.12;
/** Who takes a base by a front corner wants to wheel it. */
const CORNER = 0.62;
const CORNER_COST = 0.18;

/** Of several ways the course that fits a drag best; null where none is meant. */
export function fitting(base: Base, ways: readonly Way[], from: Point, to: Point): Course | null {
  const dragged = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const [right, ahead] = onBase(base.pose, from);
  const corner = Math.abs(right) > (CORNER * base.frontage) / 2 && ahead > -base.depth / 4;
  let best: { course: Course; cost: number } | null = null;
  for (const way of ways) {
    if (way.shape === 'turn') continue;
    const course = courseTo(base, way, from, to);
    const [x, y] = carried(base, course, from);
    const outer = way.pivot === (right > 0 ? 'left' : 'right');
    const taste = way.shape === 'slide' ? SLIDE_COST * dragged : way.shape === 'arc' ? (corner && outer ? 0 : CORNER_COST * dragged) : corner ? CORNER_COST * dragged : 0;
    const cost = Math.hypot(x - to[0], y - to[1]) + taste;
    if (!best || cost < best.cost) best = { course, cost };
  }
  return best?.course ?? null;
}

/** An outline about a centre at heading 0, where a body lies. */
export const laid = (outline: readonly Point[], pose: Pose): Point[] => outline.map(([x, y]) => onTable(pose, x, -y));

/** Of a movement given by poses at lengths, the pose at a length; headings go the shorter way round. */
export function poseAt(poses: readonly (readonly [number, number, number, number])[], length: number): Pose {
  const after = poses.findIndex(([at]) => at >= length);
  const to = poses[after < 0 ? poses.length - 1 : after]!;
  const from = poses[Math.max(0, (after < 0 ? poses.length : after) - 1)]!;
  if (to[0] === from[0] || after < 0) return [to[1], to[2], to[3]];
  const share = (length - from[0]) / (to[0] - from[0]);
  const between = (i: 1 | 2): number => Math.round(from[i] + (to[i] - from[i]) * share);
  return [between(1), between(2), headingOf(from[3] + turnBetween(from[3], to[3]) * share)];
}

/** Of such a movement the length at which its middle comes nearest to a point. */
export function lengthNear(poses: readonly (readonly [number, number, number, number])[], [x, y]: Point): number {
  let best = { length: poses[0]?.[0] ?? 0, far: Infinity };
  poses.slice(1).forEach((to, i) => {
    const from = poses[i]!;
    const [dx, dy] = [to[1] - from[1], to[2] - from[2]];
    const square = dx * dx + dy * dy;
    const share = square ? clamp(((x - from[1]) * dx + (y - from[2]) * dy) / square, 0, 1) : 0;
    const far = Math.hypot(from[1] + dx * share - x, from[2] + dy * share - y);
    if (far < best.far) best = { length: from[0] + (to[0] - from[0]) * share, far };
  });
  return Math.round(best.length);
}

/** The point of a base that is nearest to another point: where a ruler is laid on. */
export function edgeTowards({ pose, frontage, depth }: Base, point: Point): Point {
  const [right, ahead] = onBase(pose, point);
  const [x, y] = onTable(pose, clamp(right, -frontage / 2, frontage / 2), clamp(ahead, -depth / 2, depth / 2));
  return [Math.round(x), Math.round(y)];
}
