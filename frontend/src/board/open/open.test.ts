import { describe, expect, it } from 'vitest';
import { crownsNear, drawCrowns } from '../ground';
import type { Point } from '../types';
import { body, everyTerrain, openTable, UNIT } from './fixtures';
import { menOf } from './figures';
import { drawOpenTable, OPEN_RECIPES } from './ground';
import { basesUnder, cornersOf, locally, placeBases } from './layout';
import { placeBaseMarkers } from './markers';
import { signPlaces, wayUnder } from './plan';
import { ringPath } from './rings';
import { Scale } from './scale';
import type { BoardTerrain, WayOverlay } from './types';

const whole = (terrain: Record<string, BoardTerrain>): string => {
  const picture = drawOpenTable(openTable(), Object.values(terrain), 't');
  return [picture.under, drawCrowns(picture.crowns, new Set()), picture.over].join('');
};

describe('terrain of an open table', () => {
  const all = everyTerrain();
  const full = whole(all);

  it.each(OPEN_RECIPES)('%s draws something', (recipe) => {
    const { [recipe]: _left, ...rest } = all;
    expect(whole(rest).length).toBeLessThan(full.length);
  });

  it('looks the same again, and the same wherever it lies', () => {
    expect(whole(all)).toBe(full);
    const crowns = (by: number): Point[] => {
      const wood = { ...all.wood!, outline: all.wood!.outline.map(([x, y]): Point => [x + by * UNIT, y]) };
      return drawOpenTable(openTable(), [wood], 't').crowns.map(({ x, y }): Point => [Math.round(x - by * 62), Math.round(y)]);
    };
    expect(crowns(3)).toEqual(crowns(0));
    expect(crowns(0).length).toBeGreaterThan(8);
  });

  it('shows the state of a river', () => {
    const river = (state: string): string => whole({ river: { ...all.river!, state } });
    expect(new Set(['', 'dry', 'deep'].map(river)).size).toBe(3);
  });

  it('draws what it has no recipe for too, for the rules know it', () => {
    const strange = { strange: { ...all.wood!, id: 'strange', kind: 'strange' } };
    expect(whole(strange).length).toBeGreaterThan(whole({}).length);
  });

  it('lets crowns fade round a base', () => {
    const { crowns } = drawOpenTable(openTable(), [all.wood!], 't');
    expect(crownsNear(crowns, [[crowns[0]!.x, crowns[0]!.y]]).has(0)).toBe(true);
  });
});

describe('bases', () => {
  const scale = new Scale(UNIT);
  const placed = placeBases([body('foot', [1200, 1200, 9000]), body('general', [1200, 1300, 0], { shape: { kind: 'point', size: 200 } }), body('away', null)].map(scale.piece));

  it('lie where their pose says, true to size, points on top', () => {
    expect(placed.map(({ id }) => id)).toEqual(['foot', 'general']);
    expect(placed[0]).toMatchObject({ at: [124, 124], base: { width: 124, turn: 90 } });
    const [frontLeft, frontRight] = cornersOf(placed[0]!);
    expect(frontLeft!.map(Math.round)).toEqual([145, 62]);
    expect(frontRight!.map(Math.round)).toEqual([145, 186]);
    expect(locally(placed[0]!, [144, 124]).map(Math.round)).toEqual([0, -20]);
  });

  it('are found under a point by their rectangle, a leader before the unit that he stands with', () => {
    expect(basesUnder(placed, [124, 175], 4).map(({ id, inside }) => [id, inside])).toEqual([['foot', true]]);
    expect(basesUnder(placed, [124, 134], 4).map(({ id }) => id)).toEqual(['general', 'foot']);
    expect(basesUnder(placed, [180, 124], 4)).toEqual([]);
  });

  it('have what is left at the right rear corner and a place for each state', () => {
    const piece = body('foot', [600, 600, 0], { marks: [{ sign: 'disordered', label: 'Disordered' }, { sign: 'melee', label: 'in melee' }, { sign: 'volley', label: 'first volley still to come' }, { sign: 'leader', label: 'with it' }], bar: { value: 4, max: 6, label: 'VBU' } });
    const [marks] = placeBaseMarkers(placeBases([scale.piece(piece)]), 1, 'middle');
    expect(marks?.left?.text).toBe('4');
    expect(marks!.left!.box.x).toBeGreaterThan(40);
    expect(marks!.left!.box.y).toBeGreaterThan(0);
    // Disorder and the melee are drawn on the table itself.
    expect(marks?.badges.map(({ sign }) => sign)).toEqual(['leader', 'volley']);
    const [narrow] = placeBaseMarkers(placeBases([scale.piece(piece)]), 0.25, 'middle');
    expect(narrow?.badges.map(({ sign }) => sign)).toEqual(['leader']);
    const fresh = scale.piece(body('fresh', [600, 600, 0], { marks: [{ sign: 'volley', label: 'First volley left' }] }));
    const seen = (zoom: number): string[] | undefined => placeBaseMarkers(placeBases([fresh]), zoom, 'middle')[0]?.badges.map(({ sign }) => sign);
    expect([seen(0.34), seen(0.45)]).toEqual([[], ['volley']]);
  });

  it('lose a file for each point that is lost, from the right', () => {
    const men = menOf({ id: 'a', icon: 'pikeman', width: 124, depth: 41, value: 5, max: 6, disordered: false });
    expect(men).toHaveLength(12);
    expect(men.filter(({ symbol }) => !symbol).every(({ x }) => x > 40)).toBe(true);
    expect(men.filter(({ symbol }) => !symbol)).toHaveLength(2);
    expect(menOf({ id: 'a', icon: 'horse-head', width: 124, depth: 41, value: 0, max: 0, disordered: false }).filter(({ symbol }) => symbol)).toHaveLength(6);
    expect(menOf({ id: 'a', icon: 'pikeman', width: 124, depth: 83, value: 7, max: 7, disordered: false })).toHaveLength(28);
    expect(menOf({ id: 'a', icon: 'horse-head', width: 124, depth: 41, value: 5, max: 5, disordered: false })).toHaveLength(5);
    expect(menOf({ id: 'a', icon: 'cannon', width: 41, depth: 41, value: 1, max: 1, disordered: false }).map(({ symbol }) => symbol)).toEqual(['men-gun']);
  });

  it('have a ring with round corners at the same distance all round', () => {
    expect(ringPath(placed[1]!, 10)).toMatch(/^M114 134\.3a10 10/);
    expect(ringPath(placed[0]!, 10).match(/A10 10/g)).toHaveLength(4);
  });
});

