import { expect, test } from 'vitest';

import type { PieceView, View, Zone } from '$client/wire';
import { zonesOf } from './zones';

const zone = (id: string, seat: string, squares: [number, number][], holds: string[] = []): Zone => ({ id, seat, label: 'Zone', squares, holds });
const named = (name: string): PieceView => ({ name }) as PieceView;
const view = {
  zones: {
    ann: zone('ann', 'red', [[0, 0], [1, 0]], ['bob']),
    abe: zone('abe', 'red', [[1, 0], [2, 0]]),
    bob: zone('bob', 'blue', [[1, 1]], ['ann']),
    cat: zone('cat', 'blue', [[2, 1]], ['abe']),
  },
  pieces: { ann: named('Ann'), abe: named('Abe'), bob: named('Bob'), cat: named('Cat') },
  seats: { red: { label: 'Poland' } as View['seats'][string], blue: { label: 'France' } as View['seats'][string] },
};

test('all zones: the ground of each side once, and who engages whom', () => {
  const shown = zonesOf(view, null);
  expect(shown.zones?.map(({ seat, label, squares }) => [seat, label, squares])).toEqual([
    ['red', 'Poland controls', [[0, 0], [1, 0], [2, 0]]],
    ['blue', 'France controls', [[1, 1], [2, 1]]],
  ]);
  expect(shown.links).toEqual([
    { from: 'ann', to: 'bob', mutual: true, label: 'Ann and Bob engage each other' },
    { from: 'cat', to: 'abe', mutual: false, label: 'Cat engages Abe' },
  ]);
});

test('the zone of one alone, with those whom it holds and who hold it', () => {
  const shown = zonesOf(view, view.zones.abe);
  expect(shown.zones).toHaveLength(1);
  expect(shown.zones?.[0]).toMatchObject({ seat: 'red', label: 'Abe', squares: [[1, 0], [2, 0]] });
  expect(shown.links?.map(({ from, to }) => [from, to])).toEqual([['cat', 'abe']]);
});
