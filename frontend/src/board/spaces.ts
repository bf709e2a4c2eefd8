/**
 * The spaces of a board, where it counts in them: squares, joined squares, and other shapes. What lies where is told by
 * the server; here it is only looked up, and outlined. Square units but for paths, which are in user units.
 */
import { insideRings, loopsOf, ringPath, squareOutline } from './outline';
import type { Effect, Overlay, Point, Square, SquareTable, TableSpace } from './types';
import { key, SQ } from './units';

/** Corners lie on twelfths of a square. */
const LATTICE = 12;

type Side = [Point, Point];

export class Spaces {
  /** The spaces that are more or other than one square, by each of their squares. */
  private readonly bySquare = new Map<string, TableSpace>();
  private readonly shaped: TableSpace[];
  private readonly corners: Point[];
  private readonly size: Square;

  constructor(table: Pick<SquareTable, 'size' | 'spaces'>) {
    const spaces = table.spaces ?? [];
    this.size = table.size;
    this.shaped = spaces.filter((space) => space.corners);
    this.corners = this.shaped.flatMap((space) => space.corners ?? []);
    for (const space of spaces) for (const [x, y] of space.squares) this.bySquare.set(key(x, y), space);
  }

  /** Nothing but squares. */
  get plain(): boolean {
    return this.bySquare.size === 0;
  }

  /** The square that names the space of a square. */
  name(square: Square): Square {
    return this.bySquare.get(key(square[0], square[1]))?.at ?? square;
  }

  /** Where a base that stands in the space has its upper left corner. */
  corner(square: Square): Square {
    const space = this.bySquare.get(key(square[0], square[1]));
    return space ? [space.centre[0] - 0.5, space.centre[1] - 0.5] : square;
  }

  /** The middle of the space. */
  centre(square: Square): Point {
    const [x, y] = this.corner(square);
    return [x + 0.5, y + 0.5];
  }

  /** The space that a point lies in, by its name; null beside the table. */
  at([x, y]: Point): Square | null {
    const [column, row] = [Math.floor(x), Math.floor(y)];
    if (column < 0 || row < 0 || column >= this.size[0] || row >= this.size[1]) return null;
    const over = this.shaped.find(({ corners }) => insideRings([corners ?? []], x, y));
    return over?.at ?? this.name([column, row]);
  }

  /** The next other space in the direction of an arrow; the same one at the rim. */
  beside(from: Square, dx: number, dy: number): Square {
    let [x, y] = from;
    const here = key(...this.name(from));
    for (;;) {
      [x, y] = [x + dx, y + dy];
      if (x < 0 || y < 0 || x >= this.size[0] || y >= this.size[1]) return this.name(from);
      const there = this.name([x, y]);
      if (key(...there) !== here) return there;
    }
  }

  /** Whether two spaces share a side or a corner. */
  touch(one: Square, other: Square): boolean {
    if (!this.bySquare.has(key(...one)) && !this.bySquare.has(key(...other))) return Math.max(Math.abs(one[0] - other[0]), Math.abs(one[1] - other[1])) <= 1;
    const there = this.points(other);
    return [...this.points(one)].some((point) => there.has(point));
  }

  /** Every place on the rim of a space where others may meet it. */
  private points(square: Square): ReadonlySet<string> {
    const space = this.bySquare.get(key(square[0], square[1]));
    const rings = space?.corners ? [space.corners] : loopsOf(space?.squares ?? [square]);
    return new Set(rings.flatMap((ring) => this.sidesOf(ring).map(([from]) => placeOf(from))));
  }

  /** One outline round all spaces that these squares belong to, with rounded corners; `inset` pulls it inside. */
  outline(squares: readonly Square[], radius = 9, inset = 0): string {
    const found = new Map<string, Square>();
    const shapes = new Set<TableSpace>();
    for (const square of squares) {
      const space = this.bySquare.get(key(square[0], square[1]));
      if (space?.corners) shapes.add(space);
      else for (const [x, y] of space?.squares ?? [square]) found.set(key(x, y), [x, y]);
    }
    if (shapes.size === 0) return squareOutline([...found.values()], radius, inset);
    const rings = [...loopsOf([...found.values()]), ...[...shapes].map((space) => space.corners ?? [])];
    return joined(rings.flatMap((ring) => this.sidesOf(ring))).map((ring) => ringPath(ring, radius, inset)).join('');
  }

  /** Lines between spaces. */
  get grid(): string {
    const [width, height] = this.size;
    const cut = (x: number, y: number): boolean => Boolean(this.bySquare.get(key(x, y))?.corners);
    const apart = (a: Square, b: Square): boolean => !cut(...a) && !cut(...b) && key(...this.name(a)) !== key(...this.name(b));
    let lines = '';
    for (let x = 1; x < width; x++) lines += stretches(height, (y) => apart([x - 1, y], [x, y])).map(([from, to]) => `M${x * SQ} ${from * SQ}V${to * SQ}`).join('');
    for (let y = 1; y < height; y++) lines += stretches(width, (x) => apart([x, y - 1], [x, y])).map(([from, to]) => `M${from * SQ} ${y * SQ}H${to * SQ}`).join('');
    return lines + this.shaped.map((space) => shapePath(space.corners ?? [])).join('');
  }

