import { describe, expect, it } from 'vitest';
import { figure } from './fixtures';
import { interestOf, union } from './interest';
import { around, placePieces } from './layout';
import { SQ } from './units';

const placed = placePieces([
  figure('ann', [2, 2], { active: true }),
  figure('orc', [9, 3]),
  figure('imp', [4, 12]),
  figure('dead', [20, 14], { state: 'fallen' }),
]);
const of = (...ids: string[]) => around(placed.filter((entry) => ids.includes(entry.id)));

const nobody = { subject: null, selected: null, effect: null };

describe('interestOf', () => {
  it('begins with who acts, then has all who can be chosen; everybody else comes after', () => {
    const { all, matters, action } = interestOf(placed, { highlights: [{ piece: 'orc', kind: 'target' }] }, nobody);
    expect(matters).toEqual([of('ann'), of('ann', 'orc')]);
    expect(all).toEqual([of('ann', 'orc', 'imp')]);
    expect(action).toEqual([2.5 * SQ, 2.5 * SQ]);
  });

  it('has whoever is chosen or asked about beside who acts; what happens and who is looked at is watched', () => {
    const plan = { highlights: [{ piece: 'orc', kind: 'target' as const }, { piece: 'imp', kind: 'chosen' as const }] };
    expect(interestOf(placed, plan, nobody).matters).toEqual([of('ann', 'imp'), of('ann', 'imp', 'orc')]);
    const shot = { id: 'a', kind: 'shot' as const, from: [2.5, 2.5] as [number, number], to: [20.5, 2.5] as [number, number], state: 'hit' as const };
    expect(interestOf(placed, {}, { ...nobody, subject: 'orc' }).matters).toEqual([of('ann', 'orc')]);
    const { matters, watched } = interestOf(placed, {}, { ...nobody, selected: 'imp', effect: shot });
    expect([matters, watched]).toEqual([[of('ann')], [of('imp'), { x: 2 * SQ, y: 2 * SQ, width: 19 * SQ, height: SQ }]]);
  });

  it('has the squares and zones on offer, and where one can walk', () => {
    const plan = { zones: [{ id: 'z', label: 'Deploy', squares: [[0, 0], [3, 15]] as [number, number][] }], reach: { squares: [{ at: [23, 2] as [number, number], cost: 4 }] } };
    const { all, matters, reach } = interestOf(placed, plan, nobody);
    expect([matters, reach]).toEqual([[of('ann')], { x: 0, y: 0, width: 4 * SQ, height: 16 * SQ }]);
    expect(all.map((area) => area.x + area.width)).toEqual([of('orc')!.x + of('orc')!.width, 24 * SQ]);
    const lasting = { ...plan, zones: plan.zones.map((zone) => ({ ...zone, lasting: true })) };
    expect(interestOf(placed, lasting, nobody).reach).toBeNull();
    const squares = { squares: [{ at: [23, 2] as [number, number] }] };
    expect(interestOf(placed, squares, nobody).matters.at(-1)).toEqual(union([of('ann'), { x: 23 * SQ, y: 2 * SQ, width: SQ, height: SQ }]));
    expect(interestOf([], {}, nobody)).toEqual({ all: [], matters: [], reach: null, watched: [], action: null });
  });
});
