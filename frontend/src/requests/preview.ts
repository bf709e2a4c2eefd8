/** What the server says about an answer that was not given yet. Every field may be missing. */

import type { Odds, Refused, Sight, Square } from '$client/wire';

export interface Provoked {
  piece: string;
  name: string;
  /** Index in the path (start included) of the square that is left under the blow. */
  step: number;
  percent: number;
  /** Mean loss. */
  wounds: number;
  rule: string;
}

export interface Preview {
  /** Whether the answer would be accepted as it is, and if not why. */
  legal: boolean;
  why: string;
  /** The rule that says so, if one does. */
  rule: string;
  cost: number | null;
  /** The way with its start, corner by corner. */
  path: Square[];
  provokes: Provoked[];
  /** Sight and odds from the end of the path, by the piece that would be the target. */
  sights: ({ piece: string | null } & Sight)[];
  odds: { piece: string | null; odds: Odds }[];
}

export function readPreview(reply: Record<string, unknown>): Preview {
  const refused = reply.refused as Partial<Refused> | undefined;
  return {
    legal: refused === undefined && reply.legal !== false,
    why: refused?.text ?? (typeof reply.why === 'string' ? reply.why : ''),
    rule: refused?.rule ?? (typeof reply.rule === 'string' ? reply.rule : ''),
    cost: typeof reply.cost === 'number' ? reply.cost : null,
    path: list<Square>(reply.path),
    provokes: list<Provoked>(reply.provokes),
    sights: list<Sight & { piece?: string }>(reply.sights).map((sight) => ({ ...sight, piece: sight.piece ?? null })),
    odds: list<Odds | { piece: string; odds: Odds }>(reply.odds).map((one) =>
      'odds' in one ? { piece: one.piece, odds: one.odds } : { piece: null, odds: one },
    ),
  };
}

export function strikesFirst(foe: Provoked): string {
  return `${foe.name} strikes first, ${Math.round(foe.percent)}%`;
}

function list<T>(value: unknown): T[] {
  return Array.isArray(value) ? (value as T[]) : [];
}
