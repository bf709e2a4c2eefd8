/** A length of a table in the game's own measure, as it is written. */

import type { MatchTable } from '$client/wire';

/** Two digits tell a tenth of the smallest thing that a hand can set. */
const DIGITS = 2;

export function lengthOn(table: Pick<MatchTable, 'form' | 'unit'> | null, units: number): string {
  if (table?.form !== 'open' || typeof table.unit !== 'object') return String(units);
  const { size, one, many } = table.unit;
  const value = Number((units / size).toFixed(DIGITS));
  return `${value} ${value === 1 ? one : many}`;
}
