import { describe, expect, it } from 'vitest';
import type { CardView, Contest, View } from '$client/wire';
import { Exchange } from './exchange.svelte';

const card = (face: string | null, open = true): CardView => ({ face, open, source: 'hand', bonus: null });
const test = (id: string, over: boolean, ...faces: (string | null)[]): Contest => ({
  id,
  name: `Test ${id}`,
  rule: 'ad1666.test.10',
  sides: faces.map((face, i) => ({ key: `s${i}`, seat: i ? 'blue' : 'red', piece: null, name: `Side ${i}`, cards: [card(face)], total: null })),
  dl: null,
  over,
  verdict: '',
  winner: null,
});
const viewOf = (...tests: Contest[]): View => ({ contests: Object.fromEntries(tests.map((one) => [one.id, one])) }) as View;

describe('the tests that lie on the table', () => {
  it('shows the one that goes on, a Parry within its blow, and the newest when all are over', () => {
    let view = viewOf(test('0', false, 'cup-6', 'cup-2'), test('1', true, 'heart-3'));
    const exchange = new Exchange(() => view);
    expect(exchange.test?.id).toBe('0');
    view = viewOf(test('0', true, 'cup-6', 'cup-2'), test('1', true, 'heart-3'), test('10', true, 'cup-8', 'cup-4'));
    const after = new Exchange(() => view);
    expect(after.tests.map(({ id }) => id)).toEqual(['0', '1', '10']);
    expect(after.test?.id).toBe('10');
    after.look('1');
    expect(after.test?.id).toBe('1');
  });

  it('stays after its end until something else is answered, and comes back with the next one', () => {
    let view = viewOf(test('0', true, 'cup-6', 'cup-2'));
    const now = (): Exchange => exchange;
    const exchange = new Exchange(() => view);
    exchange.follow('whom do you activate?');
    expect(now().shown).toBe(true);
    exchange.follow('what does it do?');
    expect(now().shown).toBe(false);
    view = viewOf(test('0', true, 'skull-6', 'skull-2'));
    expect(new Exchange(() => view).shown).toBe(true);
  });

  it('shows the blow that stands when its Parry has failed', () => {
    const parry: Contest = { ...test('1', true, 'heart-3'), dl: 6 };
    expect(new Exchange(() => viewOf(test('0', true, 'cup-6', 'cup-2'), parry)).test?.id).toBe('0');
    expect(new Exchange(() => viewOf(parry)).test?.id).toBe('1');
  });

  it('is not put away by an answer that belongs to it', () => {
    const exchange = new Exchange(() => viewOf(test('0', false, 'cup-6', 'cup-2')));
    exchange.follow('reinforce?');
    exchange.follow('parry?');
    expect(exchange.shown).toBe(true);
  });

  it('is open once a card lies there, a strip as soon as something else is asked, and what a hand says goes before both', () => {
    const empty: Contest = { ...test('0', false), sides: [{ key: 's0', seat: 'red', piece: null, name: 'Red', cards: [], total: null }] };
    let view = viewOf(empty);
    const exchange = new Exchange(() => view);
    const now = (): Exchange => new Exchange(() => view);
    exchange.follow('which card?');
    expect(exchange.open).toBe(false);
    exchange.toggle(false);
    expect(exchange.open).toBe(true);
    view = viewOf(test('0', false, 'cup-6', null));
    expect(now().open).toBe(true);
    view = viewOf(test('0', true, 'cup-6', 'cup-2'));
    const after = now();
    expect(after.open).toBe(true);
    after.follow('who acts?');
    expect([after.open, after.shown]).toEqual([false, true]);
    after.toggle(false);
    expect(after.open).toBe(true);
  });

  it('has nothing to show where nothing is tested', () => {
    const exchange = new Exchange(() => viewOf());
    expect([exchange.shown, exchange.running, exchange.test]).toEqual([false, false, null]);
  });
});
