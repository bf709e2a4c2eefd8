/** Where the table lies in the window. Pure: pixels and user units in, a camera out. */
import { union } from './interest';
import type { Insets, Point, ZoomStep } from './types';
import { BASE_R } from './units';

/** Screen = unit * zoom + (x, y); x and y in CSS pixels. */
export interface Camera {
  x: number;
  y: number;
  zoom: number;
}

export interface Size {
  width: number;
  height: number;
}

export const NO_INSETS: Insets = { top: 0, right: 0, bottom: 0, left: 0 };
export const MIN_ZOOM = 0.16;
export const MAX_ZOOM = 2.6;
/** Names and badges show from here on. */
export const NEAR_ZOOM = 0.84;
const FRAME = 26;
/** Names show from here on in small windows. */
const SMALL_ZOOM = 0.7;
/** On a phone, to come nearer by less than this is not worth that a part of the table lies under the sheet. */
const WORTH = 1.2;
/** A man's base on screen from here on is near, CSS pixels. */
const NEAR_BASE = 40;
/** Figures can be told apart from here on. */
const FIGURE_ZOOM = 0.38;
/** Everybody stays between the panels where bases are then as large as this, and their names show. */
const NEAR_STEP_ZOOM = NEAR_BASE / (2 * BASE_R);
/** In small windows their numbers stand in for them, down to here: all that can be chosen is in sight. */
const NUMBER_ZOOM = 0.235;

export const toBoard = (camera: Camera, point: Point): Point => [
  (point[0] - camera.x) / camera.zoom,
  (point[1] - camera.y) / camera.zoom,
];

export const toScreen = (camera: Camera, point: Point): Point => [
  point[0] * camera.zoom + camera.x,
  point[1] * camera.zoom + camera.y,
];

/** The window that panels leave free; never smaller than a fifth of the whole. */
export function freeWindow(view: Size, insets: Insets): { x: number; y: number; width: number; height: number } {
  const width = Math.max(view.width - insets.left - insets.right, view.width / 5);
  const height = Math.max(view.height - insets.top - insets.bottom, view.height / 5);
  return { x: Math.min(insets.left, view.width - width), y: Math.min(insets.top, view.height - height), width, height };
}

export const clampZoom = (zoom: number): number => Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, zoom));

/** The whole table, with its frame, in the free window. */
export function fit(table: Size, view: Size, insets: Insets = NO_INSETS): Camera {
  const free = freeWindow(view, insets);
  const zoom = clampZoom(Math.min(free.width / (table.width + FRAME), free.height / (table.height + FRAME), 1.6));
  return centreOn([table.width / 2, table.height / 2], zoom, view, insets);
}

/** The table covers the whole window: for pictures that nobody moves. */
export function cover(table: Size, view: Size, around: Point): Camera {
  const zoom = Math.max(view.width / table.width, view.height / table.height);
  return keepCovered(centreOn(around, zoom, view, NO_INSETS), table, view);
}

export function centreOn(point: Point, zoom: number, view: Size, insets: Insets = NO_INSETS): Camera {
  const free = freeWindow(view, insets);
  return {
    x: free.x + free.width / 2 - point[0] * zoom,
    y: free.y + free.height / 2 - point[1] * zoom,
    zoom,
  };
}

/** What a look is for, in user units. */
export interface Subject {
  /** Everybody on the table, then everybody and where one can go. */
  all: readonly Area[];
  /** What is decided on, each with what comes before: who acts and is chosen, then all that can be chosen. */
  matters: readonly Area[];
  /** Where something can be put or led to: in sight as far as the scale allows. */
  reach: Area | null;
  /** What happens, and who is looked at. */
  watched: readonly Area[];
  /** Where the action is. */
  action: Point | null;
}

export interface Area extends Size {
  x: number;
  y: number;
}

/**
 * First look: the table fills the window and runs under the panels, nearer where everybody is still in the window then;
 * what is decided on lies between the panels. In a small window as near as it takes to read names, at what matters.
 */
