/** Decor: seen, never asked by a rule. */
import type { Decor, Point } from '../types';
import { chance } from '../random';
import { smoothPath, throughPoints } from '../outline';
import { el, escapeText, group, SHADE, softArea, url, use } from '../svg';
import { round, SQ, toUnits } from '../units';
import { decorOf, type Terrain } from './terrain';
import { keg } from './things';

/** Washes and roads, on the open ground. */
export function drawRoads(terrain: Terrain): string {
  return [
    ...decorOf(terrain, 'wash').map((decor) => wash(terrain, decor)),
    ...decorOf(terrain, 'road').map((decor) => road(terrain, decor)),
  ].join('');
}

export const drawRugs = (terrain: Terrain): string => decorOf(terrain, 'rug').map(rug).join('');

export const drawSigns = (terrain: Terrain): string => decorOf(terrain, 'sign').map(sign).join('');

/** Standing things. */
export function drawStandingDecor(terrain: Terrain): string {
  return [
    ...decorOf(terrain, 'rock').map((decor, i) => rock(decor, i)),
    ...decorOf(terrain, 'rocks').map((decor, i) => rocks(decor, `${terrain.seed}:rocks:${i}`)),
    ...decorOf(terrain, 'bench').map(bench),
    ...decorOf(terrain, 'rope').map(coil),
    ...decorOf(terrain, 'lantern').map(lantern),
    ...decorOf(terrain, 'barrels').map(barrels),
    ...decorOf(terrain, 'campfire').map((decor, i) => campfire(decor, `${terrain.seed}:fire:${i}`)),
  ].join('');
}

/** Where light flickers: middle and reach, user units. */
export function lightsOf(terrain: Terrain): { x: number; y: number; r: number }[] {
  return decorOf(terrain, 'campfire', 'lantern').flatMap((decor) => {
    if (!decor.at) return [];
    const [x, y] = toUnits(decor.at);
    return [{ x, y, r: decor.kind === 'campfire' ? 96 : 74 }];
  });
}

/** A patch of colour without ink. */
function wash(terrain: Terrain, decor: Decor): string {
  const corners = washCorners(terrain, decor);
  return corners.length > 2 ? softArea(smoothPath(corners), 0.62, [0, 0], 'var(--road)', 34) : '';
}

function washCorners(terrain: Terrain, decor: Decor): Point[] {
  if (decor.area && decor.area.length > 2) return rounded(decor.area).map(toUnits);
  const box = boxOfDecor(decor, 4);
  if (!box) return [];
  const [x, y, width, height] = box;
  const dice = chance(`${terrain.seed}:wash:${x}:${y}`);
  const corners: Point[] = [];
  const count = 12;
  for (let i = 0; i < count; i++) {
    const a = (i / count) * 2 * Math.PI;
    // Between a circle and the box, so that a wash fills a yard without its corners.
    const fill = 1 / Math.max(Math.abs(Math.cos(a)), Math.abs(Math.sin(a))) ** 0.7;
    const swell = fill * dice.between(0.94, 1.08);
    corners.push([(x + width / 2 + (Math.cos(a) * width * swell) / 2) * SQ, (y + height / 2 + (Math.sin(a) * height * swell) / 2) * SQ]);
  }
  return corners;
}

/** Corners cut and sides bent a little: a patch of colour has no straight edge. */
function rounded(area: readonly Point[]): Point[] {
  return area.flatMap((at, i) => {
    const next = area[(i + 1) % area.length] ?? at;
    const between = (t: number): Point => [at[0] + (next[0] - at[0]) * t, at[1] + (next[1] - at[1]) * t];
    return [between(0.12), between(0.5), between(0.88)];
  });
}

