/** A table read once for drawing: what lies on each square, what lies under it, how high, which edges stand where. */
import type { Decor, Kind, Point, Side, Square, SquareTable } from '../types';
import type { UnitEdge } from '../runs';
import { edgeId, edgeLine, key } from '../units';

export interface Cell {
  at: Square;
  kind: string;
  recipe: string;
  /** Recipe of the floor under it: its own if it is a floor, else that of the nearest floor. */
  base: string;
  level: number;
  /** Height of the floor under it: what is climbed stands on the lowest floor beside it. */
  floor: number;
  /** Shaped spaces lie on it: its own floor is not seen. */
  cut: boolean;
  /** Facts of its kind that change the look: undergrowth, waves. */
  facts: Kind;
}

export interface Feature {
  recipe: string;
  squares: Square[];
  up: Side | null;
}

export interface DrawnEdge extends UnitEdge {
  id: string;
  recipe: string;
  state: string | null;
  locked: boolean;
  facts: Kind | null;
}

/** What stands on the side of a shaped space, from point to point in square units. */
export interface DrawnBorder {
  id: string;
  recipe: string;
  state: string | null;
  locked: boolean;
  from: Point;
  to: Point;
}

/** A space that squares do not make, with the floor of the square that names it. */
export interface DrawnShape {
  corners: Point[];
  cell: Cell;
}

export interface Terrain {
  /** Seed of every scatter. */
  seed: string;
  /** Prefix of ids that belong to this one board (clip paths). */
  uid: string;
  width: number;
  height: number;
  cells: Cell[];
  /** Recipe that covers the whole table under all others. */
  ground: string;
  features: Feature[];
  edges: DrawnEdge[];
  borders: DrawnBorder[];
  shapes: DrawnShape[];
  decor: Decor[];
  cellAt(x: number, y: number): Cell | null;
  /** Is there an edge object between a square and its neighbour over that side? */
  hasEdge(at: Square, side: Side): boolean;
  isStair(x: number, y: number): boolean;
}

/** Floors a figure can stand on plainly; everything else lies on one of them. */
const FLOORS = new Set(['meadow', 'planks', 'flags', 'road', 'deck', 'snow', 'tiles', 'rampart', 'gallery']);
const NATURAL = new Set(['meadow', 'road', 'snow']);
/** These stand in built places as well as in the open; the others grow or flow and lie on natural ground. */
const CLIMBED = new Set(['rigging', 'ladder', 'stairs']);
const WET = new Set(['water', 'ford', 'ditch']);
const ANYWHERE = new Set(['masonry-block', 'rubble', 'mud', 'scree', 'planks', 'flags', 'deck', 'rigging', 'ladder', 'stairs', 'crates', 'table', 'mast', 'pillar', 'tiles', 'rampart', 'gallery']);
const LEADS_UP = new Set(['stairs', 'ladder']);
export const BUILT = new Set(['planks', 'flags', 'deck', 'tiles', 'rampart', 'gallery']);

export const STEPS: readonly (readonly [Side, number, number])[] = [
  ['n', 0, -1],
  ['e', 1, 0],
  ['s', 0, 1],
  ['w', -1, 0],
];

