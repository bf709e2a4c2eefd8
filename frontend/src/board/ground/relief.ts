/** Heights: hills with hachures, raised floors with a balustrade, steps as a double line with ticks on the low side. */
import type { Point, Side, Square } from '../types';
import { chance } from '../random';
import { bleed, loopsOf, smoothPath, smoothPoints, wavering } from '../outline';
import { patchesOf, runsOf, type Run, type UnitEdge } from '../runs';
import { el, softArea, url } from '../svg';
import { round, SQ } from '../units';
import { floorOf, hardPath } from './floors';
import { BUILT, squaresOf, STEPS, type Terrain } from './terrain';

export interface HachureOptions {
  /** Length of a wedge inwards, user units. */
  depth: number;
  apart: number;
  /** Thick end on the outline (the ground falls inwards) or on the inner end (it rises). */
  rises?: boolean;
}

/** Wedges along the inside of a smooth loop, jittered. */
export function hachures(corners: readonly Point[], seed: string, options: HachureOptions): string {
  const points = smoothPoints(corners, options.apart);
  const dice = chance(seed);
  const n = points.length;
  let d = '';
  points.forEach(([x, y], i) => {
    const before = points[(i + n - 1) % n] as Point;
    const after = points[(i + 1) % n] as Point;
    const length = Math.hypot(after[0] - before[0], after[1] - before[1]) || 1;
    const tx = (after[0] - before[0]) / length;
    const ty = (after[1] - before[1]) / length;
    // The squares lie to the right hand of the walk.
    const nx = -ty;
    const ny = tx;
    const reach = options.depth * dice.between(0.62, 0.92);
    const start = options.depth * dice.between(0.02, 0.1);
    const lean = dice.between(-1.2, 1.2);
    const outer: Point = [x + nx * start + tx * lean, y + ny * start + ty * lean];
    const inner: Point = [x + nx * (start + reach), y + ny * (start + reach)];
    const [thick, thin] = options.rises ? [inner, outer] : [outer, inner];
    const w = 1.35;
    d += `M${round(thick[0] - tx * w)} ${round(thick[1] - ty * w)}L${round(thin[0])} ${round(thin[1])}L${round(thick[0] + tx * w)} ${round(thick[1] + ty * w)}Z`;
  });
  return d;
}

/** Width of the slope of a wide hill, user units; narrow ones have less. */
const HILL_DEPTH = 24;

/** Natural high ground, level by level; the hill recipe rises where it lies, whatever its level. */
export function drawHills(terrain: Terrain): string {
  const levels = new Set<number>();
  const low = baseLevel(terrain);
  for (const cell of terrain.cells) if (!BUILT.has(cell.base) && cell.level > low) levels.add(cell.level);
  const shelves: Square[][] = [];
  const hill = squaresOf(terrain, 'hill').filter(([x, y]) => (terrain.cellAt(x, y)?.level ?? 0) <= low);
  if (hill.length > 0) shelves.push(hill);
  for (const level of [...levels].sort((a, b) => a - b)) {
    shelves.push(terrain.cells.filter((cell) => !BUILT.has(cell.base) && cell.level >= level).map((cell) => cell.at));
  }
  return shelves.map((squares, i) => shelf(terrain, squares, i)).join('');
}

/** Most of the open ground lies on this level. */
function baseLevel(terrain: Terrain): number {
  const counts = new Map<number, number>();
  for (const cell of terrain.cells) if (!BUILT.has(cell.base)) counts.set(cell.level, (counts.get(cell.level) ?? 0) + 1);
  let best = 0;
  let most = 0;
  for (const [level, count] of counts) {
    if (count > most || (count === most && level < best)) {
      most = count;
      best = level;
    }
  }
  return Math.max(0, best);
}

function shelf(terrain: Terrain, squares: readonly Square[], index: number): string {
  return patchesOf(squares)
    .map((patch, number) => {
      const loops = loopsOf(bleed(patch, terrain.width, terrain.height)).map((loop) => wavering(loop, terrain.seed, 6));
      const d = loops.map(smoothPath).join('');
      const rim = loops.reduce((sum, loop) => sum + loop.length, 0);
      const depth = Math.min(HILL_DEPTH, (2 * patch.length * SQ * 0.34) / rim);
      const clip = `${terrain.uid}-hill-${index}-${number}`;
      return [
        el('clipPath', { id: clip }, el('path', { d })),
        softArea(d, 0.22, [4, 7]),
        el('path', { d, fill: 'var(--hill-top)' }),
        el(
          'g',
          { 'clip-path': `url(#${clip})` },
          el('path', { d, fill: 'none', stroke: 'var(--hill)', 'stroke-width': depth * 2 }),
          el('path', { d, fill: 'none', stroke: 'var(--hill)', 'stroke-width': depth * 2.6, opacity: 0.4 }),
          el('path', { d, fill: url('grass') }),
        ),
        el('path', {
          d: loops.map((loop) => hachures(loop, `${terrain.seed}:hill`, { depth, apart: 9, rises: true })).join(''),
          fill: 'var(--terrain-ink)',
          opacity: 0.55,
        }),
        el('path', { d, fill: 'none', stroke: 'var(--terrain-ink)', 'stroke-width': 1.4, 'stroke-dasharray': '7 4' }),
      ].join('');
    })
    .join('');
}

