/** What the guide says at a first match: one lesson at a time, when the table gives the occasion for it. */

import type { Option } from '$client/wire';
import type { Lesson } from '../guide';

type Occasion = Parameters<Lesson['when']>[0];

const options = ({ request }: Occasion): readonly Option[] => (request?.spec.kind === 'choose' ? request.spec.options : []);
const offers = (prefix: string) => (at: Occasion) => options(at).some((option) => option.key.startsWith(prefix));
const chance = ({ odds, needs }: Option): boolean => odds !== null || (needs?.kind === 'choose' && needs.options.some(chance));

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
    text: 'Pick a figure below, then a square in the outlined zone; or press “Place all”. Put your shooters where they see far, your fighters in front. Then press Deploy.',
    when: ({ request }) => request?.spec.kind === 'place',
  },
  {
    id: 'turn',
    title: 'Your turn',
    text: 'The gold ring shows who acts. A turn is two half actions, such as Move and Attack, or one full action, such as Run. Only legal choices are offered, and each says what it costs.',
    when: ({ request }) => request?.rule === 'newworld.turn.1',
  },
  {
    id: 'move',
    title: 'Moving',
    text: 'Choose Move, then point at a square: the numbers are the paces it costs, the line is the way you would take. Nothing happens before you confirm. Brush and low walls cost double.',
    when: offers('move'),
  },
  {
    id: 'shoot',
    title: 'Shooting',
    text: 'A foe that this figure sees may be shot at; each has its per cent. Within the range of the weapon it does not matter how far off, one range farther is −2; and a foe that ran is harder to hit. Aim first, then shoot with the other half: +1. Shoot before you walk into the line yourself.',
    when: offers('shoot'),
  },
  {
    id: 'odds',
    title: 'The odds',
    text: 'Choose an attack, and before you confirm the box of odds lists every modifier; a rule number opens that rule in a sentence. The per cent are exact, and nothing is rolled before you confirm.',
    when: (at) => options(at).some(chance),
  },
  {
    id: 'cover',
    title: 'Cover',
    text: 'A low wall, a tree or the wagon beside the target gives it +1 against shots, a parapet +2; against blows nothing does. A sight line turns amber where something covers. End your moves behind a wall, and shoot from the side.',
    when: (at) => options(at).some((option) => option.sights?.some((sight) => sight.state === 'cover')) || at.view.phase.round > 1,
  },
  {
    id: 'charge',
    title: 'Charging',
    text: 'A Charge takes the whole turn: at least 4 squares straight at a foe, then one blow at +1; from the saddle it is +2 against foot. The Lancer is made for it. Look who may strike you on the way.',
    when: offers('charge'),
  },
  {
    id: 'close',
    title: 'Hand to hand',
    text: 'A foe beside you can be struck. Two of yours beside one foe help each other: each has +1. So bring a second figure up before you strike.',
    when: offers('attack'),
  },
  {
    id: 'leave',
    title: 'Do not just walk away',
    text: 'You stand in a foe’s reach. If you move out of it, it may strike first: the path shows a red sign there. Disengage takes the whole turn and is safe.',
    when: offers('disengage'),
  },
  {
    id: 'free-attack',
    title: 'A free blow',
    text: 'A foe leaves your reach, or has lost a grapple or a Disarm against you by 5 or more. You may strike it now; it costs you nothing.',
    when: ({ request }) => request?.window === 'free_attack',
  },
  {
    id: 'wounds',
    title: 'Reading the log',
    text: 'Each line of the log opens to its arithmetic: the dice, what was added, the Defence it had to meet, and the Wounds. The light number on a base counts the Wounds left, and the white arc shows the same; at 0 a figure is out.',
    when: ({ log }) => log.some((line) => line.kind === 'attack'),
  },
  {
    id: 'group',
    title: 'At the same moment',
    text: 'Figures with the same place in the order act at the same moment: they take their turns one after the other, but what they do to each other counts only when all are done. So one that is struck down may still strike back.',
    when: ({ log }) => log.some((line) => line.kind === 'group'),
  },
  {
    id: 'reload',
    title: 'Guns take their time',
    text: 'A gun is empty after its shot. Reload is a full action, once for each round that the weapon needs; the small badge counts them.',
    when: offers('reload'),
  },
  {
    id: 'end',
    title: 'That was a match',
    text: 'The side with nobody left has lost; when the rounds are over, the scenario says who wins. Invite a friend next, or try another scenario.',
    when: ({ view }) => view.result !== null,
  },
];
