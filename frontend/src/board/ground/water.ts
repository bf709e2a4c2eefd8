/** Water with the engraver's shore lines, fords with riffles and stones, ditches, reeds. */
import type { Square } from '../types';
import { chance } from '../random';
import { bleed, loopsOf, smoothPath, smoothPoints, wavering } from '../outline';
import { patchesOf } from '../runs';
import { scatter } from '../scatter';
import { el, group, SHADE, softArea, softLine, url, use } from '../svg';
import { key, round, SQ } from '../units';
import { hardPath, softPath } from './floors';
import { hachures } from './relief';
import { boxOf, bridgesOver, BUILT, decorOf, overgrown, runsUnder, squaresOf, STEPS, type Terrain } from './terrain';

/** Half the narrowings of the shore lines, with their strength. */
const SHORE_LINES: readonly (readonly [number, number])[] = [
  [24.5, 0.28],
  [16, 0.42],
  [9.5, 0.6],
  [4.5, 0.85],
];

export function drawWater(terrain: Terrain): string {
  const open = [...squaresOf(terrain, 'water'), ...squaresOf(terrain, 'ford')];
  if (open.length === 0) return '';
  const under = runsUnder(terrain, open);
  const body = [...open, ...under];
  const d = softPath(terrain, body, 8);
  const clip = `${terrain.uid}-water`;
  const lines = SHORE_LINES.map(
    ([inset, strength]) =>
      el('path', { d, fill: 'none', stroke: 'var(--water-line)', 'stroke-width': 2 * (inset + 1.2), opacity: strength }) +
      el('path', { d, fill: 'none', stroke: 'var(--water)', 'stroke-width': 2 * inset }),
  );
  return [
    el('clipPath', { id: clip }, el('path', { d })),
    el('path', { d, fill: 'none', stroke: 'var(--bank)', 'stroke-width': 22, opacity: 0.75, 'stroke-linejoin': 'round' }),
    el('path', { d, fill: 'var(--water)', stroke: 'var(--terrain-ink)', 'stroke-width': 3, 'stroke-opacity': 0.75 }),
    el('g', { 'clip-path': `url(#${clip})` }, ...lines, ripples(terrain, open), softArea(hardPath(under), 0.4, [6, 9])),
    drawFords(terrain),
    reedsAlong(terrain, body),
  ].join('');
}

/** A few short waves on open water, far from the shore. */
function ripples(terrain: Terrain, body: readonly Square[]): string {
  const rough = new Set(terrain.cells.filter((cell) => cell.facts.rough === true).map((cell) => key(...cell.at)));
  const calm = body.filter(([x, y]) => !rough.has(key(x, y)));
  const waves = [
    ...scatter(calm, { seed: `${terrain.seed}:waves`, apart: 74, inset: 40, tries: 3 }),
    ...scatter(
      body.filter(([x, y]) => rough.has(key(x, y))),
      { seed: `${terrain.seed}:rough`, apart: 25, inset: 8, tries: 9 },
    ),
  ];
  return el('path', {
    d: waves.map(({ x, y }) => `M${round(x - 9)} ${round(y)}q4.5 -5 9 0q4.5 5 9 0`).join(''),
    fill: 'none',
    stroke: 'var(--water-line)',
    'stroke-width': 1.3,
    'stroke-linecap': 'round',
    opacity: 0.5,
  });
}

function drawFords(terrain: Terrain): string {
  const ford = squaresOf(terrain, 'ford');
  if (ford.length === 0) return '';
  const riffles = scatter(ford, { seed: `${terrain.seed}:riffle`, apart: 17, inset: 6, tries: 10 });
  const stones = scatter(ford, { seed: `${terrain.seed}:ford`, apart: 20, inset: 6, tries: 3, perSquare: 3 });
  return [
    softArea(softPath(terrain, ford), 0.62, [0, 0], 'var(--road)', 12),
    el('path', {
      d: riffles.map(({ x, y }) => `M${round(x - 7)} ${round(y)}q3.5 -4 7 0q3.5 4 7 0`).join(''),
      fill: 'none',
      stroke: 'var(--water-line)',
      'stroke-width': 1.4,
      'stroke-linecap': 'round',
      opacity: 0.85,
    }),
    ...stones.map(({ x, y, roll }, i) => use(`rock-${i % 3}`, x, y, 10 + roll * 11)),
  ].join('');
}

const reed = (x: number, y: number): string =>
  `M${round(x)} ${round(y)}q-1 -7 -4 -10M${round(x)} ${round(y)}q0 -8 1 -12M${round(x)} ${round(y)}q2 -6 5 -9`;

