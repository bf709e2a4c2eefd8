import { expect, it } from 'vitest';
import type { Printed } from './types';
import { between, iconOf, moveOf, notesOf, numbersOf, shortOf, traitName } from './words';

const FOOT: Printed = {
  name: 'Foot',
  type: 'LTE',
  move: 1,
  pace: 'slow',
  vbu: 7,
  impetus: 2,
  discipline: 'B',
  vd: 3,
  points: 75,
  weapons: ['pike', 'musket'],
  sm: -3,
  mm: 2,
  massed: true,
  traits: ['iron_officers'],
  frontage: 1200,
  depth: 800,
};

it('writes a unit as lists do', () => {
  expect(numbersOf(FOOT)).toBe('LTE, M 1S, VBU 7, I 2, D B');
  expect(notesOf(FOOT)).toEqual(['Pike', 'Musket', 'SM −3', 'Massed', 'MM +2', 'Iron Officers']);
  expect(notesOf({ ...FOOT, weapons: [], sm: 0, mm: 0, massed: false, traits: [] })).toEqual([]);
  expect(shortOf(FOOT, [FOOT, { ...FOOT, type: 'ETE' }])).toBe('LTE, M 1S, VBU 7, I 2, B');
  const loose: Printed = { ...FOOT, pace: 'normal', mm: 0, massed: false, traits: [] };
  expect(shortOf(loose, [loose, { ...loose, sm: -1 }])).toBe('LTE, VBU 7, I 2, B, Pike, Musket, SM −3');
  expect(moveOf({ move: 2, pace: 'fast' })).toBe('2F');
  expect(traitName('salvo')).toBe('Salvo');
});

it('writes limits in short', () => {
  expect(between({ least: 2, most: 10 })).toBe('2 to 10');
  expect(between({ least: 1, most: 1 })).toBe('1');
});

it('knows how the men of a unit look', () => {
  expect(iconOf(FOOT)).toBe('pikeman');
  expect(iconOf({ type: 'TR', weapons: ['point_blank_pistol', 'lance'] })).toBe('mounted-knight');
  expect(iconOf({ type: 'DR', weapons: ['musket'] })).toBe('musket');
});
