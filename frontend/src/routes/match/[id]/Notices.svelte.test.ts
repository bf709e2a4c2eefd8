import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeHouse, aWelcome } from '$client/fake';
import { MatchStore } from '$client/match.svelte';
import Notices from './Notices.svelte';

let house: FakeHouse;
let match: MatchStore;

beforeEach(() => {
  vi.useFakeTimers();
  house = new FakeHouse();
  match = new MatchStore('m1', { url: () => 'ws://test/', open: house.open, random: () => 1 });
  match.start();
  house.last.opens();
  house.last.says(aWelcome({}));
  render(Notices, { match });
});
afterEach(() => {
  cleanup();
  match.stop();
  vi.useRealTimers();
});

async function wait(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
}

test('a decision that the server does not acknowledge is said to be on its way, until it is', async () => {
  void match.send({ t: 'answer', request: 'q1', body: { pass: true } });
  await wait(1000);
  expect(screen.queryByText(/has not answered yet/)).toBeNull();
  await wait(2000);
  expect(screen.queryByText(/has not answered yet/)).not.toBeNull();
  const { id } = house.last.sent.at(-1) as { id: string };
  house.last.says({ t: 'ack', id, ok: true });
  await wait(0);
  expect(screen.queryByText(/has not answered yet/)).toBeNull();
});

test('a wish that may wait long for others says nothing of the kind', async () => {
  void match.send({ t: 'undo' });
  await wait(5000);
  expect(screen.queryByText(/has not answered yet/)).toBeNull();
});

test('a device that is offline is told of at once', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  window.dispatchEvent(new Event('offline'));
  await wait(0);
  expect(screen.queryByText(/This device is offline/)).not.toBeNull();
  online.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  await wait(0);
  expect(screen.queryByText(/This device is offline/)).toBeNull();
});
