/** A table with every recipe on it, for tests: not a map of any game. */
import { EDGE_RECIPES, FEATURE_RECIPES, SQUARE_RECIPES } from './recipes';
import type { BoardPiece, Kind, Square, SquareTable } from './types';

const kindsOf = (recipes: readonly string[]): Record<string, Kind> => Object.fromEntries(recipes.map((recipe) => [recipe, { recipe, label: recipe }]));

/** Plain ground with one patch or thing of each recipe. */
export function everyKind(): SquareTable {
  const signs = 'abcdefghijklmnopqrstuvwxyz';
  const legend: SquareTable['legend'] = { '.': { kind: 'meadow' }, '^': { kind: 'meadow', level: 1 } };
  const rows: string[] = ['.'.repeat(4 * 6)];
  SQUARE_RECIPES.forEach((recipe, i) => {
    const sign = signs[i] as string;
    legend[sign] = { kind: recipe, level: recipe === 'ditch' || recipe === 'water' ? -1 : 0 };
  });
  for (let start = 0; start < SQUARE_RECIPES.length; start += 6) {
    const line = SQUARE_RECIPES.slice(start, start + 6)
      .map((_, i) => `${(signs[start + i] as string).repeat(3)}.`)
      .join('')
      .padEnd(24, '.');
    rows.push(line, line, '.'.repeat(24));
  }
  const top = rows.length;
  rows.push('.'.repeat(24), '.^^.'.repeat(6), '.'.repeat(24));
  return {
    form: 'squares',
    id: 'every-kind',
    name: 'Every kind',
    size: [24, rows.length],
    legend,
    rows,
    kinds: {
      squares: kindsOf(SQUARE_RECIPES),
      features: kindsOf(FEATURE_RECIPES),
      edges: { ...kindsOf(EDGE_RECIPES), palisade: { recipe: 'palisade', full: true }, loophole: { recipe: 'palisade' } },
    },
    features: FEATURE_RECIPES.map((recipe, i) => ({ id: recipe, kind: recipe, squares: [[i * 3, 0] as Square, [i * 3 + 1, 0] as Square] })),
    edges: [
      ...EDGE_RECIPES.map((kind, i) => ({ id: kind, at: [i * 2, top] as Square, side: 'n' as const, kind })),
      { id: 'loophole', at: [22, top], side: 'n', kind: 'loophole' },
    ],
    decor: [
      { kind: 'road', line: [[0, 3.5], [24, 3.5]], width: 1 },
      { kind: 'wash', at: [4, 4], size: 3 },
      { kind: 'rug', rect: [4, 1, 5, 1] },
      ...['campfire', 'barrels', 'rock', 'rocks', 'sign', 'tree', 'reeds', 'bench', 'lantern', 'rope'].map((kind, i) => ({ kind, at: [i * 2 + 1, 3.5] as Square, text: 'Inn' })),
    ],
    zones: [],
  };
}

export function figure(id: string, at: Square | null, more: Partial<BoardPiece> = {}): BoardPiece {
  return {
    id,
    seat: 'blue',
    name: id,
    icon: 'bowman',
    shape: { kind: 'square', size: 1 },
    at,
    level: 0,
    bar: { value: 9, max: 12, label: 'Wounds' },
    marks: [],
    state: 'up',
    active: false,
    acted: false,
    label: `${id}, blue, 9 of 12 Wounds`,
    ...more,
  };
}
