import { expect, it } from 'vitest';
import { landing } from './dragging.svelte';

it('puts a unit down where the mark was, its own old place being gone', () => {
  const from = { command: 0, unit: 1 };
  expect(landing(from, { command: 0, unit: 3 })).toEqual({ command: 0, unit: 2 });
  expect(landing(from, { command: 0, unit: 2 })).toEqual({ command: 0, unit: 1 });
  expect(landing(from, { command: 0, unit: 0 })).toEqual({ command: 0, unit: 0 });
  expect(landing(from, { command: 1, unit: 3 })).toEqual({ command: 1, unit: 3 });
});
