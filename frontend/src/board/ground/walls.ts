/** What stands on edges and closes them: walls with thickness, palisades, hedges, rails, rigging; and blocks of stone. */
import type { Point } from '../types';
import { chance } from '../random';
import { bodiesOf, middleOf, runsOf, type Run } from '../runs';
import { el, group, SHADE, softArea, softLine, url, use } from '../svg';
import { edgeLine, round, SQ } from '../units';
import { hardPath } from './floors';
import { bordersOf, BUILT, edgesOf, squaresOf, STEPS, type DrawnEdge, type Terrain } from './terrain';

const WALL = 15;
const LOW_WALL = 8;
/** A low wall that gives heavy cover. */
const PARAPET = 12;

/** A straight stretch between two points, square units. */
type Stretch = Pick<Run, 'a' | 'b'>;

/** What stands on squares' sides, joined into runs, and what stands on the sides of shaped spaces. */
const stretchesOf = (terrain: Terrain, recipe: string, willDo: (edge: DrawnEdge) => boolean = () => true): Stretch[] => [
  ...runsOf(edgesOf(terrain, recipe).filter(willDo)),
  ...bordersOf(terrain, recipe).map(({ from, to }) => ({ a: from, b: to })),
];

/** Ends in user units, the direction from one to the other, and how long it is. */
function measured({ a, b }: Stretch): { from: Point; to: Point; along: Point; length: number } {
  const [dx, dy] = [(b[0] - a[0]) * SQ, (b[1] - a[1]) * SQ];
  const length = Math.hypot(dx, dy) || 1;
  return { from: [a[0] * SQ, a[1] * SQ], to: [b[0] * SQ, b[1] * SQ], along: [dx / length, dy / length], length };
}

const lineOf = (stretch: Stretch): string => {
  const { from, to } = measured(stretch);
  return `M${from.join(' ')}L${to.join(' ')}`;
};

/** A stretch with thickness; it reaches half its thickness beyond both ends, so corners close and doors get jambs. */
function beam(stretch: Stretch, thick: number): { body: string; light: string } {
  const { from, to, along } = measured(stretch);
  const half = thick / 2;
  const [ax, ay] = [from[0] - along[0] * half, from[1] - along[1] * half];
  const [bx, by] = [to[0] + along[0] * half, to[1] + along[1] * half];
  /** Of the two long sides the one that the light falls on. */
  const up = along[0] - along[1] >= 0 ? 1 : -1;
  const [nx, ny] = [along[1] * up, -along[0] * up];
  const strip = (near: number, far: number): string =>
    'M' + [[ax + nx * near, ay + ny * near], [bx + nx * near, by + ny * near], [bx + nx * far, by + ny * far], [ax + nx * far, ay + ny * far]].map(([x, y]) => `${round(x!)} ${round(y!)}`).join('L') + 'Z';
  return { body: strip(half, -half), light: strip(half, half - 2.2) };
}

type Beam = ReturnType<typeof beam>;

/** Body of masonry: shadow, ink all round, stones over it, so that runs melt into one another. */
function masonry(beams: readonly Beam[], shadow: readonly [number, number]): string {
  if (beams.length === 0) return '';
  const bodies = beams.map(({ body }) => el('path', { d: body }));
  return [
    softArea(beams.map(({ body }) => body).join(''), 0.5, shadow),
    group({ fill: 'var(--stone-ink)', stroke: 'var(--stone-ink)', 'stroke-width': 3, 'stroke-linejoin': 'round' }, ...bodies),
    group({ fill: url('masonry') }, ...bodies),
    el('path', { d: beams.map(({ light }) => light).join(''), fill: 'var(--stone-2)', opacity: 0.5 }),
  ].join('');
}

export function drawWalls(terrain: Terrain): string {
  const blocks = squaresOf(terrain, 'masonry-block');
  const block = hardPath(blocks);
  const isHeavy = (edge: DrawnEdge): boolean => edge.facts?.cover === 'heavy';
  return [
    masonry(stretchesOf(terrain, 'low-wall', (edge) => !isHeavy(edge)).map((run) => beam(run, LOW_WALL)), [4, 6]),
    masonry(runsOf(edgesOf(terrain, 'low-wall').filter(isHeavy)).map((run) => beam(run, PARAPET)), [5, 7]),
    blocks.length === 0 ? '' : stoneBlock(block, `${terrain.uid}-block`),
    masonry([...stretchesOf(terrain, 'wall'), ...stretchesOf(terrain, 'ivy')].map((run) => beam(run, WALL)), [6, 9]),
    drawMerlons(terrain),
    drawIvy(terrain),
    drawPalisades(terrain),
    drawRails(terrain),
  ].join('');
}

