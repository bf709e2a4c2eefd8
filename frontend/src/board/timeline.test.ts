import { describe, expect, it } from 'vitest';
import { along, durationOf, ease, shotAt, speedOf, withStart } from './timeline';
import type { Effect, Square } from './types';

const move = (id: string, ...path: Square[]): Effect => ({ id, kind: 'move', piece: 'a', path });

describe('timing', () => {
  it('takes 90 ms a square, at most 900', () => {
    expect(durationOf(move('1', [0, 0], [1, 0], [2, 0], [3, 0]))).toBe(270);
    expect(durationOf(move('1', ...Array.from({ length: 30 }, (_, i): Square => [i, 0])))).toBe(900);
    expect(durationOf(move('1', [0, 0], [1, 0]))).toBe(180);
  });

  it('plays a queue of more than two seconds at double speed', () => {
    const shot: Effect = { id: 's', kind: 'shot', from: [0, 0], to: [3, 3], state: 'hit' };
    expect(durationOf(shot)).toBe(580);
    expect(speedOf([shot, shot, shot])).toBe(1);
    expect(speedOf([shot, shot, shot, shot])).toBe(2);
    expect(speedOf([shot, shot, shot, shot], 400)).toBe(1);
  });

  it('eases from 0 to 1, never back, fast at first', () => {
    expect([ease(0), ease(1), ease(-1), ease(2)]).toEqual([0, 1, 0, 1]);
    let before = 0;
    for (let t = 0.05; t < 1; t += 0.05) {
      expect(ease(t)).toBeGreaterThan(before);
      before = ease(t);
    }
    expect(ease(0.3)).toBeGreaterThan(0.6);
  });

  it('runs along a path by length, so that a diagonal step takes its share', () => {
    const path: Square[] = [[0, 0], [1, 0], [2, 1]];
    expect(along(path, 0)).toEqual([0, 0]);
    expect(along(path, 1)).toEqual([2, 1]);
    const [x, y] = along(path, 1 / (1 + Math.SQRT2));
    expect(x).toBeCloseTo(1);
    expect(y).toBeCloseTo(0);
    expect(along([[4, 4]], 0.5)).toEqual([4, 4]);
    expect(() => along([], 0)).toThrow(/at least one place/);
  });

  it('grows the line of a shot, holds it, lets it fade', () => {
    expect(shotAt(70)).toEqual({ grown: 0.5, strength: 1 });
    expect(shotAt(300)).toEqual({ grown: 1, strength: 1 });
    expect(shotAt(480).strength).toBeCloseTo(0.5);
    expect(shotAt(580).strength).toBe(0);
  });

  it('starts a path where the piece stood, named or not', () => {
    expect(withStart([[1, 0], [2, 0]], [0, 0])).toEqual([[0, 0], [1, 0], [2, 0]]);
    expect(withStart([[0, 0], [1, 0]], [0, 0])).toEqual([[0, 0], [1, 0]]);
    expect(withStart([[1, 0]], null)).toEqual([[1, 0]]);
  });

  it('goes from pose to pose, turning the shorter way round', () => {
    expect(along([[0, 0, 35_000], [2, 0, 1000]], 0.5)).toEqual([1, 0, 36_000]);
    expect(along([[0, 0, 0], [0, 0, 9000]], 0.5)).toEqual([0, 0, 4500]);
  });

  it('takes 140 ms a measure on the open table, and its time for a turn on the spot', () => {
    const effect = (path: [number, number, number][]): Effect => ({ id: 'a', kind: 'move', piece: 'x', path });
    expect(durationOf(effect([[0, 0, 0], [3, 0, 0]]))).toBe(420);
    expect(durationOf(effect([[0, 0, 0], [0, 0, 4200]]))).toBe(420);
  });
});
