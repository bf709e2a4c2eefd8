/** The New World's words and colours for the browser; nothing here knows a rule. */

import type { Skin } from '../skin';
import { lessons } from './lessons';

export const newworld: Skin = {
  title: 'New World',
  lessons,
  ending: 'newworld.end.1',
  bar: 'Wounds',
  unit: { one: 'pace', many: 'paces' },
  deeds: { deploy: 'placing', party: 'the party', move: 'the move', attack: 'the attack', turn: 'the end of the turn' },
  windows: {
    delayed: 'A delayed figure may step in',
    free_actions: 'Only free actions are left',
  },
};
