/** High ground, rough ground, fields and houses: ink round everything that the rules know. */
import { hachures } from '../../ground/relief';
import { smoothPath } from '../../outline';
import { el, group, softArea, softDisc, url, use } from '../../svg';
import { round } from '../../units';
import { boxOfPoints, darts, grown, grownPath, hardOutline, middleOf, shrunk, type Patch } from './read';

export const inkRound = (d: string, dashes: string): string => el('path', { d, fill: 'none', stroke: 'var(--terrain-ink)', 'stroke-width': 1.4, 'stroke-dasharray': dashes });

/** Outline in ink, inner outlines as contour lines, wedges down the slope; a steep one has two rows of them. */
export function drawHill(patch: Patch, steep: boolean): string {
  const rim = grown(patch);
  const d = smoothPath(rim);
  const { width, height } = boxOfPoints(patch.outline);
  const depth = Math.min(steep ? 30 : 24, Math.min(width, height) * 0.2);
  const clip = `${patch.uid}-hill`;
  const contours = steep ? [0.78, 0.56, 0.34] : [0.66, 0.36];
  const inner = smoothPath(shrunk(rim, steep ? 0.42 : 0.5));
  return [
    el('clipPath', { id: clip }, el('path', { d })),
    softArea(d, 0.24, [4, 7]),
    el('path', { d, fill: 'var(--hill)' }),
    el('g', { 'clip-path': `url(#${clip})` }, softArea(inner, 0.9, [0, 0], 'var(--hill-top)', depth * 2), el('path', { d, fill: url('grass') })),
    ...contours.map((share) => el('path', { d: smoothPath(shrunk(rim, share)), fill: 'none', stroke: 'var(--terrain-ink)', 'stroke-width': 1, opacity: 0.32 })),
    el('path', { d: hachures(rim, `${patch.id}:hill`, { depth, apart: steep ? 5.2 : 9, rises: true }), fill: 'var(--terrain-ink)', opacity: steep ? 0.75 : 0.55 }),
    steep
      ? el('path', { d: hachures(shrunk(rim, 0.7), `${patch.id}:hill2`, { depth: depth * 0.8, apart: 6, rises: true }), fill: 'var(--terrain-ink)', opacity: 0.6 })
      : '',
    inkRound(d, '7 4'),
  ].join('');
}

const rough = (d: string): string => el('path', { d, fill: 'var(--brush)' }) + el('path', { d, fill: url('tufts') });

/** Heath and bushes. */
export function drawScrub(patch: Patch): string {
  const d = grownPath(patch, 4);
  const bushes = darts(patch, 'bushes', { apart: 34, inset: 14, tries: 5 });
  return [
    rough(d),
    group({ opacity: 0.6 }, ...bushes.map(({ x, y, roll }) => softDisc(x + 3, y + 4, 6 + roll * 4))),
    ...bushes.map(({ x, y, roll }, i) => use(`bush-${i % 3}`, x, y, 20 + roll * 14)),
    inkRound(d, '2 5'),
  ].join('');
}

/** Stones in the grass. */
export function drawRockyGround(patch: Patch): string {
  const d = grownPath(patch, 4);
  const stones = darts(patch, 'stones', { apart: 26, inset: 12, tries: 7 });
  return [rough(d), ...stones.map(({ x, y, roll }, i) => use(`rock-${i % 3}`, x, y, 10 + roll * 13)), inkRound(d, '2 5')].join('');
}

export function drawMud(patch: Patch): string {
  const d = grownPath(patch, 4);
  return [el('path', { d, fill: 'var(--mb-mud)', opacity: 0.8 }), el('path', { d, fill: url('puddles') }), inkRound(d, '2 5')].join('');
}

/** Bare rock: nobody passes. */
export function drawRocks(patch: Patch): string {
  const d = grownPath(patch, 5);
  const stones = darts(patch, 'rocks', { apart: 21, inset: 10, tries: 20 });
  return [
    softArea(d, 0.3, [4, 6]),
    el('path', { d, fill: 'var(--stone)', opacity: 0.7 }),
    group({ opacity: 0.6 }, ...stones.map(({ x, y, roll }) => softDisc(x + 3, y + 5, 7 + roll * 9))),
    ...stones.map(({ x, y, roll }, i) => use(`rock-${i % 3}`, x, y, 20 + roll * 26)),
    el('path', { d, fill: 'none', stroke: 'var(--stone-ink)', 'stroke-width': 2 }),
  ].join('');
}

/** Wet ground: puddles and reeds. */
export function drawSwamp(patch: Patch): string {
  const d = grownPath(patch, 4);
  const pools = darts(patch, 'pools', { apart: 50, inset: 20, tries: 3 });
  const reeds = darts(patch, 'reeds', { apart: 30, inset: 10, tries: 6 });
  return [
    el('path', { d, fill: 'var(--brush)' }),
    el('path', { d, fill: 'var(--water)', opacity: 0.28 }),
    ...pools.map(({ x, y, roll }) =>
      el('ellipse', { cx: x, cy: y, rx: 13 + roll * 9, ry: 6 + roll * 4, fill: 'var(--water)', stroke: 'var(--water-line)', 'stroke-width': 1.4 }),
    ),
    el('path', { d, fill: url('puddles') }),
    el('path', {
      d: reeds.map(({ x, y }) => `M${round(x)} ${round(y)}q-1 -7 -4 -10M${round(x)} ${round(y)}q0 -8 1 -12M${round(x)} ${round(y)}q2 -6 5 -9`).join(''),
      fill: 'none',
      stroke: 'var(--terrain-ink)',
      'stroke-width': 1.5,
      'stroke-linecap': 'round',
      opacity: 0.75,
    }),
    inkRound(d, '2 5'),
  ].join('');
}