/** [x, y, width, height] in square units. */
function boxOfDecor(decor: Decor, usual: number): [number, number, number, number] | null {
  if (decor.rect) {
    const [x0, y0, x1, y1] = decor.rect;
    return [x0, y0, x1 + 1 - x0, y1 + 1 - y0];
  }
  if (decor.area && decor.area.length > 1) {
    const xs = decor.area.map((at) => at[0]);
    const ys = decor.area.map((at) => at[1]);
    return [Math.min(...xs), Math.min(...ys), Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)];
  }
  if (!decor.at) return null;
  if (Array.isArray(decor.size)) return [decor.at[0], decor.at[1], decor.size[0], decor.size[1]];
  const across = decor.radius !== undefined ? decor.radius * 2 : (decor.size ?? usual);
  return [decor.at[0] - across / 2, decor.at[1] - across / 2, across, across];
}

/** Edge, body and two broken ruts along a curve; it runs on beyond the rim. */
function road(terrain: Terrain, decor: Decor): string {
  const line = decor.line ?? [];
  if (line.length < 2) return '';
  const points = beyondRim(terrain, line).map(toUnits);
  const wide = (decor.width ?? 1) * 45;
  const d = throughPoints(points);
  const rut = (side: number, dashes: string): string => {
    const shifted = points.map((at, i): Point => {
      const before = points[Math.max(0, i - 1)] as Point;
      const after = points[Math.min(points.length - 1, i + 1)] as Point;
      const length = Math.hypot(after[0] - before[0], after[1] - before[1]) || 1;
      return [at[0] - ((after[1] - before[1]) / length) * side, at[1] + ((after[0] - before[0]) / length) * side];
    });
    return el('path', { d: throughPoints(shifted), stroke: 'var(--road-edge)', 'stroke-width': 2, 'stroke-dasharray': dashes, opacity: 0.65 });
  };
  return group(
    { fill: 'none', 'stroke-linecap': 'round', 'stroke-linejoin': 'round' },
    el('path', { d, stroke: 'var(--road-edge)', 'stroke-width': wide + 5, opacity: 0.5 }),
    el('path', { d, stroke: 'var(--road)', 'stroke-width': wide }),
    rut(-wide / 5, '26 9 40 14'),
    rut(wide / 5, '34 12 18 10'),
  );
}

/** Straight stretches get gentle bends, ends on the rim run on outside. */
function beyondRim(terrain: Terrain, line: readonly Point[]): Point[] {
  const dice = chance(`${terrain.seed}:road`);
  const points: Point[] = [];
  line.forEach((at, i) => {
    points.push(at);
    const next = line[i + 1];
    if (!next) return;
    const length = Math.hypot(next[0] - at[0], next[1] - at[1]);
    const parts = Math.floor(length / 4);
    for (let j = 1; j < parts; j++) {
      const t = j / parts;
      const sway = dice.between(-0.16, 0.16);
      points.push([at[0] + (next[0] - at[0]) * t - ((next[1] - at[1]) / length) * sway, at[1] + (next[1] - at[1]) * t + ((next[0] - at[0]) / length) * sway]);
    }
  });
  const onRim = ([x, y]: Point): boolean => x <= 0 || y <= 0 || x >= terrain.width || y >= terrain.height;
  const further = (end: Point, inner: Point): Point => {
    const length = Math.hypot(end[0] - inner[0], end[1] - inner[1]) || 1;
    return [end[0] + (end[0] - inner[0]) / length, end[1] + (end[1] - inner[1]) / length];
  };
  const first = points[0] as Point;
  const last = points[points.length - 1] as Point;
  if (onRim(first)) points.unshift(further(first, points[1] as Point));
  if (onRim(last)) points.push(further(last, points[points.length - 2] as Point));
  return points;
}

function rug(decor: Decor): string {
  const box = boxOfDecor(decor, 3);
  if (!box) return '';
  const [x, y, width, height] = [box[0] * SQ, box[1] * SQ, box[2] * SQ, box[3] * SQ];
  let fringe = '';
  for (let at = y + 5; at < y + height - 3; at += 8) fringe += `M${round(x - 7)} ${round(at)}h7M${round(x + width)} ${round(at)}h7`;
  return [
    el('rect', { x, y, width, height, rx: 3, fill: 'var(--mb-rug)', opacity: 0.8, stroke: 'var(--mb-rug-ink)', 'stroke-width': 2 }),
    el('rect', { x: x + 8, y: y + 8, width: width - 16, height: height - 16, fill: 'none', stroke: 'var(--mb-gilt)', 'stroke-width': 2.5, 'stroke-dasharray': '9 5', opacity: 0.8 }),
    el('rect', { x: x + 17, y: y + 17, width: width - 34, height: height - 34, fill: 'none', stroke: 'var(--mb-gilt)', opacity: 0.6 }),
    el('path', { d: fringe, stroke: 'var(--mb-gilt)', 'stroke-width': 1.5, opacity: 0.8 }),
  ].join('');
}

