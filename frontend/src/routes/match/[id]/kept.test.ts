import { describe, expect, it } from 'vitest';
import { insetsFor, tallestAsked, usualInsets } from './kept';

const panels = { layout: 'wide', beside: 0, below: 0, asked: 100, cloth: 0, log: true, sheet: true, bodies: false } as const;

describe('the room of the table', () => {
  it('grows with every panel that shrinks', () => {
    const least = insetsFor({ ...panels, asked: 240 });
    expect(least.bottom - insetsFor(panels).bottom).toBe(140);
    expect(insetsFor({ ...panels, log: false }).right).toBeLessThan(least.right);
    expect(insetsFor({ ...panels, asked: 240, sheet: false }).left).toBe(16);
  });

  it('leaves the tools their corner beside a low question', () => {
    expect(insetsFor({ ...panels, sheet: false }).left).toBe(138);
    expect(insetsFor({ ...panels, bodies: true }).top).toBe(insetsFor(panels).top + 40);
  });
});

describe('the room that the camera goes by', () => {
  it('is the same whatever is open at the moment, and has room for all of it', () => {
    for (const window of [700, 800, 900, 1080]) {
      const usual = usualInsets(panels, window);
      for (const asked of [0, 100, tallestAsked(window)]) {
        for (const [log, sheet] of [[true, true], [false, true], [true, false], [false, false]] as const) {
          const now = { ...panels, asked, log, sheet };
          expect(usualInsets(now, window)).toEqual(usual);
          const taken = insetsFor(now);
          expect([taken.top <= usual.top, taken.right <= usual.right, taken.bottom <= usual.bottom, taken.left <= usual.left]).toEqual([true, true, true, true]);
        }
      }
    }
  });

  it('leaves the question at most a third of a window’s height, and no more than it needs', () => {
    expect([700, 800, 900, 1080, 1440].map(tallestAsked)).toEqual([210, 240, 270, 300, 300]);
  });
});
