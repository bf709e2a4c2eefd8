import { describe, expect, it } from 'vitest';
import type { ChooseSpec } from '$client/wire';
import { ChooseDraft } from '$requests/choose.svelte';
import { option } from '$requests/fixtures';
import { NumberDraft } from '$requests/simple.svelte';
import { cardChoice, heldCards } from './holding';

const context = { subject: null, piece: () => undefined, length: String, optional: true };
const choose = (spec: Partial<ChooseSpec>): ChooseDraft => new ChooseDraft({ kind: 'choose', min: 1, max: 1, options: [], missing: [], ...spec }, context);
const HAND = ['skull-4', 'cup-6', 'heart-2'];

describe('the hand where a card is chosen', () => {
  it('offers the cards that fit with what they add, fades the others with the reason, and picks what the list picks', () => {
    const draft = choose({ options: [option('cup-6', { badge: '+2', detail: 'same value', cost: '8 : 6' }), option('heart-2', { badge: '+1' })], missing: [{ text: 'Skull 4: neither Heart nor 6.', rule: 'x', about: 'skull-4' }] });
    const choice = cardChoice(draft, HAND);
    expect(choice).toBe(draft);
    draft.pick('cup-6');
    const [skull, cup, heart] = heldCards(HAND, choice);
    expect(skull).toMatchObject({ fits: false, why: 'Skull 4: neither Heart nor 6.', digit: '' });
    expect(cup).toMatchObject({ fits: true, picked: true, badge: '+2', digit: '1', says: 'same value, 8 : 6' });
    expect(heart).toMatchObject({ fits: true, picked: false, digit: '2' });
  });

  it('puts the top of the deck beside the hand where it may be taken, also with an empty hand', () => {
    const draft = choose({ options: [option('deck', { group: 'From the deck' })] });
    expect(heldCards([], cardChoice(draft, [])).map(({ face, key, picked }) => [face, key, picked])).toEqual([[null, 'deck', true]]);
  });

  it('is still about the hand where none of it fits, and only looked at where the question is another', () => {
    expect(cardChoice(choose({ missing: [{ text: 'No.', rule: 'x', about: 'cup-6' }] }), HAND)).not.toBeNull();
    expect(cardChoice(choose({ options: [option('full-move')] }), HAND)).toBeNull();
    expect(cardChoice(new NumberDraft({ kind: 'number', min: 0, max: 3, label: '', step: 1, along: null }), HAND)).toBeNull();
    expect(heldCards(HAND, null).every(({ fits, why }) => !fits && !why)).toBe(true);
  });
});