export function readTerrain(table: SquareTable, uid = 'b'): Terrain {
  const [width, height] = table.size;
  const shaped = (table.spaces ?? []).filter((space) => space.corners);
  const cut = new Set(shaped.flatMap((space) => space.squares.map(([x, y]) => key(x, y))));
  const grid: (Cell | null)[] = [];
  const cells: Cell[] = [];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const sign = table.rows[y]?.[x];
      const entry = sign === undefined ? undefined : table.legend[sign];
      const kind = entry ? table.kinds.squares[entry.kind] : undefined;
      if (!entry || !kind) {
        grid.push(null);
        continue;
      }
      const cell: Cell = { at: [x, y], kind: entry.kind, recipe: kind.recipe, base: '', level: entry.level ?? 0, floor: entry.level ?? 0, cut: cut.has(key(x, y)), facts: kind };
      grid.push(cell);
      cells.push(cell);
    }
  }
  const cellAt = (x: number, y: number): Cell | null =>
    x < 0 || y < 0 || x >= width || y >= height ? null : (grid[y * width + x] ?? null);

  const edges: DrawnEdge[] = (table.edges ?? []).map((edge) => ({
    id: edgeId(edge),
    at: edge.at,
    side: edge.side,
    recipe: table.kinds.edges?.[edge.kind]?.recipe ?? '',
    state: edge.state ?? null,
    locked: edge.lock !== undefined && edge.lock !== null,
    facts: table.kinds.edges?.[edge.kind] ?? null,
  }));
  const edgeLines = new Set(edges.map((edge) => edgeLine(edge.at, edge.side).join(',')));

  const hasEdge = (at: Square, side: Side): boolean => edgeLines.has(edgeLine(at, side).join(','));
  layFloors(cells, cellAt, hasEdge);
  for (const cell of cells) {
    if (!CLIMBED.has(cell.recipe)) continue;
    const beside = STEPS.flatMap(([, dx, dy]) => {
      const next = cellAt(cell.at[0] + dx, cell.at[1] + dy);
      return next && BUILT.has(next.base) && !CLIMBED.has(next.recipe) ? [next.level] : [];
    });
    if (beside.length > 0) cell.floor = Math.min(...beside);
  }
  const stairs = new Set(cells.filter((cell) => LEADS_UP.has(cell.recipe)).map((cell) => key(...cell.at)));
  const features: Feature[] = (table.features ?? []).map((feature) => {
    const recipe = table.kinds.features?.[feature.kind]?.recipe ?? '';
    if (LEADS_UP.has(recipe)) for (const [x, y] of feature.squares) stairs.add(key(x, y));
    return { recipe, squares: feature.squares, up: feature.up ?? wayUp(feature.squares, cellAt) };
  });
  return {
    seed: table.id,
    uid,
    width,
    height,
    cells,
    ground: commonFloor(cells),
    features,
    edges,
    borders: (table.borders ?? []).map(({ id, from, to, kind, state, lock }) => ({ id, from, to, recipe: table.kinds.edges?.[kind]?.recipe ?? '', state: state ?? null, locked: Boolean(lock) })),
    shapes: shaped.flatMap(({ at, corners }) => {
      const cell = cellAt(at[0], at[1]);
      return cell && corners ? [{ corners, cell }] : [];
    }),
    decor: (table.decor ?? []).map((decor) => ({ ...decor, kind: table.kinds.decor?.[decor.kind]?.recipe ?? decor.kind })),
    cellAt,
    hasEdge,
    isStair: (x, y) => stairs.has(key(x, y)),
  };
}

/** The floor under everything: open ground if the table has any, else its most frequent floor, natural ones first. */
function commonFloor(cells: readonly Cell[]): string {
  const counts = new Map<string, number>();
  for (const cell of cells) counts.set(cell.base, (counts.get(cell.base) ?? 0) + 1);
  if (counts.has('meadow')) return 'meadow';
  const natural = [...counts].filter(([base]) => NATURAL.has(base));
  let best = 'meadow';
  let most = 0;
  for (const [base, count] of natural.length > 0 ? natural : counts) {
    if (count > most) {
      best = base;
      most = count;
    }
  }
  return best;
}

/** Gives every square its floor: floors spread to where no wall stands, natural growth takes natural ground only. */
function layFloors(
  cells: readonly Cell[],
  cellAt: (x: number, y: number) => Cell | null,
  hasEdge: (at: Square, side: Side) => boolean,
): void {
  const hasNatural = cells.some((cell) => NATURAL.has(cell.recipe));
  for (const cell of cells) if (FLOORS.has(cell.recipe)) cell.base = cell.recipe;
  // Ring by ring; of several floors around, the one on most sides wins.
  const spread = (takes: (cell: Cell) => boolean, gives: (cell: Cell) => boolean): void => {
    let open = cells.filter((cell) => cell.base === '' && takes(cell));
    for (;;) {
      const found = open.flatMap((cell) => {
        const counts = new Map<string, number>();
        for (const [side, dx, dy] of STEPS) {
          const next = cellAt(cell.at[0] + dx, cell.at[1] + dy);
          if (next && next.base !== '' && gives(next) && !hasEdge(cell.at, side)) counts.set(next.base, (counts.get(next.base) ?? 0) + 1);
        }
        const [best] = [...counts].sort((a, b) => b[1] - a[1]);
        return best ? [{ cell, base: best[0] }] : [];
      });
      if (found.length === 0) return;
      for (const { cell, base } of found) cell.base = base;
      open = open.filter((cell) => cell.base === '');
    }
  };
  spread(
    (cell) => ANYWHERE.has(cell.recipe),
    () => true,
  );
  spread(
    (cell) => hasNatural || !WET.has(cell.recipe),
    (cell) => NATURAL.has(cell.base) || !hasNatural,
  );
  for (const cell of cells) if (cell.base === '') cell.base = 'meadow';
}

