import { describe, expect, it } from 'vitest';
import type { Req, View } from '$client/wire';
import { nextLesson, type Occasion } from '../guide';
import { lessons } from './lessons';

const view = { result: null, phase: { round: 1 }, audience: 'red', pieces: {}, gauges: {}, areas: {}, zones: {}, contests: {} } as unknown as View;
const option = (key: string) => ({ key, odds: null, needs: null, sights: [] });
const asked = (rule: string, keys: string[] = [], seen: Partial<View> = {}): Occasion => ({
  view: { ...view, ...seen },
  request: { rule, window: null, spec: { kind: 'choose', options: keys.map(option), missing: [] } } as unknown as Req,
  log: [],
  aim: '',
});
const first = (at: Occasion, ...told: string[]): string | undefined => nextLesson(lessons, new Set(['hand', ...told]), at)?.id;

describe('the guide of Anno Domini 1666', () => {
  it('begins with the aim, the places and the hand', () => {
    const at = { ...asked('setup.1'), aim: 'Kill more Gold.' };
    expect(nextLesson(lessons, new Set(), at)?.id).toBe('aim');
    expect(nextLesson(lessons, new Set(['aim']), { ...at, request: { rule: 'setup.1', spec: { kind: 'place' } } as Req })?.id).toBe('place');
    expect(nextLesson(lessons, new Set(['aim']), at)?.id).toBe('hand');
  });

  it('explains how cards are laid, reinforced and parried when the question is about that, however its rule is named', () => {
    expect(first(asked('test.10', ['cup-6', 'deck']))).toBe('commit');
    expect(first(asked('ad1666.test.10', ['cup-6', 'deck']))).toBe('commit');
    expect(first(asked('combat.9', ['cup-6']))).toBe('reinforce');
    expect(first(asked('combat.11'))).toBe('parry');
    expect(first(asked('turn.11', ['red', 'blue']))).toBe('initiative');
    const contests = { '0': { rule: 'ad1666.turn.7', over: false } } as unknown as View['contests'];
    expect(first(asked('test.10', ['cup-6', 'deck'], { contests }))).toBe('initiative');
  });

  it('teaches actions, shots, fights and retreats as they are offered', () => {
    expect(first(asked('turn.13', ['full-move', 'aimed:musket:foe']))).toBe('actions');
    expect(first(asked('turn.13', ['aimed:musket:foe']))).toBe('shoot');
    expect(first(asked('combat.2', ['fight:ann:bob']))).toBe('fight');
    expect(first(asked('combat.17', ['1,2']))).toBe('retreat');
  });

  it('sees zones, triumphs, the dear cards that are out and the alarm in the view', () => {
    const zones = { ann: { id: 'ann', seat: 'red', label: '', squares: [], holds: ['bob'] } } as unknown as View['zones'];
    expect(first(asked('turn.13', [], { zones }))).toBe('zones');
    const contests = { 0: { verdict: 'Success, a Triumph' } } as unknown as View['contests'];
    expect(first(asked('x', [], { contests }))).toBe('triumph');
    const pile = (faces: string[]) => ({ d: { id: 'd', kind: 'discard', label: '', seat: 'red', count: 2, faces } }) as unknown as View['areas'];
    expect(first(asked('x', [], { areas: pile(['cup-8', 'red-joker']) }))).toBe('shuffle');
    expect(first(asked('x', [], { areas: pile(['cup-8', 'cup-2']) }))).toBeUndefined();
    expect(first(asked('x', [], { gauges: { alarm: {} } as unknown as View['gauges'] }))).toBe('alarm');
  });
});
