/** The tables that are being played, looked at again and again while somebody is there to see them. */

import { getJson } from '$client/http';
import type { BoardTable } from '$board/types';
import { getTables, sentence, type LiveTable, type MatchSummary } from './api';

const EVERY_MS = 2500;

export class LiveTables {
  live = $state.raw<LiveTable[]>([]);
  lately = $state.raw<MatchSummary[]>([]);
  loaded = $state(false);
  trouble = $state('');
  private timer: ReturnType<typeof setTimeout> | undefined;
  private running = false;

  start(): void {
    this.running = true;
    void this.look();
  }

  stop(): void {
    this.running = false;
    clearTimeout(this.timer);
  }

  private async look(): Promise<void> {
    clearTimeout(this.timer);
    if (document.visibilityState === 'visible') {
      try {
        const found = await getTables();
        this.live = found.live;
        this.lately = found.lately;
        this.trouble = '';
      } catch (error) {
        this.trouble = sentence(error);
      }
      this.loaded = true;
    }
    if (this.running) this.timer = setTimeout(() => void this.look(), EVERY_MS);
  }
}

/** Fixed tables by their name; matches on the same map share one. */
const maps = new Map<string, Promise<BoardTable>>();

export function mapOf(table: LiveTable): Promise<BoardTable> {
  let found = maps.get(table.table);
  if (!found) {
    found = getJson<BoardTable>(`/api/matches/${encodeURIComponent(table.id)}/table`);
    maps.set(table.table, found);
    found.catch(() => maps.delete(table.table));
  }
  return found;
}

interface Sitter {
  id: string;
  label: string;
  pattern: string;
  name: string | null;
  kind: 'person' | 'bot';
  here: boolean;
}

/** Who sits where, in the seats' order. */
export function whoPlays(table: LiveTable): { id: string; pattern: string; name: string }[] {
  return (table.seats as Sitter[]).map((seat) => ({
    id: seat.id,
    pattern: seat.pattern,
    name: `${seat.label} (${seat.kind === 'bot' ? 'bot' : (seat.name ?? 'free seat')})`,
  }));
}

/** Persons play here, and none of them is at the table just now. */
export function isLeft(table: LiveTable): boolean {
  const people = (table.seats as Sitter[]).filter((seat) => seat.kind === 'person');
  return people.length > 0 && !people.some((seat) => seat.here);
}