/** Battlements where a wall bounds a wall walk. */
function drawMerlons(terrain: Terrain): string {
  const walks = edgesOf(terrain, 'wall').filter(({ at: [x, y], side }) => {
    const other = STEPS.find(([name]) => name === side) ?? STEPS[0]!;
    return [terrain.cellAt(x, y), terrain.cellAt(x + other[1], y + other[2])].some((cell) => cell?.base === 'rampart');
  });
  const blocks = runsOf(walks).flatMap((run) => {
    const { from, along, length } = measured(run);
    const count = Math.max(1, Math.round(length / 31));
    return Array.from({ length: count }, (_, i) => {
      const at = ((i + 0.5) * length) / count;
      const [x, y] = [from[0] + along[0] * at, from[1] + along[1] * at];
      return el('rect', { x: round(x - 9), y: round(y - 9), width: 18, height: 18, rx: 1.5, fill: 'var(--stone-2)', stroke: 'var(--stone-ink)', 'stroke-width': 2 });
    });
  });
  return blocks.join('');
}

/** Leaves on both sides of a wall that may be climbed. */
function drawIvy(terrain: Terrain): string {
  const dice = chance(`${terrain.seed}:ivy`);
  return stretchesOf(terrain, 'ivy')
    .flatMap((run) => {
      const { from, along, length } = measured(run);
      const count = Math.max(2, Math.round(length / 7));
      return Array.from({ length: count }, (_, i) => {
        const [at, off] = [((i + 0.5) * length) / count, dice.between(-9, 9)];
        return use(`bush-${dice.below(3)}`, from[0] + along[0] * at - along[1] * off, from[1] + along[1] * at + along[0] * off, dice.between(11, 16));
      });
    })
    .join('');
}

/** A mass of stone seen from above: coping round the rim, the middle a little lower. */
function stoneBlock(d: string, clip: string): string {
  return [
    el('clipPath', { id: clip }, el('path', { d })),
    softArea(d, 0.5, [6, 9]),
    el('path', { d, fill: 'var(--stone-ink)', stroke: 'var(--stone-ink)', 'stroke-width': 3, 'stroke-linejoin': 'round' }),
    el('path', { d, fill: url('masonry') }),
    group(
      { 'clip-path': `url(#${clip})`, fill: 'none' },
      el('path', { d, stroke: SHADE, 'stroke-width': 26, opacity: 0.3, transform: 'translate(5 6)', filter: url('soft') }),
      el('path', { d, stroke: 'var(--stone-ink)', 'stroke-width': 21 }),
      el('path', { d, stroke: 'var(--stone-2)', 'stroke-width': 18 }),
      el('path', { d, stroke: 'var(--stone-ink)', 'stroke-width': 18, 'stroke-dasharray': '1.2 21', opacity: 0.75 }),
    ),
    el('path', { d, fill: 'none', stroke: 'var(--stone-ink)', 'stroke-width': 1.6 }),
  ].join('');
}

