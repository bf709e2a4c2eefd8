import { describe, expect, it } from 'vitest';
import type { Req, View } from '$client/wire';
import { nextLesson, type Occasion } from './guide';
import { lessons } from './newworld/lessons';

const view = { result: null, phase: { round: 1 } } as View;
const asked = (spec: unknown, more: Partial<Req> = {}): Occasion => ({
  view,
  request: { rule: '', window: null, spec, ...more } as Req,
  log: [],
  aim: '',
});
const option = (key: string, more = {}) => ({ key, odds: null, needs: null, sights: [], ...more });
const choose = (...keys: string[]) => ({ kind: 'choose', min: 1, max: 1, options: keys.map((key) => option(key)), missing: [] });

describe('the guide of the New World', () => {
  it('begins with what one plays for, then placing', () => {
    const at = { ...asked({ kind: 'place' }), aim: 'Hold the poop.' };
    const first = nextLesson(lessons, new Set(), at);
    expect(first?.id).toBe('aim');
    expect(typeof first?.text === 'function' && first.text(at)).toContain('Hold the poop.');

    expect(nextLesson(lessons, new Set(['aim']), at)?.id).toBe('place');
  });

  it('tells each lesson once, the turn before the moves', () => {
    const at = asked(choose('move', 'run'), { rule: 'newworld.turn.1' });
    expect(nextLesson(lessons, new Set(), at)?.id).toBe('turn');
    expect(nextLesson(lessons, new Set(['turn']), at)?.id).toBe('move');
    expect(nextLesson(lessons, new Set(['turn', 'move']), at)).toBeNull();
  });

  it('warns of leaving reach when Disengage is offered, and explains the free blow', () => {
    expect(nextLesson(lessons, new Set(['move']), asked(choose('move', 'disengage')))?.id).toBe('leave');
    expect(nextLesson(lessons, new Set(), asked(choose('x'), { window: 'free_attack' }))?.id).toBe('free-attack');
  });

  it('explains odds, cover, charges and simultaneous figures, as the page before it promises', () => {
    const shot = option('shoot:a:b', { odds: { percent: 50 }, sights: [{ state: 'cover' }] });
    const at = asked({ kind: 'choose', options: [shot] });
    const told = new Set<string>();
    for (const id of ['shoot', 'odds', 'cover']) {
      expect(nextLesson(lessons, told, at)?.id).toBe(id);
      told.add(id);
    }
    expect(nextLesson(lessons, told, asked(choose('charge:a:b')))?.id).toBe('charge');
    expect(nextLesson(lessons, told, { ...asked(choose()), log: [{ kind: 'group', text: '' }] })?.id).toBe('group');
    expect(nextLesson(lessons, new Set(), { ...asked(choose()), view: { ...view, phase: { ...view.phase, round: 2 } } })?.id).toBe('cover');
    expect(nextLesson(lessons, told, { view: { ...view, result: { winner: null, reason: '', text: '' } }, request: null, log: [], aim: '' })?.id).toBe('end');
  });

  it('says nothing while there is nothing to say', () => {
    expect(nextLesson(lessons, new Set(), { view, request: null, log: [], aim: '' })).toBeNull();
  });
});
