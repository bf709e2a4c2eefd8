/** What the plan asks of the layers below it: places to keep free, numbers that make way, edges on offer. Pure. */
import { toScreen, type Camera } from './camera';
import { warningAt } from './instruments/tags';
import { halfOf, type PlacedPiece } from './layout';
import { depthOf } from './markers';
import type { Box, NameWish } from './reading';
import type { Overlay, Point, Square, SquareTable, ZoomStep } from './types';
import { centre, edgeId, edgeLine, SQ, toUnits } from './units';

/** Whose name is wished for: everybody's when near, else of those that are called or active. */
export function nameWishes(placed: readonly PlacedPiece[], camera: Camera, step: ZoomStep, called: ReadonlySet<string>): NameWish[] {
  return placed.flatMap((entry) => {
    const { id, piece } = entry;
    // A rider speaks for the mount.
    const mount = placed.find((other) => other.id === piece.rides);
    const must = called.has(id) || (piece.active && step !== 'far');
    const shown = must || (step === 'near' && piece.state !== 'fallen' && !placed.some((other) => other.piece.rides === id));
    const on = mount ?? entry;
    const { at } = on;
    const radius = halfOf(on)[1] * camera.zoom;
    return shown ? [{ id, on: mount?.id, at: toScreen(camera, at), r: radius, depth: depthOf(radius, step), text: piece.name, must }] : [];
  });
}

/** Boxes on screen that names and odds keep off: stops, warnings, witnesses. */
export function takenByPlan(plan: Overlay, camera: Camera): Box[] {
  const box = (at: Point, half: number): Box => {
    const [x, y] = toScreen(camera, at);
    return { x: x - half, y: y - half, width: half * 2, height: half * 2 };
  };
  const path = plan.path;
  const taken = (path?.stops ?? []).map((stop) => box(centre(stop.at, path?.size), 13));
  for (const { index } of path?.warnings ?? []) {
    const [from, to] = [path?.points[index], path?.points[index + 1]];
    if (from && to) taken.push(box(warningAt(centre(from, path?.size), centre(to, path?.size)), 15));
  }
  for (const { witness } of plan.sights ?? []) if (witness) taken.push(box(toUnits(witness), 12));
  return taken;
}

/** Of each piece that the path or a sight line leaves, the direction in which it does: numbers there make way. */
export function leavingLines(plan: Overlay, placed: readonly PlacedPiece[]): Map<string, Point> {
  const lines: [Point, Point][] = (plan.sights ?? []).map((sight) => [sight.from, sight.to]);
  const [first, second] = plan.path?.points ?? [];
  const middle = ([x, y]: Square): Point => [x + 0.5, y + 0.5];
  if (first && second) lines.push([middle(first), middle(second)]);
  const leaving = new Map<string, Point>();
  for (const { id, at } of placed) {
    for (const [from, to] of lines) {
      if (Math.hypot(from[0] * SQ - at[0], from[1] * SQ - at[1]) < SQ / 2) leaving.set(id, [to[0] - from[0], to[1] - from[1]]);
    }
  }
  return leaving;
}

export interface EdgeHandle {
  id: string;
  label: string;
  chosen: boolean;
  /** What stands there: the sign on the handle. */
  sign: 'door' | 'window' | 'wall';
  /** Middle of the edge, user units. */
  at: Point;
}

/** Handles on the edges that the plan offers. */
export function edgeHandles(plan: Overlay, { edges = [], borders = [], kinds }: Pick<SquareTable, 'edges' | 'borders' | 'kinds'>): EdgeHandle[] {
  const offers = new Map((plan.edges ?? []).map((edge) => [edge.id, edge]));
  if (offers.size === 0) return [];
  const lines = [
    ...edges.map((edge) => ({ id: edgeId(edge), kind: edge.kind, line: edgeLine(edge.at, edge.side) })),
    ...borders.map(({ id, kind, from, to }) => ({ id, kind, line: [...from, ...to] })),
  ];
  return lines.flatMap(({ id, kind, line }) => {
    const offer = offers.get(id);
    if (!offer) return [];
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = line;
    const recipe = kinds.edges?.[kind]?.recipe;
    const sign = recipe === 'door' || recipe === 'window' ? recipe : 'wall';
    return [{ id, label: offer.label, chosen: offer.chosen ?? false, sign, at: [((x0 + x1) / 2) * SQ, ((y0 + y1) / 2) * SQ] as Point }];
  });
}

/** Is a square offered by the plan, to go to or to choose? */
export function offersOf(plan: Overlay): (square: Square) => boolean {
  const have = new Set([...(plan.reach?.squares ?? []), ...(plan.squares ?? [])].map(({ at }) => at.join()));
  return (square) => have.has(square.join());
}
