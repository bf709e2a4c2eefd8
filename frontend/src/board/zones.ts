/** Where the name of a zone stands: on its own ground, off figures and the names of the others. Pure, user units; labels keep their size on screen. */
import { overlap, textWidth, type Box } from './reading';
import type { Point, ZoneOverlay } from './types';
import { SQ } from './units';

const HEIGHT = 20;
/** The label's middle lies so far below the edge of its square, pixels. */
const BELOW = 14;

/** Squares of a row that lie side by side. */
interface Run {
  from: number;
  to: number;
  y: number;
}

function runsOf({ squares }: Pick<ZoneOverlay, 'squares'>): Run[] {
  const runs: Run[] = [];
  for (const [x, y] of [...squares].sort((a, b) => a[1] - b[1] || a[0] - b[0])) {
    const last = runs.at(-1);
    if (last && last.y === y && last.to === x - 1) last.to = x;
    else runs.push({ from: x, to: x, y });
  }
  return runs;
}

const labelBox = ([x, y]: Point, label: string, zoom: number): Box => {
  const width = (textWidth(label) + 8) / zoom;
  return { x: x - width / 2, y: y + (BELOW - HEIGHT / 2) / zoom, width, height: HEIGHT / zoom };
};

export interface ZoneLabel {
  id: string;
  /** Middle of the upper edge of its square or squares. */
  at: Point;
  box: Box;
}

/** Middles that a label may take over a run of squares, the run's own first. */
function middlesOf(run: Run, wished: number): number[] {
  const middle = ((run.from + run.to + 1) / 2) * SQ;
  const all = [middle];
  for (let x = run.from * SQ + wished / 2; x <= (run.to + 1) * SQ - wished / 2; x += SQ / 2) all.push(x);
  return all;
}

/**
 * Each label in the topmost row of its zone that is wide enough for it and free of figures; in a crowd where it covers
 * least. `figures` are the boxes of those on the table.
 */
export function placeZoneLabels(zones: readonly ZoneOverlay[], zoom: number, width: number, figures: readonly Box[] = []): ZoneLabel[] {
  const placed: ZoneLabel[] = [];
  for (const zone of zones) {
    if (!zone.label || zone.squares.length === 0) continue;
    const wished = labelBox([0, 0], zone.label, zoom).width;
    const places = runsOf(zone).flatMap((run) => {
      const beyond = Math.max(0, wished - (run.to + 1 - run.from) * SQ);
      return middlesOf(run, wished).map((middle) => {
        const at: Point = [Math.min(Math.max(middle, wished / 2), width - wished / 2), run.y * SQ];
        const box = labelBox(at, zone.label, zoom);
        const covered = figures.filter((figure) => overlap(box, figure)).length;
        return { at, box, cost: (placed.some((other) => overlap(box, other.box)) ? 1e6 : 0) + covered * 1e4 + beyond };
      });
    });
    const best = places.reduce((least, place) => (place.cost < least.cost ? place : least));
    placed.push({ id: zone.id, at: best.at, box: best.box });
  }
  return placed;
}
