/**
 * Definitions shared by every board of a document: filters, gradients, patterns, symbols. All ids carry the prefix, all
 * fills are tokens, so one set serves light and dark and any number of boards.
 */
import { chance } from '../random';
import { el, PREFIX, SHADE } from '../svg';
import { round } from '../units';

const id = (name: string): string => `${PREFIX}${name}`;

const filter = (name: string, area: string, body: string): string => {
  const [x, y, width, height] = area.split(' ') as [string, string, string, string];
  return `<filter id="${id(name)}" x="${x}" y="${y}" width="${width}" height="${height}">${body}</filter>`;
};

const noise = (frequency: string, octaves: number, seed: number, matrix: string): string =>
  `<feTurbulence type="fractalNoise" baseFrequency="${frequency}" numOctaves="${octaves}" seed="${seed}" stitchTiles="stitch"/><feColorMatrix values="${matrix}"/>`;

const ALPHA_ONLY = '0 0 0 0 0  0 0 0 0 0  0 0 0 0 0  0 0 0';
const INTO_SHAPE = '<feComposite in="SourceGraphic" operator="in"/>';

/** For small things only: over a whole table softArea and its kin do the same for a tenth of the time. */
const FILTERS = filter('soft', '-30% -30% 160% 160%', '<feGaussianBlur stdDeviation="3"/>');

/**
 * Noise is dear to draw, so it comes in tiles: squares of a token's colour seen through a filter, repeated as patterns.
 * Where a page can, tiles are drawn once, small, and stand in the picture as images.
 */
export interface Tile {
  /** Without the prefix. */
  name: string;
  /** Side, user units. */
  side: number;
  /** Pixels per user unit that its grain needs. */
  resolution: number;
  /** Colour of the square, null for a filter with its own. */
  token: string | null;
  filter: string;
}

const GRAINS = [
  { name: 'wash1', filter: filter('wash1', '0 0 100% 100%', noise('.006 .008', 4, 5, `${ALPHA_ONLY} 3.4 -1.5`) + INTO_SHAPE) },
  { name: 'wash2', filter: filter('wash2', '0 0 100% 100%', noise('.011 .009', 4, 23, `${ALPHA_ONLY} 3.2 -1.6`) + INTO_SHAPE) },
] as const;
const WASH_TOKENS = ['meadow-2', 'meadow-3', 'leaf-2', 'leaf-3', 'floor-2', 'road-edge', 'mb-snow-2'];

export const TILES: readonly Tile[] = [
  ...GRAINS.flatMap((grain) => WASH_TOKENS.map((token): Tile => ({ name: `${grain.name}-${token}`, side: 1000, resolution: 0.36, token, filter: grain.filter }))),
  {
    name: 'tooth',
    side: 256,
    resolution: 1.5,
    token: null,
    filter: filter('grain', '0 0 100% 100%', noise('.75', 2, 3, '0 0 0 0 .2  0 0 0 0 .15  0 0 0 0 .06  0 0 0 .55 -.2')),
  },
];

/** The tile itself as SVG. */
export const tileSquare = (tile: Tile): string =>
  el('rect', { width: tile.side, height: tile.side, fill: tile.token ? `var(--${tile.token})` : '#000', filter: `url(#${/id="([^"]*)"/.exec(tile.filter)?.[1] ?? ''})` });

function tilePatterns(baked: ReadonlyMap<string, string>): string {
  const filters = [...new Set(TILES.map((tile) => tile.filter))].join('');
  const patterns = TILES.map((tile) => {
    const address = baked.get(tile.name);
    const body = address ? el('image', { href: address, width: tile.side, height: tile.side, preserveAspectRatio: 'none' }) : tileSquare(tile);
    return pattern(tile.name, tile.side, tile.side, body);
  });
  return filters + patterns.join('');
}

const stop = (offset: number, colour: string, opacity?: number): string => el('stop', { offset, 'stop-color': colour, 'stop-opacity': opacity });

