/** Baroque's words for the browser; nothing here knows a rule. */

import type { Skin } from '../skin';
import { lessons } from './lessons';

export const baroque: Skin = {
  title: 'Baroque',
  icon: 'pikeman',
  first: {
    options: { scenario: 'mill-hill' },
    seat: 'blue',
    text:
      'You lead an army of 300 points against a bot at Mill Hill. A guide at the table explains each thing when it first comes up: commands and ' +
      'initiative, one unit at a time, marches and their tests, wheels, charges and what may interrupt them, fire in three lines, disorder and ' +
      'rallying, melee, and when an army breaks. It says what is usually sensible; you decide. About three quarters of an hour.',
  },
  chapters: {
    seq: 'The order of things',
    '1': 'The table and its measures',
    '2': 'Units, leaders and their states',
    '3': 'Terrain and deployment',
    '4': 'Turns, initiative and orders',
    '5': 'Movement and charges',
    '6': 'Fire',
    '7': 'Melee',
    '8': 'Special characteristics',
    '9': 'How a battle ends',
    army: 'Armies',
    list: 'Army lists',
    obstacle: 'Linear obstacles',
    destiny: 'Rolls of destiny',
    mother: 'Where the book is silent',
  },
  lessons,
  ending: 'baroque.9.1e',
  bar: 'Battle value (VBU)',
  unit: { one: 'BU', many: 'BU', full: 'base widths (BU)' },
  round: { one: 'turn', many: 'turns' },
  deeds: {
    setup: 'the deployment',
    initiative: 'the choice of the command',
    activation: 'the choice of the unit',
    move: 'the movement',
    charge: 'the charge',
    shot: 'the shot',
    reaction: 'the reaction',
    rally: 'the rally',
    leader: 'the leader’s move',
    melee: 'the melee',
    pursuit: 'the pursuit',
    retreat: 'the retreat',
  },
  windows: {
    reaction: { name: 'Reactions to the foe, and fire in defence' },
    reroll: { name: 'A re-roll that can only help, or no longer can', modes: { relevant: 'is settled for me', always: 'is asked for' } },
  },
  cards: null,
};