/** The side with the highest ground beside these squares; null on level ground. */
export function wayUp(squares: readonly Square[], cellAt: (x: number, y: number) => Cell | null): Side | null {
  const own = new Set(squares.map(([x, y]) => key(x, y)));
  const heights = new Map<Side, number>();
  for (const [x, y] of squares) {
    for (const [side, dx, dy] of STEPS) {
      if (own.has(key(x + dx, y + dy))) continue;
      const level = cellAt(x + dx, y + dy)?.level;
      if (level !== undefined) heights.set(side, Math.max(level, heights.get(side) ?? -Infinity));
    }
  }
  const low = Math.min(...heights.values());
  let best: Side | null = null;
  let most = low;
  for (const [side, level] of heights) {
    if (level > most) {
      most = level;
      best = side;
    }
  }
  return best;
}

/** Squares of a recipe that also slow a figure down: they show their undergrowth. */
export function overgrown(terrain: Terrain, recipe: string): Square[] {
  return terrain.cells.filter((cell) => cell.recipe === recipe && cell.facts.difficult === true).map((cell) => cell.at);
}

const LONGEST_BRIDGE = 4;

/** Built squares beside these: water runs on below quays, piers and hulls. */
export function runsUnder(terrain: Terrain, squares: readonly Square[]): Square[] {
  const have = new Set(squares.map(([x, y]) => key(x, y)));
  return terrain.cells
    .filter(({ at: [x, y], base }) => BUILT.has(base) && !have.has(key(x, y)) && STEPS.some(([, dx, dy]) => have.has(key(x + dx, y + dy))))
    .map((cell) => cell.at);
}

/** Built squares between two of these in a straight line: bridges, under which a ditch runs on. */
export function bridgesOver(terrain: Terrain, squares: readonly Square[]): Square[] {
  const have = new Set(squares.map(([x, y]) => key(x, y)));
  const reaches = (x: number, y: number, dx: number, dy: number): boolean => {
    for (let i = 1; i <= LONGEST_BRIDGE; i++) {
      if (have.has(key(x + dx * i, y + dy * i))) return true;
      if (!BUILT.has(terrain.cellAt(x + dx * i, y + dy * i)?.base ?? '')) return false;
    }
    return false;
  };
  return terrain.cells
    .filter(({ at: [x, y], base }) => BUILT.has(base) && !have.has(key(x, y)) && [[1, 0] as const, [0, 1] as const].some(([dx, dy]) => reaches(x, y, dx, dy) && reaches(x, y, -dx, -dy)))
    .map((cell) => cell.at);
}

/** Squares whose recipe is this one, from the rows and from features that draw an area. */
export function squaresOf(terrain: Terrain, recipe: string): Square[] {
  const squares = terrain.cells.filter((cell) => cell.recipe === recipe).map((cell) => cell.at);
  for (const feature of terrain.features) if (feature.recipe === recipe) squares.push(...feature.squares);
  return squares;
}

export function edgesOf(terrain: Terrain, ...recipes: string[]): DrawnEdge[] {
  return terrain.edges.filter((edge) => recipes.includes(edge.recipe));
}

export function bordersOf(terrain: Terrain, ...recipes: string[]): DrawnBorder[] {
  return terrain.borders.filter((border) => recipes.includes(border.recipe));
}

/** Decor by recipe; the kind of a decor is its recipe unless the ruleset's table says otherwise. */
export function decorOf(terrain: Terrain, ...recipes: string[]): Decor[] {
  return terrain.decor.filter((decor) => recipes.includes(decor.kind));
}

export function boxOf(squares: readonly Square[]): { x: number; y: number; width: number; height: number } {
  const xs = squares.map((at) => at[0]);
  const ys = squares.map((at) => at[1]);
  const x = Math.min(...xs);
  const y = Math.min(...ys);
  return { x, y, width: Math.max(...xs) - x + 1, height: Math.max(...ys) - y + 1 };
}