/** Reeds stand in loose groups on natural banks, and where the map puts them. */
function reedsAlong(terrain: Terrain, body: readonly Square[]): string {
  const dice = chance(`${terrain.seed}:reeds`);
  let d = '';
  for (const loop of loopsOf(bleed(body, terrain.width, terrain.height))) {
    const points = smoothPoints(wavering(loop, terrain.seed, 8), 9);
    let left = 0;
    for (const [x, y] of points) {
      if (left > 0) left--;
      else if (dice.next() < 0.035) left = 3 + dice.below(5);
      if (left === 0 || dice.next() < 0.25) continue;
      const px = x + dice.between(-5, 5);
      const py = y + dice.between(-4, 4);
      const onBuilt = [-14, 0, 14].some((step) => BUILT.has(terrain.cellAt(Math.floor((px + step) / SQ), Math.floor((py + step) / SQ))?.base ?? ''));
      if (!onBuilt) d += reed(px, py);
    }
  }
  return inkStrokes(d);
}

export function drawReeds(terrain: Terrain): string {
  const dice = chance(`${terrain.seed}:reed-decor`);
  let d = '';
  for (const decor of decorOf(terrain, 'reeds')) {
    const spots = decor.line ?? (decor.at ? [decor.at] : []);
    for (const [x, y] of spots) {
      for (let i = 0; i < 7; i++) d += reed(x * SQ + dice.between(-20, 20), y * SQ + dice.between(-12, 12));
    }
  }
  return inkStrokes(d);
}

function inkStrokes(d: string): string {
  if (d === '') return '';
  return el('path', { d, fill: 'none', stroke: 'var(--terrain-ink)', 'stroke-width': 1.5, 'stroke-linecap': 'round', opacity: 0.75 });
}

/** A ditch goes down inside its squares: hachures point inward, the bottom is dark. In a floor it is a hatch. */
export function drawDitches(terrain: Terrain): string {
  const open = patchesOf(squaresOf(terrain, 'ditch'))
    .filter((patch) => !inFloor(terrain, patch))
    .flat();
  return patchesOf([...open, ...bridgesOver(terrain, open)])
    .map((patch, i) => ditch(terrain, patch, i))
    .join('');
}

/** Hatches lie in floors, so they are drawn after them. */
export function drawHatches(terrain: Terrain): string {
  return patchesOf(squaresOf(terrain, 'ditch'))
    .filter((patch) => inFloor(terrain, patch))
    .map(hatch)
    .join('');
}

/** Is every square around the patch a built floor? */
function inFloor(terrain: Terrain, patch: readonly Square[]): boolean {
  const own = new Set(patch.map(([x, y]) => key(x, y)));
  return patch.every(([x, y]) =>
    STEPS.every(([, dx, dy]) => {
      const next = terrain.cellAt(x + dx, y + dy);
      return !next || own.has(key(x + dx, y + dy)) || BUILT.has(next.recipe);
    }),
  );
}

function ditch(terrain: Terrain, squares: readonly Square[], index: number): string {
  const loops = loopsOf(bleed(squares, terrain.width, terrain.height)).map((loop) => wavering(loop, terrain.seed, 5, 1));
  const d = loops.map(smoothPath).join('');
  const clip = `${terrain.uid}-ditch-${index}`;
  const grown = overgrown(terrain, 'ditch').filter((at) => squares.includes(at));
  return [
    el('clipPath', { id: clip }, el('path', { d })),
    el('path', { d, fill: 'var(--mb-mud)' }),
    group(
      { 'clip-path': `url(#${clip})` },
      grown.length > 0 ? el('path', { d: softPath(terrain, grown), fill: 'var(--brush)', opacity: 0.55 }) + el('path', { d: softPath(terrain, grown), fill: url('tufts') }) : '',
      softLine(d, 22, 0.34, [4, 6]),
    ),
    el('path', { d: loops.map((loop) => hachures(loop, `${terrain.seed}:ditch`, { depth: 19, apart: 6.5 })).join(''), fill: 'var(--terrain-ink)', opacity: 0.62 }),
    el('path', { d, fill: 'none', stroke: 'var(--terrain-ink)', 'stroke-width': 1.8 }),
  ].join('');
}

/** A hole in the boards with its coaming; the dark below shows the head of a ladder. */
function hatch(squares: readonly Square[]): string {
  const box = boxOf(squares);
  const [x, y, width, height] = [box.x * SQ + 5, box.y * SQ + 5, box.width * SQ - 10, box.height * SQ - 10];
  let rungs = '';
  for (let at = 12; at < Math.min(40, height - 8); at += 9) rungs += `M${round(x + width / 2 - 11)} ${round(y + at)}h22`;
  return [
    el('rect', { x, y, width, height, fill: 'var(--mb-hold)' }),
    el('path', { d: `M${x} ${y}h${width}v10h${10 - width}v${height - 10}h-10z`, fill: SHADE, opacity: 0.5 }),
    el('path', { d: `${rungs}M${round(x + width / 2 - 11)} ${y + 2}v${Math.min(42, height - 6)}M${round(x + width / 2 + 11)} ${y + 2}v${Math.min(42, height - 6)}`, stroke: 'var(--timber)', 'stroke-width': 3, opacity: 0.8 }),
    el('rect', { x, y, width, height, fill: 'none', stroke: 'var(--timber-ink)', 'stroke-width': 8 }),
    el('rect', { x, y, width, height, fill: 'none', stroke: 'var(--timber)', 'stroke-width': 5 }),
  ].join('');
}
