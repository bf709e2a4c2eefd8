import { describe, expect, it } from 'vitest';
import { bodiesOf, middleOf, patchesOf, runsOf, type UnitEdge } from './runs';
import { edgeId, edgeLine, zoneSquares } from './units';

const line = (x: number, y: number, side: 'n' | 'w', length: number): UnitEdge[] =>
  Array.from({ length }, (_, i) => ({ at: side === 'n' ? [x + i, y] : [x, y + i], side }));

describe('runs of edges', () => {
  it('joins edges in a line into one run, whatever their order', () => {
    const [run, ...others] = runsOf([...line(2, 3, 'n', 4)].reverse());
    expect(others).toEqual([]);
    expect(run).toMatchObject({ a: [2, 3], b: [6, 3], across: true, joinA: false, joinB: false });
  });

  it('breaks at a gap, where a door stands', () => {
    expect(runsOf([...line(0, 0, 'w', 2), ...line(0, 3, 'w', 2)]).map((run) => [run.a, run.b])).toEqual([
      [[0, 0], [0, 2]],
      [[0, 3], [0, 5]],
    ]);
  });

  it('takes the same edge named from its other side', () => {
    const both: UnitEdge[] = [{ at: [1, 1], side: 'n' }, { at: [1, 0], side: 's' }, { at: [2, 1], side: 'n' }];
    expect(runsOf(both)).toHaveLength(1);
    expect(edgeLine([3, 4], 'e')).toEqual(edgeLine([4, 4], 'w'));
  });

  it('knows which ends meet another run', () => {
    const runs = runsOf([...line(0, 0, 'n', 3), ...line(0, 0, 'w', 2)]);
    expect(runs).toHaveLength(2);
    for (const run of runs) expect([run.joinA, run.joinB]).toEqual([true, false]);
  });

  it('gathers touching runs into one body and finds its middle', () => {
    const yard = runsOf([...line(0, 0, 'n', 4), ...line(0, 0, 'w', 4), ...line(0, 4, 'n', 4), ...line(4, 0, 'w', 4), ...line(9, 9, 'n', 2)]);
    const bodies = bodiesOf(yard);
    expect(bodies.map((body) => body.length).sort()).toEqual([1, 4]);
    expect(middleOf(bodies.find((body) => body.length === 4) ?? [])).toEqual([2, 2]);
  });

  it('gathers squares over their sides, not over corners', () => {
    expect(patchesOf([[0, 0], [1, 0], [2, 1]]).map((patch) => patch.length)).toEqual([2, 1]);
  });
});

describe('names of edges', () => {
  it('are the map’s own, else the canonical place', () => {
    expect(edgeId({ id: 'gate', at: [1, 1], side: 'n' })).toBe('gate');
    expect(edgeId({ at: [3, 4], side: 'e' })).toBe('4,4,w');
    expect(edgeId({ at: [3, 4], side: 's' })).toBe('3,5,n');
    expect(edgeId({ at: [3, 4], side: 'w' })).toBe('3,4,w');
  });
});

describe('squares of a zone', () => {
  it('reads a rectangle, a list, and a list with rectangles in it', () => {
    expect(zoneSquares({ id: 'a', squares: { rect: [0, 0, 1, 1] } })).toHaveLength(4);
    expect(zoneSquares({ id: 'a', squares: [[5, 6]] })).toEqual([[5, 6]]);
    expect(zoneSquares({ id: 'a', squares: [[5, 6], { rect: [1, 1, 1, 2] }] })).toEqual([[5, 6], [1, 1], [1, 2]]);
  });
});
