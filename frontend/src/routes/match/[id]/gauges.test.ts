import { describe, expect, it } from 'vitest';
import type { Gauge, View } from '$client/wire';
import { bodiesOf, gaugeOf, gaugeWords } from './gauges';

const gauge = (id: string, seat: string, group: string | null, note = ''): Gauge => ({ id, seat, label: id, value: 4, max: 9, group, note, rule: '', won: false });
const view = { gauges: { army: gauge('army', 'blue', null, '1 routed'), left: gauge('left', 'blue', 'blue/1'), foe: gauge('foe', 'red', null) } } as unknown as View;

describe('gauges', () => {
  it('are of a whole side or of its bodies', () => {
    expect(gaugeOf(view, 'blue')?.id).toBe('army');
    expect(gaugeOf(view, 'green')).toBeNull();
    expect(bodiesOf(view, 'red')).toEqual([]);
  });

  it('of a single body are left out where they say the same as the side\'s own', () => {
    expect(bodiesOf(view, 'blue')).toEqual([]);
    const two = { gauges: { ...view.gauges, right: gauge('right', 'blue', 'blue/2') } } as unknown as View;
    expect(bodiesOf(two, 'blue').map(({ id }) => id)).toEqual(['left', 'right']);
    const worse = { gauges: { ...view.gauges, left: { ...gauge('left', 'blue', 'blue/1'), value: 3 } } } as unknown as View;
    expect(bodiesOf(worse, 'blue').map(({ id }) => id)).toEqual(['left']);
  });

  it('say in words what is left of how much, and why', () => {
    expect(gaugeWords(view.gauges.army!)).toBe('army: 4 of 9 left. 1 routed');
    expect(gaugeWords(view.gauges.left!)).toBe('left: 4 of 9 left');
  });
});
