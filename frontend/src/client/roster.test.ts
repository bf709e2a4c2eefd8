import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RosterDesk } from './roster.svelte';

interface Sent {
  method: string;
  path: string;
  body: Record<string, unknown>;
}

let sent: Sent[] = [];
let answer: (call: Sent) => { status?: number; body: unknown } = () => ({ body: {} });
const report = (limit: number): unknown => ({ title: 'T', points: { label: '', value: 0, parts: [] }, limit, problems: [], detail: {} });

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  answer = (call) => ({ body: call.path.endsWith('/check') ? report(1) : { id: 'r1', version: sent.length, name: `${String(call.body.name).trim()}` } });
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    const call = { method: init.method ?? 'GET', path, body: JSON.parse(String(init.body)) as Record<string, unknown> };
    sent.push(call);
    const { status = 200, body } = answer(call);
    return Promise.resolve(new Response(JSON.stringify(body), { status }));
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(1000);
const checks = (): unknown[] => sent.filter((s) => s.path.endsWith('/check')).map((s) => s.body.roster);
const desk = (): RosterDesk<{ n: number }> => new RosterDesk('baroque', { name: 'A', roster: { n: 0 } });

describe('checking', () => {
  it('asks at once, and of many changes in a row only about the newest', async () => {
    const one = desk();
    for (const n of [1, 2, 3]) one.set({ n });
    await settle();
    expect(checks()).toEqual([{ n: 0 }, { n: 3 }]);
    expect(one.checked).toEqual({ n: 3 });
  });

  it('forgets an answer about a roster that has changed since', async () => {
    let told: (value: Response) => void = () => {};
    vi.stubGlobal('fetch', () => new Promise<Response>((done) => (told = done)));
    const one = desk();
    const first = told;
    one.set({ n: 1 });
    first(new Response(JSON.stringify(report(7))));
    await settle();
    expect(one.report).toBeNull();
    told(new Response(JSON.stringify(report(8))));
    await settle();
    expect(one.report?.limit).toBe(8);
  });

  it('says what went wrong, until a check succeeds', async () => {
    answer = () => ({ status: 422, body: { code: 'bad_roster', text: 'No roster.' } });
    const one = desk();
    await settle();
    expect(one.unchecked).toBe('No roster.');
    answer = () => ({ body: report(2) });
    one.set({ n: 1 });
    await settle();
    expect([one.unchecked, one.report?.limit]).toEqual(['', 2]);
  });

  it('ends when nobody looks at it any more', async () => {
    const one = desk();
    one.set({ n: 1 });
    one.leave();
    await settle();
    expect(checks()).toEqual([{ n: 0 }]);
    expect(one.report).toBeNull();
  });
});

describe('taking back', () => {
  it('goes back a step at a time, and over a field that was typed in at once', () => {
    const one = desk();
    one.set({ n: 1 });
    one.set({ n: 2 }, 'name');
    one.set({ n: 3 }, 'name');
    one.set({ n: 4 }, 'label');
    one.undo();
    expect(one.roster).toEqual({ n: 3 });
    one.undo();
    expect(one.roster).toEqual({ n: 1 });
    one.undo();
    one.undo();
    expect([one.roster, one.undoable]).toEqual([{ n: 0 }, false]);
  });
});

describe('keeping', () => {
  it('makes a roster once and changes it from then on, each time from the version it knows', async () => {
    const one = desk();
    expect(one.dirty).toBe(true);
    one.name = ' A ';
    expect(await one.save()).toBe(true);
    expect([one.id, one.name, one.dirty]).toEqual(['r1', 'A', false]);
    one.set({ n: 1 });
    expect(one.dirty).toBe(true);
    await one.save();
    const kept = sent.filter((s) => !s.path.endsWith('/check'));
    expect(kept.map((s) => [s.method, s.path, s.body.version])).toEqual([
      ['POST', '/api/rosters', undefined],
      ['PUT', '/api/rosters/r1', 2],
    ]);
    expect(one.dirty).toBe(false);
  });

  it('stays as it was where it could not be kept, with the reason', async () => {
    const one = new RosterDesk('baroque', { name: 'A', roster: { n: 0 }, id: 'r1', version: 3 });
    expect(one.dirty).toBe(false);
    one.name = 'B';
    answer = () => ({ status: 409, body: { code: 'roster_changed', text: 'Changed elsewhere.' } });
    expect(await one.save()).toBe(false);
    expect([one.trouble, one.dirty, one.saving]).toEqual(['Changed elsewhere.', true, false]);
  });
});
