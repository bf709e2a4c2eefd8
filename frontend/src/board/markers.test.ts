import { describe, expect, it } from 'vitest';
import { figure } from './fixtures';
import { placePieces } from './layout';
import { depthOf, numberOf, placeMarkers, writtenBoxes } from './markers';
import { overlap, type Box } from './reading';
import type { BoardPiece, ZoomStep } from './types';
import { BASE_R, SQ } from './units';

const NOBODY = new Map();
const reloading = [{ sign: 'reloading', label: 'reloading', short: '0/2' }];
/** Three of one name in a corner, all with states: as close as figures can stand. */
const crowd = placePieces([
  figure('a', [3, 3], { name: 'Raider 1', acted: true, marks: reloading }),
  figure('b', [4, 3], { name: 'Raider 2', acted: true, bar: { value: 13, max: 13, label: 'Wounds' } }),
  figure('c', [3, 4], { name: 'Raider 3', state: 'prone', acted: true }),
]);

const apart = (boxes: readonly Box[]): boolean => boxes.every((one, i) => boxes.slice(i + 1).every((other) => !overlap(one, other)));
const shrunk = (box: Box, by: number): Box => ({ x: box.x + by, y: box.y + by, width: box.width - 2 * by, height: box.height - 2 * by });

describe('marks at the bases', () => {
  it('take the number from the end of a name', () => {
    expect(['Raider 2', 'Raider 12', 'Ranger', '2nd Ranger', 'Agent 007'].map(numberOf)).toEqual(['2', '12', '', '', '']);
  });

  it.each<[number, ZoomStep]>([
    [0.32, 'middle'],
    [0.36, 'middle'],
    [0.42, 'middle'],
    [0.6, 'middle'],
    [0.9, 'near'],
    [2, 'near'],
  ])('show number and what is left at zoom %f, each uncovered', (zoom, step) => {
    const markers = placeMarkers(crowd, zoom, step, NOBODY);
    expect(markers.map(({ id, number, left }) => [id, number?.text, left?.text]).sort()).toEqual([
      ['a', '1', '9'],
      ['b', '2', '13'],
      ['c', '3', '9'],
    ]);
    const { numbers, badges } = writtenBoxes(markers, crowd, zoom);
    expect(numbers).toHaveLength(6);
    expect(apart(numbers.map((box) => shrunk(box, 2)))).toBe(true);
    for (const box of numbers) {
      expect(box.height).toBeGreaterThanOrEqual(12);
      expect(box.width).toBeGreaterThanOrEqual(11);
    }
    for (const badge of badges) expect(numbers.some((box) => overlap(badge, box))).toBe(false);
  });

  it.each<[number, ZoomStep]>([
    [0.36, 'middle'],
    [0.42, 'middle'],
    [0.9, 'near'],
  ])('leave the middle of each base to its figure at zoom %f', (zoom, step) => {
    const { numbers, badges } = writtenBoxes(placeMarkers(crowd, zoom, step, NOBODY), crowd, zoom);
    const half = BASE_R * zoom * 0.36;
    const hearts = crowd.map(({ at }) => ({ x: at[0] * zoom - half, y: at[1] * zoom - half, width: 2 * half, height: 2 * half }));
    for (const heart of hearts) for (const mark of [...numbers, ...badges]) expect(overlap(heart, mark)).toBe(false);
  });

  it('make way for a line that leaves: near to the other side, farther away to above the figure', () => {
    const down = new Map([['a', [1, 1] as [number, number]]]);
    const box = (step: ZoomStep, zoom: number): Box | undefined => placeMarkers(crowd, zoom, step, down).find(({ id }) => id === 'a')?.left?.box;
    expect(box('near', 1)?.x).toBeLessThan(-20);
    expect(box('middle', 0.5)?.y).toBeLessThan(-BASE_R * 0.5);
  });

  it('leave the fallen and the far alone', () => {
    const fallen: BoardPiece = figure('a', [0, 0], { name: 'Raider 1', state: 'fallen' });
    expect(placeMarkers(placePieces([fallen]), 1, 'near', NOBODY)).toEqual([]);
    expect(placeMarkers(crowd, 0.2, 'far', NOBODY)).toEqual([]);
  });

  it('give a mounted pair both Wounds, and the number to the rider', () => {
    const pair = placePieces([
      figure('horse', [0, 0], { name: 'Horse 1', shape: { kind: 'square', size: 2 }, ridden_by: 'rider' }),
      figure('rider', [0, 0], { name: 'Lancer 1', rides: 'horse' }),
    ]);
    const markers = placeMarkers(pair, 0.5, 'middle', NOBODY);
    expect(markers.map(({ id, number, left }) => [id, number?.text, left?.text])).toEqual([
      ['horse', undefined, '9'],
      ['rider', '1', '9'],
    ]);
    expect(apart(writtenBoxes(markers, pair, 0.5).numbers)).toBe(true);
  });

  it('say how far down they reach, so that names stand below them', () => {
    expect(depthOf(10, 'middle')).toBeGreaterThan(10);
    expect(depthOf(SQ, 'near')).toBe(SQ);
  });
});
