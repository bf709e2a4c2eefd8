/**
 * What is written at a base: its number among figures of one name, what it has left, its states. Pure, in screen pixels
 * relative to the middle of the base, so that all keep their size at every zoom.
 */
import type { PlacedPiece } from './layout';
import { overlap, shared, type Box } from './reading';
import { badgesOf, type Badge } from './signs';
import type { Point, ZoomStep } from './types';
import { SQ } from './units';

export interface Written {
  text: string;
  box: Box;
}

export interface BadgePlace extends Badge {
  box: Box;
}

export interface Markers {
  id: string;
  /** "2" of "Raider 2". */
  number: Written | null;
  /** What the bar has left. */
  left: Written | null;
  badges: BadgePlace[];
}

/** The number at the end of a name that several figures share. */
export const numberOf = (name: string): string => /\s(\d{1,2})$/.exec(name)?.[1] ?? '';

/** Height of a plate, and of a badge at the near zoom. */
const PLATE = 14;
const BADGE = 19;
const SMALL_BADGE = 14;
const DIGIT = 7.2;
/** In squares narrower than this plates are lower. */
const CROWDED = 28;
const SMALL_PLATE = 12;
/** A plate begins so far from the middle of its base, in parts of the radius: below and beside the figure, not over it. */
const ASIDE = 0.4;
/** On a large base it stands about its rim. */
const ABOUT_RIM = 0.78;
/** So much of a badge may lie over the rim. */
const ON_RIM = 1;

/** Where a plate of some width or height begins, to the right of the middle of a base or below it. */
const plateAt = (r: number, length: number): number => Math.max(ASIDE * r, ABOUT_RIM * r - length / 2);

/** How far below the middle of a base its marks reach. */
export const depthOf = (r: number, step: ZoomStep): number => (step === 'middle' ? plateAt(r, PLATE) + PLATE : r);

const plateWidth = (text: string, spare: number): number => text.length * DIGIT + spare;

const boxAt = (x: number, y: number, width: number, height: number): Box => ({ x: x - width / 2, y: y - height / 2, width, height });

/** Very near, marks grow a little with the base. */
const growth = (zoom: number): number => Math.max(1, Math.sqrt(zoom / 1.2));

/**
 * What is left stands at half past four, the number at half past seven or, farther away, at nine: there they meet
 * neither each other nor the figures of neighbours. Where `leaves`, the direction in which a path or line goes off, would
 * cover what is left, that makes way.
 */
function numbersAt(number: string, left: string, r: number, zoom: number, step: ZoomStep, leaves: Point | undefined): Pick<Markers, 'number' | 'left'> {
  const covers = leaves && leaves[0] > 0 && leaves[1] > 0;
  if (step === 'near') {
    const size = BADGE * growth(zoom);
    const side = covers ? -1 : 1;
    const at = (where: number): Box => boxAt(where * 0.82 * r, 0.86 * r, size, size);
    return { number: number ? { text: number, box: at(-side) } : null, left: left ? { text: left, box: at(side) } : null };
  }
  const height = SQ * zoom < CROWDED ? SMALL_PLATE : PLATE;
  const plate = (text: string): { width: number; height: number } => ({ width: plateWidth(text, 4), height });
  const below = plateAt(r, height);
  return {
    number: number ? { text: number, box: boxAt(-r - 1, -1, plate(number).width, height) } : null,
    left: left ? { text: left, box: { x: plateAt(r, plate(left).width), y: covers ? -below - height : below, ...plate(left) } } : null,
  };
}

/** Where a badge may sit: half past ten, half past one, nine, three, twelve. */
const SEATS: readonly Point[] = [
  [-0.71, -0.71],
  [0.71, -0.71],
  [-1, 0],
  [1, 0],
  [0, -1],
];

/** The box of a badge that touches the rim in a direction; wide ones grow outwards. */
function badgeBox([dx, dy]: Point, r: number, width: number, height: number): Box {
  const away = r + height / 2 - ON_RIM;
  return boxAt(dx * away + Math.sign(dx) * ((width - height) / 2), dy * away, width, height);
}

