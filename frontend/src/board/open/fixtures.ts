/** An open table with every recipe on it and some bases, for tests: no battlefield of any game. */
import type { BoardPiece, Kind, Point, Pose } from '../types';
import { OPEN_RECIPES } from './ground';
import type { BoardTerrain, OpenTable } from './types';

export const UNIT = 600;

const LINES = new Set(['fence', 'wall', 'hedge']);

export function openTable(): OpenTable {
  return {
    form: 'open',
    id: 'every-recipe',
    name: 'Every recipe',
    size: [24 * UNIT, 18 * UNIT],
    unit: { size: UNIT, one: 'BU', many: 'BU' },
    kinds: { terrain: Object.fromEntries(OPEN_RECIPES.map((recipe): [string, Kind] => [recipe, { recipe, label: recipe }])) },
    zones: [{ id: 'base', name: 'Base edge', seat: 'blue', outline: [[0, 16 * UNIT], [24 * UNIT, 16 * UNIT], [24 * UNIT, 18 * UNIT], [0, 18 * UNIT]] }],
  };
}

function oval([x, y]: Point, width: number, height: number): Point[] {
  return Array.from({ length: 14 }, (_, i): Point => {
    const turn = (i / 14) * 2 * Math.PI;
    return [Math.round(x + (Math.cos(turn) * width) / 2), Math.round(y + (Math.sin(turn) * height) / 2)];
  });
}

export function everyTerrain(): Record<string, BoardTerrain> {
  return Object.fromEntries(
    OPEN_RECIPES.map((kind, i): [string, BoardTerrain] => {
      const middle: Point = [(2.2 + (i % 6) * 3.9) * UNIT, (2 + Math.floor(i / 6) * 3.4) * UNIT];
      const [x, y] = middle;
      const straight = ['village', 'field', 'open-field', 'broken-field', 'enclosed-field', 'orchard', 'ford', 'bridge', 'road'].includes(kind);
      const box: Point[] = [[x - 900, y - 700], [x + 900, y - 700], [x + 900, y + 700], [x - 900, y + 700]];
      const outline: Point[] = LINES.has(kind) ? [[x - 900, y + 300], [x + 200, y], [x + 900, y - 500]] : straight ? box : oval(middle, 2000, 1600);
      return [kind, { id: kind, kind, label: kind, outline, closed: !LINES.has(kind), state: '' }];
    }),
  );
}

export function body(id: string, pose: Pose | null, more: Partial<BoardPiece> = {}): BoardPiece {
  return {
    id,
    seat: 'blue',
    name: id,
    icon: 'pikeman',
    shape: { kind: 'rect', size: 2 * UNIT, depth: 400 },
    at: null,
    pose,
    level: 0,
    bar: { value: 6, max: 6, label: 'VBU' },
    marks: [],
    state: 'up',
    active: false,
    acted: false,
    label: `${id}, blue, 6 of 6`,
    ...more,
  };
}
