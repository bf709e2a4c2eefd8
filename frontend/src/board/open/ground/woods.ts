/** Woods and orchards. Crowns are data, because those near a piece fade. */
import type { Crown } from '../../ground';
import { insideRings } from '../../outline';
import { el, group, softDisc } from '../../svg';
import type { Point } from '../../types';
import { inkRound } from './land';
import { boxOfPoints, darts, dice, grownPath, type Patch } from './read';

const PINES = 0.24;

/** Crowns that fill an outline; those of an orchard stand in rows. */
export function crownsIn(patch: Patch): Crown[] {
  if (patch.recipe === 'orchard') return orchardCrowns(patch);
  return darts(patch, 'wood', { apart: patch.recipe === 'wooded-hill' ? 31 : 27, inset: 11, tries: 50 }).map(({ x, y, roll }, i) => ({
    x,
    y,
    size: 42 + ((roll * 3.77) % 1) * 28,
    symbol: (roll * 7.31) % 1 < PINES ? `pine-${i % 2}` : `tree-${Math.floor(roll * 6)}`,
  }));
}

function orchardCrowns(patch: Patch): Crown[] {
  const { x, y, width, height } = boxOfPoints(patch.outline);
  const roll = dice(patch, 'orchard');
  const crowns: Crown[] = [];
  for (let py = y + 22; py < y + height - 10; py += 34) {
    for (let px = x + 22; px < x + width - 10; px += 36) {
      const at: Point = [px + roll.between(-3, 3), py + roll.between(-3, 3)];
      const symbol = `tree-${roll.below(6)}`;
      if (insideBy(patch, at, 12)) crowns.push({ x: at[0], y: at[1], size: 32, symbol });
    }
  }
  return crowns;
}

function insideBy({ outline }: Patch, [x, y]: Point, margin: number): boolean {
  return [[margin, 0], [-margin, 0], [0, margin], [0, -margin]].every(([dx, dy]) => insideRings([outline], x + dx!, y + dy!));
}

export function drawWoodFloor(patch: Patch, crowns: readonly Crown[]): string {
  const d = grownPath(patch);
  return [
    el('path', { d, fill: 'var(--leaf-2)', opacity: patch.recipe === 'wooded-hill' ? 0.28 : 0.5 }),
    inkRound(d, '7 4'),
    group({ opacity: 0.7 }, ...crowns.map(({ x, y, size }) => softDisc(x + 5, y + 8, size * 0.36))),
  ].join('');
}