/** Floors above the ground: own boards across, a shadow on what lies below. */
export function drawRaisedFloors(terrain: Terrain): string {
  const levels = [...new Set(terrain.cells.filter((cell) => BUILT.has(cell.base) && cell.floor > 0).map((cell) => cell.floor))].sort((a, b) => a - b);
  return levels
    .map((level) => {
      const cells = terrain.cells.filter((cell) => BUILT.has(cell.base) && !cell.cut && cell.floor >= level);
      return [...BUILT].flatMap((base) => patchesOf(cells.filter((cell) => cell.base === base).map((cell) => cell.at)).map((patch) => raised(hardPath(patch), base))).join('');
    })
    .join('');
}

function raised(d: string, base: string): string {
  const rimmed = base === 'deck' ? el('path', { d, fill: 'none', stroke: 'var(--timber-ink)', 'stroke-width': 6 }) + el('path', { d, fill: 'none', stroke: 'var(--timber)', 'stroke-width': 3 }) : '';
  // Timber floors are boarded across the room below, stone ones stand out against the street.
  const floor = base === 'flags' ? el('path', { d, fill: 'var(--stone-2)' }) + el('path', { d, fill: url('flags') }) : floorOf(d, base === 'planks' || base === 'deck' ? 'gallery' : base);
  return softArea(d, 0.5, [7, 11]) + floor + rimmed;
}

interface Drop extends UnitEdge {
  /** Unit step from the high square to the low one. */
  down: readonly [number, number];
  built: boolean;
}

/** Floors with a balustrade along their drops; others have a kerb. */
const TIMBER = new Set(['planks', 'deck', 'gallery']);
const BELOW = new Set(['water', 'ford', 'ditch']);

/** Sides between a higher and a lower square that no wall, rail or stair takes. */
export function dropsOf(terrain: Terrain): Drop[] {
  const drops: Drop[] = [];
  for (const cell of terrain.cells) {
    if (terrain.isStair(...cell.at)) continue;
    const [x, y] = cell.at;
    for (const [side, dx, dy] of STEPS) {
      const other = terrain.cellAt(x + dx, y + dy);
      if (!other || other.floor >= cell.floor || terrain.isStair(...other.at) || terrain.hasEdge(cell.at, side)) continue;
      // Banks and coamings are drawn with what they bound.
      if (BELOW.has(other.recipe)) continue;
      if (BUILT.has(cell.base)) drops.push({ at: cell.at, side, down: [dx, dy], built: TIMBER.has(cell.base) });
    }
  }
  return drops;
}

/** Balustrade along timber floors, double line with ticks along stone ones. */
export function drawDrops(terrain: Terrain): string {
  const drops = dropsOf(terrain);
  const sides: readonly Side[] = ['n', 'e', 's', 'w'];
  return sides
    .flatMap((side) =>
      [true, false].map((built) => {
        const own = drops.filter((drop) => drop.side === side && drop.built === built);
        const first = own[0];
        if (!first) return '';
        return runsOf(own).map((run) => (built ? balustrade(run) : ticks(run, first.down))).join('');
      }),
    )
    .join('');
}

function balustrade(run: Run): string {
  const [x0, y0, x1, y1] = [run.a[0] * SQ, run.a[1] * SQ, run.b[0] * SQ, run.b[1] * SQ];
  const d = `M${x0} ${y0}L${x1} ${y1}`;
  const length = Math.hypot(x1 - x0, y1 - y0);
  const posts = Math.max(1, Math.round(length / 20.6));
  const knobs: string[] = [];
  for (let i = 0; i <= posts; i++) {
    const t = i / posts;
    knobs.push(el('circle', { cx: x0 + (x1 - x0) * t, cy: y0 + (y1 - y0) * t, r: 4, fill: 'var(--timber-2)', stroke: 'var(--timber-ink)' }));
  }
  return [
    el('path', { d, stroke: 'var(--timber-ink)', 'stroke-width': 7, 'stroke-linecap': 'square' }),
    el('path', { d, stroke: 'var(--timber)', 'stroke-width': 4, 'stroke-linecap': 'square' }),
    ...knobs,
  ].join('');
}

function ticks(run: Run, down: readonly [number, number]): string {
  const [x0, y0, x1, y1] = [run.a[0] * SQ, run.a[1] * SQ, run.b[0] * SQ, run.b[1] * SQ];
  const length = Math.hypot(x1 - x0, y1 - y0);
  const [dx, dy] = down;
  let d = `M${x0} ${y0}L${x1} ${y1}M${x0 + dx * 4} ${y0 + dy * 4}L${x1 + dx * 4} ${y1 + dy * 4}`;
  for (let at = 8; at < length; at += 11) {
    const t = at / length;
    const px = x0 + (x1 - x0) * t + dx * 4;
    const py = y0 + (y1 - y0) * t + dy * 4;
    d += `M${round(px)} ${round(py)}l${dx * 6} ${dy * 6}`;
  }
  return el('path', { d, fill: 'none', stroke: 'var(--stone-ink)', 'stroke-width': 1.8, 'stroke-linecap': 'round' });
}
