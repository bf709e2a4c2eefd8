/** What the camera has to keep between the panels: the plan's part of the table, nearest matter first. Pure. */
import type { Area, Size, Subject } from './camera';
import { around, type PlacedPiece } from './layout';
import type { Effect, Overlay, Point, Pose, Square } from './types';
import { footprintBox, SQ } from './units';

/** The box round some areas; null for none. */
export function union(areas: readonly (Area | null)[]): Area | null {
  const real = areas.filter((area) => area !== null);
  if (real.length === 0) return null;
  const x = Math.min(...real.map((area) => area.x));
  const y = Math.min(...real.map((area) => area.y));
  return {
    x,
    y,
    width: Math.max(...real.map((area) => area.x + area.width)) - x,
    height: Math.max(...real.map((area) => area.y + area.height)) - y,
  };
}

const squaresBox = (squares: readonly Square[]): Area | null => union(squares.map((at) => footprintBox(at, 1)));

/** A square, or as much round the middle of a base on the open table. */
const placeBox = (place: Square | Pose): Area => (place.length === 3 ? footprintBox([place[0] - 0.5, place[1] - 0.5], 1) : footprintBox(place, 1));

/** Where an effect happens. */
function happensAt(effect: Effect | null, placed: readonly PlacedPiece[]): Area | null {
  const point = ([x, y]: Point): Area => ({ x: (x - 0.5) * SQ, y: (y - 0.5) * SQ, width: SQ, height: SQ });
  switch (effect?.kind) {
    case 'shot':
    case 'blow':
      return union([point(effect.from), point(effect.to)]);
    case 'move':
      return union(effect.path.map(placeBox));
    case 'number':
      return point(effect.at);
    case 'fall':
    case 'reveal':
      return around(placed.filter((entry) => entry.id === effect.piece));
    default:
      return null;
  }
}

/** The whole table, and nobody on it more than others. */
export function allOf({ width, height }: Size): Subject {
  const table = { x: 0, y: 0, width, height };
  return { all: [table], matters: [table], reach: null, watched: [], action: null };
}

/** Who is asked about or looked at, and what happens. */
export interface Looked {
  /** Whom the question is about. */
  subject: string | null;
  selected: string | null;
  effect: Effect | null;
}

/** `planned` is what of the plan does not lie on squares. */
export function interestOf(placed: readonly PlacedPiece[], plan: Overlay, { subject, selected, effect }: Looked, planned: Area | null = null): Subject {
  const marks = plan.highlights ?? [];
  const chosen = new Set(marks.filter((mark) => mark.kind === 'chosen').map((mark) => mark.piece));
  const offered = new Set(marks.map((mark) => mark.piece));
  const actors = placed.filter((entry) => entry.piece.active || entry.id === subject);
  const near = union([around(actors), around(placed.filter((entry) => chosen.has(entry.id)))]);
  const offers = union([around(placed.filter((entry) => offered.has(entry.id))), squaresBox((plan.squares ?? []).map((square) => square.at))]);
  const matters = [near, offers && union([near, offers])].filter((area) => area !== null);
  const reach = union([planned, ...(plan.zones ?? []).filter((zone) => !zone.lasting).map((zone) => squaresBox(zone.squares))]);
  const watched = [around(placed.filter((entry) => entry.id === selected)), happensAt(effect, placed)].filter((area) => area !== null);
  const standing = around(placed.filter((entry) => entry.piece.state !== 'fallen'));
  const everybody = union([standing, ...matters, reach]);
  const walk = squaresBox((plan.reach?.squares ?? []).map((square) => square.at));
  const all = [everybody, walk && union([everybody, walk])].filter((area) => area !== null);
  if (placed.length === 0) return { all, matters, reach, watched, action: null };
  const actor = placed.find((entry) => entry.id === selected) ?? placed.find((entry) => entry.piece.active);
  const sum = placed.reduce<Point>((total, entry) => [total[0] + entry.at[0], total[1] + entry.at[1]], [0, 0]);
  return { all, matters, reach, watched, action: actor?.at ?? [sum[0] / placed.length, sum[1] / placed.length] };
}
