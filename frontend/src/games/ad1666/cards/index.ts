/** The cards of Anno Domini 1666 as the table shows them. */
import type { CardSkin } from '../../skin';
import Card from './Card.svelte';
import { cardName, isCounted, RESHUFFLE_AT } from './names';

export const cards: CardSkin = {
  Card,
  name: cardName,
  coming: 'Three are dealt before the first turn, two in the Card Phase of each turn after it.',
  counted: { is: isCounted, what: '8s and Jokers', most: RESHUFFLE_AT, rule: 'ad1666.cards.4' },
  stake: (rule) => (rule === 'ad1666.turn.7' ? 'The higher total says who acts first' : ''),
  sign: (rule) => (rule.startsWith('ad1666.combat') ? 'crossed-sabres' : null),
};
