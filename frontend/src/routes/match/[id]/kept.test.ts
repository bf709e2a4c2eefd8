import { describe, expect, it } from 'vitest';
import { insetsFor, KeptHeight } from './kept';

describe('the height that is kept for the question', () => {
  it('stays what it was at the tallest while questions are of one kind', () => {
    const kept = new KeptHeight();
    expect([0, 240, 300, 180].map((height) => kept.take('choose', height, 1500))).toEqual([0, 240, 300, 300]);
  });

  it('forgets the question before as soon as the panel is laid out for the new one', () => {
    const kept = new KeptHeight();
    kept.take('allocate', 480, 768);
    kept.take('allocate', 480, 768);
    expect(kept.take('place', 480, 768)).toBe(480);
    expect(kept.take('place', 210, 768)).toBe(210);
    expect(kept.take('place', 150, 768)).toBeCloseTo(168.96);
  });

  it('leaves the table its room in a low window', () => {
    const kept = new KeptHeight();
    kept.take('choose', 0, 700);
    expect(kept.take('choose', 420, 700)).toBe(420);
    expect(kept.take('choose', 120, 700)).toBe(154);
  });
});

describe('the room of the table', () => {
  const panels = { layout: 'wide', beside: 0, below: 0, tallest: 100, log: true, sheet: true, bodies: false } as const;

  it('grows with every panel that shrinks', () => {
    const least = insetsFor({ ...panels, tallest: 240 });
    expect(least.bottom - insetsFor(panels).bottom).toBe(140);
    expect(insetsFor({ ...panels, log: false }).right).toBeLessThan(least.right);
    expect(insetsFor({ ...panels, tallest: 240, sheet: false }).left).toBe(16);
  });

  it('leaves the tools their corner beside a low question', () => {
    expect(insetsFor({ ...panels, sheet: false }).left).toBe(138);
    expect(insetsFor({ ...panels, bodies: true }).top).toBe(insetsFor(panels).top + 40);
  });
});