/** Loose sand in crescents. */
export function drawDunes(patch: Patch): string {
  const d = grownPath(patch, 4);
  const crests = darts(patch, 'dunes', { apart: 34, inset: 14, tries: 8 });
  return [
    el('path', { d, fill: 'var(--road)' }),
    el('path', {
      d: crests.map(({ x, y, roll }) => `M${round(x - 15)} ${round(y + 4)}q${round(10 + roll * 8)} ${round(-12 - roll * 5)} 30 0q-14 -5 -30 0`).join(''),
      fill: 'var(--road-edge)',
      opacity: 0.55,
    }),
    inkRound(d, '2 5'),
  ].join('');
}

/** Ploughed ground; of one that slows, the growth shows. */
export function drawField({ outline }: Patch, slow: boolean): string {
  const d = hardOutline(outline);
  return [
    el('path', { d, fill: 'var(--field)', opacity: 0.55 }),
    el('path', { d, fill: url('furrows') }),
    slow ? el('path', { d, fill: url('tufts') }) : '',
    inkRound(d, '2 5'),
  ].join('');
}

/** Walled beds, close together. */
export function drawGardens(patch: Patch): string {
  const d = hardOutline(patch.outline);
  const clip = `${patch.uid}-beds`;
  const { x, y, width, height } = boxOfPoints(patch.outline);
  const beds: string[] = [];
  for (let py = y + 7; py < y + height; py += 24) {
    for (let px = x + 7; px < x + width; px += 40) {
      beds.push(el('rect', { x: px, y: py, width: 34, height: 17, rx: 3, fill: 'var(--brush)', stroke: 'var(--terrain-ink)', 'stroke-width': 1 }));
    }
  }
  return [
    el('path', { d, fill: 'var(--field)' }),
    el('clipPath', { id: clip }, el('path', { d })),
    el('g', { 'clip-path': `url(#${clip})` }, ...beds, el('path', { d, fill: url('tufts') })),
    el('path', { d, fill: 'none', stroke: 'var(--stone-ink)', 'stroke-width': 7 }),
    el('path', { d, fill: 'none', stroke: 'var(--stone)', 'stroke-width': 4.4 }),
  ].join('');
}

/** Houses with ridged roofs round a trodden middle. */
export function drawVillage(patch: Patch): string {
  const d = hardOutline(patch.outline);
  const [cx, cy] = middleOf(patch.outline);
  const houses = darts(patch, 'houses', { apart: 46, inset: 21, tries: 14 });
  return [
    el('path', { d, fill: 'var(--road)', opacity: 0.6 }),
    inkRound(d, '7 4'),
    ...houses.map(({ x, y, roll }) => {
      // Fronts look to the middle of the village.
      const turn = (Math.atan2(cy - y, cx - x) * 180) / Math.PI + 90 + (roll - 0.5) * 24;
      const [w, h] = [17 + roll * 6, 11 + ((roll * 5) % 1) * 4];
      return el(
        'g',
        { transform: `translate(${round(x)} ${round(y)}) rotate(${round(turn)})` },
        softArea(`M${-w} ${-h}H${w}V${h}H${-w}Z`, 0.45, [3, 5]),
        el('path', { d: `M${-w} ${-h}H${w}V0H${-w}Z`, fill: 'var(--mb-roof-2)' }),
        el('path', { d: `M${-w} 0H${w}V${h}H${-w}Z`, fill: 'var(--mb-roof)' }),
        el('path', { d: `M${-w} 0H${w}M${round(-w / 2)} ${-h}V${h}M0 ${-h}V${h}M${round(w / 2)} ${-h}V${h}`, stroke: 'var(--timber-ink)', 'stroke-width': 0.9, opacity: 0.5, fill: 'none' }),
        el('path', { d: `M${-w} ${-h}H${w}V${h}H${-w}Z`, fill: 'none', stroke: 'var(--timber-ink)', 'stroke-width': 1.8, 'stroke-linejoin': 'round' }),
        el('rect', { x: w - 9, y: -5, width: 5, height: 5, fill: 'var(--stone)', stroke: 'var(--stone-ink)', 'stroke-width': 1 }),
      );
    }),
  ].join('');
}

/** Something that the rules know and this board has no picture for. */
export function drawPlain(patch: Patch): string {
  const d = patch.closed ? grownPath(patch, 0) : hardOutline(patch.outline, false);
  return el('path', { d, fill: patch.closed ? 'var(--brush)' : 'none', 'fill-opacity': 0.5, stroke: 'var(--terrain-ink)', 'stroke-width': 2, 'stroke-dasharray': '7 4' });
}
