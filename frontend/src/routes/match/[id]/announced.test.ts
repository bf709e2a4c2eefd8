import { describe, expect, it } from 'vitest';
import type { LogEntry, PieceView } from '$client/wire';
import { announcedIn, beside, leadTo, standing } from './announced';

const pieces = { foot: { id: 'foot', name: 'Foot', active: true }, horse: { id: 'horse', name: 'Horse', active: false } } as unknown as Record<string, PieceView>;
const plan: LogEntry = { kind: 'announce', text: 'Foot will move.', show: { kind: 'plan', piece: 'foot', poses: [[0, 0, 0], [0, -600, 0]] } };
const moved = (piece: string): LogEntry => ({ kind: 'move', text: '', show: { kind: 'move', piece, poses: [[0, -600, 0]] } });

describe('an announced way', () => {
  it('is shown to everybody with its end, while others answer it', () => {
    const shown = announcedIn([plan, moved('horse')], pieces);
    expect(shown?.course?.trail).toEqual([[0, 0], [0, -600]]);
    expect(shown?.course?.label).toBe('The way that Foot has announced');
    expect(shown?.ghosts).toEqual([{ piece: 'foot', pose: [0, -600, 0] }]);
  });

  it('is gone when the piece has gone, acts no longer, or nothing was announced', () => {
    expect(announcedIn([plan, moved('foot')], pieces)).toBeNull();
    expect(announcedIn([plan], { foot: { ...pieces.foot!, active: false } })).toBeNull();
    expect(announcedIn([moved('horse')], pieces)).toBeNull();
  });
});

describe('plans beside each other', () => {
  it('draw each piece once, as the first says, and the way of the first that has one', () => {
    const both = beside(standing([{ piece: 'foot', pose: [0, -300, 0] }, { piece: 'horse', pose: [0, -700, 18000] }]), leadTo({ id: 'foot', name: 'Foot' }, [0, 0, 0], [0, -600, 0]));
    expect(both.ghosts).toEqual([{ piece: 'foot', pose: [0, -300, 0] }, { piece: 'horse', pose: [0, -700, 18000] }]);
    expect(both.course?.trail).toEqual([[0, 0], [0, -600]]);
  });
});
