/** Cards held: which of them the question wants, and why the others do not fit. */

import type { Area, View } from '$client/wire';
import { ChooseDraft } from '$requests/choose.svelte';
import type { Draft } from '$requests/draft';
import { perCent } from '$ui/words';

/** The key of the option that takes the card on top of the deck. */
export const DECK = 'deck';

export interface Held {
  /** Null: the top of the deck. */
  face: string | null;
  key: string;
  /** It can be chosen now. */
  fits: boolean;
  picked: boolean;
  badge: string;
  /** The digit that chooses it; empty where it has none. */
  digit: string;
  /** Why it cannot be chosen, where one might expect it. */
  why: string;
  /** What choosing it means. */
  says: string;
}

export const areaOf = (view: View, kind: Area['kind'], seat: string | null): Area | null =>
  Object.values(view.areas).find((area) => area.kind === kind && area.seat === seat) ?? null;

/** The choice whose options are cards of this hand; null where the question is about something else. */
export function cardChoice(draft: Draft | null, faces: readonly string[]): ChooseDraft | null {
  if (!(draft instanceof ChooseDraft)) return null;
  const { options, missing } = draft.spec;
  const named = [...options.map(({ key }) => key), ...missing.map(({ about }) => about ?? '')];
  return named.some((key) => faces.includes(key)) || options.some(({ key, group }) => key === DECK && group !== '') ? draft : null;
}

/** The hand with what the question makes of each card; the deck's top comes last where it may be taken. */
export function heldCards(faces: readonly string[], choice: ChooseDraft | null): Held[] {
  const card = (face: string | null, key: string): Held => {
    const option = choice?.option(key);
    return {
      face,
      key,
      fits: option !== undefined,
      picked: choice?.isPicked(key) ?? false,
      badge: option?.badge ?? '',
      digit: option && choice ? choice.digit(key) : '',
      why: option ? '' : (choice?.spec.missing.find(({ about }) => about === key)?.text ?? ''),
      says: option ? [option.detail, option.cost, option.odds ? `${perCent(option.odds.percent)} ${option.odds.of}` : ''].filter(Boolean).join(', ') : '',
    };
  };
  const hand = faces.map((face) => card(face, face));
  return choice?.option(DECK) ? [...hand, card(null, DECK)] : hand;
}
