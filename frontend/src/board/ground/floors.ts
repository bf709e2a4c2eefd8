/** Floors: what a figure stands on plainly, and the soft or rough ground over it. */
import type { Square } from '../types';
import { chance } from '../random';
import { bleed, insideRings, loopsOf, smoothOutline, smoothPoints, wavering } from '../outline';
import { patchesOf } from '../runs';
import { scatter } from '../scatter';
import { shapePath } from '../spaces';
import { el, group, SHADE, softArea, softDisc, url, use, wash } from '../svg';
import { key, round, SQ } from '../units';
import { boxOf, BUILT, squaresOf, type Terrain } from './terrain';

const whole = (terrain: Terrain): Record<string, number> => ({
  x: 0,
  y: 0,
  width: terrain.width * SQ,
  height: terrain.height * SQ,
});

/** Straight-sided area of squares, without rounding: floors end where walls stand. */
export function hardPath(squares: readonly Square[]): string {
  return loopsOf(squares)
    .map((loop) => 'M' + loop.map(([x, y]) => `${x * SQ} ${y * SQ}`).join('L') + 'Z')
    .join('');
}

/** Smooth area that runs on beyond the rim of the table. */
export function softPath(terrain: Terrain, squares: readonly Square[], amount = 6): string {
  return smoothOutline(bleed(squares, terrain.width, terrain.height), terrain.seed, amount);
}

/** Does a point (user units) lie inside the smooth outline of the squares, by `margin`? For scatters. */
export function insideOf(terrain: Terrain, squares: readonly Square[], amount = 6): (x: number, y: number, margin: number) => boolean {
  const have = new Set(squares.map(([x, y]) => key(x, y)));
  const deep = (x: number, y: number): boolean => {
    for (let i = -1; i <= 1; i++) for (let j = -1; j <= 1; j++) if (!have.has(key(x + i, y + j)) && terrain.cellAt(x + i, y + j)) return false;
    return true;
  };
  const rings = loopsOf(bleed(squares, terrain.width, terrain.height)).map((loop) => smoothPoints(wavering(loop, terrain.seed, amount), 16));
  return (x, y, margin) => {
    const [cx, cy] = [Math.floor(x / SQ), Math.floor(y / SQ)];
    if (have.has(key(cx, cy)) && deep(cx, cy)) return true;
    return [
      [margin, 0],
      [-margin, 0],
      [0, margin],
      [0, -margin],
    ].every(([dx, dy]) => insideRings(rings, x + (dx as number), y + (dy as number)));
  };
}

/** The ground under everything, over the whole table. */
export function drawGround(terrain: Terrain): string {
  const area = whole(terrain);
  switch (terrain.ground) {
    case 'planks':
      return planks(terrain, null);
    case 'flags':
      return flags(terrain, null);
    case 'deck':
      return deckBoards(terrain, null);
    case 'road':
      return [
        el('rect', { ...area, fill: 'var(--road)' }),
        el('rect', { ...area, fill: wash(1, 'meadow-3'), opacity: 0.6 }),
        el('rect', { ...area, fill: wash(2, 'road-edge'), opacity: 0.35 }),
        earthStreaks(terrain, squaresOf(terrain, 'road')),
      ].join('');
    case 'snow':
      return el('rect', { ...area, fill: 'var(--mb-snow)' }) + el('rect', { ...area, fill: wash(1, 'mb-snow-2') });
    default:
      return [
        el('rect', { ...area, fill: 'var(--meadow)' }),
        el('rect', { ...area, fill: wash(1, 'meadow-2') }),
        el('rect', { ...area, fill: wash(2, 'meadow-3') }),
        el('rect', { ...area, fill: url('grass') }),
      ].join('');
  }
}

/** Squares with this floor, unless it covers the whole table anyway; raised built floors belong to the relief. */
function floorSquares(terrain: Terrain, base: string): Square[] {
  if (terrain.ground === base) return [];
  return terrain.cells.filter((cell) => cell.base === base && !cell.cut && (cell.floor <= 0 || !BUILT.has(base))).map((cell) => cell.at);
}

