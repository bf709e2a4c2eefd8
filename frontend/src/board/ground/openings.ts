/** Doors, windows and shutters: redrawn when their state changes, everything else of the ground stays. Signs, whose letters the still picture has not. */
import { chance, noiseAt } from '../random';
import { el, group, SHADE, url } from '../svg';
import { edgeLine, round, SQ } from '../units';
import { drawSigns } from './decor';
import { bordersOf, edgesOf, type DrawnBorder, type DrawnEdge, type Terrain } from './terrain';

export function drawOpenings(terrain: Terrain, states: Readonly<Record<string, string>> = {}): string {
  const state = (edge: DrawnEdge): string | null => states[edge.id] ?? edge.state;
  const shown = (border: DrawnBorder, draw: (p: Placed) => string): string => group({ 'data-edge': border.id, transform: layDown(border) }, draw(UPON));
  return [
    ...edgesOf(terrain, 'window').map((edge) => group({ 'data-edge': edge.id }, windowFrame(placed(edge), isShut(state(edge)), shaft(terrain, edge)))),
    ...bordersOf(terrain, 'window').map((border) => shown(border, (p) => windowFrame(p, isShut(states[border.id] ?? border.state), ''))),
    ...edgesOf(terrain, 'shutter').map((edge) => group({ 'data-edge': edge.id }, shutters(edge, isShut(state(edge) ?? 'closed')))),
    drawSigns(terrain),
    ...edgesOf(terrain, 'door').map((edge) => group({ 'data-edge': edge.id }, door(terrain, edge, placed(edge), hinge(terrain, edge), state(edge) ?? 'closed'))),
    ...bordersOf(terrain, 'door').map((border) => shown(border, (p) => door(terrain, border, p, NEAR_HINGE, states[border.id] ?? border.state ?? 'closed'))),
  ].join('');
}

const SHUT = new Set(['shut', 'closed', 'locked', 'barred', 'jammed']);
const isShut = (state: string | null): boolean => state !== null && SHUT.has(state);

/** How a door hangs: on its far post or its near one, to which side it swings, whether it is a gate among stakes. */
interface Hinge {
  atEnd: boolean;
  swing: readonly [number, number];
  gate: boolean;
}
const NEAR_HINGE: Hinge = { atEnd: false, swing: [0, 1], gate: false };

/** Where what stands on the side of a shaped space is drawn before it is laid down there. */
const UPON: Placed = { x0: 0, y0: 0, x1: SQ, y1: 0, across: true };

function layDown({ from, to }: DrawnBorder): string {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  return `translate(${from[0] * SQ} ${from[1] * SQ}) rotate(${round((Math.atan2(dy, dx) * 180) / Math.PI)}) scale(${round(Math.hypot(dx, dy) * 100) / 100} 1)`;
}

interface Placed {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
  across: boolean;
}

function placed(edge: DrawnEdge): Placed {
  const [a, b, c, d] = edgeLine(edge.at, edge.side);
  return { x0: a * SQ, y0: b * SQ, x1: c * SQ, y1: d * SQ, across: b === d };
}

/** A box across the edge: along from..to, off from..to, in the edge's own direction. */
function slab(p: Placed, from: number, to: number, low: number, high: number, attributes: Record<string, string | number>): string {
  return p.across
    ? el('rect', { x: p.x0 + from, y: p.y0 + low, width: to - from, height: high - low, ...attributes })
    : el('rect', { x: p.x0 + low, y: p.y0 + from, width: high - low, height: to - from, ...attributes });
}

/** `light` falls in through a window that is not shut. */
function windowFrame(p: Placed, shut: boolean, light: string): string {
  const parts = [
    slab(p, 5, 57, -7, 7, { fill: 'var(--timber-2)', stroke: 'var(--timber-ink)', 'stroke-width': 1.6 }),
    slab(p, 9, 53, -3.5, 3.5, { fill: 'var(--mb-pane)', stroke: 'var(--timber-ink)', 'stroke-width': 1 }),
  ];
  if (shut) {
    parts.push(slab(p, 8, 30.4, -5, 5, { fill: 'var(--timber)', stroke: 'var(--timber-ink)', 'stroke-width': 1.4 }));
    parts.push(slab(p, 31.6, 54, -5, 5, { fill: 'var(--timber)', stroke: 'var(--timber-ink)', 'stroke-width': 1.4 }));
    parts.push(slab(p, 20, 42, -1.3, 1.3, { fill: 'var(--timber-ink)' }));
  } else {
    for (const at of [20, 31, 42]) parts.push(slab(p, at - 0.5, at + 0.5, -3.5, 3.5, { fill: 'var(--timber-ink)' }));
    parts.push(light);
  }
  return parts.join('');
}

