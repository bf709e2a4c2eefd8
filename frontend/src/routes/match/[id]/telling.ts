/** The log as it is read: what only led up to a line is told with that line, where nothing came between. */

import type { LogEntry } from '$client/wire';

export interface Told {
  /** Its place in the log. */
  at: number;
  entry: LogEntry;
  /** What led up to it, in order; nothing of the record is lost. */
  before: LogEntry[];
  /** So often the same happened in a row: steps of one walk. */
  times: number;
}

/** Lines of these kinds may be no more than the beginning of what comes next. */
const LEADING = new Set(['activation', 'announce', 'used', 'pursuit', 'retreat', 'action', 'step']);

const whose = (entry: LogEntry): string | undefined => entry.pieces?.[0];
const mayLead = (entry: LogEntry): boolean => LEADING.has(entry.kind) && !entry.heading && whose(entry) !== undefined;

/** Cards that are laid and turned over lead up to what they decide. */
const LAID = 'cards';
const decides = (entry: LogEntry): boolean => !entry.heading && entry.kind !== LAID && (!!entry.totals?.length || entry.kind === 'fight' || entry.kind === 'test');
const repeats = (entry: LogEntry, last: Told | undefined): boolean => last?.entry.kind === 'move' && !last.before.length && entry.kind === 'move' && entry.text === last.entry.text && whose(entry) !== undefined && whose(entry) === whose(last.entry);

/** Whether a line says nothing that the later one of the same piece does not say. */
function leadsTo(first: LogEntry, later: LogEntry): boolean {
  if (whose(first) !== whose(later) || later.heading) return false;
  if (first.kind === 'activation') return true;
  if (first.kind === 'used') return later.kind === 'shot';
  // A walk's line tells of all its steps so far.
  if (later.kind === 'step') return first.kind === 'step' || first.kind === 'action';
  if (first.kind === 'step') return false;
  const rule = first.rules?.at(-1);
  return (later.kind === 'move' || later.kind === 'shot') && rule !== undefined && !!later.rules?.includes(rule);
}

export function toldLines(log: readonly LogEntry[]): Told[] {
  const lines: Told[] = [];
  let open: Pick<Told, 'at' | 'entry'>[] = [];
  let laid: Pick<Told, 'at' | 'entry'>[] = [];

  /** Cards that decided nothing yet stand by themselves. */
  function lay(): void {
    lines.push(...laid.map((line) => ({ ...line, before: [], times: 1 })));
    laid = [];
  }

  /** The last of what is open that does not lead to a line stands by itself, with what led up to it. */
  function tell(entry: LogEntry | null): LogEntry[] {
    const own = open.findLastIndex((line) => !entry || !leadsTo(line.entry, entry));
    const kept = open.slice(own + 1).map((line) => line.entry);
    const alone = open.slice(0, own + 1);
    open = [];
    let before: LogEntry[] = [];
    for (const [i, line] of alone.entries()) {
      const next = alone[i + 1];
      if (next && leadsTo(line.entry, next.entry)) before.push(line.entry);
      else {
        lines.push({ ...line, before, times: 1 });
        before = [];
      }
    }
    return kept;
  }

  for (const [at, entry] of log.entries()) {
    if (!entry.text && !entry.heading) continue;
    if (entry.kind === LAID && !entry.heading) {
      tell(null);
      laid.push({ at, entry });
      continue;
    }
    if (laid.length && decides(entry)) {
      lines.push({ at, entry, before: laid.map((line) => line.entry), times: 1 });
      laid = [];
      continue;
    }
    lay();
    if (open.some((line) => whose(line.entry) !== whose(entry))) tell(null);
    const last = lines.at(-1);
    if (!open.length && last && repeats(entry, last)) last.times += 1;
    else if (mayLead(entry)) open.push({ at, entry });
    else lines.push({ at, entry, before: tell(entry), times: 1 });
  }
  lay();
  tell(null);
  return lines;
}
