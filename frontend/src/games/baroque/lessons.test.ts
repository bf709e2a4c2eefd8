import { describe, expect, it } from 'vitest';
import type { Req, View } from '$client/wire';
import { nextLesson, type Occasion } from '../guide';
import { lessons } from './lessons';

const view = { result: null, phase: { round: 0 }, audience: 'blue', pieces: {}, gauges: {} } as unknown as View;
const asked = (spec: unknown, more: Partial<Req> = {}, seen: Partial<View> = {}): Occasion => ({
  view: { ...view, ...seen },
  request: { rule: '', window: null, spec, ...more } as Req,
  log: [],
  aim: '',
});
const option = (key: string, more = {}) => ({ key, odds: null, needs: null, sights: [], ...more });
const choose = (...keys: string[]) => ({ kind: 'choose', options: keys.map((key) => option(key)) });
const first = (at: Occasion, ...told: string[]): string | undefined => nextLesson(lessons, new Set(told), at)?.id;

describe('the guide of Baroque', () => {
  it('begins with the aim, then the deployment', () => {
    const at = { ...asked({ kind: 'deploy' }, { rule: 'baroque.3.4a' }), aim: 'Break them.' };
    expect(first(at)).toBe('aim');
    expect(first(at, 'aim')).toBe('deploy');
  });

  it('teaches commands, units, movement and wheels as they are asked for', () => {
    expect(first(asked(choose('blue/1'), { rule: 'baroque.4.1.1a' }))).toBe('initiative');
    expect(first(asked(choose('unit:blue/u1')))).toBe('unit');
    const moving = asked({ kind: 'manoeuvre', ways: [{ shape: 'line' }, { shape: 'arc' }] });
    expect(first(moving)).toBe('move');
    expect(first(moving, 'move')).toBe('wheel');
    expect(first(moving, 'move', 'wheel')).toBeUndefined();
    expect(first({ ...moving, log: [{ kind: 'move', text: '' }] }, 'move', 'wheel')).toBe('march');
  });

  it('explains three lines, charges, and what may interrupt', () => {
    const lines = [{ state: 'clear' }, { state: 'blocked' }, { state: 'clear' }];
    expect(first(asked({ kind: 'choose', options: [option('fire', { needs: { kind: 'choose', options: [option('x', { sights: lines })] } })] }))).toBe('fire');
    expect(first(asked(choose('charge:red/u1')))).toBe('charge');
    expect(first(asked(choose('fire:blue/u1'), { window: 'reaction' }))).toBe('reaction');
    expect(first(asked({ kind: 'confirm' }, { window: 'reaction' }))).not.toBe('reaction');
  });

  it('waits for states to appear on the table', () => {
    const pieces = (sign: string, seat: string) => ({ u: { seat, marks: [{ sign }] } }) as unknown as View['pieces'];
    expect(first(asked(choose('x'), {}, { pieces: pieces('disordered', 'red') }))).toBe('disorder');
    expect(first(asked(choose('x'), {}, { pieces: pieces('exhausted', 'red') }))).toBeUndefined();
    expect(first(asked(choose('x'), {}, { pieces: pieces('exhausted', 'blue') }))).toBe('exhausted');
    expect(first(asked(choose('rally')))).toBe('rally');
  });

  it('speaks of breaking when a battle has begun, and of the end at its end', () => {
    const gauges = { army: {} } as unknown as View['gauges'];
    expect(first(asked(choose('x'), {}, { gauges, phase: { ...view.phase, round: 1 } }))).toBe('breaking');
    expect(first({ ...asked(choose()), request: null, view: { ...view, result: { winner: null, reason: '', text: '' } } })).toBe('end');
  });
});
