/** Things that stand on squares: stairs, ladders, wagons, tables, crates, masts. */
import type { Side, Square } from '../types';
import { chance, type Chance } from '../random';
import { patchesOf } from '../runs';
import { el, group, SHADE, url } from '../svg';
import { round, SQ } from '../units';
import { boxOf, BUILT, edgesOf, squaresOf, STEPS, wayUp, type Feature, type Terrain } from './terrain';

type Draw = (terrain: Terrain, feature: Feature) => string;

const DRAW: Record<string, Draw> = {
  stairs: (_terrain, feature) => stairs(feature),
  ladder: (_terrain, feature) => ladder(feature),
  wagon: (terrain, feature) => turned(feature, (length, width) => wagon(length, width, dice(terrain, feature))),
  table: (terrain, feature) => turned(feature, (length, width) => tableWithBenches(length, width, dice(terrain, feature))),
  crates: (terrain, feature) => feature.squares.map((at) => crates(at, chance(`${terrain.seed}:crates:${at.join(',')}`))).join(''),
  pillar: (_terrain, feature) => feature.squares.map(pillar).join(''),
  mast: (terrain, feature) => feature.squares.map((at) => mast(at, isLong(terrain, at), dice(terrain, feature))).join(''),
};

export const THINGS: ReadonlySet<string> = new Set(Object.keys(DRAW));

const dice = (terrain: Terrain, feature: Feature): Chance => chance(`${terrain.seed}:${feature.recipe}:${feature.squares[0]?.join(',') ?? ''}`);

/** Flat things first, tall ones last. */
export function drawThings(terrain: Terrain): string {
  const order = ['stairs', 'ladder', 'table', 'crates', 'wagon', 'pillar'];
  return order.map((recipe) => all(terrain, recipe)).join('');
}

export const drawMasts = (terrain: Terrain): string => all(terrain, 'mast');

function all(terrain: Terrain, recipe: string): string {
  const draw = DRAW[recipe];
  if (!draw) return '';
  const own = terrain.features.filter((feature) => feature.recipe === recipe);
  // The same recipe on square kinds draws one thing for the squares that lie together.
  const covered = new Set(own.flatMap((feature) => feature.squares.map((at) => at.join(','))));
  const loose = patchesOf(squaresOf(terrain, recipe).filter((at) => !covered.has(at.join(',')))).map(
    (squares): Feature => ({ recipe, squares, up: wayUp(squares, terrain.cellAt) }),
  );
  return [...own, ...loose].map((feature) => draw(terrain, feature)).join('');
}

/** Draws along x in a box of length by width, turned to the long way of the squares. */
function turned(feature: Feature, draw: (length: number, width: number) => string): string {
  const box = boxOf(feature.squares);
  const upright = box.height > box.width;
  const length = Math.max(box.width, box.height) * SQ;
  const width = Math.min(box.width, box.height) * SQ;
  const cx = (box.x + box.width / 2) * SQ;
  const cy = (box.y + box.height / 2) * SQ;
  const inner = draw(length, width);
  return el('g', { transform: `translate(${round(cx)} ${round(cy)})${upright ? ' rotate(90)' : ''}` }, inner);
}

const soft = (x: number, y: number, width: number, height: number, opacity = 0.45): string =>
  el('rect', { x, y, width, height, rx: 5, fill: SHADE, opacity, filter: url('soft') });

function tableWithBenches(length: number, width: number, d: Chance): string {
  const l = length - 14;
  const w = width - 14;
  const left = -l / 2;
  const top = -w / 2;
  const bench = (y: number): string => el('rect', { x: left + 5, y, width: l - 10, height: 11, rx: 3, fill: 'var(--timber)', stroke: 'var(--timber-ink)', 'stroke-width': 1.3 });
  const parts = [
    soft(left + 5, top + 9, l, w),
    bench(top - 10),
    bench(top + w - 1),
    el('rect', { x: left, y: top, width: l, height: w, rx: 4, fill: 'var(--timber-2)', stroke: 'var(--timber-ink)', 'stroke-width': 2 }),
    el('path', { d: `M${left} ${round(top + w / 3)}h${l}M${left} ${round(top + (2 * w) / 3)}h${l}`, stroke: 'var(--timber-ink)', 'stroke-width': 1, opacity: 0.55 }),
  ];
  const seats = Math.max(2, Math.round(length / SQ) * 2);
  for (let i = 0; i < seats; i++) {
    const x = left + ((i + d.between(0.25, 0.75)) * l) / seats;
    const y = top + d.between(12, w - 12);
    parts.push(d.next() < 0.55 ? mug(x, y) : plate(x, y));
  }
  if (d.next() < 0.6) parts.push(candle(left + d.between(0.35, 0.65) * l, top + w / 2));
  return parts.join('');
}

