/** What the guide says at a first match: one lesson at a time, when the table gives the occasion for it. */

import type { Option } from '$client/wire';
import type { Lesson } from '../guide';

type Occasion = Parameters<Lesson['when']>[0];

const options = ({ request }: Occasion): readonly Option[] => (request?.spec.kind === 'choose' ? request.spec.options : []);
const offers = (prefix: string) => (at: Occasion) => options(at).some((option) => option.key.startsWith(prefix));
/** The rule that asks, whichever way it is named. */
const asksBy =
  (...rules: string[]) =>
  ({ request }: Occasion) =>
    rules.includes(request?.rule.replace(/^ad1666\./, '') ?? '');
const tested = (also: (test: Occasion['view']['contests'][string]) => boolean) => ({ view }: Occasion) => Object.values(view.contests).some(also);
const marked = (sign: string) => ({ view }: Occasion) => Object.values(view.pieces).some((piece) => piece.seat === view.audience && piece.marks.some((mark) => mark.sign === sign));

export const lessons: Lesson[] = [
  {
    id: 'aim',
    title: 'What you play for',
    text: ({ aim }) => `${aim} It also stands over the log and in the menu.`,
    when: ({ aim, request }) => aim !== '' && request !== null,
  },
  {
    id: 'place',
    title: 'Take your places',
    text: 'Pick a figure below, then a space in the outlined zone; or press “Place all”. Swords in front, muskets where they look down a street.',
    when: ({ request }) => request?.spec.kind === 'place',
  },
  {
    id: 'hand',
    title: 'Cards instead of dice',
    text: 'You have a deck of thirty: four suits from 2 to 8, a Red Joker worth 10 and a Black one worth 0. Your hand is yours alone; two cards come each turn, five is the most you keep. A card that is played is out until the deck is shuffled again.',
    when: ({ request }) => request !== null && request.spec.kind === 'choose',
  },
  {
    id: 'initiative',
    title: 'Initiative',
    text: 'The higher card takes Initiative: that player says who acts first in this turn, and in a fight is the first to play cards. It is worth a good card when you want to shoot first, or to let the foe come to you.',
    when: (at) => tested(({ rule, over }) => !over && rule === 'ad1666.turn.7')(at) || asksBy('turn.11', 'turn.12')(at),
  },
  {
    id: 'commit',
    title: 'From the hand, or the deck',
    text: 'In a test against the foe each lays one card face down: one of the hand, which you know, or the top of the deck, which nobody does. Then both are turned over. The number on a card is what it would come to, the per cent how often that is enough. Keep good cards for the blows that matter.',
    when: asksBy('test.10'),
  },
  {
    id: 'reinforce',
    title: 'Reinforcing',
    text: 'When the cards lie open you may add one of your hand: the same value adds 2, the same suit adds 1. Then it is the other side’s turn to, until both have had enough. Faded cards do not fit; point at one and it says why.',
    when: asksBy('test.2', 'test.11', 'combat.9', 'turn.8'),
  },
  {
    id: 'actions',
    title: 'What a figure can do',
    text: 'Each figure acts once a turn: one full action, such as a Full Move, an aimed shot or a reload, or two partial ones, such as a Half Move and a quick shot. Only what is allowed is offered. The foe acts in between.',
    when: offers('full-move'),
  },
  {
    id: 'spaces',
    title: 'Spaces, doors, windows',
    text: 'A step costs Movement Points: through doors easily, through windows and over walls with a test. A door can be opened and closed by whoever stands at it, and a closed one stops shots. Nothing happens before you confirm.',
    when: ({ request, view }) => request?.spec.kind === 'move' || (options({ request } as Occasion).some(({ needs }) => needs?.kind === 'move') && view.phase.round > 0),
  },
  {
    id: 'zones',
    title: 'Zones of Control',
    text: 'A figure holds the spaces round it. An enemy in them is engaged: it can hardly walk away, and it does not shoot freely. The button with the dashed square among the tools shows all zones, and who holds whom.',
    when: ({ view }) => Object.values(view.zones).some((zone) => zone.holds.length > 0),
  },
  {
    id: 'shoot',
    title: 'Shooting',
    text: 'A shot is a test of one card from the top of your deck against a number that grows with the distance; cover and an aimed shot change it. By as much as it succeeds it hurts. Guns are slow to load, so the first volley counts.',
    when: (at) => ['aimed:', 'quick:', 'defensive:', 'shot:'].some((prefix) => offers(prefix)(at)),
  },
  {
    id: 'overwatch',
    title: 'Overwatch',
    text: 'A figure on Overwatch waits. When a foe moves or acts in its sight it may interrupt once, with a quick shot or one step. A musket behind a window does it best.',
    when: (at) => marked('overwatch')(at) || asksBy('action.10')(at),
  },
  {
    id: 'fight',
    title: 'Close combat',
    text: 'Fights come after all actions. Each names an enemy that it engages; weapon skill, a longer weapon and friends beside the enemy add to the card. The winner’s suit says where the blow lands, and by how much it won how hard. You may fight even with one who has acted.',
    when: offers('fight:'),
  },
  {
    id: 'parry',
    title: 'Parry and Riposte',
    text: 'Who has lost a blow may turn a Parry token and test once: if it succeeds there is no Wound, and both fight on, now with a Riposte. Tokens come back at the start of a turn, to an engaged fencer one at a time.',
    when: asksBy('combat.11'),
  },
  {
    id: 'triumph',
    title: 'Triumph and Misfortune',
    text: 'A test that succeeds by 5 or more is a Triumph, one that fails by 5 or more a Misfortune. The Red Joker is always the first and the Black one the second. What that brings stands in the log beside the test.',
    when: tested(({ verdict }) => /triumph|misfortune/i.test(verdict)),
  },
  {
    id: 'retreat',
    title: 'Falling back',
    text: 'After a fight the loser steps back, and so do both after a tie. Where it goes is chosen by who the question asks; one with its back to a wall stays and may fall.',
    when: asksBy('combat.17', 'combat.20'),
  },
  {
    id: 'shuffle',
    title: 'When all is shuffled',
    text: 'Eights and Jokers are the dear cards. As soon as four of the six lie in your discard pile, deck, pile and hand are shuffled together and you draw as many as you held. The line below your hand counts them: play the bad cards of your hand before.',
    when: ({ view }) => Object.values(view.areas).some(({ kind, seat, faces }) => kind === 'discard' && seat === view.audience && (faces ?? []).filter((face) => /joker|-8$/.test(face)).length >= 2),
  },
  {
    id: 'alarm',
    title: 'The alarm',
    text: 'The number in the bar at the top runs down with every shot of a gun, every death and every turn. At nothing the guard is there, and the match is counted as it stands.',
    when: ({ view, request }) => 'alarm' in view.gauges && view.phase.round > 0 && request !== null,
  },
  {
    id: 'end',
    title: 'That was a match',
    text: 'Who has won is decided as the scenario says. Try another scenario next, or bring a band of your own.',
    when: ({ view }) => view.result !== null,
  },
];
