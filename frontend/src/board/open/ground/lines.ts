/** Water, roads, and what stands along a line: hedges, walls, fences. */
import type { Crown } from '../../ground';
import { throughPoints } from '../../outline';
import { el, group, softArea, softDisc, softLine, use } from '../../svg';
import type { Point } from '../../types';
import { round } from '../../units';
import { alongLine, boxOfPoints, darts, dice, grownPath, hardOutline, middleOf, type Patch } from './read';

/** Half the narrowings of the shore lines, with their strength. */
const SHORE: readonly (readonly [number, number])[] = [
  [16, 0.3],
  [9.5, 0.5],
  [4.5, 0.8],
];

/** A body of water with the engraver's shore lines; a dry bed is gravel, a deep one has more lines and waves. */
export function drawWaters(patch: Patch): string {
  const d = grownPath(patch, 1.5);
  if (patch.state === 'dry') return dryBed(patch, d);
  const clip = `${patch.uid}-water`;
  const deep = patch.state === 'deep';
  const waves = darts(patch, 'waves', { apart: deep ? 34 : 70, inset: 10, tries: deep ? 8 : 4 });
  return [
    el('clipPath', { id: clip }, el('path', { d })),
    el('path', { d, fill: 'none', stroke: 'var(--bank)', 'stroke-width': 18, opacity: 0.75, 'stroke-linejoin': 'round' }),
    el('path', { d, fill: 'var(--water)', stroke: 'var(--terrain-ink)', 'stroke-width': 3, 'stroke-opacity': 0.75 }),
    el(
      'g',
      { 'clip-path': `url(#${clip})` },
      ...SHORE.map(
        ([inset, strength]) =>
          el('path', { d, fill: 'none', stroke: 'var(--water-line)', 'stroke-width': 2 * (inset + 1.2), opacity: strength }) +
          el('path', { d, fill: 'none', stroke: 'var(--water)', 'stroke-width': 2 * inset }),
      ),
      el('path', {
        d: waves.map(({ x, y }) => `M${round(x - 9)} ${round(y)}q4.5 -5 9 0q4.5 5 9 0`).join(''),
        fill: 'none',
        stroke: 'var(--water-line)',
        'stroke-width': deep ? 1.7 : 1.3,
        'stroke-linecap': 'round',
        opacity: deep ? 0.8 : 0.5,
      }),
    ),
  ].join('');
}

/** Still shallow water with reeds on its banks. */
export function drawPond(patch: Patch): string {
  const roll = dice(patch, 'bank');
  const reeds = alongLine(patch.outline, 9, true)
    .filter(() => roll.next() < 0.4)
    .map(({ at: [x, y] }) => `M${round(x)} ${round(y)}q-1 -7 -4 -10M${round(x)} ${round(y)}q0 -8 1 -12M${round(x)} ${round(y)}q2 -6 5 -9`);
  return drawWaters(patch) + el('path', { d: reeds.join(''), fill: 'none', stroke: 'var(--terrain-ink)', 'stroke-width': 1.5, 'stroke-linecap': 'round', opacity: 0.75 });
}

function dryBed(patch: Patch, d: string): string {
  const stones = darts(patch, 'bed', { apart: 24, inset: 8, tries: 6 });
  return [
    el('path', { d, fill: 'none', stroke: 'var(--bank)', 'stroke-width': 16, opacity: 0.75, 'stroke-linejoin': 'round' }),
    el('path', { d, fill: 'var(--road)' }),
    ...stones.map(({ x, y, roll }, i) => use(`rock-${i % 3}`, x, y, 7 + roll * 9)),
    el('path', { d, fill: 'none', stroke: 'var(--terrain-ink)', 'stroke-width': 1.6, 'stroke-dasharray': '9 4' }),
  ].join('');
}

/** Pale shoal, riffles and stones across the water. */
export function drawFord(patch: Patch): string {
  const d = hardOutline(patch.outline);
  const riffles = darts(patch, 'riffle', { apart: 15, inset: 5, tries: 10 });
  const stones = darts(patch, 'ford', { apart: 21, inset: 7, tries: 3, perSquare: 4 });
  return [
    softArea(d, 0.72, [0, 0], 'var(--road)', 10),
    el('path', {
      d: riffles.map(({ x, y }) => `M${round(x - 7)} ${round(y)}q3.5 -4 7 0q3.5 4 7 0`).join(''),
      fill: 'none',
      stroke: 'var(--water-line)',
      'stroke-width': 1.4,
      'stroke-linecap': 'round',
      opacity: 0.85,
    }),
    ...stones.map(({ x, y, roll }, i) => use(`rock-${i % 3}`, x, y, 9 + roll * 9)),
    el('path', { d, fill: 'none', stroke: 'var(--terrain-ink)', 'stroke-width': 1.2, 'stroke-dasharray': '2 5' }),
  ].join('');
}