const mug = (x: number, y: number): string =>
  el('circle', { cx: x, cy: y, r: 6, fill: 'var(--mb-mug)', stroke: 'var(--timber-ink)', 'stroke-width': 1.3 }) +
  el('circle', { cx: x, cy: y, r: 3.9, fill: 'var(--mb-froth)' }) +
  el('path', { d: `M${round(x + 5)} ${round(y - 3)}q6 3 0 6`, fill: 'none', stroke: 'var(--timber-ink)', 'stroke-width': 2 });

const plate = (x: number, y: number): string =>
  el('circle', { cx: x, cy: y, r: 8.5, fill: 'var(--stone-2)', stroke: 'var(--stone-ink)' }) +
  el('circle', { cx: x, cy: y, r: 5.5, fill: 'none', stroke: 'var(--stone-ink)', 'stroke-width': 0.8 }) +
  el('path', { d: `M${round(x - 3)} ${round(y + 1)}q3 -5 6 0z`, fill: 'var(--mb-roast)' });

const candle = (x: number, y: number): string =>
  el('circle', { cx: x, cy: y, r: 84, fill: url('glow') }) +
  el('circle', { cx: x, cy: y, r: 4.5, fill: 'var(--mb-froth)', stroke: 'var(--timber-ink)' }) +
  el('circle', { cx: x, cy: y, r: 2, fill: 'var(--mb-flame)' });

/** Seen from above: bed of boards, side boards, four wheels, a shaft, a load under canvas. */
function wagon(length: number, width: number, d: Chance): string {
  const shaft = Math.min(34, length * 0.19);
  const l = length - shaft - 6;
  const w = Math.min(width - 16, 50);
  const left = -length / 2 + 3;
  const top = -w / 2;
  const wheel = (x: number, y: number): string =>
    el('rect', { x: x - 13, y: y - 4, width: 26, height: 8, rx: 3.5, fill: 'var(--timber)', stroke: 'var(--timber-ink)', 'stroke-width': 1.6 }) +
    el('path', { d: `M${round(x - 8)} ${round(y)}h16`, stroke: 'var(--timber-ink)', 'stroke-width': 1.2 });
  let boards = '';
  for (let y = top + w / 4; y < top + w - 1; y += w / 4) boards += `M${round(left)} ${round(y)}h${round(l)}`;
  const ribs = 3;
  let canvas = '';
  for (let i = 1; i <= ribs; i++) {
    const x = left + 4 + ((l * 0.62) * i) / (ribs + 1);
    canvas += `M${round(x)} ${round(top + 3)}q${round(d.between(-3, 3))} ${round(w / 2)} 0 ${round(w - 6)}`;
  }
  const end = left + l;
  return [
    soft(left + 6, top + 4, l, w + 10, 0.5),
    el('path', { d: `M${round(end - 4)} -7L${round(end + shaft)} -3M${round(end - 4)} 7L${round(end + shaft)} 3`, stroke: 'var(--timber-ink)', 'stroke-width': 5.5, 'stroke-linecap': 'round' }),
    el('path', { d: `M${round(end - 4)} -7L${round(end + shaft)} -3M${round(end - 4)} 7L${round(end + shaft)} 3`, stroke: 'var(--timber-2)', 'stroke-width': 3, 'stroke-linecap': 'round' }),
    wheel(left + l * 0.2, top - 3),
    wheel(left + l * 0.8, top - 3),
    wheel(left + l * 0.2, -top + 3),
    wheel(left + l * 0.8, -top + 3),
    el('rect', { x: left, y: top, width: l, height: w, rx: 3, fill: 'var(--timber-2)', stroke: 'var(--timber-ink)', 'stroke-width': 2 }),
    el('path', { d: boards, stroke: 'var(--timber-ink)', 'stroke-width': 1, opacity: 0.55 }),
    el('path', { d: `M${round(left)} ${round(top + 2)}h${round(l)}M${round(left)} ${round(-top - 2)}h${round(l)}`, stroke: 'var(--timber)', 'stroke-width': 4 }),
    el('rect', { x: left + 4, y: top + 3, width: l * 0.62, height: w - 6, rx: 6, fill: 'var(--mb-canvas)', stroke: 'var(--timber-ink)', 'stroke-width': 1.4 }),
    el('path', { d: canvas, fill: 'none', stroke: 'var(--timber-ink)', 'stroke-width': 1, opacity: 0.6 }),
    el('rect', { x: left + 4, y: 0, width: l * 0.62, height: w / 2 - 3, rx: 6, fill: SHADE, opacity: 0.14 }),
  ].join('');
}

