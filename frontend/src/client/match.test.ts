import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeHouse, aStep, aView, aWelcome, line } from './fake';
import { DEAD_AFTER_MS, PROBE_MS } from './link';
import { MatchStore, type Arrival } from './match.svelte';
import type { Req } from './wire';

let house: FakeHouse;
let match: MatchStore;

beforeEach(() => {
  vi.useFakeTimers();
  house = new FakeHouse();
  match = new MatchStore('m1', { url: () => 'ws://test/', open: house.open, random: () => 1 });
});
afterEach(() => {
  match.stop();
  vi.useRealTimers();
});

function join(): void {
  match.start();
  house.last.opens();
  house.last.says(aWelcome());
}

test('the first words are a greeting that has nothing', () => {
  match.start();
  house.last.opens();
  expect(house.last.sent).toEqual([{ t: 'hello', have: null, epoch: null, seat: null }]);
});

test('a welcome fills everything', () => {
  join();
  expect([match.role, match.version, match.hash, match.log.length]).toEqual(['blue', 5, 'aa', 1]);
});

test('a step patches the view, appends to the log and leaves requests alone that it does not mention', () => {
  join();
  const requests = match.requests;
  house.last.says(aStep(6, { patch: { phase: { ...aView().phase, round: 2 } }, log_from: 1, log: [line('two')] }));
  expect(match.view?.phase.round).toBe(2);
  expect(match.log.map((entry) => entry.text)).toEqual(['begun', 'two']);
  expect(match.requests).toBe(requests);
});

test('after an undo the log is shorter where the step says so', () => {
  join();
  house.last.says(aStep(6, { log_from: 1, log: [line('two'), line('three')] }));
  house.last.says(aStep(7, { log_from: 2, log: [line('taken back')] }));
  expect(match.log.map((entry) => entry.text)).toEqual(['begun', 'two', 'taken back']);
});

test('an accepted answer is not asked for again while nothing new is told; the next list of questions counts as it is', async () => {
  join();
  const request = { id: 'q1', seat: 'blue', text: 'Who bears it?' } as Req;
  house.last.says(aStep(6, { requests: [request] }));
  const sent = match.send({ t: 'answer', request: 'q1', body: { pass: true } });
  const { id } = house.last.sent.at(-1) as { id: string };
  house.last.says({ t: 'ack', id, ok: true });
  await sent;
  expect(match.open).toEqual([]);
  house.last.says(aStep(7, { requests: [request] }));
  expect(match.open).toEqual([request]);
});

test('of several held seats it is kept which are asked, whatever the shown view tells', () => {
  join();
  house.last.says({ t: 'turns', seats: ['red'], apart: true, blind: {} });
  expect(match.turns).toEqual(['red']);
});

test('a step that was seen already changes nothing', () => {
  join();
  house.last.says(aStep(6, { log_from: 1, log: [line('two')] }));
  house.last.says(aStep(6, { log_from: 1, log: [line('two again')] }));
  expect(match.log.map((entry) => entry.text)).toEqual(['begun', 'two']);
});

test('a gap is repaired by saying once what is held, and the missing steps then count', () => {
  join();
  house.last.says(aStep(8));
  house.last.says(aStep(9));
  expect(house.last.sent.slice(1)).toEqual([{ t: 'hello', have: 5, epoch: 'one', seat: null }]);
  for (const version of [6, 7, 8, 9]) house.last.says(aStep(version));
  expect(match.version).toBe(9);
});

test('a resync asks for what is missing', () => {
  join();
  house.last.says({ t: 'resync' });
  expect(house.last.sent.at(-1)).toEqual({ t: 'hello', have: 5, epoch: 'one', seat: null });
});

test('an answer is sent once, and settled by its acknowledgement', async () => {
  join();
  const sent = match.send({ t: 'answer', request: 'q1', body: { pass: true } });
  expect(match.sending).toEqual(['answer']);
  const message = house.last.sent.at(-1) as { id: string };
  house.last.says({ t: 'ack', id: message.id, ok: true });
  expect(await sent).toBe(true);
  expect(match.sending).toEqual([]);
});

test('an answer whose socket died before the acknowledgement goes out again under the same id', async () => {
  join();
  void match.send({ t: 'answer', request: 'q1', body: { pass: true } });
  const first = house.last.sent.at(-1);
  house.last.dies();
  vi.advanceTimersByTime(600);
  house.last.opens();
  await vi.advanceTimersByTimeAsync(1);
  expect(house.sockets.length).toBe(2);
  expect(house.last.sent).toEqual([{ t: 'hello', have: 5, epoch: 'one', seat: null }, first]);
});

