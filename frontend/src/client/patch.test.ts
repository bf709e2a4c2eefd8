import { createHash } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { aView, line } from './fake';
import { freshId } from './ids';
import { Newest } from './newest';
import { canonical, patchLog, patchView, viewHash } from './patch';
import steps from './patches.json';
import type { View } from './wire';

test('a record takes changed entries, drops those that are null and keeps the others as they were', () => {
  const view = aView({ edges: { gate: 'closed', hatch: 'open', door: 'closed' } });
  const next = patchView(view, { edges: { gate: 'open', hatch: null } });
  expect(next.edges).toEqual({ gate: 'open', door: 'closed' });
  expect(view.edges).toEqual({ gate: 'closed', hatch: 'open', door: 'closed' });
  expect(next.seats).toBe(view.seats);
});

test('of an entry, and of another part with fields, a patch names only the fields that changed', () => {
  const view = aView();
  const next = patchView(view, { seats: { red: { label: 'Raiders' } }, phase: { active: 'nobody' } });
  expect(next.seats.red).toEqual({ ...view.seats.red, label: 'Raiders' });
  expect(next.seats.blue).toBe(view.seats.blue);
  expect(next.phase).toEqual({ ...view.phase, active: 'nobody' });
});

test('step by step the patches of the server lead to its views and their hashes', async () => {
  let view = steps[0]!.view as unknown as View;
  for (const step of steps.slice(1)) {
    view = patchView(view, step.patch);
    expect(view).toEqual(step.view);
    expect(await viewHash(view)).toBe(step.hash);
  }
  expect(steps.length).toBeGreaterThan(10);
});

test('what had no fields before is replaced whole, null included', () => {
  const result = { winner: 'red', reason: 'resigned', text: 'Company resigned.' };
  const ended = patchView(aView(), { result });
  expect(ended.result).toEqual(result);
  expect(patchView(ended, { result: null }).result).toBeNull();
});

test('no patch leaves the same object', () => {
  const view = aView();
  expect(patchView(view, undefined)).toBe(view);
});

test('the log is replaced from the stated index on', () => {
  const log = [line('a'), line('b'), line('c')];
  expect(patchLog(log, 1, [line('x')]).map((entry) => entry.text)).toEqual(['a', 'x']);
  expect(patchLog(log, 2, undefined).map((entry) => entry.text)).toEqual(['a', 'b']);
  expect(patchLog(log, undefined, undefined)).toBe(log);
});

test('canonical JSON orders keys at every depth and nothing else', () => {
  expect(canonical({ b: [{ d: 1, c: null }], a: 'Ä"' })).toBe('{"a":"Ä\\"","b":[{"c":null,"d":1}]}');
});

test('the hash is the first 16 hex digits of SHA-256 over the canonical view', async () => {
  const view = aView();
  const expected = createHash('sha256').update(canonical(view)).digest('hex').slice(0, 16);
  expect(await viewHash(view)).toBe(expected);
});

test('ids are long, hexadecimal and differ', () => {
  const ids = new Set(Array.from({ length: 100 }, freshId));
  expect(ids.size).toBe(100);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{24}$/);
});

test('of the questions asked within the gap only the first and the newest go out', () => {
  vi.useFakeTimers();
  const asked: number[] = [];
  const newest = new Newest<number>(50, (value) => asked.push(value));
  for (const value of [1, 2, 3, 4]) newest.offer(value);
  expect(asked).toEqual([1]);
  vi.advanceTimersByTime(60);
  expect(asked).toEqual([1, 4]);
  newest.offer(5);
  newest.cancel();
  vi.advanceTimersByTime(200);
  expect(asked).toEqual([1, 4]);
  vi.useRealTimers();
});