function rock(decor: Decor, index: number): string {
  if (!decor.at) return '';
  const [x, y] = toUnits(decor.at);
  const size = typeof decor.size === 'number' ? decor.size * SQ : 24 + (index % 3) * 4;
  return el('ellipse', { cx: x + 3, cy: y + 5, rx: size * 0.4, ry: size * 0.34, fill: SHADE, opacity: 0.35, filter: url('soft') }) + use(`rock-${index % 3}`, x, y, size);
}

/** A few stones lying together. */
function rocks(decor: Decor, seed: string): string {
  if (!decor.at) return '';
  const [x, y] = toUnits(decor.at);
  const dice = chance(seed);
  const spots = [0, 1, 2, 3].map((i) => ({
    x: x + dice.between(-22, 22),
    y: y + dice.between(-14, 14),
    size: i === 0 ? dice.between(24, 32) : dice.between(11, 19),
    form: dice.below(3),
  }));
  spots.sort((a, b) => a.y - b.y);
  return (
    group({ fill: SHADE, opacity: 0.35, filter: url('soft') }, ...spots.map((s) => el('ellipse', { cx: s.x + 3, cy: s.y + 4, rx: s.size * 0.4, ry: s.size * 0.34 }))) +
    spots.map((s) => use(`rock-${s.form}`, s.x, s.y, s.size)).join('')
  );
}

function bench(decor: Decor): string {
  if (!decor.at) return '';
  const [x, y] = toUnits(decor.at);
  return el(
    'g',
    { transform: `translate(${round(x)} ${round(y)}) rotate(${decor.turn ?? 0})` },
    el('rect', { x: -24, y: -1, width: 56, height: 12, rx: 4, fill: SHADE, opacity: 0.4, filter: url('soft') }),
    el('rect', { x: -28, y: -6, width: 56, height: 12, rx: 3, fill: 'var(--timber-2)', stroke: 'var(--timber-ink)', 'stroke-width': 1.5 }),
    el('path', { d: 'M-28 0H28M-19 -6V6M19 -6V6', stroke: 'var(--timber-ink)', 'stroke-width': 0.9, opacity: 0.55 }),
  );
}

/** A coil of rope, its end trailing. */
function coil(decor: Decor): string {
  if (!decor.at) return '';
  const [x, y] = toUnits(decor.at);
  const ring = (r: number): string =>
    el('circle', { cx: x, cy: y, r, fill: 'none', stroke: 'var(--timber-ink)', 'stroke-width': 5 }) +
    el('circle', { cx: x, cy: y, r, fill: 'none', stroke: 'var(--mb-rope)', 'stroke-width': 3.4, 'stroke-dasharray': '4 1' });
  const tail = `M${round(x + 13)} ${round(y + 2)}q4 12 14 9`;
  return [
    el('circle', { cx: x + 3, cy: y + 5, r: 15, fill: SHADE, opacity: 0.38, filter: url('soft') }),
    el('path', { d: tail, fill: 'none', stroke: 'var(--timber-ink)', 'stroke-width': 5, 'stroke-linecap': 'round' }),
    el('path', { d: tail, fill: 'none', stroke: 'var(--mb-rope)', 'stroke-width': 3.4 }),
    ring(13),
    ring(8.4),
    ring(4),
  ].join('');
}

