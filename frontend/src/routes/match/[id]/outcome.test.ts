import { describe, expect, it } from 'vitest';
import type { View } from '$client/wire';
import { outcomes } from './outcome';

const piece = (seat: string, name: string, value: number, max: number, state = 'up', mark = '') => ({ seat, name, state, bar: { value, max, label: '' }, marks: mark ? [{ sign: mark, label: mark, short: '' }] : [] });
const gauge = (seat: string, label: string, group: string | null, value: number) => ({ seat, label, group, value, max: 13, note: '', rule: '' });

describe('what a match cost each side', () => {
  it('names what is left, the broken, the lost and the hurt', () => {
    const view = {
      seats: { blue: {}, red: {} },
      pieces: { a: piece('blue', 'Reiters', 0, 5, 'fallen', 'routed'), b: piece('blue', 'Foot', 4, 7), c: piece('blue', 'Cannon', 1, 1), d: piece('red', 'Horse', 6, 6) },
      gauges: { a: gauge('blue', 'Army', null, 9), b: gauge('blue', 'Left', 'blue/2', 0), c: gauge('red', 'Army', null, 13) },
    } as unknown as View;
    expect(outcomes(view)).toEqual([
      { seat: 'blue', said: ['Army: 9 of 13 left.', 'Broken: Left.', 'Lost: Reiters (routed).', 'Hurt: Foot 4 of 7.'] },
      { seat: 'red', said: ['Army: 13 of 13 left.', 'No losses.'] },
    ]);
  });

  it('tells losses where a game counts no whole', () => {
    const view = { seats: { blue: {} }, pieces: { a: piece('blue', 'Ann', 0, 12, 'fallen') }, gauges: {} } as unknown as View;
    expect(outcomes(view)).toEqual([{ seat: 'blue', said: ['Lost: Ann.'] }]);
  });
});
