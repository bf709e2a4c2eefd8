import { describe, expect, it } from 'vitest';
import { figure } from './fixtures';
import { placePieces } from './layout';
import { placeMarkers, writtenBoxes } from './markers';
import { overlap, type Box } from './reading';
import type { Overlay, Square } from './types';
import { leaderTo, LINE_FROM, oddsBox, placeNamesOver, placeOdds } from './writing';

const WINDOW: Box = { x: 0, y: 0, width: 700, height: 460 };
const NOBODY = new Map();
const camera = { x: 0, y: 0, zoom: 0.42 };
/** Six targets side by side in two rows, at the edge of the table. */
const squares: Square[] = [[0, 0], [1, 0], [2, 0], [0, 1], [1, 1], [2, 1]];
const placed = placePieces(squares.map((at, i) => figure(`raider ${i}`, at, { name: `Raider ${i + 1}` })));
const plan: Overlay = { highlights: placed.map(({ id }) => ({ piece: id, kind: 'target', odds: '72%' })) };
const markers = placeMarkers(placed, camera.zoom, 'middle', NOBODY);

describe('odds on targets', () => {
  it('stand above a single target', () => {
    const alone = placePieces([figure('foe', [8, 5])]);
    const [odds] = placeOdds({ highlights: [{ piece: 'foe', kind: 'target', odds: '72%' }] }, alone, [], camera, 'middle', WINDOW);
    expect(odds?.text).toBe('72%');
    expect((odds?.box.x ?? 0) + (odds?.box.width ?? 0) / 2).toBeCloseTo(0);
    expect((odds?.box.y ?? 0) + (odds?.box.height ?? 0)).toBeLessThan(-10);
    expect(leaderTo(odds!.box, odds!.rim, LINE_FROM)).toBe('');
  });

  it('cover neither each other nor a number, nor leave the window', () => {
    const odds = placeOdds(plan, placed, markers, camera, 'middle', WINDOW).map((one) => oddsBox(one, camera));
    expect(odds).toHaveLength(6);
    const { numbers } = writtenBoxes(markers, placed, camera.zoom);
    for (const [i, box] of odds.entries()) {
      for (const other of [...odds.slice(i + 1), ...numbers]) expect(overlap(box, other)).toBe(false);
      expect(Math.min(box.x, box.y)).toBeGreaterThanOrEqual(0);
    }
  });

  it('are joined to their targets by a line where they stand away', () => {
    const away = placeOdds(plan, placed, markers, camera, 'middle', WINDOW).filter((one) => leaderTo(one.box, one.rim, LINE_FROM));
    expect(away.length).toBeGreaterThan(0);
    expect(leaderTo({ x: 40, y: -5, width: 30, height: 10 }, 10, 14)).toBe('M40 0L10 0');
  });

  it('are left to a tag that speaks of the same target', () => {
    const told: Overlay = { ...plan, tags: [{ at: { piece: 'raider 0' }, big: '72%', text: 'needs 6+' }] };
    expect(placeOdds(told, placed, markers, camera, 'middle', WINDOW).map(({ id }) => id)).not.toContain('raider 0');
    const pointed: Overlay = { ...plan, tags: [{ at: [1.5, 0.5], big: '72%', text: 'needs 6+' }] };
    expect(placeOdds(pointed, placed, markers, camera, 'middle', WINDOW).map(({ id }) => id)).not.toContain('raider 1');
  });
});

describe('names', () => {
  it('stand clear of numbers and odds, or hide', () => {
    const odds = placeOdds(plan, placed, markers, camera, 'near', WINDOW);
    const names = placeNamesOver(plan, placed, markers, odds, camera, 'near', new Set(), WINDOW);
    const { numbers } = writtenBoxes(markers, placed, camera.zoom);
    for (const { on, dy } of names) {
      const base = placed.find(({ id }) => id === on)!;
      const box: Box = { x: base.at[0] * camera.zoom - 4, y: base.at[1] * camera.zoom + dy - 12, width: 8, height: 16 };
      for (const other of [...numbers, ...odds.map((one) => oddsBox(one, camera))]) expect(overlap(box, other)).toBe(false);
    }
  });
});
