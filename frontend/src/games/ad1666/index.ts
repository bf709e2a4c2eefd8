/** Anno Domini 1666's words for the browser; nothing here knows a rule. */

import type { Skin } from '../skin';
import { cards } from './cards';
import { lessons } from './lessons';

export const ad1666: Skin = {
  title: 'Anno Domini 1666',
  icon: 'fencer',
  first: {
    options: { scenario: 'duel-at-the-yard' },
    seat: 'red',
    text:
      "You lead Poland's four against a bot's Musketeers round a vintner's house. A guide at the table explains each thing when it first comes up: " +
      'the hand, cards laid face down, Initiative, actions and shots, fights with Parry and Riposte, and when all is shuffled. It says what is usually ' +
      'sensible; you decide. About forty minutes.',
  },
  chapters: {
    components: 'Who plays, and with what',
    setup: 'Set-up',
    turn: 'The turn',
    cards: 'Decks and hands',
    test: 'Tests with cards',
    action: 'Actions',
    move: 'Movement',
    map: 'Spaces and borders',
    zoc: 'Zones of Control',
    ranged: 'Shooting',
    combat: 'Close combat',
    wounds: 'Wounds',
    morale: 'Morale',
    talking: 'Talking skills',
    items: 'Weapons, armour and things',
    weapon: 'Special weapons',
    skill: 'Skills',
    stats: 'The numbers of a card',
    alarm: 'The alarm and the end',
    scenario: 'Scenarios',
  },
  lessons,
  ending: 'ad1666.alarm.4',
  bar: 'Wounds',
  unit: { one: 'space', many: 'spaces' },
  round: { one: 'turn', many: 'turns' },
  deeds: {
    deploy: 'placing',
    cards: 'the card',
    action: 'the action',
    move: 'the move',
    step: 'the move',
    shot: 'the shot',
    fight: 'the fight',
    test: 'the test',
    talk: 'the talk',
    door: 'the door',
    items: 'what was taken in hand',
    course: 'the pass',
  },
  windows: {},
  cards,
};
