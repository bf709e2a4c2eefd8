import { describe, expect, it } from 'vitest';

import { Spaces } from './spaces';
import type { Point, Square, TableSpace } from './types';
import { SQ } from './units';

const joined: TableSpace = { at: [0, 3], centre: [1, 3.5], squares: [[0, 3], [1, 3]] };
const bay: TableSpace = { at: [2, 1], centre: [2.5, 1.5833], squares: [[2, 1]], corners: [[1.5, 2], [2, 1], [3, 1], [3.5, 2]] };
const left: TableSpace = { at: [1, 1], centre: [1.4167, 1.4167], squares: [[1, 1]], corners: [[1, 1], [2, 1], [1.5, 2], [1, 2]] };
const right: TableSpace = { at: [3, 1], centre: [3.5833, 1.4167], squares: [[3, 1]], corners: [[3, 1], [4, 1], [4, 2], [3.5, 2]] };
const spaces = new Spaces({ size: [6, 4], spaces: [joined, bay, left, right] });

/** Corners of each ring of an outline without rounding or inset, square units. */
const rings = (squares: Square[]): Point[][] =>
  spaces
    .outline(squares, 0, 0)
    .split('Z')
    .filter(Boolean)
    .map((ring) => [...ring.matchAll(/Q([-\d.]+) ([-\d.]+) /g)].map(([, x, y]): Point => [Number(x) / SQ, Number(y) / SQ]));
const area = (ring: Point[]): number =>
  ring.reduce((sum, [x, y], i) => {
    const [u, v] = ring[(i + 1) % ring.length]!;
    return sum + (x * v - u * y) / 2;
  }, 0);

describe('spaces of a board', () => {
  it('know the name, the middle and the corner of a base for each square', () => {
    expect(spaces.name([1, 3])).toEqual([0, 3]);
    expect(spaces.centre([1, 3])).toEqual([1, 3.5]);
    expect(spaces.corner([5, 0])).toEqual([5, 0]);
    expect(new Spaces({ size: [2, 2] }).plain).toBe(true);
  });

  it('tell which space a point lies in, on both sides of a slanted one', () => {
    expect(spaces.at([1.6, 1.9])).toEqual([2, 1]);
    expect(spaces.at([1.6, 1.5])).toEqual([1, 1]);
    expect(spaces.at([1.5, 3.5])).toEqual([0, 3]);
    expect(spaces.at([6.1, 1])).toBeNull();
  });

  it('lead an arrow key to the next other space', () => {
    expect(spaces.beside([0, 3], 1, 0)).toEqual([2, 3]);
    expect(spaces.beside([2, 3], -1, 0)).toEqual([0, 3]);
    expect(spaces.beside([0, 3], -1, 0)).toEqual([0, 3]);
  });

  it('touch by sides and corners', () => {
    const met = (one: Square, others: Square[]): boolean[] => others.map((other) => spaces.touch(one, other));
    expect(met([2, 1], [[1, 1], [3, 1], [1, 2], [3, 2], [1, 0], [4, 2], [0, 1], [2, 3]])).toEqual([true, true, true, true, true, false, false, false]);
    expect(met([0, 3], [[2, 2], [2, 3], [0, 2], [3, 3]])).toEqual([true, true, true, false]);
    expect(met([5, 0], [[4, 1], [3, 0]])).toEqual([true, false]);
  });

  it('are outlined as one, whatever their shapes', () => {
    expect(rings([[0, 3]])[0]).toHaveLength(4);
    expect(area(rings([[1, 3]])[0]!)).toBeCloseTo(2);
    expect(area(rings([[2, 1]])[0]!)).toBeCloseTo(1.5);
    const all = rings([[1, 1], [2, 1], [3, 1]]);
    expect(all).toHaveLength(1);
    expect(all[0]).toHaveLength(4);
    expect(area(all[0]!)).toBeCloseTo(3);
  });

  it('are outlined together with squares that meet them within a side', () => {
    const all = rings([[2, 1], [1, 2], [2, 2], [3, 2]]);
    expect(all).toHaveLength(1);
    expect(area(all[0]!)).toBeCloseTo(4.5);
    // What touches by a corner alone stays apart.
    expect(rings([[2, 1], [1, 0]])).toHaveLength(2);
  });

  it('have no line of the grid inside them', () => {
    const short = new Spaces({ size: [2, 1], spaces: [{ at: [0, 0], centre: [1, 0.5], squares: [[0, 0], [1, 0]] }] });
    expect(short.grid).toBe('');
    expect(new Spaces({ size: [2, 1] }).grid).toBe(`M${SQ} 0V${SQ}`);
    expect(spaces.grid).toContain(`M${1.5 * SQ} ${2 * SQ}L${2 * SQ} ${SQ}`);
  });

  it('put ways, ghosts and pieces into their middle', () => {
    const plan = spaces.settled({ path: { points: [[5, 3], [0, 3]] }, ghosts: [{ piece: 'a', at: [0, 3] }] });
    expect(plan.path?.points).toEqual([[5, 3], [0.5, 3]]);
    expect(plan.ghosts?.[0]?.at).toEqual([0.5, 3]);
    expect(spaces.placed({ a: { at: [0, 3] as Square }, b: { at: null } })).toEqual({ a: { at: [0.5, 3] }, b: { at: null } });
    expect(spaces.played([{ id: '1', kind: 'move', piece: 'a', path: [[0, 3], [5, 5, 90]] }])[0]).toMatchObject({ path: [[0.5, 3], [5, 5, 90]] });
  });
});