export function opening(table: Size, view: Size, insets: Insets, subject: Subject): Camera {
  if (isSmall(view)) return openingSmall(table, view, insets, subject);
  const everybody = subject.all[0] ?? null;
  const whole = fit(table, view).zoom;
  const nearest = Math.max(whole, everybody ? Math.min(NEAR_ZOOM + 0.02, zoomFor(everybody, view, below(insets))) : whole);
  const matter = held(subject, view, insets);
  const zoom = Math.min(nearest, matter ? Math.max(zoomFor(matter, view, insets), fit(table, view, insets).zoom) : nearest);
  return keeping(resting(zoom, table, view, insets, subject), subject, table, view, insets, 0);
}

/** All that lies below what stands at the top. */
const below = ({ top }: Insets): Insets => ({ ...NO_INSETS, top });

/** The table as it lies in the window if it is not moved for anybody: everybody in the middle, as little wood as can be. */
export function resting(zoom: number, table: Size, view: Size, insets: Insets, { all: [everybody] }: Subject): Camera {
  const middle: Point = everybody ? [everybody.x + everybody.width / 2, everybody.y + everybody.height / 2] : [table.width / 2, table.height / 2];
  return keepInside(centreOn(middle, zoom, view, below(insets)), table, view, below(insets));
}

/** How far everybody is from being in the window, screen pixels. */
export function hidden(camera: Camera, view: Size, insets: Insets, { all: [everybody] }: Subject): number {
  return everybody ? Math.hypot(...shiftInto(onScreen(camera, everybody), view, below(insets), 0)) : 0;
}

function openingSmall(table: Size, view: Size, insets: Insets, subject: Subject): Camera {
  const { action } = subject;
  const whole = fit(table, view, insets);
  if (whole.zoom >= SMALL_ZOOM) return whole;
  const area = held(subject, view, insets);
  if (!area) return keepInside(centreOn(action ?? [table.width / 2, table.height / 2], SMALL_ZOOM, view, insets), table, view, insets);
  const zoom = Math.min(SMALL_ZOOM, zoomFor(area, view, insets));
  if (zoom <= whole.zoom * (whole.zoom < FIGURE_ZOOM ? 1 : WORTH)) return whole;
  return keepInside(centreOn([area.x + area.width / 2, area.y + area.height / 2], zoom, view, insets), table, view, insets);
}

const zoomFor = (area: Size, view: Size, insets: Insets): number => {
  const free = freeWindow(view, insets);
  return Math.min(free.width / area.width, free.height / area.height);
};

/**
 * The part of the table that has to stay between the panels: of what matters the most that leaves figures to be told
 * apart, and everybody where that is near. In a small window what happens and where one can go belongs to it.
 */
export function held({ all: [everybody], matters, reach, watched }: Subject, view: Size, insets: Insets): Area | null {
  const small = isSmall(view);
  const wider = small ? [...(matters.length ? matters : [null]).map((area) => union([area, ...watched])), union([matters.at(-1) ?? null, reach, ...watched])] : matters;
  if (!small && everybody && zoomFor(everybody, view, insets) >= NEAR_STEP_ZOOM) return everybody;
  const areas = wider.filter((area) => area !== null);
  const least = small ? NUMBER_ZOOM : FIGURE_ZOOM;
  return [...areas].reverse().find((area) => zoomFor(area, view, insets) >= least) ?? areas[0] ?? null;
}

/** The nearest camera to this that shows a subject: shifted to where one can go, and farther away for what matters alone. */
export function keeping(camera: Camera, subject: Subject, table: Size, view: Size, insets: Insets, margin: number): Camera {
  const { reach, all } = subject;
  const matter = held(subject, view, insets);
  const there = reach ? shifted(camera, reach, table, view, insets, margin) : camera;
  if (!matter) return there;
  const shown = showing(there, matter, table, view, insets, margin);
  // With everybody between the panels the table may fill what they leave.
  return matter === all[0] ? keepInside(shown, table, view, insets) : shown;
}

/** The nearest camera to this that shows an area between the panels: shifted, and farther away if it takes that. */
export function showing(camera: Camera, area: Area, table: Size, view: Size, insets: Insets, margin: number): Camera {
  const free = freeWindow(view, insets);
  const zoom = clampZoom(Math.min(camera.zoom, zoomFor(onTable(area, table), view, insets)));
  const farther = zoom === camera.zoom ? camera : zoomAt(camera, [free.x + free.width / 2, free.y + free.height / 2], zoom / camera.zoom);
  return shifted(farther, area, table, view, insets, margin);
}

