import { describe, expect, it } from 'vitest';
import { DECOR_RECIPES, EDGE_RECIPES, FEATURE_RECIPES, RECIPES, SQUARE_RECIPES } from '../recipes';
import { everyKind } from '../fixtures';
import { escapeText } from '../svg';
import type { SquareTable } from '../types';
import { sharedDefinitions } from './defs';
import { crownsNear, drawCrowns, drawOpenings, drawTable } from './index';
import { dropsOf } from './relief';
import { bridgesOver, readTerrain, squaresOf } from './terrain';

const whole = (table: SquareTable): string => {
  const picture = drawTable(table, 't');
  return [picture.under, drawCrowns(picture.crowns, new Set()), picture.over, drawOpenings(picture.terrain)].join('');
};

describe('recipes', () => {
  const table = everyKind();
  const full = whole(table);

  it.each([...SQUARE_RECIPES])('%s draws something on its squares', (recipe) => {
    const without = { ...table, rows: table.rows.map((row) => row.replaceAll(Object.entries(table.legend).find(([sign, entry]) => entry.kind === recipe && sign !== '.' && sign !== '^')?.[0] ?? '\0', '.')) };
    if (recipe === 'meadow') expect(full).toContain('var(--meadow)');
    else expect(whole(without)).not.toBe(full);
  });

  it.each([...FEATURE_RECIPES])('%s draws something as a feature and on its own squares', (recipe) => {
    const without = { ...table, features: table.features?.filter((feature) => feature.kind !== recipe) };
    expect(whole(without)).not.toBe(full);
    const asSquares = { ...without, legend: { ...table.legend, '.': { kind: recipe } }, kinds: { ...table.kinds, squares: { ...table.kinds.squares, [recipe]: { recipe } } } };
    expect(whole(asSquares).length).toBeGreaterThan(whole(without).length);
  });

  it.each([...EDGE_RECIPES])('%s draws something on its edge', (recipe) => {
    const without = { ...table, edges: table.edges?.filter((edge) => edge.kind !== recipe) };
    expect(whole(without)).not.toBe(full);
  });

  it.each([...DECOR_RECIPES])('%s draws something as decor', (recipe) => {
    expect(table.decor?.some((decor) => decor.kind === recipe)).toBe(true);
    const without = { ...table, decor: table.decor?.filter((decor) => decor.kind !== recipe) };
    expect(whole(without)).not.toBe(full);
  });

  it('uses only colours that are tokens, and only definitions that exist', () => {
    const definitions = sharedDefinitions();
    for (const [, name] of full.matchAll(/(?:url\(#|href="#)(mb-[\w-]+)/g)) expect(definitions).toContain(`id="${name}"`);
    for (const [, colour] of full.matchAll(/(?:fill|stroke)="(#[0-9a-f]+)"/g)) expect(colour).toBe('#140b02');
  });

  it('has well-formed numbers and names', () => {
    expect(full).not.toMatch(/NaN|undefined|Infinity/);
    expect(new Set(RECIPES).size).toBe(RECIPES.length);
  });

  it('draws the same twice, and otherwise for another map', () => {
    expect(whole(everyKind())).toBe(full);
    expect(whole({ ...everyKind(), id: 'another' })).not.toBe(full);
  });

  it('escapes what a map says', () => {
    const sly = { ...table, decor: [{ kind: 'sign', at: [3, 3] as [number, number], text: '<script>alert("x")</script>' }] };
    expect(whole(sly)).not.toContain('<script');
    expect(escapeText(`<&"'>`)).toBe('&lt;&amp;&quot;&#39;&gt;');
  });
});

describe('doors and windows', () => {
  it('show the state of the view before that of the map', () => {
    const { terrain } = drawTable(everyKind(), 't');
    const closed = drawOpenings(terrain);
    const open = drawOpenings(terrain, { door: 'open' });
    expect(open).not.toBe(closed);
    // The dotted arc of the swing.
    expect(open.match(/stroke-dasharray="3 5"/g)?.length).toBe(1);
    expect(closed).not.toContain('stroke-dasharray="3 5"');
    expect(drawOpenings(terrain, { window: 'shut' })).not.toBe(closed);
    expect(drawOpenings(terrain, { shutter: 'open' })).not.toBe(closed);
  });

  it('shows a lock on a closed door only', () => {
    const table = everyKind();
    const locked = { ...table, edges: table.edges?.map((edge) => (edge.id === 'door' ? { ...edge, lock: { difficulty: 9 } } : edge)) };
    const { terrain } = drawTable(locked, 't');
    const plates = (text: string): number => text.match(/r="7"/g)?.length ?? 0;
    expect(plates(drawOpenings(terrain))).toBe(1);
    expect(plates(drawOpenings(terrain, { door: 'open' }))).toBe(0);
  });
});

describe('floors and levels', () => {
  const room = (rows: string[], more: Partial<SquareTable> = {}): SquareTable => ({
    form: 'squares',
    id: 'room',
    name: 'Room',
    size: [rows[0]?.length ?? 0, rows.length],
    legend: { '.': { kind: 'meadow' }, p: { kind: 'planks' }, g: { kind: 'planks', level: 1 }, r: { kind: 'rubble' }, b: { kind: 'brush' }, s: { kind: 'stairs' } },
    rows,
    kinds: { squares: { meadow: { recipe: 'meadow' }, planks: { recipe: 'planks' }, rubble: { recipe: 'rubble' }, brush: { recipe: 'brush' }, stairs: { recipe: 'stairs' } }, edges: { wall: { recipe: 'wall' } } },
    ...more,
  });

  it('gives rubble in a room the floor of the room, and brush beside it the meadow', () => {
    const terrain = readTerrain(room(['.....', '.prp.', '.pppb', '.....']));
    expect(terrain.cellAt(2, 1)?.base).toBe('planks');
    expect(terrain.cellAt(4, 2)?.base).toBe('meadow');
    expect(terrain.ground).toBe('meadow');
  });

  it('draws a drop along a raised floor, not where a wall or stairs stand', () => {
    const rows = ['gggs', 'pppp'];
    expect(dropsOf(readTerrain(room(rows))).map((drop) => `${drop.at.join()} ${drop.side}`)).toEqual(['0,0 s', '1,0 s', '2,0 s']);
    const walled = room(rows, { edges: [{ at: [1, 1], side: 'n', kind: 'wall' }] });
    expect(dropsOf(readTerrain(walled))).toHaveLength(2);
  });

  it('leads a ditch on below a bridge, not below a house beside it', () => {
    const terrain = readTerrain({
      ...room(['vvppvv', '..pp..']),
      legend: { '.': { kind: 'meadow' }, p: { kind: 'planks' }, v: { kind: 'ditch', level: -1 } },
      kinds: { squares: { meadow: { recipe: 'meadow' }, planks: { recipe: 'planks' }, ditch: { recipe: 'ditch' } } },
    });
    expect(bridgesOver(terrain, squaresOf(terrain, 'ditch'))).toEqual([[2, 0], [3, 0]]);
  });

  it('points stairs up', () => {
    const terrain = readTerrain(room(['gsp'], { features: [{ kind: 'stairs', squares: [[1, 0]] }], kinds: { ...room(['.']).kinds, features: { stairs: { recipe: 'stairs' } } } }));
    expect(terrain.features[0]?.up).toBe('w');
  });

  it('fades crowns near a piece only', () => {
    const crowns = [{ x: 10, y: 10, size: 50, symbol: 'tree-0' }, { x: 90, y: 10, size: 50, symbol: 'tree-1' }];
    expect([...crownsNear(crowns, [[20, 20]])]).toEqual([0]);
    expect(drawCrowns(crowns, new Set([0])).match(/opacity="0.35"/g)).toHaveLength(1);
  });
});