const GRADIENTS = [
  el('radialGradient', { id: id('lamp'), cx: 0.5, cy: 0.44, r: 0.72 }, stop(0, 'var(--lamp)'), stop(0.55, 'var(--lamp)', 0), stop(1, 'var(--gloom)')),
  el('radialGradient', { id: id('glow') }, stop(0, '#ffb84d', 0.42), stop(0.4, '#ffb84d', 0.2), stop(1, '#ffb84d', 0)),
  // A soft round shadow without a filter: pieces move, filters would be run for each frame.
  el('radialGradient', { id: id('shade') }, stop(0.55, SHADE, 0.5), stop(0.78, SHADE, 0.26), stop(1, SHADE, 0)),
].join('');

const pattern = (name: string, width: number, height: number, body: string, turn?: number): string =>
  el('pattern', { id: id(name), width, height, patternUnits: 'userSpaceOnUse', patternTransform: turn === undefined ? undefined : `rotate(${turn})` }, body);

const strokes = (d: string, colour: string, width: number, opacity: number): string =>
  el('path', { d, fill: 'none', stroke: `var(${colour})`, 'stroke-width': width, 'stroke-linecap': 'round', opacity });

const boards = (name: string, colour: string, turn?: number): string =>
  pattern(
    name,
    248,
    62,
    strokes(
      'M0 0H248M0 15.5H248M0 31H248M0 46.5H248M60 0V15.5M190 0V15.5M120 15.5V31M20 31V46.5M160 31V46.5M96 46.5V62M228 46.5V62',
      colour,
      1.1,
      0.5,
    ) + strokes('M10 8q60 -5 120 0M150 23q40 4 90 0M30 39q50 -4 100 0M110 54q50 3 100 0', colour, 0.8, 0.28),
    turn,
  );

const PATTERNS = [
  pattern(
    'tufts',
    46,
    40,
    strokes('M8 16q-1 -6 -4 -8M8 16q0 -7 1 -10M8 16q2 -5 5 -6M30 35q-1 -6 -4 -8M30 35q0 -7 1 -10M30 35q2 -5 5 -6M36 12q-1 -4 -3 -5M36 12q0 -4 1 -6', '--terrain-ink', 1.3, 0.6),
  ),
  pattern(
    'grass',
    120,
    104,
    strokes('M12 20l-2 -5M14 20l1 -6M70 12l-2 -5M72 12l1 -6M42 62l-2 -5M44 62l1 -6M100 78l-2 -5M102 78l1 -6M22 94l-2 -4M24 94l1 -5', '--terrain-ink', 1, 0.32),
  ),
  pattern('furrows', 14, 14, el('path', { d: 'M0 4H14M0 11H14', stroke: 'var(--terrain-ink)', 'stroke-width': 1.2, 'stroke-dasharray': '5 2', opacity: 0.42 }), 18),
  pattern('puddles', 64, 52, strokes('M6 14q8 -5 17 0q-8 6 -17 0M36 40q10 -6 21 0q-10 7 -21 0M40 10q5 -3 10 0M10 40q4 -3 9 0', '--terrain-ink', 1.3, 0.6)),
  boards('planks', '--floor-ink'),
  boards('boards', '--timber-ink', 90),
  boards('deck', '--timber-ink'),
  boards('deck-across', '--timber-ink', 90),
  pattern('flags', 62, 62, strokes('M0 0H62M0 31H62M0 0V62M31 0V62', '--stone-ink', 1, 0.45)),
  pattern('slabs', 62, 62, strokes('M0 0H62M0 20.7H62M0 41.3H62M0 0V20.7M40 0V20.7M20 20.7V41.3M52 20.7V41.3M10 41.3V62M34 41.3V62', '--stone-ink', 1.2, 0.55)),
  pattern(
    'tiles',
    20,
    16,
    el('path', { d: 'M0 0H20V16H0Z', fill: 'var(--mb-roof)' }) +
      el('path', { d: 'M0 0a10 8 0 0 0 20 0M-10 8a10 8 0 0 0 20 0M10 8a10 8 0 0 0 20 0', fill: 'var(--mb-roof-2)', stroke: 'var(--timber-ink)', 'stroke-width': 1, 'stroke-opacity': 0.5 }),
  ),
  pattern(
    'masonry',
    32,
    18,
    el('rect', { width: 32, height: 18, fill: 'var(--stone)' }) + el('path', { d: 'M0 0H32M0 9H32M10 0V9M26 9V18', stroke: 'var(--stone-ink)', 'stroke-width': 1.1, opacity: 0.75 }),
  ),
  pattern('hatch-red', 5, 5, el('path', { d: 'M2.5 0V5', stroke: 'var(--seat-red-line)', 'stroke-width': 1.1 })),
  pattern('hatch-blue', 5, 5, el('path', { d: 'M0 2.5H5', stroke: 'var(--seat-blue-line)', 'stroke-width': 1.1 })),
  pattern('hatch-gold', 6, 6, el('circle', { cx: 3, cy: 3, r: 1.1, fill: 'var(--seat-gold-line)' })),
  pattern('hatch-green', 6, 6, el('path', { d: 'M0 3H6', stroke: 'var(--seat-green-line)', 'stroke-width': 1.1 }), 45),
].join('');

