/** How far something reaches from a base: the base with a margin all round it, its corners rounded. User units. */
import type { PlacedPiece } from '../layout';
import { cornersOf } from './layout';

export function ringPath(entry: PlacedPiece, radius: number): string {
  const { at, base } = entry;
  const round = (value: number): number => Math.round(value * 10) / 10;
  if (!base) return `M${round(at[0] - radius)} ${round(at[1])}a${radius} ${radius} 0 1 1 ${2 * radius} 0a${radius} ${radius} 0 1 1 ${-2 * radius} 0Z`;
  const corners = cornersOf(entry);
  const parts = corners.map(([x, y], i) => {
    const [u, v] = corners[(i + 1) % 4]!;
    const length = Math.hypot(u - x, v - y) || 1;
    // Outwards of a side that is walked clockwise.
    const [nx, ny] = [((v - y) / length) * radius, ((x - u) / length) * radius];
    return { from: [x + nx, y + ny], to: [u + nx, v + ny] };
  });
  const point = ([x, y]: number[]): string => `${round(x!)} ${round(y!)}`;
  return `M${point(parts[0]!.from)}${parts.map(({ to }, i) => `L${point(to)}A${radius} ${radius} 0 0 1 ${point(parts[(i + 1) % 4]!.from)}`).join('')}Z`;
}
