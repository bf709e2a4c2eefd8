/** What of the board lies under a panel: asked of the page, for panels are of any shape and come and go. */
import { toScreen, type Area, type Camera } from './camera';
import type { Point } from './types';

const LOOKED_AT: readonly Point[] = [
  [0.5, 0.5],
  [0.5, 0.1],
  [0.9, 0.5],
  [0.5, 0.9],
  [0.1, 0.5],
];

/** Whether something lies over the middle or a side of a box (user units), or the window ends before it. */
export function isCovered(stage: SVGSVGElement, camera: Camera, { x, y, width, height }: Area): boolean {
  const box = stage.getBoundingClientRect();
  return LOOKED_AT.some(([u, v]) => {
    const [left, top] = toScreen(camera, [x + u * width, y + v * height]);
    return document.elementFromPoint(box.left + left, box.top + top)?.closest('.mb-stage') !== stage;
  });
}
