/** What of a plan on the open table lies under a point, and how much room it takes. User units. */
import type { Area } from '../camera';
import { insideRings } from '../outline';
import type { Point } from '../types';
import { toUnits } from '../units';
import type { OpenOverlay, WayOverlay } from './types';

const near = (a: Point, b: Point, within: number): boolean => Math.hypot(a[0] - b[0], a[1] - b[1]) <= within;

/** Signs stand so far off the base, and beside each other, pixels. */
const SIGN_OFF = 23;
const SIGN_BESIDE = 29;

/** Signs have so much room between their middles, pixels; one that has not goes farther out, step by step. */
const SIGN_APART = 27;
const SIGN_STEP = 6;
const SIGN_STEPS = 12;

/** Where the signs of ways stand at this zoom, by the keys of the ways: none upon another. */
export function signPlaces(ways: readonly WayOverlay[], zoom: number): Map<string, Point> {
  const places = new Map<string, Point>();
  for (const way of ways) {
    const out = Math.hypot(...way.out) || 1;
    let at = signPlace(way, zoom);
    for (let step = 0; step < SIGN_STEPS && [...places.values()].some((other) => near(at, other, SIGN_APART / zoom - 1e-6)); step++) {
      at = [at[0] + ((way.out[0] / out) * SIGN_STEP) / zoom, at[1] + ((way.out[1] / out) * SIGN_STEP) / zoom];
    }
    places.set(way.key, at);
  }
  return places;
}

/** Where the sign of a way would stand by itself. */
function signPlace({ at, out, beside, slot }: WayOverlay, zoom: number): Point {
  const [x, y] = toUnits(at);
  const off = (axis: 0 | 1): number => (out[axis] * SIGN_OFF + beside[axis] * slot * SIGN_BESIDE) / zoom;
  return [x + off(0), y + off(1)];
}

/** The way whose sign lies nearest under a point. */
export function wayUnder(open: OpenOverlay, point: Point, within: number, zoom: number): string | null {
  const found = [...signPlaces(open.ways ?? [], zoom)].filter(([, at]) => near(at, point, within));
  found.sort(([, a], [, b]) => Math.hypot(a[0] - point[0], a[1] - point[1]) - Math.hypot(b[0] - point[0], b[1] - point[1]));
  return found[0]?.[0] ?? null;
}

export function handleUnder(open: OpenOverlay, point: Point, within: number): boolean {
  return open.handle ? near(toUnits(open.handle), point, within) : false;
}

/** The body that is being put down there; points are as wide as their disc. */
export function bodyUnder(open: OpenOverlay, point: Point): string | null {
  const found = (open.bodies ?? []).find(({ outline, at }) => (outline.length > 2 ? insideRings([outline.map(toUnits)], point[0], point[1]) : near(toUnits(at), point, 16)));
  return found?.id ?? null;
}

export function areaOfOutline(outline: readonly Point[]): Area | null {
  if (outline.length === 0) return null;
  const [xs, ys] = [outline.map((at) => at[0]), outline.map((at) => at[1])];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}
