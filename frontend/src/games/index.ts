import { newworld } from './newworld';
import type { Skin } from './skin';

export { windowName, type Skin } from './skin';

const SKINS: Record<string, Skin> = { newworld };
const PLAIN: Skin = { title: 'Match', ending: '', bar: 'Left', unit: { one: 'square', many: 'squares' }, lessons: [], deeds: {}, windows: {} };

export function skinOf(ruleset: string | undefined): Skin {
  return (ruleset && SKINS[ruleset]) || PLAIN;
}