test('an answer given while there is no connection goes out when there is one, once', async () => {
  join();
  house.last.dies();
  void match.send({ t: 'answer', request: 'q1', body: { pass: true } });
  vi.advanceTimersByTime(600);
  house.last.opens();
  await vi.advanceTimersByTimeAsync(1);
  expect(house.last.kinds()).toEqual(['hello', 'answer']);
  house.last.says({ t: 'ack', id: (house.last.sent[1] as { id: string }).id, ok: true });
  house.last.dies();
  vi.advanceTimersByTime(20_000);
  house.last.opens();
  await vi.advanceTimersByTimeAsync(1);
  expect(house.last.kinds()).toEqual(['hello']);
});

test('a refusal is kept to be read and goes away with the next question', async () => {
  join();
  const sent = match.send({ t: 'answer', request: 'q1', body: { value: 9 } });
  const { id } = house.last.sent.at(-1) as { id: string };
  house.last.says({ t: 'refused', id, code: 'bad_answer', text: 'Say a number from 1 to 6.', numbers: { given: 9 } });
  expect(await sent).toBe(false);
  expect(match.refusal?.text).toBe('Say a number from 1 to 6.');
  house.last.says(aStep(6, { requests: [], undo: 'free' }));
  expect([match.refusal, match.undo]).toEqual([null, 'free']);
});

test('silence is answered with a new connection', () => {
  join();
  vi.advanceTimersByTime(DEAD_AFTER_MS + 5_000);
  expect(house.sockets[0]!.kinds().filter((kind) => kind === 'ping').length).toBeGreaterThanOrEqual(2);
  vi.advanceTimersByTime(1_000);
  expect(house.sockets.length).toBe(2);
});

test('a pong in time keeps the connection', () => {
  join();
  for (let i = 0; i < 10; i++) {
    vi.advanceTimersByTime(9_000);
    house.last.says({ t: 'pong', id: i });
  }
  expect(house.sockets.length).toBe(1);
});

test('waking up finds a half-open socket without a click', () => {
  join();
  match.nudge();
  vi.advanceTimersByTime(PROBE_MS + 600);
  expect(house.sockets.length).toBe(2);
});

test('the pause before the next try grows and has a limit', () => {
  join();
  const pauses: number[] = [];
  house.last.dies();
  for (let i = 0; i < 7; i++) {
    const before = house.sockets.length;
    let waited = 0;
    while (house.sockets.length === before) {
      vi.advanceTimersByTime(100);
      waited += 100;
    }
    pauses.push(waited);
    house.last.dies();
  }
  expect(pauses).toEqual([500, 1000, 2000, 4000, 8000, 15000, 15000]);
});

test('a tab that was replaced is quiet until it takes the seat back', () => {
  join();
  house.last.says({ t: 'replaced' });
  vi.advanceTimersByTime(60_000);
  match.nudge();
  expect([match.replaced, house.sockets.length]).toEqual([true, 1]);
  match.takeBack();
  house.last.opens();
  expect(house.last.kinds()).toEqual(['hello']);
  expect(match.replaced).toBe(false);
});

test('a door that stays shut is not knocked at again', () => {
  match.start();
  house.last.dies(4404);
  vi.advanceTimersByTime(60_000);
  expect([match.denied, house.sockets.length]).toEqual([4404, 1]);
});

test('handing over asks for the other seat, and reconnects to it', async () => {
  match.start();
  house.last.opens();
  house.last.says(aWelcome({ seats: ['blue', 'red'] }));
  void match.handover('red');
  expect(house.last.sent.at(-1)).toMatchObject({ t: 'handover', seat: 'red' });
  house.last.says(aWelcome({ seats: ['blue', 'red'], role: 'red', version: 3 }));
  house.last.dies();
  vi.advanceTimersByTime(600);
  house.last.opens();
  expect(house.last.sent[0]).toEqual({ t: 'hello', have: 3, epoch: 'one', seat: 'red' });
});

test('of several questions only the newest is answered', () => {
  join();
  const heard: string[] = [];
  match.preview('q1', {}, () => heard.push('first'));
  const second = match.preview('q1', {}, () => heard.push('second'))!;
  house.last.says({ t: 'preview', id: second });
  house.last.says({ t: 'preview', id: second - 1 });
  expect(heard).toEqual(['second']);
});

test('listeners hear which lines are new', () => {
  const heard: Arrival[] = [];
  match.listen((arrival) => heard.push(arrival));
  join();
  house.last.says(aStep(6, { log_from: 1, log: [line('two')] }));
  expect(heard).toEqual([
    { fresh: true, from: 1, lines: [] },
    { fresh: false, from: 1, lines: [line('two')] },
  ]);
});
