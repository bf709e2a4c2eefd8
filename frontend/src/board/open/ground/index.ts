/** The still picture of an open table, bottom to top: ground, mood, terrain by recipe, crowns, obstacles. */
import type { Crown, GroundPicture } from '../../ground';
import { softArea, el, url, wash } from '../../svg';
import { smoothPath } from '../../outline';
import type { Decor, Point } from '../../types';
import { SQ } from '../../units';
import type { BoardTerrain, OpenTable } from '../types';
import { drawDunes, drawField, drawGardens, drawHill, drawMud, drawPlain, drawRocks, drawRockyGround, drawScrub, drawSwamp, drawVillage } from './land';
import { drawBridge, drawFence, drawFord, drawHedge, drawLowWall, drawPond, drawRoadway, drawWaters } from './lines';
import { hardOutline, readPatches, type Patch } from './read';
import { crownsIn, drawWoodFloor } from './woods';

const WOODED = new Set(['wood', 'wooded-hill', 'orchard']);

/** Recipes in the order in which they cover each other. */
const DRAWN: Record<string, (patch: Patch) => string> = {
  field: (patch) => drawField(patch, false),
  'open-field': (patch) => drawField(patch, false),
  'broken-field': (patch) => drawField(patch, true),
  'enclosed-field': drawGardens,
  mud: drawMud,
  scrub: drawScrub,
  'rocky-ground': drawRockyGround,
  'gentle-hill': (patch) => drawHill(patch, false),
  'steep-hill': (patch) => drawHill(patch, true),
  'wooded-hill': (patch) => drawHill(patch, false),
  dunes: drawDunes,
  swamp: drawSwamp,
  waterway: drawWaters,
  lake: drawWaters,
  pond: drawPond,
  river: drawWaters,
  road: drawRoadway,
  ford: drawFord,
  bridge: drawBridge,
  village: drawVillage,
  rocks: drawRocks,
  orchard: (patch) => drawField(patch, true),
  wood: () => '',
  fence: drawFence,
  wall: drawLowWall,
  hedge: drawHedge,
};

/** Names of all recipes that terrain on an open table may have. */
export const OPEN_RECIPES = Object.keys(DRAWN);

/** These rise above what walks beside them. */
const STANDING = new Set(['fence', 'wall', 'hedge']);
/** Their rim is a hedge. */
const HEDGED = new Set(['open-field', 'broken-field']);

/** `uid` prefixes clip paths of this board. */
export function drawOpenTable(table: OpenTable, terrain: readonly BoardTerrain[], uid: string): GroundPicture {
  const [width, height] = [(table.size[0] / table.unit.size) * SQ, (table.size[1] / table.unit.size) * SQ];
  const patches = readPatches(table, terrain, uid);
  const order = new Map(OPEN_RECIPES.map((recipe, i) => [recipe, i]));
  const sorted = [...patches].sort((a, b) => (order.get(a.recipe) ?? -1) - (order.get(b.recipe) ?? -1));
  const woods = sorted.filter(({ recipe }) => WOODED.has(recipe)).map((patch) => ({ patch, crowns: crownsIn(patch) }));
  const draw = (patch: Patch): string => (DRAWN[patch.recipe] ?? drawPlain)(patch);
  return {
    width,
    height,
    grid: crosses(table.size[0] / table.unit.size, table.size[1] / table.unit.size),
    crowns: woods.flatMap(({ crowns }) => crowns).sort((a: Crown, b: Crown) => a.y - b.y || a.x - b.x),
    lights: [],
    under: [
      ground(width, height),
      ...(table.decor ?? []).map((decor) => mood(decor, table.unit.size)),
      ...sorted.filter(({ recipe }) => !STANDING.has(recipe)).map(draw),
      ...woods.map(({ patch, crowns }) => drawWoodFloor(patch, crowns)),
    ].join(''),
    over: sorted.map((patch) => (STANDING.has(patch.recipe) ? draw(patch) : HEDGED.has(patch.recipe) ? drawHedge(patch) : '')).join(''),
  };
}

function ground(width: number, height: number): string {
  const area = { x: 0, y: 0, width, height };
  return [
    el('rect', { ...area, fill: 'var(--meadow)' }),
    el('rect', { ...area, fill: wash(1, 'meadow-2') }),
    el('rect', { ...area, fill: wash(2, 'meadow-3') }),
    el('rect', { ...area, fill: url('grass') }),
  ].join('');
}

/** Patches of colour without ink: no rule asks for them. */
function mood(decor: Decor, size: number): string {
  const area = (decor.area ?? []).map(([x, y]): Point => [(x / size) * SQ, (y / size) * SQ]);
  if (area.length < 3) return '';
  if (decor.kind !== 'furrows') return softArea(smoothPath(area), 0.4, [0, 0], 'var(--meadow-3)', 30);
  const d = hardOutline(area);
  return el('path', { d, fill: 'var(--field)', opacity: 0.3 }) + el('path', { d, fill: url('furrows'), opacity: 0.8 });
}

const EACH = 5;

/** Ticks on the rim at each measure, and a small cross at each fifth: lengths can be told without a grid. */
function crosses(width: number, height: number): string {
  let d = '';
  for (let x = 1; x < width; x++) d += `M${x * SQ} 0v${x % EACH ? 5 : 11}M${x * SQ} ${height * SQ}v${x % EACH ? -5 : -11}`;
  for (let y = 1; y < height; y++) d += `M0 ${y * SQ}h${y % EACH ? 5 : 11}M${width * SQ} ${y * SQ}h${y % EACH ? -5 : -11}`;
  for (let x = EACH; x < width; x += EACH) for (let y = EACH; y < height; y += EACH) d += `M${x * SQ - 6} ${y * SQ}h12M${x * SQ} ${y * SQ - 6}v12`;
  return d;
}
