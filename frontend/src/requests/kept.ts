/** What is begun of an answer and not sent yet outlives a reload: this tab keeps it, one a seat, under its question. */

import type { Answer } from '$client/wire';

interface Kept {
  question: string;
  body: Answer;
}

const key = (match: string, seat: string): string => `muster.draft.${match}.${seat}`;

export function keepDraft(match: string, seat: string, question: string, body: Answer): void {
  storage()?.setItem(key(match, seat), JSON.stringify({ question, body } satisfies Kept));
}

/** What was begun of the answer to this question. */
export function keptDraft(match: string, seat: string, question: string): Answer | null {
  const kept = JSON.parse(storage()?.getItem(key(match, seat)) ?? 'null') as Kept | null;
  return kept?.question === question ? kept.body : null;
}

export function dropDraft(match: string, seat: string): void {
  storage()?.removeItem(key(match, seat));
}

function storage(): Storage | null {
  return typeof sessionStorage === 'undefined' ? null : sessionStorage;
}
