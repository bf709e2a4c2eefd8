import { describe, expect, it } from 'vitest';
import { placePieces } from './layout';
import { chainsOf, heightMarks } from './marks';
import type { BoardPiece } from './types';

const piece = (id: string, at: [number, number], holds: string | null = null): BoardPiece => ({
  id, at, holds, seat: 'blue', name: id, icon: 'x', shape: { kind: 'square', size: 1 }, level: 0, bar: null, marks: [], state: 'up', active: false, acted: false, label: id,
});

describe('chains', () => {
  it('runs from whoever grips to whoever is held, from inside one rim to inside the other', () => {
    const [chain, ...more] = chainsOf(placePieces([piece('ann', [0, 0], 'bob'), piece('bob', [1, 0]), piece('eve', [5, 5])]));
    expect(more).toEqual([]);
    const xs = chain!.links.map(({ at }) => at[0]);
    expect(xs.length).toBeGreaterThan(2);
    expect(Math.min(...xs)).toBeGreaterThan(31 + 24 * 0.6);
    expect(Math.max(...xs)).toBeLessThan(93 - 24 * 0.6);
    expect(chain!.links.every(({ at, turn }) => at[1] === 31 && turn === 0)).toBe(true);
  });

  it('ends with the hold, and needs both on the table', () => {
    expect(chainsOf(placePieces([piece('ann', [0, 0]), piece('bob', [1, 0])]))).toEqual([]);
    expect(chainsOf(placePieces([piece('ann', [0, 0], 'gone')]))).toEqual([]);
  });
});

describe('heights', () => {
  const legend = { '.': { kind: 'grass' }, u: { kind: 'hill', level: 2 }, v: { kind: 'ditch', level: -1 } };

  it('are written once for each patch that lies together, with their sign', () => {
    const marks = heightMarks({ size: [8, 3], rows: ['uuu..v..', 'uuu.....', 'uuu...u.'], legend });
    expect(marks).toEqual([
      { at: [1, 1], text: '+2' },
      { at: [5, 0], text: '\u22121' },
      { at: [6, 2], text: '+2' },
    ]);
  });

  it('come again on wide ground, and not at all on flat ground', () => {
    expect(heightMarks({ size: [20, 1], rows: ['u'.repeat(20)], legend })).toHaveLength(4);
    expect(heightMarks({ size: [3, 1], rows: ['...'], legend })).toEqual([]);
  });
});