/** One large crate and, by chance, a small one or a keg on its square. */
function crates([x, y]: Square, d: Chance): string {
  const box = (cx: number, cy: number, size: number, angle: number): string => {
    const h = size / 2;
    return el(
      'g',
      { transform: `translate(${round(cx)} ${round(cy)}) rotate(${round(angle)})` },
      el('rect', { x: -h, y: -h, width: size, height: size, rx: 1.5, fill: 'var(--timber-2)', stroke: 'var(--timber-ink)', 'stroke-width': 1.8 }),
      el('path', { d: `M${-h} ${round(-h / 3)}h${size}M${-h} ${round(h / 3)}h${size}`, stroke: 'var(--timber-ink)', 'stroke-width': 0.9, opacity: 0.55 }),
      el('path', { d: `M${-h + 2} ${-h + 2}L${h - 2} ${h - 2}M${h - 2} ${-h + 2}L${-h + 2} ${h - 2}`, stroke: 'var(--timber-ink)', 'stroke-width': 5 }),
      el('path', { d: `M${-h + 2} ${-h + 2}L${h - 2} ${h - 2}M${h - 2} ${-h + 2}L${-h + 2} ${h - 2}`, stroke: 'var(--timber)', 'stroke-width': 3 }),
      el('rect', { x: -h + 1.5, y: -h + 1.5, width: size - 3, height: size - 3, fill: 'none', stroke: 'var(--timber)', 'stroke-width': 3.2 }),
      el('rect', { x: -h, y: -h, width: size, height: size, rx: 1.5, fill: 'none', stroke: 'var(--timber-ink)', 'stroke-width': 1.8 }),
    );
  };
  const left = x * SQ;
  const top = y * SQ;
  const big: readonly [number, number] = [left + d.between(24, 29), top + d.between(24, 28)];
  const small: readonly [number, number] = [left + d.between(43, 47), top + d.between(42, 47)];
  return [
    group({ fill: SHADE, opacity: 0.45, filter: url('soft') }, el('rect', { x: big[0] - 13, y: big[1] - 10, width: 36, height: 36 }), el('circle', { cx: small[0] + 4, cy: small[1] + 6, r: 13 })),
    box(big[0], big[1], 36, d.between(-7, 7)),
    d.next() < 0.55 ? box(small[0], small[1], 22, d.between(-20, 20)) : keg(small[0], small[1]),
  ].join('');
}

export const keg = (x: number, y: number): string =>
  el('circle', { cx: x, cy: y, r: 13, fill: 'var(--timber)', stroke: 'var(--timber-ink)', 'stroke-width': 1.6 }) +
  el('circle', { cx: x, cy: y, r: 9.4, fill: 'var(--timber-2)', stroke: 'var(--timber-ink)' }) +
  el('path', { d: `M${round(x - 9)} ${round(y)}h18M${round(x - 8)} ${round(y - 4)}h16M${round(x - 8)} ${round(y + 4)}h16`, stroke: 'var(--timber-ink)', 'stroke-width': 0.9, opacity: 0.7 });

