/** What can be said of one option, whatever else is offered. */

import type { Odds, Option, Square } from '$client/wire';
import { same } from './draft';

/** What the button says that takes it. */
export const actOf = (option: Option): string => option.act || option.label;

/** Nothing is rolled, spent or risked, and nothing more is to be said: a second touch may take it. */
export function isHarmless({ odds, warnings, hold, needs, cost }: Option): boolean {
  return !odds && !warnings.length && !hold && !needs && !cost;
}

export function walksTo({ needs }: Option, at: Square): boolean {
  return needs?.kind === 'move' && needs.reach.some((step) => step.stop && same(step.to, at));
}

export function hasPlace({ needs }: Option, at: Square): boolean {
  return needs?.kind === 'choose' && needs.options.some((inner) => same(inner.square, at));
}

/** Pieces that an option is about, its parameters included; whoever is put onto a square is no target. */
export function targetsOf(option: Option): { piece: string; odds: Odds | null }[] {
  if (option.piece) return [{ piece: option.piece, odds: option.odds }];
  if (option.needs?.kind !== 'choose') return [];
  return option.needs.options.flatMap((inner) => (inner.piece && !inner.square ? [{ piece: inner.piece, odds: inner.odds }] : []));
}

export function concerns(option: Option, piece: string): boolean {
  return targetsOf(option).some((target) => target.piece === piece);
}
