import { describe, expect, it } from 'vitest';
import { centreOn, cover, fit, held, keepInside, keeping, leash, MAX_ZOOM, MIN_ZOOM, NEAR_ZOOM, NO_INSETS, opening, pinch, shiftInto, showing, toBoard, toScreen, zoomAt, zoomStep } from './camera';
import type { Subject } from './camera';
import type { Point } from './types';

const table = { width: 24 * 62, height: 16 * 62 };
const desk = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
const panels = { top: 60, right: 300, bottom: 190, left: 270 };

const NOTHING: Subject = { all: [], matters: [], reach: null, watched: [], action: null };

describe('camera', () => {
  it('turns screen to board and back', () => {
    const camera = { x: 31, y: -12, zoom: 0.73 };
    const [x, y] = toScreen(camera, toBoard(camera, [400, 300]));
    expect(x).toBeCloseTo(400);
    expect(y).toBeCloseTo(300);
  });

  it('fits the whole table between the panels', () => {
    const camera = fit(table, desk, panels);
    const [x0, y0] = toScreen(camera, [0, 0]);
    const [x1, y1] = toScreen(camera, [table.width, table.height]);
    expect(x0).toBeGreaterThanOrEqual(panels.left);
    expect(y0).toBeGreaterThanOrEqual(panels.top);
    expect(x1).toBeLessThanOrEqual(desk.width - panels.right);
    expect(y1).toBeLessThanOrEqual(desk.height - panels.bottom);
    expect((x0 + x1) / 2).toBeCloseTo((270 + 1140) / 2);
  });

  it('keeps the point under the pointer while it zooms, and stops at both ends', () => {
    const camera = { x: 40, y: 20, zoom: 0.8 };
    const at: Point = [600, 420];
    for (const factor of [1.3, 0.6]) expect(toBoard(zoomAt(camera, at, factor), at)).toEqual(toBoard(camera, at).map((v) => expect.closeTo(v, 6)));
    expect(zoomAt(camera, at, 1e6).zoom).toBe(MAX_ZOOM);
    expect(zoomAt(camera, at, 1e-6).zoom).toBe(MIN_ZOOM);
  });

  it('pinches about the fingers’ middle, and a twist does not zoom', () => {
    const camera = { x: 0, y: 0, zoom: 1 };
    const wider = pinch(camera, [[100, 100], [200, 100]], [[50, 100], [250, 100]]);
    expect(wider.zoom).toBeCloseTo(2);
    expect(toBoard(wider, [150, 100])[0]).toBeCloseTo(150);
    expect(pinch(camera, [[100, 100], [200, 100]], [[150, 50], [150, 150]]).zoom).toBeCloseTo(1);
  });

  it('keeps everybody between the panels where that is near, and then as much of the table as goes there', () => {
    const small = { width: 13 * 62, height: 10 * 62 };
    const both = { x: 62, y: 248, width: 11 * 62, height: 6 * 62 };
    const camera = opening(small, desk, panels, { ...NOTHING, all: [both] });
    const [left, top] = toScreen(camera, [both.x, both.y]);
    const [right, bottom] = toScreen(camera, [both.x + both.width, both.y + both.height]);
    expect([left >= panels.left, top >= panels.top, right <= desk.width - panels.right, bottom <= desk.height - panels.bottom]).toEqual([true, true, true, true]);
    expect(zoomStep(camera.zoom)).toBe('near');
    expect(toScreen(camera, [0, small.height])[1]).toBeGreaterThanOrEqual(desk.height - panels.bottom - 1);
  });

  it('opens with a table that fills the window and runs under the panels, nearer where everybody is in the window then', () => {
    const whole = { x: -13, y: -13, width: table.width + 26, height: table.height + 26 };
    const far = opening(table, desk, panels, { ...NOTHING, all: [whole] });
    expect(far.zoom).toBeCloseTo(fit(table, desk).zoom);
    expect(far.zoom).toBeGreaterThan(1.4 * fit(table, desk, panels).zoom);
    expect(opening(table, desk, panels, NOTHING)).toEqual(far);
    const few = { x: 600, y: 400, width: 300, height: 200 };
    const camera = opening(table, desk, panels, { ...NOTHING, all: [few] });
    expect([camera.zoom >= NEAR_ZOOM, camera.zoom < 1]).toEqual([true, true]);
    const low = { width: 1280, height: 800 };
    const most = { x: 100, y: 100, width: 1300, height: 900 };
    const between = opening(table, low, panels, { ...NOTHING, all: [most] });
    expect([between.zoom > fit(table, low).zoom, between.zoom]).toEqual([true, expect.closeTo((800 - panels.top) / most.height)]);
  });

  it('opens with what is decided on between the panels, as far away as that takes', () => {
    const small = { width: 1280, height: 800 };
    const folds = { top: 60, right: 312, bottom: 262, left: 282 };
    const everybody = { x: -13, y: -13, width: table.width + 26, height: table.height + 26 };
    for (const [matter, reach] of [
      [{ x: 0, y: 900, width: 90, height: 90 }, null],
      [{ x: 40, y: 60, width: 1300, height: 800 }, null],
      [{ x: 300, y: 600, width: 90, height: 90 }, { x: 0, y: 0, width: 1200, height: 990 }],
    ] as const) {
      const camera = opening(table, small, folds, { ...NOTHING, all: [everybody], matters: [matter], reach });
      const [[x0, y0], [x1, y1]] = [toScreen(camera, [matter.x, matter.y]), toScreen(camera, [matter.x + matter.width, matter.y + matter.height])];
      expect(x0).toBeGreaterThanOrEqual(folds.left - 1e-6);
      expect(y0).toBeGreaterThanOrEqual(folds.top - 1e-6);
      expect(x1).toBeLessThanOrEqual(small.width - folds.right + 1e-6);
      expect(y1).toBeLessThanOrEqual(small.height - folds.bottom + 1e-6);
      // Where something may be put is no reason to go farther away.
      const filling = fit(table, small).zoom;
      expect(camera.zoom).toBeCloseTo(Math.min(filling, 686 / matter.width, 478 / matter.height));
    }
  });

  it('opens at the action on a phone, where everybody at once would be too small', () => {
    const insets = { top: 60, right: 0, bottom: 380, left: 0 };
    const camera = opening(table, phone, insets, { ...NOTHING, all: [{ x: 0, y: 0, width: 1400, height: 900 }], action: [700, 500] });
    expect([camera.zoom, toScreen(camera, [700, 500])[0]]).toEqual([expect.closeTo(0.7), expect.closeTo(195)]);
  });

  it('shifts a box no further than it takes to bring it between the panels', () => {
    const free = { top: 60, right: 300, bottom: 190, left: 270 };
    expect(shiftInto({ x: 400, y: 300, width: 50, height: 50 }, desk, free, 10)).toEqual([0, 0]);
    expect(shiftInto({ x: 400, y: 690, width: 50, height: 50 }, desk, free, 10)).toEqual([0, 900 - 190 - 10 - 50 - 690]);
    expect(shiftInto({ x: 100, y: 20, width: 50, height: 50 }, desk, free, 10)).toEqual([270 + 10 - 100, 60 + 10 - 20]);
    // Larger than the free window: its middle comes to the middle.
    expect(shiftInto({ x: 0, y: 0, width: 2000, height: 50 }, desk, free, 0)[0]).toBe(270 + 435 - 1000);
  });

  it('shows a small table whole from the start', () => {
    const small = { width: 8 * 62, height: 6 * 62 };
    expect(opening(small, desk, panels, NOTHING)).toEqual(fit(small, desk, { ...NO_INSETS, top: panels.top }));
  });

  it('shifts to where one can go as far as the scale allows, and goes farther away for what matters alone', () => {
    const folds = { top: 66, right: 312, bottom: 236, left: 282 };
    const small = { width: 1366, height: 768 };
    const camera = centreOn([700, 500], 0.8, small, folds);
    const reach = { x: 0, y: 0, width: 200, height: 992 };
    const there = keeping(camera, { ...NOTHING, reach }, table, small, folds, 10);
    expect([there.zoom, toScreen(there, [0, 0])[0]]).toEqual([0.8, expect.closeTo(folds.left + 10)]);
    expect(toScreen(there, [0, 496])[1]).toBeCloseTo(66 + (768 - 66 - 236) / 2);
    const actor = { x: 900, y: 400, width: 100, height: 100 };
    const both = keeping(camera, { ...NOTHING, matters: [actor], reach }, table, small, folds, 10);
    expect([both.zoom, toScreen(both, [1000, 0])[0]]).toEqual([0.8, expect.closeTo(small.width - folds.right - 10)]);
    const wide = { x: 100, y: 400, width: 1200, height: 100 };
    expect(keeping(camera, { ...NOTHING, matters: [actor, wide] }, table, small, folds, 10).zoom).toBeCloseTo((1366 - 282 - 312) / 1200);
  });

  it('covers a still frame without gaps', () => {
    const frame = { width: 300, height: 180 };
    const camera = cover(table, frame, [0, 0]);
    const [x0, y0] = toScreen(camera, [0, 0]);
    const [x1, y1] = toScreen(camera, [table.width, table.height]);
    expect(x0).toBeLessThanOrEqual(0.001);
    expect(y0).toBeLessThanOrEqual(0.001);
    expect(x1).toBeGreaterThanOrEqual(frame.width - 0.001);
    expect(y1).toBeGreaterThanOrEqual(frame.height - 0.001);
  });

  it('never lets the table be lost', () => {
    const lost = leash({ x: 1e5, y: -1e5, zoom: 1 }, table, desk, panels);
    expect(toScreen(lost, [0, 0])[0]).toBeCloseTo(705);
    expect(toScreen(lost, [table.width, table.height])[1]).toBeCloseTo(385);
    const inside = keepInside({ x: 1e5, y: 1e5, zoom: 1 }, table, desk, panels);
    expect([inside.x, inside.y]).toEqual([270, 60]);
  });

  it('shows what matters with the least change: not at all, shifted, or farther away', () => {
    const folds = { top: 66, right: 312, bottom: 236, left: 282 };
    const small = { width: 1366, height: 768 };
    const camera = centreOn([700, 500], 0.8, small, folds);
    expect(showing(camera, { x: 650, y: 450, width: 100, height: 100 }, table, small, folds, 10)).toBe(camera);
    const aside = showing(camera, { x: 1300, y: 450, width: 100, height: 100 }, table, small, folds, 10);
    expect([aside.zoom, aside.y]).toEqual([0.8, camera.y]);
    expect(toScreen(aside, [1400, 0])[0]).toBeCloseTo(small.width - folds.right - 10);
    const both = { x: -20, y: 40, width: 1400, height: 900 };
    const far = showing(camera, both, table, small, folds, 10);
    const [[x0, y0], [x1, y1]] = [toScreen(far, [0, both.y]), toScreen(far, [1380, 940])];
    expect([x0 >= folds.left - 1, y0 >= folds.top - 1, x1 <= small.width - folds.right + 1, y1 <= small.height - folds.bottom + 1]).toEqual([true, true, true, true]);
  });

  it('holds the most of what matters that leaves figures to be told apart; in a small window also what happens', () => {
    const all = { x: 0, y: 0, width: 1400, height: 900 };
    const pair = { x: 100, y: 100, width: 300, height: 100 };
    const targets = { x: 100, y: 100, width: 700, height: 500 };
    const subject = { ...NOTHING, all: [all], matters: [pair, targets] };
    expect(held(subject, desk, panels)).toEqual(targets);
    expect(held({ ...subject, watched: [all], reach: all }, desk, panels)).toEqual(targets);
    expect(held({ ...subject, matters: [pair, { ...all, width: 2400 }] }, desk, panels)).toEqual(pair);
    const insets = { top: 54, right: 0, bottom: 380, left: 0 };
    expect(held(subject, phone, insets)).toEqual(targets);
    expect(held({ ...subject, watched: [all] }, phone, insets)).toEqual(all);
    expect(held({ ...subject, matters: [pair, all] }, phone, insets)).toEqual(all);
    expect(held({ ...subject, matters: [pair, { ...all, width: 1700 }] }, phone, insets)).toEqual(pair);
    // Shooter and target are shown whatever it takes.
    expect(held({ ...subject, matters: [all] }, phone, insets)).toEqual(all);
    const camera = opening(table, phone, insets, subject);
    expect(toScreen(camera, [100, 0])[0]).toBeGreaterThanOrEqual(-1e-6);
    expect(toScreen(camera, [800, 0])[0]).toBeLessThanOrEqual(390 + 1e-6);
  });

  it('has three zoom steps, by the size of a base on screen', () => {
    expect([0.31, 0.32, 0.8, 0.9].map((zoom) => zoomStep(zoom))).toEqual(['far', 'middle', 'middle', 'near']);
    expect(zoomStep(0.7, true)).toBe('near');
  });
});
