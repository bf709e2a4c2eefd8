import { beforeEach, describe, expect, it, vi } from 'vitest';
import { toScreen, type Area, type Size, type Subject } from './camera';
import { Stage } from './stage.svelte';

const VIEW = { width: 1366, height: 768 };
const TABLE = { width: 26 * 62, height: 18 * 62 };
const TALL = { top: 60, right: 312, bottom: 252, left: 282 };
const LOW = { ...TALL, bottom: 80, left: 16 };
const NOTHING: Subject = { all: [{ x: 0, y: 0, ...TABLE }], matters: [], reach: null, watched: [], action: null };
const CORNER: Area = { x: TABLE.width - 80, y: TABLE.height - 80, width: 80, height: 80 };
/** Somebody in the lower right corner, who acts. */
const SUBJECT: Subject = { ...NOTHING, matters: [CORNER] };

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 1000));
});

describe('the camera of a table whose panels come and go', () => {
  const usual = TALL;
  let stage: Stage;
  beforeEach(() => {
    stage = new Stage();
    stage.arrange(VIEW, TABLE, { insets: LOW, usual }, SUBJECT);
  });

  /** The corners of an area lie between the panels at their largest. */
  function between({ x, y, width, height }: Area, view: Size = VIEW): boolean {
    const [[left, top], [right, bottom]] = [toScreen(stage.goal, [x, y]), toScreen(stage.goal, [x + width, y + height])];
    return left >= usual.left - 1 && top >= usual.top - 1 && right <= view.width - usual.right + 1 && bottom <= view.height - usual.bottom + 1;
  }

  it('stays where it is when a question, a sheet or a log opens, grows and closes', () => {
    const before = stage.goal;
    for (const insets of [TALL, { ...LOW, left: 282 }, { ...LOW, right: 16 }, LOW]) {
      stage.arrange(VIEW, TABLE, { insets, usual }, SUBJECT);
      expect(stage.goal).toBe(before);
    }
    stage.zoom(1.3);
    const chosen = stage.goal;
    stage.arrange(VIEW, TABLE, { insets: TALL, usual }, SUBJECT);
    expect(stage.goal).toBe(chosen);
  });

  it('is only shifted for another who acts, for what happens and for where something may be put', () => {
    const { zoom } = stage.goal;
    const other = { x: 20, y: 20, width: 80, height: 80 };
    const far = { x: 0, y: 0, width: TABLE.width, height: 100 };
    expect([between(CORNER), between(other)]).toEqual([true, false]);
    stage.arrange(VIEW, TABLE, { insets: LOW, usual }, { ...SUBJECT, matters: [other], reach: far });
    expect([between(other), stage.goal.zoom]).toEqual([true, zoom]);
    stage.arrange(VIEW, TABLE, { insets: LOW, usual }, { ...NOTHING, watched: [CORNER] });
    expect([between(CORNER), stage.goal.zoom]).toEqual([true, zoom]);
    const here = stage.goal;
    stage.arrange(VIEW, TABLE, { insets: LOW, usual }, { ...NOTHING, watched: [] });
    expect(stage.goal).toBe(here);
  });

  it('goes back for a new question to where more of everybody is in the window, and is left where a person has put it', () => {
    const everybody: Subject = { ...NOTHING, all: [{ x: 200, y: 100, width: 1200, height: 900 }] };
    const lower = { ...everybody, matters: [{ x: 700, y: 700, width: 80, height: 80 }] };
    const upper = { ...everybody, matters: [{ x: 700, y: 500, width: 80, height: 80 }] };
    const arrange = (subject: Subject, asked: boolean): void => stage.arrange(VIEW, TABLE, { insets: LOW, usual }, subject, { asked });
    arrange(SUBJECT, true);
    const pushed = stage.goal;
    arrange(upper, false);
    expect([stage.goal, between(upper.matters[0]!)]).toEqual([pushed, true]);
    arrange(upper, true);
    const [, top] = toScreen(stage.goal, [0, 100]);
    expect([top > 60 - 1, stage.goal.zoom]).toEqual([true, pushed.zoom]);
    arrange(lower, true);
    expect(between(lower.matters[0]!)).toBe(true);
    stage.pan(0, -150);
    const put = stage.goal;
    arrange(upper, true);
    expect([stage.goal, between(upper.matters[0]!)]).toEqual([put, true]);
  });

  it('goes one step farther away where what is decided on cannot be seen otherwise, and stays there', () => {
    const { zoom } = stage.goal;
    const wide = { x: 100, y: 100, width: 1300, height: 300 };
    stage.arrange(VIEW, TABLE, { insets: LOW, usual }, { ...SUBJECT, matters: [wide] });
    expect([between(wide), stage.goal.zoom]).toEqual([true, expect.closeTo((1366 - 312 - 282) / 1300)]);
    const farther = stage.goal.zoom;
    expect(farther).toBeLessThan(zoom);
    stage.arrange(VIEW, TABLE, { insets: LOW, usual }, SUBJECT);
    expect([between(CORNER), stage.goal.zoom]).toEqual([true, farther]);
  });

  it('keeps the scale that a person has chosen as long as that shows what matters', () => {
    stage.zoom(1.5);
    const { zoom } = stage.goal;
    stage.arrange(VIEW, TABLE, { insets: TALL, usual }, { ...SUBJECT, matters: [{ ...CORNER, x: 30 }] });
    expect(stage.goal.zoom).toBe(zoom);
    stage.arrange({ ...VIEW, width: 1500 }, TABLE, { insets: TALL, usual }, SUBJECT);
    expect(stage.goal.zoom).toBe(zoom);
  });

  it('has a first look again for a window of another size that nobody has touched', () => {
    const { zoom } = stage.goal;
    const large = { width: 1920, height: 1080 };
    stage.arrange(large, TABLE, { insets: TALL, usual }, SUBJECT);
    expect(stage.goal.zoom).toBeGreaterThan(zoom);
    expect(between(CORNER, large)).toBe(true);
  });
});

