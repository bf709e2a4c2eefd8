import { describe, expect, it } from 'vitest';
import { figure } from './fixtures';
import { placePieces } from './layout';
import { edgeHandles, leavingLines, offersOf, takenByPlan } from './plan';
import { SQ } from './units';

const camera = { x: 10, y: 20, zoom: 0.5 };
const placed = placePieces([figure('a', [2, 2]), figure('b', [6, 5])]);

describe('the plan', () => {
  it('says in which direction a path or line leaves a piece', () => {
    expect([...leavingLines({ path: { points: [[2, 2], [3, 3]] } }, placed)]).toEqual([['a', [1, 1]]]);
    expect([...leavingLines({ sights: [{ from: [2.5, 2.5], to: [6.5, 5.5], state: 'clear', witness: null, label: '' }] }, placed)]).toEqual([['a', [4, 3]]]);
    expect([...leavingLines({ path: { points: [[3, 2], [3, 3]] } }, placed)]).toEqual([]);
  });

  it('keeps room on screen for stops, warnings and witnesses', () => {
    const boxes = takenByPlan(
      {
        path: { points: [[2, 2], [3, 2]], stops: [{ at: [3, 2], sum: 1 }], warnings: [{ index: 0, title: 'b strikes' }] },
        sights: [{ from: [2.5, 2.5], to: [6.5, 5.5], state: 'cover', witness: [4, 4], label: '' }],
      },
      camera,
    );
    expect(boxes).toHaveLength(3);
    const [stop] = boxes;
    expect((stop?.x ?? 0) + (stop?.width ?? 0) / 2).toBeCloseTo(3.5 * SQ * 0.5 + 10);
    expect((stop?.y ?? 0) + (stop?.height ?? 0) / 2).toBeCloseTo(2.5 * SQ * 0.5 + 20);
  });

  it('puts handles on offered edges, by the map’s id or the place', () => {
    const edges = [
      { id: 'gate', at: [4, 4] as [number, number], side: 'w' as const, kind: 'door' },
      { at: [1, 1] as [number, number], side: 'n' as const, kind: 'door' },
      { id: 'other', at: [9, 9] as [number, number], side: 'n' as const, kind: 'door' },
    ];
    const handles = edgeHandles({ edges: [{ id: 'gate', label: 'Open the gate' }, { id: '1,1,n', label: 'Open', chosen: true }] }, { edges, kinds: { squares: {}, edges: { door: { recipe: 'door' } } } });
    expect(handles.map(({ id, chosen, at }) => [id, chosen, at])).toEqual([
      ['gate', false, [4 * SQ, 4.5 * SQ]],
      ['1,1,n', true, [1.5 * SQ, SQ]],
    ]);
  });

  it('knows the squares it offers', () => {
    const offers = offersOf({ reach: { squares: [{ at: [1, 2], cost: 1 }] }, squares: [{ at: [5, 5] }] });
    expect([offers([1, 2]), offers([5, 5]), offers([2, 1])]).toEqual([true, true, false]);
  });
});
