/** How a way of moving is drawn, and the letter by which it is taken. */

import type { WaySign } from '$board/open/waysigns';
import type { Way } from '$client/wire';
import { turnBetween } from './bases';

/** Round the letter of Forward as the ways lie round a base; digits belong to the options. */
const LETTERS: Record<Exclude<WaySign, 'aside'>, string> = {
  ahead: 'w', back: 's', slide: 'f', 'wheel-left': 'q', 'wheel-right': 'e', 'face-left': 'z', turn: 'x', 'face-right': 'c', stand: 'v',
};
/** For ways of one sign beyond the first. */
const MORE = 'gbhtyijk';

const letterOf = (way: Way, sign: WaySign): string => (sign === 'aside' ? (turnBetween(0, way.bearing) < 0 ? 'a' : 'd') : LETTERS[sign]);

/** A letter for each way, by its key. */
export function wayKeys(ways: readonly Way[]): Record<string, string> {
  const found: Record<string, string> = {};
  const taken = new Set<string>();
  for (const way of ways) {
    const letter = [letterOf(way, signOf(way)), ...MORE].find((one) => !taken.has(one));
    if (!letter) continue;
    taken.add(letter);
    found[way.key] = letter;
  }
  return found;
}

/** By how much the sign of a way is turned, beside its base, hundredths of a degree. */
export function leanOf(way: Way): number {
  return signOf(way) === 'aside' ? way.bearing - 9000 : 0;
}

export function signOf(way: Way): WaySign {
  if (way.shape === 'turn' && way.turn === 0) return 'stand';
  if (way.shape === 'turn') return way.turn === 18_000 ? 'turn' : way.turn < 18_000 ? 'face-right' : 'face-left';
  if (way.shape === 'slide') return 'slide';
  if (way.shape === 'arc') return way.pivot === 'left' ? 'wheel-left' : 'wheel-right';
  const off = Math.abs(turnBetween(0, way.bearing));
  return off < 4500 ? 'ahead' : off > 13_500 ? 'back' : 'aside';
}
