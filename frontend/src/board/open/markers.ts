/** What is written at a base on the open table: what it has left, and its states. Pixels relative to its middle. */
import type { PlacedPiece } from '../layout';
import type { BadgePlace, Markers } from '../markers';
import type { Box } from '../reading';
import { badgesOf, TICK, type Badge } from '../signs';
import type { Point, ZoomStep } from '../types';

const SIZE: Record<ZoomStep, number> = { far: 15, middle: 17, near: 20 };
const DIGIT = 7.2;
/** These are drawn on the base itself, or where it meets the enemy. */
const DRAWN = new Set(['disordered', 'exhausted', 'reacted', 'melee']);
/** What is still to come gives way where two badges would cover most of a base: one of less than so many badges. */
const MINOR = new Set(['volley', 'pistol', 'lance', 'unruly']);
const MINOR_FROM = 2.6;
/** Between two badges along the rear edge. */
const GAP = 2;
/** How many states show at the most. */
const SHOWN: Record<ZoomStep, number> = { far: 0, middle: 3, near: 6 };

const boxAt = ([x, y]: Point, width: number, height: number): Box => ({ x: x - width / 2, y: y - height / 2, width, height });

/** A place on a base, as shares of its half sides (1, 1 is the right rear corner), on screen relative to its middle. */
function spot({ base, r }: PlacedPiece, [right, rear]: Point, zoom: number): Point {
  if (!base) return [right * r * zoom, rear * r * zoom];
  const turn = (base.turn * Math.PI) / 180;
  const [x, y] = [(right * base.width * zoom) / 2, (rear * base.depth * zoom) / 2];
  return [x * Math.cos(turn) - y * Math.sin(turn), x * Math.sin(turn) + y * Math.cos(turn)];
}

/**
 * What is left stands at the right rear corner, the states along the rear edge from the left: the front stays free.
 * Far away the number alone, in the middle.
 */
export function placeBaseMarkers(placed: readonly PlacedPiece[], zoom: number, step: ZoomStep): Markers[] {
  return placed.flatMap((entry): Markers[] => {
    const { id, piece } = entry;
    if (piece.state === 'fallen') return [];
    const size = SIZE[step];
    const text = piece.bar && entry.base ? String(piece.bar.value) : '';
    const left = text ? { text, box: boxAt(spot(entry, step === 'far' ? [0, 0.1] : [within(entry, size, zoom), 0.9], zoom), Math.max(size, text.length * DIGIT + 6), size) } : null;
    const kind: Badge[] = step === 'near' && entry.base ? [{ sign: 'kind', label: piece.name, icon: piece.icon, text: null }] : [];
    const badges = [...kind, ...badgesOf(piece)]
      .filter(({ sign }) => !DRAWN.has(sign) && (entry.base || sign !== TICK.sign))
      .filter(({ sign }) => !MINOR.has(sign) || (entry.base?.width ?? 0) * zoom >= MINOR_FROM * (size + GAP))
      .slice(0, Math.min(SHOWN[step], Math.max(1, roomFor(entry, size, zoom))))
      .map((badge, i): BadgePlace => ({ ...badge, box: badgeBox(entry, badge, i, size, zoom) }));
    return left || badges.length ? [{ id, number: null, left, badges }] : [];
  });
}

/** How far to the side something so wide may stand on a base without reaching over to its neighbour: shares of the half side. */
function within({ base }: PlacedPiece, width: number, zoom: number): number {
  return base ? Math.max(0, 1 - width / (base.width * zoom)) : 0.97;
}

/** How many badges lie beside each other along the rear, with what is left. */
function roomFor({ base }: PlacedPiece, size: number, zoom: number): number {
  return base ? Math.floor((base.width * zoom) / (size + GAP)) - 1 : Infinity;
}

function badgeBox(entry: PlacedPiece, badge: Badge, index: number, size: number, zoom: number): Box {
  const length = badge.text?.length ?? 0;
  const width = length > 1 ? Math.max(size, length * DIGIT + 6) : size;
  if (!entry.base) return boxAt(spot(entry, [index % 2 ? 0.9 : -0.9, index < 2 ? 0.9 : -0.9], zoom), width, size);
  // Along the rear edge, each beside the one before; on a narrow base there is no room beside what is left.
  if (roomFor(entry, size, zoom) < 1) return boxAt(spot(entry, [0, -0.95], zoom), width, size);
  const share = (2 * index * (size + GAP)) / Math.max(1, entry.base.width * zoom);
  return boxAt(spot(entry, [share - within(entry, width, zoom), 0.95], zoom), width, size);
}
