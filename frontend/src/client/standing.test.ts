import { beforeEach, expect, test, vi } from 'vitest';
import { Standing } from './standing.svelte';

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});

function standingOf(seat: string): Standing {
  const standing = new Standing();
  standing.of('m1', seat);
  return standing;
}

test('a window that nobody spoke of is offered where it can matter', () => {
  expect(standingOf('blue').mode('delayed')).toBe('relevant');
});

test('a standing wish outlives a reload, and is that seat\'s alone', () => {
  standingOf('blue').set('delayed', 'always');
  expect([standingOf('blue').mode('delayed'), standingOf('red').mode('delayed')]).toEqual(['always', 'relevant']);
});

test('a window that is shut for an activation opens with its next question, and what stood before counts again', () => {
  const standing = standingOf('blue');
  standing.set('delayed', 'always');
  standing.set('delayed', 'not_this_turn');
  expect(standing.mode('delayed')).toBe('not_this_turn');
  standing.asked('ambush');
  expect(standing.mode('delayed')).toBe('not_this_turn');
  standing.asked('delayed');
  expect(standing.mode('delayed')).toBe('always');
});