/** Posts along the edge, the walkway on the side of the enclosure's middle. */
function drawPalisades(terrain: Terrain): string {
  const stakes = edgesOf(terrain, 'palisade');
  if (stakes.length === 0) return '';
  // A gate between two stretches belongs to the same stockade, so that all walkways lie on the inside.
  const gates = edgesOf(terrain, 'door');
  const bodies = bodiesOf(runsOf([...stakes, ...gates]));
  const runs = runsOf(stakes);
  const middle = (run: Run): Point => {
    const body = bodies.find((list) =>
      list.some((other) => other.across === run.across && other.a[0] <= run.a[0] && other.b[0] >= run.b[0] && other.a[1] <= run.a[1] && other.b[1] >= run.b[1]),
    );
    return middleOf(body ?? [run]);
  };
  const dice = chance(`${terrain.seed}:stakes`);
  let shadows = '';
  const walks: string[] = [];
  const posts: string[] = [];
  for (const run of runs) {
    const [x0, y0, x1, y1] = [run.a[0] * SQ, run.a[1] * SQ, run.b[0] * SQ, run.b[1] * SQ];
    const length = Math.hypot(x1 - x0, y1 - y0);
    const side = innerSide(terrain, run, middle(run));
    shadows += `M${x0} ${y0}L${x1} ${y1}`;
    const from = 5 * side;
    const to = 20 * side;
    const walk = run.across
      ? `M${x0} ${y0 + from}L${x1} ${y1 + from}L${x1} ${y1 + to}L${x0} ${y0 + to}Z`
      : `M${x0 + from} ${y0}L${x1 + from} ${y1}L${x1 + to} ${y1}L${x0 + to} ${y0}Z`;
    let boards = '';
    const count = Math.max(1, Math.round(length / 12.9));
    for (let i = 1; i < count; i++) {
      const at = (length * i) / count;
      boards += run.across
        ? `M${round(x0 + at)} ${y0 + from}L${round(x0 + at)} ${y0 + to}`
        : `M${x0 + from} ${round(y0 + at)}L${x0 + to} ${round(y0 + at)}`;
    }
    walks.push(
      el('path', { d: walk, fill: 'var(--timber-2)', stroke: 'var(--timber-ink)', 'stroke-width': 1.2 }),
      el('path', { d: boards, stroke: 'var(--timber-ink)', 'stroke-width': 1, opacity: 0.65 }),
    );
    const stakeCount = Math.max(1, Math.round(length / 9.4));
    for (let i = 0; i <= stakeCount; i++) {
      const t = i / stakeCount;
      const cx = x0 + (x1 - x0) * t;
      const cy = y0 + (y1 - y0) * t;
      const r = dice.between(5.6, 6.6);
      posts.push(
        el('circle', { cx, cy, r, fill: 'var(--timber)', stroke: 'var(--timber-ink)', 'stroke-width': 1.5 }),
        el('circle', { cx: cx - 1, cy: cy - 1.2, r: r / 2, fill: 'var(--timber-2)' }),
      );
    }
  }
  const slits = stakes.filter((edge) => edge.facts?.full !== true).map(slit);
  return softLine(shadows, 15, 0.36, [6, 8]) + walks.join('') + posts.join('') + slits.join('');
}

/** +1 towards growing x or y: the side with a step or floor along it, else that of the enclosure's middle. */
function innerSide(terrain: Terrain, run: Run, middle: Point): number {
  let built = 0;
  const length = run.b[0] - run.a[0] + run.b[1] - run.a[1];
  for (let i = 0; i < length; i++) {
    const x = run.a[0] + (run.across ? i : 0);
    const y = run.a[1] + (run.across ? 0 : i);
    const worth = (cx: number, cy: number): number => {
      const cell = terrain.cellAt(cx, cy);
      return cell ? cell.level + (BUILT.has(cell.base) ? 0.5 : 0) : 0;
    };
    built += worth(x, y) - (run.across ? worth(x, y - 1) : worth(x - 1, y));
  }
  if (built !== 0) return Math.sign(built);
  return run.across ? (middle[1] >= run.a[1] ? 1 : -1) : middle[0] >= run.a[0] ? 1 : -1;
}

/** Where one may shoot through a palisade: a framed gap between the posts. */
function slit(edge: DrawnEdge): string {
  const [a, b, c, d] = edgeLine(edge.at, edge.side);
  const x = ((a + c) / 2) * SQ;
  const y = ((b + d) / 2) * SQ;
  const across = b === d;
  const [w, h] = across ? [20, 15] : [15, 20];
  const [iw, ih] = across ? [7, 17] : [17, 7];
  return (
    el('rect', { x: x - w / 2, y: y - h / 2, width: w, height: h, rx: 2, fill: 'var(--timber-2)', stroke: 'var(--timber-ink)', 'stroke-width': 1.6 }) +
    el('rect', { x: x - iw / 2, y: y - ih / 2, width: iw, height: ih, fill: 'var(--timber-ink)' })
  );
}

