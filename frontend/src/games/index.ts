import { ad1666 } from './ad1666';
import { baroque } from './baroque';
import { newworld } from './newworld';
import type { Skin } from './skin';

export { windowWords, type Skin } from './skin';

const SKINS: Record<string, Skin> = { newworld, baroque, ad1666 };
const PLAIN: Skin = { title: 'Match', icon: 'swordman', first: null, chapters: {}, ending: '', bar: 'Left', unit: { one: 'square', many: 'squares' }, round: { one: 'round', many: 'rounds' }, lessons: [], deeds: {}, windows: {}, cards: null };

export function skinOf(ruleset: string | undefined): Skin {
  return (ruleset && SKINS[ruleset]) || PLAIN;
}
