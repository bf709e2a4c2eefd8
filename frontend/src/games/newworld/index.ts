/** The New World's words and colours for the browser; nothing here knows a rule. */

import type { Skin } from '../skin';
import { lessons } from './lessons';

export const newworld: Skin = {
  title: 'New World',
  icon: 'bowman',
  first: {
    options: { scenario: 'wagon-road' },
    seat: 'blue',
    text:
      "You lead the Company against a bot's Raiders on the wagon road. A guide at the table explains each thing when it first comes up: placing, " +
      'moving, shooting and cover, the odds, charges and blows, figures that act at the same moment, and how it ends. It says what is usually ' +
      'sensible; you decide. About twenty-five minutes.',
  },
  chapters: {
    init: 'Initiative',
    loc: 'Hit location',
    fire: 'Firearms',
    brawl: 'Unarmed combat',
    two: 'Two weapons',
    height: 'Higher ground and horses',
    hide: 'Hidden figures',
    edge: 'Walls, doors, windows',
    move: 'Movement',
    turn: 'The turn',
    party: 'Parties',
    setup: 'Set-up',
    end: 'The end',
    grapple: 'Grappling',
    disarm: 'Disarming',
    outnumber: 'Outnumbering',
  },
  lessons,
  ending: 'newworld.end.1',
  bar: 'Wounds',
  unit: { one: 'pace', many: 'paces' },
  round: { one: 'round', many: 'rounds' },
  deeds: { deploy: 'placing', party: 'the party', move: 'the move', attack: 'the attack', turn: 'the end of the turn' },
  windows: {
    delayed: { name: 'A delayed figure may step in' },
    free_actions: { name: 'Only free actions are left' },
  },
  cards: null,
};
