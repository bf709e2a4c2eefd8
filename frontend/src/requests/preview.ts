/** What the server says about an answer that was not given yet. Every field may be missing. */

import type { Odds, Point, Pose, Refused, Sight, Square } from '$client/wire';

export interface Provoked {
  piece: string;
  name: string;
  /** Index in the path (start included) of the square that is left under the blow; on the open table there is none. */
  step: number;
  percent: number;
  /** Mean loss. */
  wounds: number;
  rule: string;
  /** What it may do, where that is not a blow. */
  label: string;
}

/** Something to know about the answer: "enters broken ground". */
export interface Note {
  text: string;
  rule: string;
  tone: 'plain' | 'good' | 'warn' | 'bad';
}

/** A friend that a base goes through, from which length to which, units. */
export interface Passed {
  piece: string;
  from: number;
  to: number;
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
  /** On the open table: where the base would lie, what it sweeps, whom it goes through. */
  pose: Pose | null;
  /** Where others would come to stand, or who answers a deed and who does it. */
  stands: { piece: string; pose: Pose }[];
  swept: Point[];
  passes: Passed[];
  notes: Note[];
  /** Of bodies that are put down: whether each may lie there. */
  bodies: Record<string, { legal: boolean; why: string; rule: string }>;
}

export function readPreview(reply: Record<string, unknown>): Preview {
  const refused = reply.refused as Partial<Refused> | undefined;
  return {
    legal: refused === undefined && reply.legal !== false,
    why: refused?.text ?? (typeof reply.why === 'string' ? reply.why : ''),
    rule: refused?.rule ?? (typeof reply.rule === 'string' ? reply.rule : ''),
    cost: typeof reply.cost === 'number' ? reply.cost : null,
    path: list<Square>(reply.path),
    provokes: list<Partial<Provoked> & Pick<Provoked, 'piece' | 'name'>>(reply.provokes).map((foe) => ({ step: 0, percent: 0, wounds: 0, rule: '', label: '', ...foe })),
    pose: Array.isArray(reply.pose) ? (reply.pose as Pose) : null,
    stands: list<Preview['stands'][number]>(reply.stands),
    swept: list<Point>(reply.swept),
    passes: list<Passed>(reply.passes),
    notes: list<Partial<Note>>(reply.notes).map((note) => ({ text: '', rule: '', tone: 'plain', ...note })),
    bodies: bodiesOf(reply.bodies),
    sights: list<Sight & { piece?: string }>(reply.sights).map((sight) => ({ ...sight, piece: sight.piece ?? null })),
    odds: list<Odds | { piece: string; odds: Odds }>(reply.odds).map((one) =>
      'odds' in one ? { piece: one.piece, odds: one.odds } : { piece: null, odds: one },
    ),
  };
}

function bodiesOf(said: unknown): Preview['bodies'] {
  const bodies = Object.entries((said ?? {}) as Record<string, Partial<Preview['bodies'][string]>>);
  return Object.fromEntries(bodies.map(([id, verdict]) => [id, { legal: verdict.legal !== false, why: verdict.why ?? '', rule: verdict.rule ?? '' }]));
}

export function strikesFirst(foe: Provoked): string {
  return `${foe.name} strikes first, ${Math.round(foe.percent)}%`;
}

function list<T>(value: unknown): T[] {
  return Array.isArray(value) ? (value as T[]) : [];
}
