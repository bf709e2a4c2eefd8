import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeHouse, aStep, aView, aWelcome } from '$client/fake';
import { MatchStore } from '$client/match.svelte';
import type { FromServer, Pending, PlaceSpec, Req, Square } from '$client/wire';
import { Desk } from './desk.svelte';

const zone: Square[] = [0, 1, 2].flatMap((x) => [0, 1].map((y): Square => [x, y]));
const spec: PlaceSpec = {
  kind: 'place',
  grounds: [],
  squares: zone,
  label: 'Deploy',
  pieces: [
    { id: 'ann', size: 1, label: 'Ann' },
    { id: 'bob', size: 2, label: 'Bob' },
  ],
};
const question = (id: string): Req =>
  ({ id, seat: 'blue', text: 'Place them.', rule: '', subject: null, pass: null, sealed: true, spec }) as unknown as Req;
const pending = (given: Pending['given']): Record<string, Pending> => ({
  blue: { seat: 'blue', text: given ? 'Your answer is in. Waiting for Raiders.' : 'Place them.', doing: 'placing', given },
});

let house: FakeHouse;
let match: MatchStore;
let desk: Desk;

beforeEach(() => {
  vi.useFakeTimers();
  house = new FakeHouse();
  match = new MatchStore('m1', { url: () => 'ws://test/', open: house.open, random: () => 1 });
  desk = new Desk(match);
  match.start();
  house.last.opens();
  says(aWelcome({ view: aView({ pending: pending(null) }), requests: [question('q1')] }));
});
afterEach(() => {
  match.stop();
  vi.useRealTimers();
});

function says(message: FromServer): void {
  house.last.says(message);
  desk.follow(match.requests, match.role);
}

function place(): void {
  desk.pick([0, 0]);
  desk.pick([1, 0]);
}

function accept(): void {
  const { id } = house.last.sent.at(-1) as { id: string };
  says({ t: 'ack', id, ok: true });
}

test('while the figures are placed, Undo takes up the one that was put down last; nothing is sent', () => {
  expect(desk.undoBarred).toBe('There is nothing yet that you could take back');
  place();
  expect(desk.draft?.answer).toEqual({ at: { ann: [0, 0], bob: [1, 0] } });
  const sent = house.last.sent.length;
  expect([desk.undoBarred, desk.draft?.newest]).toEqual(['', 'Bob']);
  desk.undo();
  desk.undo();
  expect(desk.draft?.partial).toBeNull();
  desk.undo();
  expect(desk.remark).toBe('There is nothing yet that you could take back');
  expect(house.last.sent.length).toBe(sent);
});

test('a square outside the zone, or one without room, is answered in a few words for a moment', () => {
  desk.pick([5, 5]);
  expect(desk.remark).toBe('Outside your zone');
  desk.pick([0, 0]);
  expect(desk.remark).toBe('');
  desk.pick([0, 1]);
  expect(desk.remark).toBe('Bob does not fit there');
  vi.advanceTimersByTime(5000);
  expect(desk.remark).toBe('');
});

test('a square where a move cannot end is answered at once in our own words, then in those of the rules', () => {
  const reach = [{ to: [1, 0] as Square, cost: 1, via: null, provokes: [], notes: [], stop: true }];
  const walk = { kind: 'move', piece: 'ann', from: [0, 0], budget: 5, reach, straight: false, label: 'Move' };
  says(aStep(6, { requests: [{ ...question('q2'), spec: walk } as unknown as Req] }));
  desk.pick([7, 0]);
  expect(desk.remark).toBe('Out of reach');
  desk.look(desk.draft!.partial);
  vi.advanceTimersByTime(100);
  const asked = house.last.sent.at(-1) as { t: string; id: number; body: unknown };
  expect([asked.t, asked.body]).toEqual(['preview', { to: [7, 0] }]);
  const why = 'That is 7 paces away; this Move goes 5.';
  says({ t: 'preview', id: asked.id, legal: false, why, rule: 'newworld.move.3' });
  expect([desk.remark, desk.preview?.why, desk.preview?.rule]).toEqual([why, why, 'newworld.move.3']);
  desk.note('');
  desk.pick([7, 0]);
  expect(desk.remark).toBe(why);
  desk.pick([1, 0]);
  expect(desk.remark).toBe('');
});

test('between the acknowledgement and the step nothing changes but that nothing can be done', () => {
  place();
  desk.commit();
  accept();
  expect([desk.request?.id, desk.busy, desk.mayCommit, desk.awaited]).toEqual(['q1', true, false, false]);
  desk.pick([2, 0]);
  expect(desk.draft?.answer).toEqual({ at: { ann: [0, 0], bob: [1, 0] } });
  says(aStep(6, { patch: { pending: pending({ at: { ann: [0, 0], bob: [1, 0] } }) }, requests: [], undo: 'free' }));
  expect([desk.request, desk.busy, desk.given]).toEqual([null, false, { at: { ann: [0, 0], bob: [1, 0] } }]);
});

test('an answer whose step has to wait for a secret question to another is said to be in', () => {
  place();
  desk.commit();
  accept();
  vi.advanceTimersByTime(1000);
  expect(desk.awaited).toBe(true);
  says(aStep(6, { requests: [question('q2')] }));
  expect([desk.awaited, desk.request?.id]).toEqual([false, 'q2']);
});

test('what was given in secret and is taken back lies there as it was given', () => {
  const given = { at: { ann: [2, 1] as Square, bob: [0, 0] as Square } };
  says(aStep(6, { patch: { pending: pending(given) }, requests: [], undo: 'free' }));
  expect(desk.undoBarred).toBe('');
  says(aStep(7, { patch: { pending: pending(null) }, requests: [question('q2')], undo: null }));
  expect(desk.draft?.answer).toEqual(given);
});

test('figures that are placed and not sent come back after a reload, and are forgotten with their question', () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  desk.pick([2, 1]);
  desk.changed();
  const reloaded = (requests = match.requests): Desk => {
    const again = new Desk(match);
    again.follow(requests, match.role);
    return again;
  };
  expect(reloaded().draft?.partial).toEqual({ at: { ann: [2, 1] } });
  expect(reloaded([question('q2')]).draft?.partial).toBeNull();
  const narrower = { ...question('q1'), spec: { ...spec, squares: zone.slice(0, 4) } } as Req;
  expect(reloaded([narrower]).draft?.partial).toBeNull();
  desk.undo();
  desk.changed();
  expect(reloaded().draft?.partial).toBeNull();
  desk.pick([2, 1]);
  desk.changed();
  desk.follow([], match.role);
  expect([...kept]).toEqual([]);
  vi.unstubAllGlobals();
});
