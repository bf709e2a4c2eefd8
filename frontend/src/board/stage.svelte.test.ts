import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Subject } from './camera';
import { Stage } from './stage.svelte';

const VIEW = { width: 1366, height: 768 };
const TABLE = { width: 26 * 62, height: 18 * 62 };
const TALL = { top: 60, right: 312, bottom: 330, left: 282 };
const LOW = { ...TALL, bottom: 80 };
/** Somebody in the lower right corner, who acts. */
const SUBJECT: Subject = {
  all: [{ x: 0, y: 0, ...TABLE }],
  matters: [{ x: TABLE.width - 80, y: TABLE.height - 80, width: 80, height: 80 }],
  action: null,
};

const bottom = (stage: Stage): number => stage.goal.y + TABLE.height * stage.goal.zoom;

describe('the camera of a table whose panels change', () => {
  let stage: Stage;
  beforeEach(() => {
    vi.stubGlobal('matchMedia', () => ({ matches: true }));
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => (now += 1000));
    stage = new Stage();
    stage.arrange(VIEW, TABLE, TALL, SUBJECT);
  });

  it('takes the room that a panel leaves, and gives it back', () => {
    const small = stage.goal.zoom;
    stage.arrange(VIEW, TABLE, LOW, SUBJECT);
    expect(stage.goal.zoom).toBeGreaterThan(1.3 * small);
    stage.arrange(VIEW, TABLE, TALL, SUBJECT);
    expect(stage.goal.zoom).toBeCloseTo(small);
  });

  it('leaves no bare wood below a table that a tall panel has pushed up', () => {
    stage.arrange(VIEW, TABLE, LOW, SUBJECT);
    stage.zoom(1.4);
    stage.arrange(VIEW, TABLE, TALL, SUBJECT);
    expect(bottom(stage)).toBeLessThanOrEqual(VIEW.height - TALL.bottom + 1);
    stage.arrange(VIEW, TABLE, LOW, SUBJECT);
    expect(bottom(stage)).toBeGreaterThanOrEqual(VIEW.height - LOW.bottom - 15);
  });

  it('comes back to the look that a person has chosen when there is room again', () => {
    stage.arrange(VIEW, TABLE, LOW, SUBJECT);
    stage.zoom(1.2);
    const chosen = stage.goal.zoom;
    const everything = { ...SUBJECT, matters: SUBJECT.all };
    stage.arrange(VIEW, TABLE, TALL, everything);
    expect(stage.goal.zoom).toBeLessThan(chosen);
    stage.arrange(VIEW, TABLE, LOW, SUBJECT);
    expect(stage.goal.zoom).toBeCloseTo(chosen);
  });
});