/** Other natural floors over the common ground. */
export function drawNaturalFloors(terrain: Terrain): string {
  const of = (base: string): Square[] => floorSquares(terrain, base);
  const parts: string[] = [];
  const snow = of('snow');
  if (snow.length > 0) parts.push(el('path', { d: softPath(terrain, snow, 8), fill: 'var(--mb-snow)', stroke: 'var(--mb-snow-2)', 'stroke-width': 5 }));
  const road = of('road');
  if (road.length > 0) parts.push(packedEarth(terrain, road));
  const meadow = of('meadow');
  if (meadow.length > 0) parts.push(el('path', { d: softPath(terrain, meadow), fill: 'var(--meadow)' }));
  return parts.join('');
}

/** Built floors, over water: a bridge is a floor. */
export function drawBuiltFloors(terrain: Terrain): string {
  const of = (base: string): Square[] => floorSquares(terrain, base);
  const parts: string[] = [];
  const flagged = of('flags');
  if (flagged.length > 0) parts.push(flags(terrain, flagged));
  const planked = of('planks');
  if (planked.length > 0) parts.push(planks(terrain, planked));
  const decked = of('deck');
  if (decked.length > 0) parts.push(deckBoards(terrain, decked));
  for (const base of ['tiles', 'rampart', 'gallery']) {
    const squares = of(base);
    if (squares.length > 0) parts.push(floorOf(hardPath(squares), base));
  }
  return parts.join('');
}

/** The floors of spaces that squares do not make: level ones, or those that are raised. */
export function drawShapes(terrain: Terrain, raised: boolean): string {
  const shapes = terrain.shapes.filter(({ cell }) => (cell.floor > 0 && BUILT.has(cell.base)) === raised);
  return shapes.map(({ corners, cell }) => (raised ? softArea(shapePath(corners), 0.5, [7, 11]) : '') + floorOf(shapePath(corners), cell.base) + inlay(shapePath(corners), cell.base)).join('');
}

/** Built floors are bounded by a line of other stones or boards: the shape is seen where nothing else stands on its sides. */
const inlay = (d: string, base: string): string =>
  BUILT.has(base) ? el('path', { d, fill: 'none', stroke: 'var(--stone-ink)', 'stroke-width': 2.4, 'stroke-linejoin': 'round', opacity: 0.55 }) : '';

/** One floor within an outline. */
export function floorOf(d: string, base: string): string {
  const layers = (...fills: [string, number?][]): string => fills.map(([fill, opacity]) => el('path', { d, fill, opacity })).join('');
  switch (base) {
    case 'planks':
      return layers(['var(--floor)'], [wash(2, 'floor-2')], [url('planks')]);
    case 'flags':
      return layers(['var(--stone)'], [url('flags')]);
    case 'deck':
      return layers(['var(--timber-2)'], [url('deck')]);
    case 'tiles':
      return layers(['var(--mb-roof)'], [url('tiles')]);
    case 'rampart':
      return layers(['var(--stone-2)'], [url('slabs')]);
    case 'gallery':
      return layers(['var(--timber-2)'], [url('boards')]);
    case 'road':
      return layers(['var(--road)'], [wash(1, 'meadow-3'), 0.6]);
    default:
      return layers(['var(--meadow)'], [wash(1, 'meadow-2')], [wash(2, 'meadow-3')], [url('grass')]);
  }
}

/** Trodden earth; rules never depend on its look, so it has no ink. */
function packedEarth(terrain: Terrain, squares: readonly Square[]): string {
  const d = softPath(terrain, squares, 8);
  return el('path', { d, fill: 'var(--road)', stroke: 'var(--road-edge)', 'stroke-width': 5, 'stroke-opacity': 0.5 }) + earthStreaks(terrain, squares);
}

