import { describe, expect, it } from 'vitest';
import { bends, bleed, insideRings, loopsOf, smoothPoints, squareOutline, throughPoints, wavering } from './outline';
import type { Square } from './types';
import { SQ } from './units';

const block = (x0: number, y0: number, x1: number, y1: number): Square[] => {
  const squares: Square[] = [];
  for (let y = y0; y <= y1; y++) for (let x = x0; x <= x1; x++) squares.push([x, y]);
  return squares;
};
const area = (loop: readonly (readonly [number, number])[]): number =>
  loop.reduce((sum, [x, y], i) => {
    const [nx, ny] = loop[(i + 1) % loop.length] as readonly [number, number];
    return sum + (x * ny - nx * y) / 2;
  }, 0);

describe('loops round squares', () => {
  it('goes once round one square, clockwise on screen', () => {
    const [loop, ...others] = loopsOf([[2, 3]]);
    expect(others).toEqual([]);
    expect(loop).toEqual([[2, 3], [3, 3], [3, 4], [2, 4]]);
  });

  it('has a corner for each unit of side and bends only at the corners', () => {
    const [loop] = loopsOf(block(0, 0, 2, 1));
    expect(loop).toHaveLength(10);
    expect(bends(loop ?? [])).toHaveLength(4);
  });

  it('gives a hole its own loop, the other way round', () => {
    const ring = block(0, 0, 2, 2).filter(([x, y]) => x !== 1 || y !== 1);
    const areas = loopsOf(ring).map(area).sort((a, b) => a - b);
    expect(areas).toEqual([-1, 9]);
  });

  it('keeps squares apart that touch by a corner only', () => {
    for (const pair of [[[0, 0], [1, 1]], [[1, 0], [0, 1]]] as Square[][]) {
      expect(loopsOf(pair).map(area)).toEqual([1, 1]);
    }
  });

  it('does not depend on the order of the squares', () => {
    const squares = block(0, 0, 3, 3).filter(([x, y]) => (x + y) % 3 !== 0);
    const norm = (list: Square[]): string[] => loopsOf(list).map((loop) => loop.map(String).sort().join(';')).sort();
    expect(norm([...squares].reverse())).toEqual(norm(squares));
  });

  it('encloses as many square units as there are squares, whatever their form', () => {
    const squares = block(0, 0, 7, 7).filter(([x, y]) => (x * 7 + y * 5) % 4 !== 0);
    expect(loopsOf(squares).map(area).reduce((a, b) => a + b, 0)).toBe(squares.length);
  });
});

describe('drawn outlines', () => {
  it('runs through hard corners with rounding, in user units', () => {
    expect(squareOutline([[1, 1]])).toContain(`Q${SQ} ${SQ}`);
    expect(squareOutline([[1, 1]], 9, 3)).toContain(`Q${SQ + 3} ${SQ + 3}`);
  });

  it('keeps a smooth outline near its squares and nearly as large', () => {
    const loop = loopsOf(block(2, 2, 6, 5))[0] ?? [];
    const corners = wavering(loop, 'map', 6);
    const points = smoothPoints(corners, 4).map(([x, y]) => [x / SQ, y / SQ] as const);
    for (const [x, y] of points) {
      expect(x).toBeGreaterThan(1.4);
      expect(x).toBeLessThan(7.6);
      expect(y).toBeGreaterThan(1.4);
      expect(y).toBeLessThan(6.6);
    }
    expect(area(points)).toBeGreaterThan(20 * 0.88);
    expect(area(points)).toBeLessThan(20 * 1.1);
  });

  it('draws the same for everybody from the same seed, and otherwise from another', () => {
    const loop = loopsOf(block(0, 0, 3, 3))[0] ?? [];
    expect(wavering(loop, 'ford', 6)).toEqual(wavering(loop, 'ford', 6));
    expect(wavering(loop, 'ford', 6)).not.toEqual(wavering(loop, 'inn', 6));
  });

  it('runs on beyond the rim, corners too', () => {
    expect(bleed([[0, 0]], 4, 4).map(String).sort()).toEqual(['-1,-1', '-1,0', '0,-1', '0,0']);
    expect(bleed([[2, 2]], 4, 4)).toEqual([[2, 2]]);
  });

  it('tells inside from outside, holes included', () => {
    const ring: [number, number][] = [[0, 0], [10, 0], [10, 10], [0, 10]];
    const hole: [number, number][] = [[4, 4], [6, 4], [6, 6], [4, 6]];
    expect(insideRings([ring, hole], 2, 2)).toBe(true);
    expect(insideRings([ring, hole], 5, 5)).toBe(false);
    expect(insideRings([ring, hole], 12, 5)).toBe(false);
  });

  it('draws an open curve through its first and last point', () => {
    const d = throughPoints([[0, 0], [10, 5], [20, 0]]);
    expect(d.startsWith('M0 0')).toBe(true);
    expect(d.endsWith('20 0')).toBe(true);
  });
});