/** A faint shaft of daylight on the floor inside. */
function shaft(terrain: Terrain, edge: DrawnEdge): string {
  const p = placed(edge);
  const [x, y] = [Math.floor(p.x0 / SQ), Math.floor(p.y0 / SQ)];
  const after = terrain.cellAt(x, y)?.base;
  const before = p.across ? terrain.cellAt(x, y - 1)?.base : terrain.cellAt(x - 1, y)?.base;
  const indoors = (base: string | undefined): boolean => base === 'planks' || base === 'flags';
  if (indoors(after) === indoors(before)) return '';
  const side = indoors(after) ? 1 : -1;
  const spread = 22 + noiseAt(terrain.seed, edge.at[0], edge.at[1]) * 6;
  const near = 8 * side;
  const far = 138 * side;
  const at = (along: number, off: number): string => (p.across ? `${round(p.x0 + along)} ${round(p.y0 + off)}` : `${round(p.x0 + off)} ${round(p.y0 + along)}`);
  return el('path', { d: `M${at(9, near)}L${at(53, near)}L${at(53 + spread, far)}L${at(9 - spread, far)}Z`, fill: 'var(--mb-shaft)' });
}

/** Shutters alone: closed boards in the gap, or two leaves folded back against the wall. */
function shutters(edge: DrawnEdge, shut: boolean): string {
  const p = placed(edge);
  const board = { fill: 'var(--timber)', stroke: 'var(--timber-ink)', 'stroke-width': 1.5 };
  const sill = slab(p, 5, 57, -6, 6, { fill: 'var(--timber-2)', stroke: 'var(--timber-ink)', 'stroke-width': 1.5 });
  if (shut) {
    const slats = [12, 18, 24, 38, 44, 50].map((at) => slab(p, at - 0.4, at + 0.4, -4.5, 4.5, { fill: 'var(--timber-ink)', opacity: 0.7 }));
    return [sill, slab(p, 7, 30.4, -4.5, 4.5, board), slab(p, 31.6, 55, -4.5, 4.5, board), ...slats, slab(p, 22, 40, -1.4, 1.4, { fill: 'var(--stone-ink)' })].join('');
  }
  return [
    sill,
    slab(p, 9, 53, -3, 3, { fill: SHADE, opacity: 0.55 }),
    slab(p, -15, 6, 7, 12, board),
    slab(p, 56, 77, 7, 12, board),
  ].join('');
}

const LEAF = 59;

/** Doors hang and swing as their place has it. */
function hinge(terrain: Terrain, edge: DrawnEdge): Hinge {
  const p = placed(edge);
  // Two leaves side by side hang on their outer posts, like a gate.
  const twin = (step: number): boolean => {
    const at: [number, number] = p.across ? [edge.at[0] + step, edge.at[1]] : [edge.at[0], edge.at[1] + step];
    const line = edgeLine(at, edge.side).join(',');
    return terrain.edges.some((other) => other.recipe === 'door' && edgeLine(other.at, other.side).join(',') === line);
  };
  const atEnd = twin(-1) ? true : twin(1) ? false : chance(`${terrain.seed}:${edge.id}`).next() < 0.5;
  return { atEnd, swing: swingSide(terrain, p), gate: isGate(terrain, edge, p) };
}