/** A rail: hand rail on posts, thin enough to shoot over. */
function drawRails(terrain: Terrain): string {
  const runs = stretchesOf(terrain, 'rail');
  if (runs.length === 0) return '';
  const d = runs.map(lineOf).join('');
  const posts: string[] = [];
  for (const run of runs) {
    const { from, along, length } = measured(run);
    const count = Math.max(1, Math.round(length / 31));
    for (let i = 0; i <= count; i++) {
      const x = round(from[0] + (along[0] * length * i) / count);
      const y = round(from[1] + (along[1] * length * i) / count);
      posts.push(el('rect', { x: x - 4, y: y - 4, width: 8, height: 8, rx: 1.5, fill: 'var(--timber-2)', stroke: 'var(--timber-ink)', 'stroke-width': 1.3 }));
    }
  }
  return [
    softLine(d, 7, 0.4, [4, 6]),
    el('path', { d, stroke: 'var(--timber-ink)', 'stroke-width': 7.5, 'stroke-linecap': 'round' }),
    el('path', { d, stroke: 'var(--timber)', 'stroke-width': 4.6, 'stroke-linecap': 'round' }),
    el('path', { d, stroke: 'var(--timber-2)', 'stroke-width': 1.4, 'stroke-linecap': 'round', transform: 'translate(-.8 -.8)' }),
    ...posts,
  ].join('');
}

/** Shrouds with ratlines: drawn above the decks, a net that narrows to one side. */
export function drawRigging(terrain: Terrain): string {
  const runs = runsOf(edgesOf(terrain, 'rigging'));
  const nets = squaresOf(terrain, 'rigging');
  if (runs.length + nets.length === 0) return '';
  let ropes = '';
  let steps = '';
  for (const [x, y] of nets) {
    const [left, top] = [x * SQ, y * SQ];
    for (let i = 0; i <= 4; i++) {
      ropes += `M${round(left + 7 + i * 12)} ${top + 3}L${round(left + 7 + i * 12)} ${top + SQ - 3}`;
      steps += `M${left + 5} ${round(top + 7 + i * 12)}q26 3 52 0`;
    }
  }
  for (const run of runs) {
    const length = (run.b[0] - run.a[0] + run.b[1] - run.a[1]) * SQ;
    // Towards the deck, where the mast stands.
    const x = Math.floor((run.a[0] + run.b[0]) / 2 - (run.across ? 0 : 0.5));
    const y = Math.floor((run.a[1] + run.b[1]) / 2 - (run.across ? 0.5 : 0));
    const before = BUILT.has(terrain.cellAt(x, y)?.base ?? '');
    const side = before ? -1 : 1;
    const place = (t: number, depth: number): string => {
      const middle = 0.5;
      const spread = middle + (t - middle) * (1 - depth * 0.55);
      const along = spread * length;
      const off = side * depth * 26;
      return run.across ? `${round(run.a[0] * SQ + along)} ${round(run.a[1] * SQ + off)}` : `${round(run.a[0] * SQ + off)} ${round(run.a[1] * SQ + along)}`;
    };
    const shrouds = Math.max(3, Math.round(length / 15));
    for (let i = 0; i <= shrouds; i++) ropes += `M${place(i / shrouds, 0)}L${place(i / shrouds, 1)}`;
    for (let j = 1; j <= 4; j++) steps += `M${place(0, j / 4)}L${place(1, j / 4)}`;
    ropes += `M${place(0, 0)}L${place(1, 0)}`;
  }
  return [
    softLine(ropes + steps, 3, 0.3, [4, 6]),
    el('path', { d: ropes, fill: 'none', stroke: 'var(--timber-ink)', 'stroke-width': 2.6, 'stroke-linecap': 'round' }),
    el('path', { d: steps, fill: 'none', stroke: 'var(--timber-ink)', 'stroke-width': 1.5, 'stroke-linecap': 'round' }),
    el('path', { d: ropes, fill: 'none', stroke: 'var(--timber-2)', 'stroke-width': 0.9, 'stroke-linecap': 'round' }),
  ].join('');
}

/** A hedge is a row of small crowns. */
export function drawHedges(terrain: Terrain): string {
  const runs = stretchesOf(terrain, 'hedge');
  if (runs.length === 0) return '';
  const dice = chance(`${terrain.seed}:hedge`);
  const crowns: { x: number; y: number; text: string }[] = [];
  for (const run of runs) {
    const { from, along, length } = measured(run);
    const count = Math.max(2, Math.round(length / 13));
    for (let i = 0; i <= count; i++) {
      const at = (length * i) / count;
      const x = from[0] + along[0] * at + dice.between(-2, 2);
      const y = from[1] + along[1] * at + dice.between(-2, 2);
      crowns.push({ x, y, text: use(`tree-${dice.below(6)}`, x, y, dice.between(21, 29)) });
    }
  }
  crowns.sort((a, b) => a.y - b.y);
  return softLine(runs.map(lineOf).join(''), 18, 0.36, [4, 6]) + crowns.map((crown) => crown.text).join('');
}