const symbol = (name: string, half: number, ...body: string[]): string =>
  el('symbol', { id: id(name), viewBox: `${-half} ${-half} ${half * 2} ${half * 2}`, overflow: 'visible' }, ...body);

/** Crown of 8 to 10 lobes: light at the upper left, short hatching at the lower right. */
function tree(index: number): string {
  const dice = chance(`crown ${index}`);
  const lobes = 8 + (index % 3);
  const points: [number, number][] = [];
  for (let i = 0; i < lobes; i++) {
    const a = ((i + dice.between(-0.14, 0.14)) / lobes) * 2 * Math.PI;
    const r = dice.between(21, 24);
    points.push([Math.cos(a) * r, Math.sin(a) * r]);
  }
  const [fx, fy] = points[0] as [number, number];
  let outline = `M${round(fx)} ${round(fy)}`;
  points.forEach(([x, y], i) => {
    const [tx, ty] = points[(i + 1) % lobes] as [number, number];
    const r = round(Math.hypot(tx - x, ty - y) * dice.between(0.52, 0.62));
    outline += `A${r} ${r} 0 0 1 ${round(tx)} ${round(ty)}`;
  });
  const lights: string[] = [];
  for (let i = 0; i < 4; i++) {
    lights.push(el('circle', { cx: dice.between(-11, 2), cy: dice.between(-12, 1), r: dice.between(5, 8), fill: 'var(--leaf-3)', opacity: 0.62 }));
  }
  let hatching = '';
  for (let i = 0; i < 9; i++) {
    const a = dice.between(-0.25, 1.95);
    const far = dice.between(7, 19);
    const r = round(dice.between(3, 5));
    hatching += `M${round(Math.cos(a) * far - r)} ${round(Math.sin(a) * far)}a${r} ${r} 0 0 0 ${r * 2} -1.5`;
  }
  for (let i = 0; i < 4; i++) {
    const r = round(dice.between(2.6, 4));
    hatching += `M${round(dice.between(-15, 3))} ${round(dice.between(-13, 2))}a${r} ${r} 0 0 1 ${r * 2} 0`;
  }
  return symbol(
    `tree-${index}`,
    32,
    el('path', { d: outline + 'Z', fill: index % 3 === 0 ? 'var(--leaf-2)' : 'var(--leaf)', stroke: 'var(--leaf-ink)', 'stroke-width': 1.5, 'stroke-linejoin': 'round' }),
    ...lights,
    el('path', { d: hatching, fill: 'none', stroke: 'var(--leaf-ink)', 'stroke-width': 1.15, 'stroke-linecap': 'round', opacity: 0.8 }),
  );
}

/** Small round shrub of a few lobes, lighter than a crown. */
function bush(index: number): string {
  const dice = chance(`bush ${index}`);
  const lobes = 6 + (index % 2);
  const points: [number, number][] = [];
  for (let i = 0; i < lobes; i++) {
    const a = ((i + dice.between(-0.18, 0.18)) / lobes) * 2 * Math.PI;
    const r = dice.between(14, 19);
    points.push([Math.cos(a) * r, Math.sin(a) * r * 0.9]);
  }
  const [fx, fy] = points[0] as [number, number];
  let outline = `M${round(fx)} ${round(fy)}`;
  points.forEach(([x, y], i) => {
    const [tx, ty] = points[(i + 1) % lobes] as [number, number];
    const r = round(Math.hypot(tx - x, ty - y) * 0.56);
    outline += `A${r} ${r} 0 0 1 ${round(tx)} ${round(ty)}`;
  });
  let leaves = '';
  for (let i = 0; i < 5; i++) {
    const r = round(dice.between(3, 4.4));
    leaves += `M${round(dice.between(-9, 5))} ${round(dice.between(-4, 12))}a${r} ${r} 0 0 0 ${r * 2} -1`;
  }
  return symbol(
    `bush-${index}`,
    32,
    el('path', { d: outline + 'Z', fill: 'var(--leaf-3)', stroke: 'var(--leaf-ink)', 'stroke-width': 2.1, 'stroke-linejoin': 'round' }),
    el('circle', { cx: -6, cy: -6, r: 6, fill: 'var(--meadow-3)', opacity: 0.4 }),
    el('path', { d: leaves, fill: 'none', stroke: 'var(--leaf-ink)', 'stroke-width': 1.7, 'stroke-linecap': 'round', opacity: 0.8 }),
  );
}

