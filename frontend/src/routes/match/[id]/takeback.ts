/** What goes with a decision that is taken back, in sentences. */

import type { LogEntry } from '$client/wire';
import { listed } from '$ui/words';

/** For the seat that asks (a watcher has none), of the lines of the log that would go. */
export function toldBefore(lines: readonly Pick<LogEntry, 'seat' | 'dice' | 'show'>[], role: string | null, sideOf: (seat: string) => string): string[] {
  const others = [...new Set(lines.flatMap(({ seat }) => (seat && seat !== role ? [sideOf(seat)] : [])))];
  return [
    others.length ? `It also takes back what ${listed(others)} did.` : '',
    lines.some(({ dice }) => dice?.length) ? 'The dice that fell stay used: new ones are rolled.' : '',
    lines.some(({ show }) => show?.kind === 'reveal') ? 'What was revealed stays known.' : '',
  ].filter(Boolean);
}