function earthStreaks(terrain: Terrain, squares: readonly Square[]): string {
  const marks = scatter(squares, { seed: `${terrain.seed}:earth`, apart: 44, tries: 3, inset: 12, inside: insideOf(terrain, squares) });
  return el('path', {
    d: marks.map(({ x, y, roll }) => `M${round(x - 12)} ${round(y)}q${round(6 + roll * 10)} ${round(3 - roll * 6)} ${round(14 + roll * 16)} 0`).join(''),
    fill: 'none',
    stroke: 'var(--road-edge)',
    'stroke-width': 1.8,
    'stroke-linecap': 'round',
    opacity: 0.5,
  });
}

function areaOf(terrain: Terrain, squares: readonly Square[] | null, attributes: Record<string, string | number | undefined>): string {
  return squares ? el('path', { d: hardPath(squares), ...attributes }) : el('rect', { ...whole(terrain), ...attributes });
}

function planks(terrain: Terrain, squares: readonly Square[] | null): string {
  return [
    areaOf(terrain, squares, { fill: 'var(--floor)', stroke: 'var(--floor-ink)', 'stroke-width': 2 }),
    areaOf(terrain, squares, { fill: wash(2, 'floor-2') }),
    areaOf(terrain, squares, { fill: url('planks') }),
  ].join('');
}

/** Flagstones: four to a square, each its own shade, a few cracked. */
function flags(terrain: Terrain, squares: readonly Square[] | null): string {
  const cells = squares ?? terrain.cells.map((cell) => cell.at);
  const dice = chance(`${terrain.seed}:flags`);
  let light = '';
  let dark = '';
  let cracks = '';
  for (const [x, y] of cells) {
    for (const [dx, dy] of [
      [0, 0],
      [31, 0],
      [0, 31],
      [31, 31],
    ] as const) {
      const roll = dice.next();
      const left = x * SQ + dx;
      const top = y * SQ + dy;
      if (roll < 0.22) light += `M${left + 1} ${top + 1}h29v29h-29z`;
      else if (roll > 0.8) dark += `M${left + 1} ${top + 1}h29v29h-29z`;
      if (roll > 0.46 && roll < 0.5) cracks += `M${left + 2} ${round(top + 6 + roll * 20)}l9 4l5 -3l8 8`;
    }
  }
  return [
    areaOf(terrain, squares, { fill: 'var(--stone)', stroke: 'var(--stone-ink)', 'stroke-width': 2 }),
    el('path', { d: light, fill: 'var(--stone-2)', opacity: 0.5 }),
    el('path', { d: dark, fill: 'var(--stone-ink)', opacity: 0.1 }),
    areaOf(terrain, squares, { fill: url('flags') }),
    cracks ? el('path', { d: cracks, fill: 'none', stroke: 'var(--stone-ink)', 'stroke-width': 1, opacity: 0.5 }) : '',
  ].join('');
}

/** Ship's or bridge's boards, laid across the long way of each patch, with a thick rim and a shadow below. */
function deckBoards(terrain: Terrain, squares: readonly Square[] | null): string {
  if (!squares) return areaOf(terrain, null, { fill: 'var(--timber-2)' }) + areaOf(terrain, null, { fill: url('deck') });
  return patchesOf(squares)
    .map((patch) => {
      const box = boxOf(patch);
      const d = hardPath(patch);
      return [
        softArea(d, 0.4, [6, 9]),
        el('path', { d, fill: 'var(--timber-2)', stroke: 'var(--timber-ink)', 'stroke-width': 6, 'stroke-linejoin': 'round' }),
        el('path', { d, fill: url(box.width >= box.height ? 'deck-across' : 'deck'), stroke: 'var(--timber)', 'stroke-width': 3, 'stroke-linejoin': 'round' }),
      ].join('');
    })
    .join('');
}

/** Low bushes here and there, so that a wide brush is not one pattern. */
function bushes(terrain: Terrain, squares: readonly Square[]): string {
  const spots = scatter(squares, { seed: `${terrain.seed}:bush`, apart: 58, inset: 16, tries: 2, inside: insideOf(terrain, squares) });
  return [
    ...spots.map(({ x, y, roll }) => el('circle', { cx: x + 2.5, cy: y + 4, r: 7 + roll * 3, fill: SHADE, opacity: 0.22 })),
    ...spots.map(({ x, y, roll }, i) => use(`bush-${i % 3}`, x, y, 26 + roll * 14)),
  ].join('');
}