/** Does the floor round this square stretch along x? A yard lies across the ship. */
function isLong(terrain: Terrain, at: Square): boolean {
  const floor = patchesOf(terrain.cells.filter((cell) => BUILT.has(cell.base)).map((cell) => cell.at));
  const own = floor.find((patch) => patch.some(([x, y]) => x === at[0] && y === at[1]));
  if (!own) return true;
  // The deck at this height of the table alone, so that a quay beside the ship does not count.
  const row = own.filter(([, y]) => y === at[1]).length;
  const column = own.filter(([x]) => x === at[0]).length;
  return row >= column;
}

/** A mast with its coat of rope; the yard above throws a thin shadow over the deck. */
function mast([x, y]: Square, along: boolean, d: Chance): string {
  const cx = (x + 0.5) * SQ;
  const cy = (y + 0.5) * SQ;
  const lean = d.between(-8, 8);
  const yard = along ? `M${round(cx + lean)} ${round(cy - 92)}L${round(cx - lean)} ${round(cy + 92)}` : `M${round(cx - 92)} ${round(cy + lean)}L${round(cx + 92)} ${round(cy - lean)}`;
  const ring = (r: number, fill: string, width = 1.4): string => el('circle', { cx, cy, r, fill, stroke: 'var(--timber-ink)', 'stroke-width': width });
  return [
    el('ellipse', { cx: cx + 7, cy: cy + 10, rx: 23, ry: 20, fill: SHADE, opacity: 0.5, filter: url('soft') }),
    el('path', { d: yard, stroke: SHADE, 'stroke-width': 8, opacity: 0.24, 'stroke-linecap': 'round', transform: 'translate(14 18)', filter: url('soft') }),
    ring(20, 'var(--timber)', 2),
    el('circle', { cx, cy, r: 16.5, fill: 'none', stroke: 'var(--mb-rope)', 'stroke-width': 4.4, 'stroke-dasharray': '3 1.4' }),
    ring(13.5, 'var(--timber-2)'),
    el('circle', { cx, cy, r: 9, fill: 'none', stroke: 'var(--timber-ink)', 'stroke-width': 0.9, opacity: 0.6 }),
    el('circle', { cx: cx - 0.6, cy: cy - 0.4, r: 4.6, fill: 'none', stroke: 'var(--timber-ink)', 'stroke-width': 0.9, opacity: 0.6 }),
    el('path', { d: yard, stroke: 'var(--timber-ink)', 'stroke-width': 7.5, 'stroke-linecap': 'round', opacity: 0.8 }),
    el('path', { d: yard, stroke: 'var(--timber-2)', 'stroke-width': 4.6, 'stroke-linecap': 'round' }),
    ring(6.5, 'var(--timber)'),
  ].join('');
}

/** A round column on its plinth. */
function pillar([x, y]: Square): string {
  const [cx, cy] = [(x + 0.5) * SQ, (y + 0.5) * SQ];
  const ring = (r: number, fill: string, width = 1.6): string => el('circle', { cx, cy, r, fill, stroke: 'var(--stone-ink)', 'stroke-width': width });
  return [
    soft(cx - 17, cy - 13, 42, 42, 0.45),
    el('rect', { x: cx - 21, y: cy - 21, width: 42, height: 42, rx: 2, fill: 'var(--stone)', stroke: 'var(--stone-ink)', 'stroke-width': 2 }),
    ring(18, 'var(--stone-2)', 2),
    ring(13, 'var(--stone-2)', 1),
    ring(5, 'var(--stone)', 1),
  ].join('');
}

/** Steps up over one side of a square: treads at the foot of the higher ground, with an arrow that points up. */
export function drawSteps(terrain: Terrain): string {
  return edgesOf(terrain, 'steps')
    .map(({ at: [x, y], side }) => {
      const [, dx, dy] = STEPS.find(([name]) => name === side) ?? STEPS[0]!;
      const height = (column: number, row: number): number => terrain.cellAt(column, row)?.floor ?? 0;
      const up: Side = height(x + dx, y + dy) > height(x, y) ? side : OPPOSITE[side];
      const treads = [0, 1, 2, 3].map((i) => {
        const left = -30 + i * 8;
        return el('rect', { x: left, y: -22, width: 8, height: 44, fill: 'var(--stone-2)', stroke: 'var(--stone-ink)', 'stroke-width': 1.6 }) + el('rect', { x: left, y: -22, width: 8, height: 44, fill: SHADE, opacity: 0.05 + 0.09 * i });
      });
      return group(
        { transform: `translate(${round((x + 0.5 + dx / 2) * SQ)} ${round((y + 0.5 + dy / 2) * SQ)}) rotate(${TURN[up]})` },
        soft(-27, -17, 32, 44, 0.35),
        ...treads,
        el('path', { d: 'M-25 0H-2m-7 -6l7 6l-7 6', fill: 'none', stroke: 'var(--stone-ink)', 'stroke-width': 2.6, 'stroke-linejoin': 'round', 'stroke-linecap': 'round' }),
      );
    })
    .join('');
}

