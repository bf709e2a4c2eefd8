/** Woods and single trees. Crowns are data, because those near a piece fade. */
import type { Point } from '../types';
import { chance } from '../random';
import { scatter } from '../scatter';
import { el, group, softDisc, url, use } from '../svg';
import { SQ } from '../units';
import { insideOf, softPath } from './floors';
import { decorOf, overgrown, squaresOf, type Terrain } from './terrain';

export interface Crown {
  x: number;
  y: number;
  size: number;
  /** Name of the symbol without the prefix. */
  symbol: string;
}

const PINES = 0.24;

/** Crowns of all woods and single trees, farthest first. */
export function crownsOf(terrain: Terrain): Crown[] {
  const wood = squaresOf(terrain, 'wood');
  const crowns: Crown[] = scatter(wood, { seed: `${terrain.seed}:wood`, apart: 33, inset: 9, tries: 60, inside: insideOf(terrain, wood) }).map(({ x, y, roll }, i) => {
    const pine = (roll * 7.31) % 1 < PINES;
    return { x, y, size: 50 + ((roll * 3.77) % 1) * 36, symbol: pine ? `pine-${i % 2}` : `tree-${Math.floor(roll * 6)}` };
  });
  const dice = chance(`${terrain.seed}:tree`);
  for (const tree of decorOf(terrain, 'tree')) {
    if (!tree.at) continue;
    const size = typeof tree.size === 'number' ? tree.size * SQ : dice.between(48, 66);
    crowns.push({ x: tree.at[0] * SQ, y: tree.at[1] * SQ, size, symbol: `tree-${dice.below(6)}` });
  }
  return crowns.sort((a, b) => a.y - b.y || a.x - b.x);
}

/** The floor of the wood with its edge (which the rules know), and all shadows in one group. */
export function drawWoodFloor(terrain: Terrain, crowns: readonly Crown[]): string {
  const wood = squaresOf(terrain, 'wood');
  const d = wood.length > 0 ? softPath(terrain, wood) : '';
  const thick = overgrown(terrain, 'wood');
  return [
    d ? el('path', { d, fill: 'var(--leaf-2)', opacity: 0.5 }) : '',
    d ? el('path', { d, fill: 'none', stroke: 'var(--terrain-ink)', 'stroke-width': 1.4, 'stroke-dasharray': '7 4' }) : '',
    thick.length > 0 ? el('path', { d: softPath(terrain, thick), fill: url('tufts') }) : '',
    group({ opacity: 0.7 }, ...crowns.map(({ x, y, size }) => softDisc(x + 5, y + 8, size * 0.36))),
  ].join('');
}

export function drawCrowns(crowns: readonly Crown[], faded: ReadonlySet<number>): string {
  return crowns.map(({ x, y, size, symbol }, i) => use(symbol, x, y, size, { opacity: faded.has(i) ? 0.35 : undefined })).join('');
}

const FADE_WITHIN = 40;

/** Indices of crowns that would hide a piece standing among them; points are middles of bases in user units. */
export function crownsNear(crowns: readonly Crown[], points: readonly Point[]): Set<number> {
  const near = new Set<number>();
  crowns.forEach((crown, i) => {
    if (points.some(([x, y]) => Math.hypot(x - crown.x, y - crown.y) < FADE_WITHIN)) near.add(i);
  });
  return near;
}
