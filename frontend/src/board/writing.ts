/** What is written over the board's pieces, each kept off what was written before: numbers and states, odds, names. Pure. */
import { toScreen, type Camera } from './camera';
import { boxOf, type PlacedPiece } from './layout';
import { writtenBoxes, type Markers } from './markers';
import { nameWishes, takenByPlan } from './plan';
import { ABOVE_FIRST, baseOf, overlap, placeNames, placeTags, textWidth, weigh, type Box, type NamePlace, type Obstacle } from './reading';
import type { Overlay, Point, TagOverlay, ZoomStep } from './types';
import { SQ } from './units';

/** How bad it is to cover them; see `placeTags`. */
const OVER = { number: 30, figure: 4, badge: 12, plan: 3 };

/** A tag at a point, user units, and how much room round that it leaves, pixels. */
export interface ShownTag {
  id: string;
  tag: Pick<TagOverlay, 'big' | 'text' | 'sub' | 'tone'>;
  at: Point;
  clear: number;
}

export interface OddsPlace {
  id: string;
  text: string;
  chosen: boolean;
  /** Middle of the base, user units. */
  at: Point;
  /** On screen, relative to the middle of the base. */
  box: Box;
  /** Radius of the base on screen: where a line from a label that stands away ends. */
  rim: number;
}

/** The box round a base, on screen. */
function onScreenBox(entry: PlacedPiece, camera: Camera): Box {
  const { x, y, width, height } = boxOf(entry);
  const [left, top] = toScreen(camera, [x, y]);
  return { x: left, y: top, width: width * camera.zoom, height: height * camera.zoom };
}

/** What may not be covered lightly: figures, their numbers and states, on screen. */
export function obstaclesOf(placed: readonly PlacedPiece[], markers: readonly Markers[], camera: Camera): Obstacle[] {
  const { numbers, badges } = writtenBoxes(markers, placed, camera.zoom);
  const figures = placed.map((entry) => onScreenBox(entry, camera));
  const onScreen = (boxes: readonly Box[]): Box[] => boxes.map((box) => ({ ...box, x: box.x + camera.x, y: box.y + camera.y }));
  return [...weigh(onScreen(numbers), OVER.number), ...weigh(onScreen(badges), OVER.badge), ...weigh(figures, OVER.figure)];
}

export const oddsHeight = (step: ZoomStep): number => (step === 'near' ? 23 : 18);
export const oddsFont = (step: ZoomStep): number => (step === 'near' ? 15 : 13);

/** The odds of each target: above it, else where they cover neither each other nor a figure. */
export function placeOdds(plan: Overlay, placed: readonly PlacedPiece[], markers: readonly Markers[], camera: Camera, step: ZoomStep, window: Box): OddsPlace[] {
  const marks = new Map((plan.highlights ?? []).filter((mark) => mark.odds).map((mark) => [mark.piece, mark]));
  // Where a tag speaks of a target it says the odds as well.
  for (const { at } of plan.tags ?? []) {
    const spoken = 'piece' in at ? at.piece : placed.find((entry) => Math.hypot(entry.at[0] - at[0] * SQ, entry.at[1] - at[1] * SQ) < entry.r)?.id;
    if (spoken) marks.delete(spoken);
  }
  const targets = placed.filter(({ id }) => marks.has(id));
  if (targets.length === 0) return [];
  const height = oddsHeight(step);
  const wishes = targets.map(({ id, at, r }) => ({
    id,
    at: toScreen(camera, at),
    clear: r * camera.zoom + (step === 'near' ? 7 : 5),
    width: textWidth(marks.get(id)?.odds ?? '', oddsFont(step)) + (step === 'near' ? 16 : 10),
    height,
  }));
  const places = new Map(
    placeTags(wishes, [...obstaclesOf(placed, markers, camera), ...weigh(takenByPlan(plan, camera), OVER.plan)], window, ABOVE_FIRST).map(({ id, box }) => [id, box]),
  );
  return targets.flatMap(({ id, at, r }) => {
    const [box, mark] = [places.get(id), marks.get(id)];
    if (!box || !mark?.odds) return [];
    const [x, y] = toScreen(camera, at);
    return [{ id, text: mark.odds, chosen: mark.kind === 'chosen', at, box: { ...box, x: box.x - x, y: box.y - y }, rim: r * camera.zoom }];
  });
}

/** A name's line box is so high, and its baseline so far below the top of that. */
const LINE = { height: 16, baseline: 12 };

/** Names keep off all of that. One that has no room beside the signs of the plan does not show: the plan tells whose it is. */
export function placeNamesOver(
  plan: Overlay,
  placed: readonly PlacedPiece[],
  markers: readonly Markers[],
  odds: readonly OddsPlace[],
  camera: Camera,
  step: ZoomStep,
  called: ReadonlySet<string>,
  window: Box,
  /** Boxes on screen of the plan's signs. */
  signs: readonly Box[] = [],
): NamePlace[] {
  const { numbers, badges } = writtenBoxes(markers, placed, camera.zoom);
  const written = [...numbers, ...badges].map((box) => ({ ...box, x: box.x + camera.x, y: box.y + camera.y }));
  const taken = [...signs, ...takenByPlan(plan, camera), ...written, ...odds.map((one) => oddsBox(one, camera))];
  // Also those whose own names do not show.
  const bases = placed.flatMap((entry) => {
    if (entry.piece.state === 'fallen') return [];
    return [entry.base ? { id: entry.id, box: onScreenBox(entry, camera) } : baseOf({ id: entry.id, at: toScreen(camera, entry.at), r: entry.r * camera.zoom })];
  });
  const wishes = nameWishes(placed, camera, step, called);
  const clear = ({ id, dx, dy }: NamePlace): boolean => {
    const wish = wishes.find((one) => one.id === id);
    if (!wish) return false;
    const width = textWidth(wish.text);
    const box = { x: wish.at[0] + dx - width / 2, y: wish.at[1] + dy - LINE.baseline, width, height: LINE.height };
    return !signs.some((sign) => overlap(sign, box));
  };
  return placeNames(wishes, taken, window, bases).filter(clear);
}

/** Where odds stand on screen. */
export function oddsBox({ at, box }: OddsPlace, camera: Camera): Box {
  const [x, y] = toScreen(camera, at);
  return { ...box, x: box.x + x, y: box.y + y };
}

/** A label that stands farther from a base than this is joined to it. */
export const LINE_FROM = 7.5;

/** From a label that stands away the line to what it speaks of; both relative to its middle. Empty where it touches. */
export function leaderTo(box: Box, rim: number, least: number): string {
  const x = Math.min(box.x + box.width, Math.max(box.x, 0));
  const y = Math.min(box.y + box.height, Math.max(box.y, 0));
  const length = Math.hypot(x, y);
  if (length - rim < least) return '';
  return `M${x} ${y}L${(x / length) * rim} ${(y / length) * rim}`;
}
