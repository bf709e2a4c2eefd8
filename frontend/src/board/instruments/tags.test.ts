import { describe, expect, it } from 'vitest';
import type { PathStop } from '../types';
import { apart } from './tags';

const stops: PathStop[] = [1, 2, 3, 4, 5].map((x) => ({ at: [x, 0], sum: x }));
const shown = (list: PathStop[]): unknown[] => list.map(({ sum }) => sum);

describe('the stops of a way', () => {
  it('all show where there is room', () => {
    expect(shown(apart(stops, 1, 0.42, [6, 0]))).toEqual([1, 2, 3, 4, 5]);
  });

  it('leave some out where their discs would lie over each other, back from the end', () => {
    expect(shown(apart(stops, 1, 0.25, [6, 0]))).toEqual([2, 4]);
  });

  it('show with a note in any case', () => {
    expect(shown(apart(stops.map((stop) => (stop.sum === 3 ? { ...stop, note: 'ford 2' } : stop)), 1, 0.25, [6, 0]))).toEqual([1, 3, 4]);
  });
});
