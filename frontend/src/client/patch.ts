/** How a step changes what the client holds. Nothing here mutates: unchanged entries stay the same objects. */

import type { LogEntry, View, ViewPatch } from './wire';

/** Keys of the view whose patch names only the changed entries (null: gone). */
const RECORDS: ReadonlySet<string> = new Set(['seats', 'pieces', 'edges', 'items', 'areas', 'pending', 'sheets', 'gauges', 'terrain', 'ties', 'zones', 'contests']);

type Held = Record<string, unknown>;

export function patchView(view: View, patch: ViewPatch | undefined): View {
  if (!patch) return view;
  const next: Held = { ...view };
  for (const [key, value] of Object.entries(patch)) {
    next[key] = RECORDS.has(key) ? patchRecord(next[key] as Held, value as Held) : changed(next[key], value);
  }
  return next as unknown as View;
}

function patchRecord(record: Held, changes: Held): Held {
  const next = { ...record };
  for (const [key, value] of Object.entries(changes)) {
    if (value === null) delete next[key];
    else next[key] = changed(next[key], value);
  }
  return next;
}

/** Of something with fields that was there before, a patch states only the changed ones. */
function changed(held: unknown, change: unknown): unknown {
  return isPart(held) && isPart(change) ? { ...held, ...change } : change;
}

function isPart(value: unknown): value is Held {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The log with `lines` in place of everything from index `from` on. */
export function patchLog(log: LogEntry[], from: number | undefined, lines: LogEntry[] | undefined): LogEntry[] {
  if (!lines && from === undefined) return log;
  return [...log.slice(0, from ?? log.length), ...(lines ?? [])];
}

/** JSON with the keys of every object in order: the form over which the server takes its hash. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).filter(([, held]) => held !== undefined);
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, held]) => `${JSON.stringify(key)}:${canonical(held)}`).join(',')}}`;
}

/** The hash that the server states for a view, or null where the browser cannot compute one (plain http). */
export async function viewHash(view: View): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(canonical(view)));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .slice(0, 16);
}