/** A small light and what it lights. */
function lantern(decor: Decor): string {
  if (!decor.at) return '';
  const [x, y] = toUnits(decor.at);
  return [
    el('circle', { cx: x, cy: y, r: 92, fill: url('glow') }),
    el('circle', { cx: x + 2, cy: y + 4, r: 8, fill: SHADE, opacity: 0.4, filter: url('soft') }),
    el('circle', { cx: x, cy: y, r: 7.5, fill: 'var(--mb-mug)', stroke: 'var(--timber-ink)', 'stroke-width': 1.6 }),
    el('circle', { cx: x, cy: y, r: 4.6, fill: 'var(--mb-flame)' }),
    el('path', { d: `M${round(x - 4.6)} ${round(y)}h9.2M${round(x)} ${round(y - 4.6)}v9.2`, stroke: 'var(--timber-ink)', 'stroke-width': 1.1 }),
  ].join('');
}

function barrels(decor: Decor): string {
  if (!decor.at) return '';
  const [x, y] = toUnits(decor.at);
  const spots: readonly Point[] = [
    [x - 15, y - 10],
    [x + 13, y - 9],
    [x - 2, y + 15],
  ];
  return group({ fill: SHADE, opacity: 0.35, filter: url('soft') }, ...spots.map(([cx, cy]) => el('circle', { cx: cx + 3, cy: cy + 5, r: 14 }))) + spots.map(([cx, cy]) => keg(cx, cy)).join('');
}

function campfire(decor: Decor, seed: string): string {
  if (!decor.at) return '';
  const [x, y] = toUnits(decor.at);
  const dice = chance(seed);
  const stones: string[] = [];
  for (let i = 0; i < 8; i++) {
    const a = (i / 8) * 2 * Math.PI + dice.between(-0.15, 0.15);
    stones.push(use(`rock-${i % 3}`, x + Math.cos(a) * 19, y + Math.sin(a) * 17, dice.between(10, 14)));
  }
  return [
    el('circle', { cx: x, cy: y, r: 78, fill: url('glow') }),
    el('circle', { cx: x, cy: y, r: 13, fill: SHADE, opacity: 0.34 }),
    ...stones,
    el('path', { d: `M${round(x - 11)} ${round(y + 7)}L${round(x + 11)} ${round(y - 6)}M${round(x - 11)} ${round(y - 6)}L${round(x + 11)} ${round(y + 7)}`, stroke: 'var(--timber-ink)', 'stroke-width': 5, 'stroke-linecap': 'round' }),
    el('path', { d: `M${round(x)} ${round(y - 13)}q9 9 3 17q-3 4 -8 1q-6 -5 -1 -11q3 -3 6 -7z`, fill: 'var(--mb-fire)' }),
    el('path', { d: `M${round(x + 0.5)} ${round(y - 4)}q4 4 1 8q-2 2 -4 0q-2 -3 1 -5z`, fill: 'var(--mb-flame)' }),
  ].join('');
}

function sign(decor: Decor): string {
  if (!decor.at) return '';
  const [x, y] = toUnits(decor.at);
  const text = decor.text ?? '';
  const width = Math.max(34, text.length * 7.6 + 16);
  return [
    el('ellipse', { cx: x + 4, cy: y + 5, rx: 9, ry: 6, fill: SHADE, opacity: 0.4, filter: url('soft') }),
    el('path', { d: `M${round(x)} ${round(y)}V${round(y - 30)}`, stroke: 'var(--timber-ink)', 'stroke-width': 6, 'stroke-linecap': 'round' }),
    el('path', { d: `M${round(x)} ${round(y)}V${round(y - 30)}`, stroke: 'var(--timber)', 'stroke-width': 3.6, 'stroke-linecap': 'round' }),
    el('path', { d: `M${round(x - width / 2)} ${round(y - 34)}h${round(width - 9)}l9 9l-9 9h${round(9 - width)}z`, fill: 'var(--timber-2)', stroke: 'var(--timber-ink)', 'stroke-width': 1.6, 'stroke-linejoin': 'round' }),
    text === '' ? '' : el('text', { x: x - 4, y: y - 20.4, 'text-anchor': 'middle', fill: 'var(--timber-ink)', style: 'font: 700 13px var(--serif)' }, escapeText(text)),
  ].join('');
}