describe('the camera of a phone', () => {
  const PHONE = { width: 390, height: 844 };
  const HALF = { top: 54, right: 0, bottom: 440, left: 0 };
  const GRIP = { ...HALF, bottom: 200 };
  const both = (insets: typeof HALF): { insets: typeof HALF; usual: typeof HALF } => ({ insets, usual: insets });

  it('takes the room that the sheet leaves, and comes back to the look that a person has chosen', () => {
    const stage = new Stage();
    stage.arrange(PHONE, TABLE, both(HALF), { ...NOTHING, matters: [{ x: 0, y: 0, width: 800, height: 900 }] });
    const small = stage.goal.zoom;
    stage.arrange(PHONE, TABLE, both(GRIP), { ...NOTHING, matters: [{ x: 0, y: 0, width: 800, height: 900 }] });
    expect(stage.goal.zoom).toBeGreaterThan(1.15 * small);
    stage.zoom(1.4);
    const chosen = stage.goal.zoom;
    stage.arrange(PHONE, TABLE, both(HALF), { ...NOTHING, matters: [{ x: 0, y: 0, width: 1000, height: 900 }] });
    expect(stage.goal.zoom).toBeLessThan(chosen);
    stage.arrange(PHONE, TABLE, both(GRIP), SUBJECT);
    expect(stage.goal.zoom).toBeCloseTo(chosen);
  });

  it('comes nearer for a question only where that shows much more', () => {
    const stage = new Stage();
    const matters = (width: number): Subject => ({ ...NOTHING, matters: [{ x: 0, y: 0, width, height: 300 }] });
    stage.arrange(PHONE, TABLE, both(HALF), matters(1000));
    const far = stage.goal.zoom;
    stage.arrange(PHONE, TABLE, both(HALF), matters(900), { asked: true });
    stage.arrange(PHONE, TABLE, both(HALF), matters(600));
    expect(stage.goal.zoom).toBe(far);
    stage.arrange(PHONE, TABLE, both(HALF), matters(600), { asked: true });
    expect(stage.goal.zoom).toBeGreaterThan(1.3 * far);
  });
});
