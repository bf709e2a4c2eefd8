import { expect, test } from 'vitest';
import { plain, signed } from './words';

test('a number below nothing has a minus sign, not a hyphen', () => {
  expect([-3, 0, 3].map(plain)).toEqual(['\u22123', '0', '3']);
  expect([-3, 0, 3].map(signed)).toEqual(['\u22123', '+0', '+3']);
  expect(signed('as it is')).toBe('as it is');
});