  /** What is planned, with every base and way drawn where one stands in the space. */
  settled(plan: Overlay): Overlay {
    if (this.plain) return plan;
    const settled: Overlay = { ...plan };
    if (plan.path) {
      const { points, stops } = plan.path;
      settled.path = { ...plan.path, points: points.map((at) => this.corner(at)), ...(stops ? { stops: stops.map((stop) => ({ ...stop, at: this.corner(stop.at) })) } : {}) };
    }
    if (plan.ghosts) settled.ghosts = plan.ghosts.map((ghost) => ({ ...ghost, at: this.corner(ghost.at) }));
    return settled;
  }

  /** The same of whatever lies or stands on squares. */
  placed<T extends { at: Square | null }>(things: Readonly<Record<string, T>>): Record<string, T> {
    if (this.plain) return things;
    return Object.fromEntries(Object.entries(things).map(([id, thing]) => [id, thing.at ? { ...thing, at: this.corner(thing.at) } : thing]));
  }

  /** The same of what has happened. */
  played(effects: readonly Effect[]): readonly Effect[] {
    if (this.plain) return effects;
    return effects.map((effect) => (effect.kind === 'move' ? { ...effect, path: effect.path.map((at) => (at.length === 2 ? this.corner(at) : at)) } : effect));
  }

  /** The sides of a ring, cut wherever another space may meet them. */
  private sidesOf(ring: readonly Point[]): Side[] {
    return ring.flatMap((from, i) => {
      const to = ring[(i + 1) % ring.length] ?? from;
      const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
      const length = dx * dx + dy * dy;
      const along = ([x, y]: Point): number => ((x - from[0]) * dx + (y - from[1]) * dy) / length;
      const cuts = [...this.corners, ...lattice(from, to)].filter((point) => {
        const across = dx * (point[1] - from[1]) - dy * (point[0] - from[0]);
        return Math.abs(across) < 1e-6 && along(point) > 1e-6 && along(point) < 1 - 1e-6;
      });
      const stops = [from, ...cuts.sort((a, b) => along(a) - along(b)), to].filter((point, n, all) => n === 0 || placeOf(point) !== placeOf(all[n - 1]!));
      return stops.slice(1).map((stop, n): Side => [stops[n]!, stop]);
    });
  }
}

/** A polygon as a closed path. */
export const shapePath = (corners: readonly Point[]): string => 'M' + corners.map(([x, y]) => `${x * SQ} ${y * SQ}`).join('L') + 'Z';

const placeOf = ([x, y]: Point): string => key(Math.round(x * LATTICE), Math.round(y * LATTICE));

/** The corners of squares on a line of the grid. */
function lattice(from: Point, to: Point): Point[] {
  const axis = from[0] === to[0] ? 1 : from[1] === to[1] ? 0 : null;
  if (axis === null || !Number.isInteger(from[axis === 1 ? 0 : 1])) return [];
  const [low, high] = [Math.min(from[axis], to[axis]), Math.max(from[axis], to[axis])];
  const points: Point[] = [];
  for (let at = Math.ceil(low); at <= high; at++) points.push(axis === 1 ? [from[0], at] : [at, from[1]]);
  return points;
}

/** Maximal runs of numbers below `count` that will do, each with its end. */
function stretches(count: number, willDo: (at: number) => boolean): [number, number][] {
  const runs: [number, number][] = [];
  for (let at = 0; at < count; at++) {
    if (!willDo(at)) continue;
    const last = runs.at(-1);
    if (last && last[1] === at) last[1] = at + 1;
    else runs.push([at, at + 1]);
  }
  return runs;
}

/** Closed walks over the sides that no other one runs along the other way; the area lies on their right hand. */
function joined(sides: readonly Side[]): Point[][] {
  const open = new Map<string, Side>();
  for (const side of sides) {
    const [from, to] = [placeOf(side[0]), placeOf(side[1])];
    if (!open.delete(`${to} ${from}`)) open.set(`${from} ${to}`, side);
  }
  const ways = new Map<string, Side[]>();
  for (const side of open.values()) {
    const place = placeOf(side[0]);
    ways.set(place, [...(ways.get(place) ?? []), side]);
  }
  const rings: Point[][] = [];
  for (const list of ways.values()) {
    while (list.length) {
      const ring: Point[] = [];
      let side: Side | undefined = list.pop();
      const start = placeOf(side![0]);
      while (side) {
        ring.push(side[0]);
        if (placeOf(side[1]) === start) break;
        side = onward(ways.get(placeOf(side[1])) ?? [], side);
      }
      rings.push(ring);
    }
  }
  return rings;
}

/** Of several ways on the one farthest to the right: so areas that touch by a corner only stay apart. */
function onward(list: Side[], [from, at]: Side): Side | undefined {
  const heading = Math.atan2(at[1] - from[1], at[0] - from[0]);
  const turn = ([a, b]: Side): number => {
    const by = Math.atan2(b[1] - a[1], b[0] - a[0]) - heading;
    return Math.atan2(Math.sin(by), Math.cos(by));
  };
  const best = [...list].sort((a, b) => turn(b) - turn(a))[0];
  if (best) list.splice(list.indexOf(best), 1);
  return best;
}