const moved = (box: Box, [x, y]: Point): Box => ({ ...box, x: box.x + x, y: box.y + y });

/** How many states show, gravest first. */
const SHOWN: Record<ZoomStep, number> = { far: 0, middle: 2, near: 5 };

/** Cost of covering: a number never, another badge hardly, a figure rather not. */
const OVER_NUMBER = 1000;
const OVER_BADGE = 20;
/** The part of a base by which its figure is known; no badge of another lies over it. */
const HEART = 0.36;

export function placeMarkers(placed: readonly PlacedPiece[], zoom: number, step: ZoomStep, leaving: ReadonlyMap<string, Point>): Markers[] {
  const upright = placed.filter(({ piece }) => piece.state !== 'fallen');
  if (step === 'far') return [];
  const screen = (at: Point): Point => [at[0] * zoom, at[1] * zoom];
  const found = upright.map<Markers>(({ id, piece, r }) => ({
    id,
    // A mount bears the name of its rider.
    ...numbersAt(piece.ridden_by ? '' : numberOf(piece.name), piece.bar ? String(piece.bar.value) : '', r * zoom, zoom, step, leaving.get(id)),
    badges: [],
  }));
  const numbers = upright.flatMap(({ at }, i) => [found[i]!.number, found[i]!.left].flatMap((one) => (one ? [moved(one.box, screen(at))] : [])));
  const square = (at: Point, half: number): Box => moved(boxAt(0, 0, 2 * half, 2 * half), screen(at));
  const bases = upright.map(({ id, piece, at, r }) => ({
    id,
    with: piece.rides ?? piece.ridden_by,
    box: square(at, 0.85 * r * zoom),
    heart: square(at, HEART * r * zoom),
  }));
  const taken: Box[] = [];
  const height = step === 'near' ? BADGE * growth(zoom) : SMALL_BADGE;
  for (const [i, { id, piece, at, r }] of upright.entries()) {
    const others = bases.filter((base) => base.id !== id && base.with !== id);
    for (const badge of badgesOf(piece).slice(0, SHOWN[step])) {
      const length = badge.text?.length ?? 0;
      const width = length > 1 ? Math.max(height, length * DIGIT + 6) : height;
      let best: { box: Box; cost: number } | null = null;
      for (const [rank, direction] of SEATS.entries()) {
        const box = badgeBox(direction, r * zoom, width, height);
        const there = moved(box, screen(at));
        if (taken.some((other) => shared(there, other) > OVER_BADGE)) continue;
        const over = numbers.reduce((sum, other) => sum + shared(there, other), 0) * OVER_NUMBER;
        const cost = over + others.reduce((sum, other) => sum + shared(there, other.box), 0) + rank;
        if (!best || cost < best.cost) best = { box, cost };
      }
      if (!best) continue;
      const chosen = best.box;
      const there = moved(chosen, screen(at));
      // Where there is no room beside numbers and figures the state is left to the sheet.
      if (numbers.some((other) => overlap(there, other)) || others.some(({ heart }) => overlap(there, heart))) continue;
      taken.push(there);
      found[i]!.badges.push({ ...badge, box: chosen });
    }
  }
  return found.filter((one) => one.number || one.left || one.badges.length > 0);
}

/** Boxes of all that is written, in a frame whose zero is the table's upper left corner. */
export function writtenBoxes(markers: readonly Markers[], placed: readonly PlacedPiece[], zoom: number): { numbers: Box[]; badges: Box[] } {
  const at = new Map(placed.map((entry) => [entry.id, [entry.at[0] * zoom, entry.at[1] * zoom] as Point]));
  const there = (id: string, box: Box): Box => moved(box, at.get(id) ?? [0, 0]);
  return {
    numbers: markers.flatMap(({ id, number, left }) => [number, left].flatMap((one) => (one ? [there(id, one.box)] : []))),
    badges: markers.flatMap(({ id, badges }) => badges.map(({ box }) => there(id, box))),
  };
}