const OPPOSITE: Record<Side, Side> = { n: 's', s: 'n', e: 'w', w: 'e' };
const TURN: Record<Side, number> = { e: 0, s: 90, w: 180, n: 270 };

/** Six treads a square, darker upwards, an arrow that points up. */
function stairs(feature: Feature): string {
  const box = boxOf(feature.squares);
  const up = feature.up ?? (box.height > box.width ? 'n' : 'e');
  const lengthways = up === 'e' || up === 'w';
  const length = (lengthways ? box.width : box.height) * SQ;
  const width = (lengthways ? box.height : box.width) * SQ;
  const treads = Math.round((6 * length) / SQ);
  const tread = length / treads;
  const left = -length / 2;
  const top = -width / 2;
  const parts = [soft(left + 4, top + 8, length, width, 0.4), el('rect', { x: left, y: top, width: length, height: width, fill: 'var(--timber)' })];
  for (let i = 0; i < treads; i++) {
    const x = left + i * tread;
    parts.push(el('rect', { x, y: top, width: tread, height: width, fill: SHADE, opacity: 0.04 + (0.38 * i) / treads }), el('path', { d: `M${round(x)} ${round(top)}v${round(width)}`, stroke: 'var(--timber-ink)', 'stroke-width': 2.3 }));
  }
  const end = left + length;
  parts.push(
    el('path', { d: `M${round(left)} ${round(top)}h${round(length)}M${round(left)} ${round(-top)}h${round(length)}`, stroke: 'var(--timber-ink)', 'stroke-width': 4.5 }),
    el('path', { d: `M${round(left + 13)} 0H${round(end - 13)}m-9 -7l9 7l-9 7`, fill: 'none', stroke: 'var(--ivory)', 'stroke-width': 2.6, 'stroke-linejoin': 'round', 'stroke-linecap': 'round', opacity: 0.85 }),
  );
  const cx = (box.x + box.width / 2) * SQ;
  const cy = (box.y + box.height / 2) * SQ;
  return el('g', { transform: `translate(${round(cx)} ${round(cy)}) rotate(${TURN[up]})` }, ...parts);
}

/** Two rails with rungs that lean against the higher side. */
function ladder(feature: Feature): string {
  const box = boxOf(feature.squares);
  const up = feature.up ?? 'n';
  const length = Math.max(SQ, (up === 'e' || up === 'w' ? box.width : box.height) * SQ);
  const left = -length / 2 + 8;
  const right = length / 2 + 5;
  let rungs = '';
  for (let x = left + 5; x < right - 3; x += 9) rungs += `M${round(x)} -11V11`;
  const rails = `M${round(left)} -13L${round(right)} -11M${round(left)} 13L${round(right)} 11`;
  const cx = (box.x + box.width / 2) * SQ;
  const cy = (box.y + box.height / 2) * SQ;
  return el(
    'g',
    { transform: `translate(${round(cx)} ${round(cy)}) rotate(${TURN[up]})` },
    el('path', { d: rails + rungs, stroke: SHADE, 'stroke-width': 5, opacity: 0.38, transform: 'translate(5 7)', filter: url('soft') }),
    el('path', { d: rungs, stroke: 'var(--timber-ink)', 'stroke-width': 4.4 }),
    el('path', { d: rungs, stroke: 'var(--timber-2)', 'stroke-width': 2.2 }),
    el('path', { d: rails, stroke: 'var(--timber-ink)', 'stroke-width': 6, 'stroke-linecap': 'round' }),
    el('path', { d: rails, stroke: 'var(--timber-2)', 'stroke-width': 3.4, 'stroke-linecap': 'round' }),
  );
}