function door(terrain: Terrain, { id, locked }: Pick<DrawnEdge, 'id' | 'locked'>, p: Placed, { atEnd, swing, gate }: Hinge, state: string): string {
  const open = state === 'open' || state === 'broken';
  const dice = chance(`${terrain.seed}:${id}:leaf`);
  const [hx, hy] = atEnd ? [p.x1, p.y1] : [p.x0, p.y0];
  const [fx, fy] = atEnd ? [p.x0, p.y0] : [p.x1, p.y1];
  const shut = Math.atan2(fy - hy, fx - hx);
  // Turning from the closed leaf towards the side that it swings to.
  const turn = (Math.sign(Math.cos(shut) * swing[1] - Math.sin(shut) * swing[0]) || 1) * ((66 + dice.next() * 8) * Math.PI) / 180;
  const angle = open ? shut + turn : shut;
  const tip: [number, number] = [hx + Math.cos(angle) * LEAF, hy + Math.sin(angle) * LEAF];
  const leaf = `M${round(hx)} ${round(hy)}L${round(tip[0])} ${round(tip[1])}`;
  const gap = `M${p.x0} ${p.y0}L${p.x1} ${p.y1}`;
  const parts = gate
    ? []
    : [
        el('path', { d: gap, stroke: 'var(--timber-ink)', 'stroke-width': 13 }),
        el('path', { d: gap, stroke: 'var(--floor)', 'stroke-width': 10.5 }),
      ];
  if (open) {
    const ax = hx + Math.cos(shut) * LEAF;
    const ay = hy + Math.sin(shut) * LEAF;
    parts.push(
      el('path', {
        d: `M${round(ax)} ${round(ay)}A${LEAF} ${LEAF} 0 0 ${turn > 0 ? 1 : 0} ${round(tip[0])} ${round(tip[1])}`,
        fill: 'none',
        stroke: 'var(--timber-ink)',
        'stroke-width': 1.4,
        'stroke-dasharray': '3 5',
        opacity: 0.7,
      }),
    );
  }
  parts.push(
    el('path', { d: leaf, stroke: SHADE, 'stroke-width': 9, opacity: 0.4, filter: url('soft'), transform: 'translate(4 7)' }),
    el('path', { d: leaf, stroke: 'var(--timber-ink)', 'stroke-width': 11, 'stroke-linecap': 'round' }),
    el('path', { d: leaf, stroke: state === 'broken' ? 'var(--timber-ink)' : 'var(--timber)', 'stroke-width': 8, 'stroke-linecap': 'round' }),
    el('path', { d: leaf, stroke: 'var(--timber-2)', 'stroke-width': 1.6, 'stroke-linecap': 'round', transform: 'translate(-1 -1.6)', opacity: 0.7 }),
    ...(gate ? [post(p.x0, p.y0), post(p.x1, p.y1)] : [el('circle', { cx: hx, cy: hy, r: 5.5, fill: 'var(--stone-ink)' })]),
    el('circle', { cx: hx + Math.cos(angle) * 48, cy: hy + Math.sin(angle) * 48, r: 2.6, fill: 'var(--mb-brass)' }),
  );
  if (!open && (locked || state === 'locked' || state === 'barred')) parts.push(keyhole((p.x0 + p.x1) / 2, (p.y0 + p.y1) / 2));
  return parts.join('');
}

const post = (cx: number, cy: number): string =>
  el('circle', { cx, cy, r: 8, fill: 'var(--timber)', stroke: 'var(--timber-ink)', 'stroke-width': 1.6 }) +
  el('circle', { cx: cx - 1, cy: cy - 1.2, r: 4, fill: 'var(--timber-2)' });

/** A door among stakes hangs between posts and has no threshold. */
function isGate(terrain: Terrain, edge: DrawnEdge, p: Placed): boolean {
  const ends = [`${p.x0 / SQ},${p.y0 / SQ}`, `${p.x1 / SQ},${p.y1 / SQ}`];
  const beside = terrain.edges.filter((other) => {
    const [a, b, c, d] = edgeLine(other.at, other.side);
    return other !== edge && (ends.includes(`${a},${b}`) || ends.includes(`${c},${d}`));
  });
  return beside.some((other) => other.recipe === 'palisade') && !beside.some((other) => other.recipe === 'wall');
}

function keyhole(x: number, y: number): string {
  return [
    el('circle', { cx: x, cy: y, r: 7, fill: 'var(--stone-2)', stroke: 'var(--stone-ink)', 'stroke-width': 1.5 }),
    el('path', { d: `M${x} ${y - 2.4}a2 2 0 0 1 1.1 3.6l.9 3.2h-4l.9 -3.2a2 2 0 0 1 1.1 -3.6z`, fill: 'var(--stone-ink)' }),
  ].join('');
}

/** Doors swing into rooms, away from the table's rim. */
function swingSide(terrain: Terrain, p: Placed): readonly [number, number] {
  const [x, y] = [Math.floor(p.x0 / SQ), Math.floor(p.y0 / SQ)];
  const after = terrain.cellAt(x, y);
  const before = p.across ? terrain.cellAt(x, y - 1) : terrain.cellAt(x - 1, y);
  // The leaves of a gate swing to the same side.
  let forward = chance(`${terrain.seed}:swing:${p.across ? `y${p.y0}` : `x${p.x0}`}`).next() < 0.5;
  if (!after) forward = false;
  if (!before) forward = true;
  const sign = forward ? 1 : -1;
  return p.across ? [0, sign] : [sign, 0];
}
