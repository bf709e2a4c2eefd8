/** The still picture of a table, bottom to top, from its kinds alone. */
import { Spaces } from '../spaces';
import type { SquareTable } from '../types';
import { SQ } from '../units';
import { drawRoads, drawRugs, drawStandingDecor, lightsOf } from './decor';
import { drawBuiltFloors, drawGround, drawNaturalFloors, drawRough, drawShapes } from './floors';
import { crownsOf, drawWoodFloor, type Crown } from './growth';
import { drawDrops, drawHills, drawRaisedFloors } from './relief';
import { readTerrain, type Terrain } from './terrain';
import { drawMasts, drawSteps, drawThings } from './things';
import { drawHedges, drawRigging, drawWalls } from './walls';
import { drawDitches, drawHatches, drawReeds, drawWater } from './water';

export { drawOpenings } from './openings';
export { crownsNear, drawCrowns, type Crown } from './growth';
export type { Terrain } from './terrain';

/** The still picture of any table. */
export interface GroundPicture {
  /** User units. */
  width: number;
  height: number;
  /** Lines or crosses that measure the ground, as a path. */
  grid: string;
  /** Ground, terrain and walls, as SVG text. */
  under: string;
  /** Drawn over `under`; those near a piece fade. */
  crowns: Crown[];
  /** What rises above the crowns. */
  over: string;
  /** Fires and lanterns, user units. */
  lights: Light[];
}

export interface Light {
  x: number;
  y: number;
  r: number;
}

/** The picture of a table of squares, and what was read for it. */
export interface SquarePicture extends GroundPicture {
  terrain: Terrain;
}

/** `uid` prefixes clip paths of this board. */
export function drawTable(table: SquareTable, uid: string): SquarePicture {
  const terrain = readTerrain(table, uid);
  const crowns = crownsOf(terrain);
  return {
    terrain,
    width: terrain.width * SQ,
    height: terrain.height * SQ,
    grid: new Spaces(table).grid,
    crowns,
    under: [
      drawGround(terrain),
      drawNaturalFloors(terrain),
      drawHills(terrain),
      drawRoads(terrain),
      drawRough(terrain, 'open'),
      drawDitches(terrain),
      drawWater(terrain),
      drawReeds(terrain),
      drawBuiltFloors(terrain),
      drawShapes(terrain, false),
      drawRough(terrain, 'floor'),
      drawRaisedFloors(terrain),
      drawShapes(terrain, true),
      drawDrops(terrain),
      drawHatches(terrain),
      drawRugs(terrain),
      drawSteps(terrain),
      drawThings(terrain),
      drawStandingDecor(terrain),
      drawWoodFloor(terrain, crowns),
      drawWalls(terrain),
    ].join(''),
    lights: lightsOf(terrain),
    over: [drawHedges(terrain), drawRigging(terrain), drawMasts(terrain)].join(''),
  };
}