/** The nearest camera of this scale that shows an area between the panels, or its middle. */
export function shifted(camera: Camera, area: Area, table: Size, view: Size, insets: Insets, margin: number): Camera {
  const box = onScreen(camera, onTable(area, table));
  const [x, y] = shiftInto(box, view, insets, 0);
  if (Math.hypot(x, y) < 1) return camera;
  const [dx, dy] = shiftInto(box, view, insets, margin);
  return { ...camera, x: camera.x + dx, y: camera.y + dy };
}

/** Nothing stands beside the table. */
function onTable(area: Area, table: Size): Area {
  const [x, y] = [Math.max(0, area.x), Math.max(0, area.y)];
  return { x, y, width: Math.min(table.width, area.x + area.width) - x, height: Math.min(table.height, area.y + area.height) - y };
}

function onScreen(camera: Camera, { x, y, width, height }: Area): Area {
  const [left, top] = toScreen(camera, [x, y]);
  return { x: left, y: top, width: width * camera.zoom, height: height * camera.zoom };
}

/** The least shift that brings a box on screen into the free window. */
export function shiftInto(box: Area, view: Size, insets: Insets, margin: number): Point {
  const free = freeWindow(view, insets);
  const shift = (at: number, size: number, start: number, length: number): number => {
    const [least, most] = [start + margin, start + length - margin - size];
    return most < least ? start + (length - size) / 2 - at : Math.min(Math.max(at, least), most) - at;
  };
  return [shift(box.x, box.width, free.x, free.width), shift(box.y, box.height, free.y, free.height)];
}

/** Shifts so that the free window shows table, not wood, as far as the table is large enough. */
export function keepInside(camera: Camera, table: Size, view: Size, insets: Insets): Camera {
  const free = freeWindow(view, insets);
  const place = (at: number, start: number, length: number, whole: number): number => {
    const size = whole * camera.zoom;
    if (size <= length) return start + (length - size) / 2;
    return Math.min(start, Math.max(start + length - size, at));
  };
  return {
    x: place(camera.x, free.x, free.width, table.width),
    y: place(camera.y, free.y, free.height, table.height),
    zoom: camera.zoom,
  };
}

function keepCovered(camera: Camera, table: Size, view: Size): Camera {
  return keepInside(camera, table, view, NO_INSETS);
}

/** While a person pans: the middle of the free window never leaves the table. */
export function leash(camera: Camera, table: Size, view: Size, insets: Insets): Camera {
  const free = freeWindow(view, insets);
  const middle: Point = [free.x + free.width / 2, free.y + free.height / 2];
  const x = Math.min(middle[0], Math.max(middle[0] - table.width * camera.zoom, camera.x));
  const y = Math.min(middle[1], Math.max(middle[1] - table.height * camera.zoom, camera.y));
  return { x, y, zoom: camera.zoom };
}

/** The point of the table under the pointer stays under it. */
export function zoomAt(camera: Camera, point: Point, factor: number): Camera {
  const zoom = clampZoom(camera.zoom * factor);
  const [bx, by] = toBoard(camera, point);
  return { x: point[0] - bx * zoom, y: point[1] - by * zoom, zoom };
}

/** Two fingers: what lay under each finger's middle stays there, their distance sets the zoom; a twist does nothing. */
export function pinch(camera: Camera, before: readonly [Point, Point], after: readonly [Point, Point]): Camera {
  const middle = ([a, b]: readonly [Point, Point]): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  const spread = ([a, b]: readonly [Point, Point]): number => Math.hypot(a[0] - b[0], a[1] - b[1]);
  const from = middle(before);
  const to = middle(after);
  const zoomed = zoomAt(camera, from, spread(after) / Math.max(1, spread(before)));
  return { x: zoomed.x + to[0] - from[0], y: zoomed.y + to[1] - from[1], zoom: zoomed.zoom };
}

/** Small windows are held nearer to the eye. */
export const isSmall = (view: Size): boolean => Math.min(view.width, view.height) < 600;

/** By the size of a man's base on screen: far below 15 px, middle to 40, near above; in small windows near from 31. */
export function zoomStep(zoom: number, small = false): ZoomStep {
  const base = 2 * BASE_R * zoom;
  if (base < 15) return 'far';
  return base < (small ? 31 : NEAR_BASE) ? 'middle' : 'near';
}