/** Planks between two parapets; it runs the longer way of its outline. */
export function drawBridge({ outline }: Patch): string {
  const d = hardOutline(outline);
  const [a, b, c, e] = outline as [Point, Point, Point, Point];
  if (outline.length !== 4) return el('path', { d, fill: 'var(--timber)', stroke: 'var(--timber-ink)', 'stroke-width': 2 });
  const long = Math.hypot(b[0] - a[0], b[1] - a[1]) >= Math.hypot(c[0] - b[0], c[1] - b[1]);
  const [p, q, r, s] = long ? [a, b, e, c] : [b, c, a, e];
  const count = Math.max(2, Math.round(Math.hypot(q[0] - p[0], q[1] - p[1]) / 8));
  let planks = '';
  for (let i = 1; i < count; i++) {
    const t = i / count;
    planks += `M${round(p[0] + (q[0] - p[0]) * t)} ${round(p[1] + (q[1] - p[1]) * t)}L${round(r[0] + (s[0] - r[0]) * t)} ${round(r[1] + (s[1] - r[1]) * t)}`;
  }
  const sides = `M${p.map(round).join(' ')}L${q.map(round).join(' ')}M${r.map(round).join(' ')}L${s.map(round).join(' ')}`;
  return [
    softArea(d, 0.45, [4, 7]),
    el('path', { d, fill: 'var(--timber-2)' }),
    el('path', { d: planks, stroke: 'var(--timber-ink)', 'stroke-width': 1, opacity: 0.6, fill: 'none' }),
    el('path', { d: sides, stroke: 'var(--timber-ink)', 'stroke-width': 7, fill: 'none', 'stroke-linecap': 'square' }),
    el('path', { d: sides, stroke: 'var(--timber)', 'stroke-width': 4, fill: 'none', 'stroke-linecap': 'square' }),
  ].join('');
}

/** A road has no ink: no rule asks for it. An outline is a road as wide as it is narrow. */
export function drawRoadway(patch: Patch): string {
  const { line, width } = patch.closed ? spine(patch.outline) : { line: patch.outline, width: 40 };
  const d = throughPoints(line);
  const rut = (side: number, dashes: string): string => {
    const shifted = line.map((at, i): Point => {
      const [before, after] = [line[Math.max(0, i - 1)]!, line[Math.min(line.length - 1, i + 1)]!];
      const length = Math.hypot(after[0] - before[0], after[1] - before[1]) || 1;
      return [at[0] - ((after[1] - before[1]) / length) * side, at[1] + ((after[0] - before[0]) / length) * side];
    });
    return el('path', { d: throughPoints(shifted), stroke: 'var(--road-edge)', 'stroke-width': 2, 'stroke-dasharray': dashes, opacity: 0.65 });
  };
  return group(
    { fill: 'none', 'stroke-linecap': 'butt', 'stroke-linejoin': 'round' },
    el('path', { d, stroke: 'var(--road-edge)', 'stroke-width': width + 5, opacity: 0.5 }),
    el('path', { d, stroke: 'var(--road)', 'stroke-width': width }),
    rut(-width / 5, '26 9 40 14'),
    rut(width / 5, '34 12 18 10'),
  );
}

/** The middle line of a strip given as an outline: out on one side, back on the other. */
function spine(outline: readonly Point[]): { line: Point[]; width: number } {
  const half = Math.floor(outline.length / 2);
  const line: Point[] = [];
  let width = 0;
  for (let i = 0; i < half; i++) {
    const [a, b] = [outline[i]!, outline[outline.length - 1 - i]!];
    line.push([(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]);
    width += Math.hypot(a[0] - b[0], a[1] - b[1]) / half;
  }
  const { width: w, height: h } = boxOfPoints(outline);
  // The pairs may join the ends instead of the sides.
  if (width > Math.min(w, h) * 1.6 && outline.length === 4) {
    const [a, b, c, e] = outline as [Point, Point, Point, Point];
    return { line: [middleOf([a, b]), middleOf([e, c])], width: Math.hypot(a[0] - b[0], a[1] - b[1]) };
  }
  return { line, width };
}

/** A row of low crowns. */
function hedgeCrowns(patch: Patch): Crown[] {
  const roll = dice(patch, 'hedge');
  return alongLine(patch.outline, 13, patch.closed).map(({ at: [x, y] }) => ({ x: x + roll.between(-2, 2), y: y + roll.between(-2, 2), size: roll.between(23, 30), symbol: `tree-${roll.below(6)}` }));
}

export function drawHedge(patch: Patch): string {
  const crowns = hedgeCrowns(patch);
  return group({ opacity: 0.6 }, ...crowns.map(({ x, y, size }) => softDisc(x + 4, y + 6, size * 0.4))) + crowns.map(({ x, y, size, symbol }) => use(symbol, x, y, size)).join('');
}

export function drawLowWall({ outline, closed }: Patch): string {
  const d = hardOutline(outline, closed);
  const line = (colour: string, width: number, dashes?: string): string =>
    el('path', { d, fill: 'none', stroke: colour, 'stroke-width': width, 'stroke-linejoin': 'round', 'stroke-linecap': 'square', 'stroke-dasharray': dashes });
  return [softLine(d, 10, 0.4, [4, 6]), line('var(--stone-ink)', 11), line('var(--stone)', 8), line('var(--stone-ink)', 8, '1 9'), line('var(--stone-2)', 2)].join('');
}

/** Posts and two rails. */
export function drawFence({ outline, closed }: Patch): string {
  const d = hardOutline(outline, closed);
  const posts = alongLine(outline, 16, closed);
  return [
    softLine(d, 5, 0.32, [3, 5]),
    el('path', { d, fill: 'none', stroke: 'var(--timber-ink)', 'stroke-width': 5, 'stroke-linejoin': 'round' }),
    el('path', { d, fill: 'none', stroke: 'var(--timber-2)', 'stroke-width': 2.6, 'stroke-linejoin': 'round' }),
    ...posts.map(({ at: [x, y] }) => el('circle', { cx: x, cy: y, r: 3.6, fill: 'var(--timber)', stroke: 'var(--timber-ink)', 'stroke-width': 1.3 })),
  ].join('');
}
