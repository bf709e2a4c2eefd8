import { expect, test } from 'vitest';
import { clause, isTarget, plain, signed } from './words';

test('a number below nothing has a minus sign, not a hyphen', () => {
  expect([-3, 0, 3].map(plain)).toEqual(['\u22123', '0', '3']);
  expect([-3, 0, 3].map(signed)).toEqual(['\u22123', '+0', '+3']);
  expect(signed('as it is')).toBe('as it is');
});

test('what the dice must show is told apart from what may come of them', () => {
  expect(['needs 8+', '2+ on the die, for 1 BU more', 'needs 4 or less', 'cannot be beaten'].map(isTarget)).toEqual([true, true, true, true]);
  expect(['wins; draws 29 %, loses 69 %', '1 die: each 6 hits'].map(isTarget)).toEqual([false, false]);
});

test('the first clause of a sentence stands for it where there is little room, whatever its numbers', () => {
  expect(clause('2.62 BU of the line lie in Priory Wood, where one sees no farther')).toBe('2.62 BU of the line lie in Priory Wood');
  expect(clause('Clear')).toBe('Clear');
});
