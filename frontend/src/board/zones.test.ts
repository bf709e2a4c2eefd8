import { describe, expect, it } from 'vitest';
import { overlap } from './reading';
import type { Square, ZoneOverlay } from './types';
import { SQ } from './units';
import { placeZoneLabels } from './zones';

const rect = (x0: number, y0: number, x1: number, y1: number): Square[] => {
  const squares: Square[] = [];
  for (let y = y0; y <= y1; y++) for (let x = x0; x <= x1; x++) squares.push([x, y]);
  return squares;
};
const zone = (label: string, squares: Square[]): ZoneOverlay => ({ id: label, label, squares });
const WIDTH = 24 * SQ;

describe('the labels of zones', () => {
  it('stand in the middle of the top row', () => {
    const [label] = placeZoneLabels([zone('Deploy', rect(0, 0, 3, 15))], 1, WIDTH);
    expect(label?.at).toEqual([2 * SQ, 0]);
  });

  it('take the part of the zone that has room for them and no other label, at every zoom', () => {
    // Thickets with a strip of open ground between them, as at a ford: both have squares in the top row.
    const brush = [...rect(15, 0, 17, 1), ...rect(11, 4, 12, 5), ...rect(14, 14, 19, 15)];
    const open = rect(12, 0, 14, 3);
    for (const zoom of [0.2, 0.3, 0.42, 0.6, 1, 2]) {
      const [deploy, ambush] = placeZoneLabels([zone('Deploy', open), zone('Ambush: hidden here', brush)], zoom, WIDTH);
      expect(overlap(deploy!.box, ambush!.box)).toBe(false);
    }
    expect(placeZoneLabels([zone('Deploy', open), zone('Ambush: hidden here', brush)], 0.42, WIDTH)[1]?.at[1]).toBe(14 * SQ);
  });

  it('leave figures uncovered, and go where they cover least in a crowd', () => {
    const [first, ...more] = [3.5, 4, 4.5].map((x) => ({ x: x * SQ, y: 0, width: SQ, height: SQ }));
    const gateway = zone('The gateway', rect(0, 0, 7, 1));
    const [beside] = placeZoneLabels([gateway], 1, WIDTH, [first!, ...more]);
    expect(beside?.at[1]).toBe(0);
    expect([first!, ...more].some((figure) => overlap(figure, beside!.box))).toBe(false);
    const row = rect(0, 0, 7, 0).map(([x]) => ({ x: x * SQ, y: 0, width: SQ, height: SQ }));
    expect(placeZoneLabels([gateway], 1, WIDTH, row)[0]?.at[1]).toBe(SQ);
  });

  it('stay on the table', () => {
    const [label] = placeZoneLabels([zone('Ambush: hidden here', rect(0, 3, 0, 5))], 0.5, WIDTH);
    expect(label?.box.x).toBeGreaterThanOrEqual(0);
  });

  it('leave nameless and empty zones without one', () => {
    expect(placeZoneLabels([zone('', rect(0, 0, 1, 1)), zone('Deploy', [])], 1, WIDTH)).toEqual([]);
  });
});
