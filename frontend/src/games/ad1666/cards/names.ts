/** Player Cards by the words that stand for them on the wire: `cup-6`, `red-joker`. */

export type Suit = 'skull' | 'heart' | 'cup' | 'horseshoe';

export interface Face {
  /** A Joker has none. */
  suit: Suit | null;
  value: number;
  red: boolean;
}

const SIGNS: Record<Suit, string> = { skull: 'skull-crossed-bones', heart: 'hearts', cup: 'wine-glass', horseshoe: 'horseshoe' };

export const signOf = (suit: Suit): string => SIGNS[suit];

/** What is printed on a card; null for a word that stands for none. */
export function faceOf(card: string): Face | null {
  if (card === 'red-joker') return { suit: null, value: 10, red: true };
  if (card === 'black-joker') return { suit: null, value: 0, red: false };
  const [suit = '', value = ''] = card.split('-');
  if (!(suit in SIGNS) || !/^\d$/.test(value)) return null;
  return { suit: suit as Suit, value: Number(value), red: suit === 'heart' || suit === 'horseshoe' };
}

/** As the log says it: "Cup 6", "Red Joker". */
export function cardName(card: string): string {
  return card
    .split('-')
    .map((word, i) => (word === 'joker' || i === 0 ? `${word.charAt(0).toUpperCase()}${word.slice(1)}` : word))
    .join(' ');
}

/** 8s and Jokers bring a reshuffle nearer (cards.4). */
export function isCounted(card: string): boolean {
  const face = faceOf(card);
  return face !== null && (face.suit === null || face.value === 8);
}

/** So many of them in a discard pile, and everything is shuffled anew (cards.4). */
export const RESHUFFLE_AT = 4;