describe('what comes in and goes out', () => {
  const scale = new Scale(UNIT);

  it('is counted in the game’s measure inside and in units outside', () => {
    expect(scale.point([900, 300])).toEqual([1.5, 0.5]);
    expect(scale.back([93, 31])).toEqual([900, 300]);
    const effect = scale.effect({ id: 'a', kind: 'move', piece: 'x', path: [[600, 0, 9000]] });
    expect(effect).toMatchObject({ path: [[1, 0, 9000]] });
    const plan = scale.overlay({ sights: [{ from: [0, 0], to: [600, 0], state: 'blocked', witness: [300, 0], label: '' }], open: { ghosts: [{ piece: 'x', pose: [600, 600, 4500] }] } });
    expect(plan.sights?.[0]).toMatchObject({ to: [1, 0], witness: [0.5, 0] });
    expect(plan.open?.ghosts?.[0]?.pose).toEqual([1, 1, 4500]);
  });

  it('has signs of ways that keep their distance on screen and can be hit', () => {
    const way: WayOverlay = { key: 'a', at: [1, 1], out: [0, -1], beside: [1, 0], slot: 1, turn: 0, sign: 'ahead', label: '', chosen: false };
    expect(signPlaces([way], 1).get('a')).toEqual([62 + 29, 62 - 23]);
    expect(signPlaces([way], 0.5).get('a')).toEqual([62 + 58, 62 - 46]);
    expect(wayUnder({ ways: [way] }, [88, 40], 16, 1)).toBe('a');
    expect(wayUnder({ ways: [way] }, [62, 62], 16, 1)).toBeNull();
  });

  it('never has one sign of a way upon another, however narrow the base is', () => {
    const ways = ([[0, 1], [1.2, 0.9], [0.7, 0.7], [-0.7, 0.7], [1, 0]] as [number, number][]).map(
      (out, i): WayOverlay => ({ key: `way ${i}`, at: [1, 1], out, beside: [0, 1], slot: 0, turn: 0, sign: 'ahead', label: '', chosen: false }),
    );
    for (const zoom of [0.4, 0.8, 1.6]) {
      const places = signPlaces(ways, zoom);
      const all = [...places.values()];
      const apart = all.flatMap(([x, y], i) => all.slice(i + 1).map(([u, v]) => Math.hypot(x - u, y - v) * zoom));
      expect(Math.min(...apart)).toBeGreaterThanOrEqual(26.9);
      for (const [key, at] of places) expect(wayUnder({ ways }, at, 16, zoom)).toBe(key);
    }
  });
});