/**
 * Rough ground that slows: outline in ink dots, glyphs in ink. What lies on open ground comes before the built floors,
 * which cover its soft edge; what lies on a floor comes after them.
 */
export function drawRough(terrain: Terrain, where: 'open' | 'floor'): string {
  const parts: string[] = [];
  const here = (recipe: string): Square[] =>
    patchesOf(squaresOf(terrain, recipe))
      .filter((patch) => {
        const built = patch.filter(([x, y]) => BUILT.has(terrain.cellAt(x, y)?.base ?? '')).length;
        return built > 0 === (where === 'floor');
      })
      .flat();
  const dotted = { stroke: 'var(--terrain-ink)', 'stroke-width': 1.2, 'stroke-dasharray': '2 5', 'stroke-linecap': 'round' };
  const mud = here('mud');
  if (mud.length > 0) {
    const d = softPath(terrain, mud);
    parts.push(el('path', { d, fill: 'var(--mb-mud)', opacity: 0.85, ...dotted }), el('path', { d, fill: url('puddles') }));
  }
  const scree = here('scree');
  if (scree.length > 0) {
    const d = softPath(terrain, scree);
    const stones = scatter(scree, { seed: `${terrain.seed}:scree`, apart: 12, tries: 40, inset: 5, inside: insideOf(terrain, scree) });
    parts.push(
      el('path', { d, fill: 'var(--stone)', 'fill-opacity': 0.55, ...dotted }),
      el('path', {
        d: stones
          .map(({ x, y, roll }) => {
            const s = 2.2 + roll * 4.4;
            return `M${round(x - s)} ${round(y + s * 0.5)}L${round(x - s * 0.3)} ${round(y - s)}L${round(x + s)} ${round(y - s * 0.1)}L${round(x + s * 0.4)} ${round(y + s * 0.8)}Z`;
          })
          .join(''),
        fill: 'var(--stone-2)',
        stroke: 'var(--stone-ink)',
        'stroke-width': 1,
        'stroke-linejoin': 'round',
      }),
    );
  }
  const brush = here('brush');
  if (brush.length > 0) {
    const d = softPath(terrain, brush);
    parts.push(
      el('path', { d, fill: 'var(--brush)', opacity: 0.9, ...dotted }),
      el('path', { d, fill: wash(2, 'leaf-3'), opacity: 0.4 }),
      el('path', { d, fill: wash(1, 'leaf-2'), opacity: 0.26 }),
      el('path', { d, fill: url('tufts') }),
      bushes(terrain, brush),
    );
  }
  const rubble = here('rubble');
  if (rubble.length > 0) {
    const stones = scatter(rubble, { seed: `${terrain.seed}:rubble`, apart: 17, inset: 8, tries: 11, inside: insideOf(terrain, rubble) });
    parts.push(
      el('path', { d: softPath(terrain, rubble), fill: 'var(--stone)', 'fill-opacity': 0.3, ...dotted }),
      group({ opacity: 0.66 }, ...stones.map(({ x, y, roll }) => softDisc(x + 3, y + 4, 4.5 + roll * 7))),
      ...stones.map(({ x, y, roll }, i) => use(`rock-${i % 3}`, x, y, 14 + roll * 20)),
    );
  }
  const snow = here('snow');
  if (snow.length > 0) {
    const drifts = scatter(snow, { seed: `${terrain.seed}:snow`, apart: 44, inset: 15, tries: 6, inside: insideOf(terrain, snow, 8) });
    parts.push(
      el('path', {
        d: drifts.map(({ x, y, roll }) => `M${round(x - 10)} ${round(y)}q${round(6 + roll * 6)} ${round(-5 - roll * 4)} ${round(20 + roll * 8)} 0m-14 5q5 -3 9 0`).join(''),
        fill: 'none',
        stroke: 'var(--mb-snow-ink)',
        'stroke-width': 1.3,
        'stroke-linecap': 'round',
        opacity: 0.7,
      }),
    );
  }
  return parts.join('');
}
