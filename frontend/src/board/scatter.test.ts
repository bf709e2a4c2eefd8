import { describe, expect, it } from 'vitest';
import { chance, noiseAt, slowNoise } from './random';
import { scatter } from './scatter';
import type { Square } from './types';
import { SQ } from './units';

const squares: Square[] = [];
for (let y = 0; y < 6; y++) for (let x = 0; x < 8; x++) squares.push([x, y]);

describe('scatter', () => {
  it('is the same for everybody who has the same seed', () => {
    const one = scatter(squares, { seed: 'ford:wood', apart: 33 });
    expect(scatter([...squares].reverse(), { seed: 'ford:wood', apart: 33 })).toEqual(one);
    expect(scatter(squares, { seed: 'inn:wood', apart: 33 })).not.toEqual(one);
  });

  it('keeps the least distance and fills the area', () => {
    const darts = scatter(squares, { seed: 'a', apart: 33, tries: 60 });
    for (const a of darts) for (const b of darts) if (a !== b) expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThanOrEqual(33);
    // Dart throwing fills a bit over half of what the densest packing holds.
    expect(darts.length).toBeGreaterThan((8 * 6 * SQ * SQ) / (33 * 33) / 2);
  });

  it('stays on the squares, and inside them by the inset', () => {
    for (const { x, y } of scatter(squares, { seed: 'a', apart: 20, inset: 10 })) {
      expect(x).toBeGreaterThanOrEqual(10);
      expect(x).toBeLessThan(8 * SQ - 9.9);
      expect(y).toBeGreaterThanOrEqual(10);
      expect(y).toBeLessThan(6 * SQ - 9.9);
    }
  });

  it('asks the finer test where there is one', () => {
    const left = scatter(squares, { seed: 'a', apart: 20, inside: (x) => x < 100 });
    expect(left.length).toBeGreaterThan(0);
    expect(Math.max(...left.map((dart) => dart.x))).toBeLessThan(100);
  });

  it('sorts farthest first', () => {
    const ys = scatter(squares, { seed: 'a', apart: 40 }).map((dart) => dart.y);
    expect(ys).toEqual([...ys].sort((a, b) => a - b));
  });
});

describe('seeded chance', () => {
  it('repeats from the same text and stays in its bounds', () => {
    const [a, b] = [chance('x'), chance('x')];
    for (let i = 0; i < 200; i++) {
      const value = a.between(-3, 5);
      expect(value).toBe(b.between(-3, 5));
      expect(value).toBeGreaterThanOrEqual(-3);
      expect(value).toBeLessThan(5);
    }
    expect(() => a.pick([])).toThrow(/at least one/);
  });

  it('gives a place its own noise, slow noise without jumps', () => {
    expect(noiseAt('m', 3, 4)).toBe(noiseAt('m', 3, 4));
    for (let x = 0; x < 20; x += 0.25) {
      expect(Math.abs(slowNoise('m', x + 0.25, 2) - slowNoise('m', x, 2))).toBeLessThan(0.25);
      expect(Math.abs(slowNoise('m', x, 2))).toBeLessThanOrEqual(1);
    }
  });
});