/** Star of needles with a spine along each. */
function pine(index: number): string {
  const dice = chance(`pine ${index}`);
  const arms = 13;
  let star = '';
  let spines = '';
  for (let i = 0; i < arms; i++) {
    const a = (i / arms) * 2 * Math.PI;
    const b = ((i + 0.5) / arms) * 2 * Math.PI;
    const far = dice.between(20, 25);
    const near = dice.between(12.5, 15.5);
    star += `${i === 0 ? 'M' : 'L'}${round(Math.cos(a) * far)} ${round(Math.sin(a) * far)}L${round(Math.cos(b) * near)} ${round(Math.sin(b) * near)}`;
    spines += `M${round(Math.cos(a) * 4)} ${round(Math.sin(a) * 4)}L${round(Math.cos(a) * 18.5)} ${round(Math.sin(a) * 18.5)}`;
  }
  return symbol(
    `pine-${index}`,
    32,
    el('path', { d: star + 'Z', fill: 'var(--leaf-2)', stroke: 'var(--leaf-ink)', 'stroke-width': 1.4, 'stroke-linejoin': 'round' }),
    el('path', { d: spines, stroke: 'var(--leaf-ink)', 'stroke-width': 1.1, 'stroke-linecap': 'round', opacity: 0.7 }),
    el('circle', { cx: -4, cy: -5, r: 8, fill: 'var(--leaf-3)', opacity: 0.55 }),
    el('circle', { r: 2.2, fill: 'var(--leaf-ink)' }),
  );
}

/** Seven-sided stone with a light top. */
function rock(index: number): string {
  const dice = chance(`rock ${index}`);
  const shape: readonly (readonly [number, number])[] = [
    [12.4, 0],
    [7.6, 8.4],
    [-2.6, 9.8],
    [-12.2, 4.3],
    [-11.4, -4.6],
    [-2.6, -9.7],
    [8, -8.7],
  ];
  const points = shape.map(([x, y]) => [x + dice.between(-1.3, 1.3), y + dice.between(-1.1, 1.1)] as const);
  const at = (i: number): string => {
    const [x, y] = points[i] as readonly [number, number];
    return `${round(x)} ${round(y)}`;
  };
  return symbol(
    `rock-${index}`,
    20,
    el('path', { d: `M${points.map((_, i) => at(i)).join('L')}Z`, fill: 'var(--stone)', stroke: 'var(--stone-ink)', 'stroke-width': 1.5, 'stroke-linejoin': 'round' }),
    el('path', { d: `M-2 -3L${at(4)}L${at(5)}L${at(6)}L${at(0)}Z`, fill: 'var(--stone-2)' }),
    el('path', { d: `M-2 -3L${at(0)}M-2 -3L${at(2)}M-2 -3L${at(4)}`, stroke: 'var(--stone-ink)', 'stroke-width': 1, opacity: 0.75 }),
  );
}

let still: string | null = null;

/** Everything but the silhouettes, as SVG text for one `defs`; `baked` gives tiles as images, by name. */
export function sharedDefinitions(baked: ReadonlyMap<string, string> = new Map()): string {
  const range = (n: number): number[] => [...Array(n).keys()];
  still ??= [FILTERS, GRADIENTS, PATTERNS, ...range(6).map(tree), ...range(2).map(pine), ...range(3).map(bush), ...range(3).map(rock)].join('');
  return still + tilePatterns(baked);
}
