/** Which name shows, where a tag goes, which piece an arrow key means. Pure, in screen pixels or squares. */
import type { BoardPiece, Point } from './types';

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** Width of a text in the board's bold sans, near enough to keep names apart without asking the browser. */
export function textWidth(text: string, size = 13.5): number {
  let units = 0;
  for (const sign of text) units += /[ilj.,'!|:;]/.test(sign) ? 0.3 : /[mwMW%]/.test(sign) ? 0.9 : /[A-Z0-9]/.test(sign) ? 0.66 : 0.56;
  return units * size;
}

export interface NameWish {
  id: string;
  /** The piece whose base the name stands at, if not its own: a rider's name stands at the mount. */
  on?: string;
  /** Middle of the base on screen. */
  at: Point;
  /** Radius of the base on screen. */
  r: number;
  /** How far below its middle the marks of the base reach. */
  depth?: number;
  text: string;
  /** Selected, active, hovered or focused: shows whatever it covers. */
  must: boolean;
}

export interface NamePlace {
  id: string;
  on: string;
  /** Middle and baseline relative to the middle of the base, screen pixels. */
  dx: number;
  dy: number;
}

const EVERYWHERE: Box = { x: -1e6, y: -1e6, width: 2e6, height: 2e6 };

/** The arc of what is left reaches this much beyond the base. */
const ARC = 30.5 / 24;

/** Places round a base for a name that must show, as shares of its room to the side, and of lines down. */
const AROUND: readonly Point[] = [
  [1, 0],
  [-1, 0],
  [0.7, 1],
  [-0.7, 1],
  [0.7, -1],
  [-0.7, -1],
];
/** What it costs, in covered pixels, that a name stands at a place later in the list. */
const LATER = 6;
const LINE = 16;

/** A base that the names of others keep off. */
export interface NamedBase {
  id: string;
  box: Box;
}

export const baseOf = ({ id, on, at, r }: Pick<NameWish, 'id' | 'on' | 'at' | 'r'>): NamedBase => ({ id: on ?? id, box: { x: at[0] - r * 0.8, y: at[1] - r * 0.8, width: r * 1.6, height: r * 1.6 } });

/**
 * Below the base, else above it, else hidden; one that must show stands anywhere round its base, where it covers least.
 * The upper piece of two goes first, those that must show before all. A name whose base is in the window lies in it too.
 */
export function placeNames(wishes: readonly NameWish[], taken: readonly Box[] = [], window: Box = EVERYWHERE, bases: readonly NamedBase[] = wishes.map(baseOf)): NamePlace[] {
  const order = [...wishes].sort((a, b) => Number(b.must) - Number(a.must) || a.at[1] - b.at[1] || a.at[0] - b.at[0]);
  const boxes: Box[] = [...taken];
  const places: NamePlace[] = [];
  for (const wish of order) {
    const width = textWidth(wish.text) + 6;
    const outer = wish.r * ARC;
    const [middle, level] = wish.at;
    const seen = middle > window.x && middle < window.x + window.width;
    const at = (x: number, dy: number): { box: Box; dy: number } => {
      const inside = seen ? Math.min(Math.max(x, window.x), Math.max(window.x, window.x + window.width - width)) : x;
      return { dy, box: { x: inside, y: level + dy - 12, width, height: LINE } };
    };
    const centred = middle - width / 2;
    const options = [at(centred, Math.max(outer, (wish.depth ?? 0) - 2) + 15.5), at(centred, -(outer + 6.5))];
    if (wish.must) for (const [aside, down] of AROUND) options.push(at(centred + aside * (outer + width / 2 + 3), 4.5 + down * outer));
    const others = [...boxes, ...bases.filter(({ id }) => id !== wish.id && id !== wish.on).map((base) => base.box)];
    const own = baseOf(wish).box;
    const covers = (box: Box): number => others.reduce((sum, other) => sum + shared(box, other), 0);
    const costs = options.map(({ box }, rank) => covers(box) + (rank > 1 ? shared(box, own) : 0) + rank * LATER);
    const least = options[costs.indexOf(Math.min(...costs))]!;
    const chosen = options.slice(0, 2).find(({ box }) => covers(box) === 0) ?? (wish.must ? least : undefined);
    if (!chosen) continue;
    boxes.push(chosen.box);
    places.push({ id: wish.id, on: wish.on ?? wish.id, dx: chosen.box.x - centred, dy: chosen.dy });
  }
  return places;
}

export interface TagWish {
  id: string;
  /** The point that the tag speaks of, on screen. */
  at: Point;
  /** Free room round that point that the tag keeps clear of. */
  clear: number;
  width: number;
  height: number;
}

export interface TagPlace {
  id: string;
  box: Box;
}

/** What a tag keeps off, and how much worse than bare ground it is to cover it. */
export interface Obstacle extends Box {
  weight: number;
}

export const weigh = (boxes: readonly Box[], weight: number): Obstacle[] => boxes.map((box) => ({ ...box, weight }));

type Direction = readonly [number, number];
const BESIDE: readonly Direction[] = [
  [-1, -0.7],
  [1, -0.7],
  [0, -1],
  [-1, 0.6],
  [1, 0.6],
  [0, 1],
  [-1, 0],
  [1, 0],
];
/** Short labels stand above what they speak of. */
export const ABOVE_FIRST: readonly Direction[] = [[0, -1], ...BESIDE.filter(([x, y]) => x !== 0 || y !== -1)];

/** So much farther away it is tried, pixels. */
const RINGS = [0, 6, 12, 19, 26, 34, 42, 50, 58, 68, 80, 92, 104];
/** Each pixel farther away costs as much as so many covered ones. */
const PER_PIXEL = 2;
const DOT = 5;
/** To cover another tag is worst. */
const OVER_TAG = 40;

/** Tries places round each point, near ones first, and takes the one that covers least; stays in the window. */
export function placeTags(wishes: readonly TagWish[], taken: readonly Obstacle[], window: Box, directions = BESIDE): TagPlace[] {
  const obstacles: Obstacle[] = [...taken];
  const labels: Box[] = [];
  const places: TagPlace[] = [];
  for (const wish of wishes) {
    const { width, height, clear } = wish;
    const [x, y] = wish.at;
    const self: Obstacle = { x: x - clear * 0.8, y: y - clear * 0.8, width: clear * 1.6, height: clear * 1.6, weight: 3 };
    let best: Box | null = null;
    let least = Infinity;
    for (const further of RINGS) {
      directions.forEach(([dx, dy], rank) => {
        const away = clear + further;
        const box = within({ x: x + dx * (away + width / 2) - width / 2, y: y + dy * (away + height / 2) - height / 2, width, height }, window);
        const covered = obstacles.reduce((sum, other) => sum + shared(box, other) * other.weight, 0);
        const crossed = lineTo(box, wish.at).reduce((sum, dot) => sum + labels.reduce((all, label) => all + shared(dot, label), 0), 0);
        const cost = covered + crossed * OVER_TAG + shared(box, self) * self.weight + rank * 10 + further * PER_PIXEL;
        if (cost < least) {
          least = cost;
          best = box;
        }
      });
    }
    if (!best) continue;
    labels.push(best);
    obstacles.push(...weigh([best, ...lineTo(best, wish.at)], OVER_TAG));
    places.push({ id: wish.id, box: best });
  }
  return places;
}

/** Where a line from a label to what it speaks of would run. */
function lineTo(box: Box, [x, y]: Point): Box[] {
  const from: Point = [Math.min(Math.max(x, box.x), box.x + box.width), Math.min(Math.max(y, box.y), box.y + box.height)];
  const steps = Math.floor(Math.hypot(x - from[0], y - from[1]) / DOT);
  return Array.from({ length: Math.max(0, steps - 1) }, (_, i) => {
    const share = (i + 1) / steps;
    return { x: from[0] + (x - from[0]) * share - DOT / 2, y: from[1] + (y - from[1]) * share - DOT / 2, width: DOT, height: DOT };
  });
}

function within(box: Box, window: Box): Box {
  const x = Math.min(Math.max(box.x, window.x + 4), Math.max(window.x + 4, window.x + window.width - box.width - 4));
  const y = Math.min(Math.max(box.y, window.y + 4), Math.max(window.y + 4, window.y + window.height - box.height - 4));
  return { ...box, x, y };
}

/** Area that two boxes share. */
export function shared(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return width > 0 && height > 0 ? width * height : 0;
}

/** The next piece in the direction of an arrow key: nearest ahead, sideways distance counts double. */
export function nextInDirection(
  pieces: readonly { id: string; at: Point }[],
  from: { id: string; at: Point },
  direction: readonly [number, number],
): string | null {
  let best: string | null = null;
  let least = Infinity;
  for (const piece of pieces) {
    if (piece.id === from.id) continue;
    const dx = piece.at[0] - from.at[0];
    const dy = piece.at[1] - from.at[1];
    const ahead = dx * direction[0] + dy * direction[1];
    if (ahead <= 0) continue;
    const aside = Math.abs(dx * direction[1]) + Math.abs(dy * direction[0]);
    const cost = ahead + 2 * aside;
    if (cost < least) {
      least = cost;
      best = piece.id;
    }
  }
  return best;
}

/** Who lies under a point: the nearest centre wins; a further tap on the same spot takes the next. */
export function underPoint(
  pieces: readonly { id: string; at: Point; r: number }[],
  point: Point,
  least: number,
): { id: string; inside: boolean }[] {
  return pieces
    .map(({ id, at, r }) => {
      const far = Math.hypot(at[0] - point[0], at[1] - point[1]);
      return { id, far, inside: far <= r, near: far <= Math.max(r, least) };
    })
    .filter((found) => found.near)
    .sort((a, b) => Number(b.inside) - Number(a.inside) || a.far - b.far)
    .map(({ id, inside }) => ({ id, inside }));
}

/** The whole sentence of a piece's button: its own, then what is offered. */
export function pieceLabel(piece: Pick<BoardPiece, 'label' | 'name'>, offers: readonly string[] = []): string {
  const own = (piece.label || piece.name).trim();
  const sentence = /[.!?]$/.test(own) ? own : `${own}.`;
  return [sentence, ...offers.filter(Boolean).map((offer) => (/[.!?]$/.test(offer) ? offer : `${offer}.`))].join(' ');
}
