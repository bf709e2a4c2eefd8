/** Small words that several panels need. */

const MINUS = '\u2212';

/** 6, −2; text stays as it is. */
export function plain(value: number | string): string {
  return typeof value === 'number' && value < 0 ? `${MINUS}${-value}` : `${value}`;
}

/** +6, −2; text stays as it is. */
export function signed(value: number | string): string {
  return typeof value === 'number' && value >= 0 ? `+${value}` : plain(value);
}

export function perCent(value: number): string {
  return `${Math.round(value)}%`;
}

/** "Ann", "Ann and Bob", "Ann, Bob and Cleo". */
export function listed(names: readonly string[]): string {
  if (names.length < 2) return names[0] ?? '';
  return `${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}`;
}

/** What the dice must show, without the verb: "4+". */
/** Whether it names what the dice must show, and not what may come of them. */
export const isTarget = (needs: string): boolean => /\d\+|or less|or more|cannot/.test(needs);

/** As much of a sentence as fits beside a piece: its first clause. */
export const clause = (text: string): string => text.split(/[,;:] |\. /)[0] ?? '';

export function needed(needs: string): string {
  return needs.replace(/^needs\s+/i, '');
}
