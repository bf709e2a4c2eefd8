import { describe, expect, it } from 'vitest';
import { nextInDirection, overlap, pieceLabel, placeNames, placeTags, textWidth, underPoint, type Box } from './reading';
import type { Point } from './types';

const wish = (id: string, at: Point, must = false): { id: string; at: Point; r: number; text: string; must: boolean } => ({ id, at, r: 24, text: 'Musketeer', must });

describe('names', () => {
  it('stand below their bases', () => {
    expect(placeNames([wish('a', [100, 100])])).toEqual([{ id: 'a', on: 'a', dx: 0, dy: 46 }]);
  });

  it('of two that collide the lower one moves above its base, or hides', () => {
    const places = placeNames([wish('upper', [100, 100]), wish('lower', [130, 104])]);
    expect(places.find((place) => place.id === 'upper')?.dy).toBe(46);
    expect(places.find((place) => place.id === 'lower')?.dy).toBe(-37);
    const crowd = [wish('a', [100, 100]), wish('b', [125, 102]), wish('c', [150, 104]), wish('d', [112, 150])];
    expect(placeNames(crowd).length).toBeLessThan(4);
  });

  it('show whatever they cover when they must', () => {
    const crowd = [wish('a', [100, 100]), wish('b', [125, 102]), wish('c', [150, 104]), wish('d', [112, 150], true)];
    expect(placeNames(crowd)[0]?.id).toBe('d');
  });

  it('that must show cover as little as can be', () => {
    const below: Box = { x: 70, y: 130, width: 60, height: 20 };
    const above: Box = { x: 95, y: 50, width: 10, height: 10 };
    const [beside] = placeNames([wish('a', [100, 100], true)], [below, above]);
    expect(beside?.dx).toBeGreaterThan(24);
    const around = [{ x: -100, y: 66, width: 400, height: 120 }, above];
    expect(placeNames([wish('a', [100, 100], true)], around)).toEqual([{ id: 'a', on: 'a', dx: 0, dy: -37 }]);
    expect(placeNames([wish('a', [100, 100])], [below, above])).toEqual([]);
  });

  it('keep off figures whose own names do not show', () => {
    const square = (id: string, x: number, y: number): { id: string; box: Box } => ({ id, box: { x: x - 20, y: y - 20, width: 40, height: 40 } });
    const crowd = [square('a', 100, 100), square('below', 100, 150), square('above', 100, 50), square('left', 50, 100)];
    const [name] = placeNames([wish('a', [100, 100], true)], [], undefined, crowd);
    const width = textWidth('Musketeer');
    const box = { x: 100 + (name?.dx ?? 0) - width / 2, y: 100 + (name?.dy ?? 0) - 12, width, height: 16 };
    expect(crowd.filter((other) => overlap(box, other.box))).toEqual([]);
  });

  it('do not run out of the window', () => {
    const window: Box = { x: 0, y: 0, width: 400, height: 300 };
    const [left, right] = placeNames([wish('a', [10, 100]), wish('b', [395, 100])], [], window);
    expect(left?.dx).toBeGreaterThan(20);
    expect(right?.dx).toBeLessThan(-20);
    expect(placeNames([wish('beyond', [-30, 100])], [], window)[0]?.dx).toBe(0);
  });

  it('of riders stand at their mounts', () => {
    const [place] = placeNames([{ ...wish('rider', [100, 100]), on: 'mount', r: 55 }]);
    expect(place).toMatchObject({ id: 'rider', on: 'mount' });
    expect(place?.dy).toBeGreaterThan(80);
  });

  it('are measured near enough', () => {
    expect(textWidth('will')).toBeLessThan(textWidth('wwww') / 1.6);
  });
});

describe('tags', () => {
  const window: Box = { x: 0, y: 0, width: 800, height: 600 };

  it('keep clear of what they speak of and of each other', () => {
    const wishes = ['a', 'b', 'c'].map((id) => ({ id, at: [400, 300] as Point, clear: 34, width: 160, height: 44 }));
    const places = placeTags(wishes, [{ x: 376, y: 276, width: 48, height: 48, weight: 2 }], window);
    expect(places).toHaveLength(3);
    for (const one of places) {
      expect(overlap(one.box, { x: 380, y: 280, width: 40, height: 40 })).toBe(false);
      for (const other of places) if (one !== other) expect(overlap(one.box, other.box)).toBe(false);
    }
  });

  it('stay in the window', () => {
    const [place] = placeTags([{ id: 'a', at: [2, 2], clear: 30, width: 160, height: 44 }], [], window);
    expect(place?.box.x).toBeGreaterThanOrEqual(0);
    expect(place?.box.y).toBeGreaterThanOrEqual(0);
  });
});

describe('arrow keys', () => {
  const pieces = [
    { id: 'me', at: [5, 5] as Point },
    { id: 'right', at: [8, 5] as Point },
    { id: 'far right', at: [6, 11] as Point },
    { id: 'up', at: [5, 1] as Point },
  ];
  const me = pieces[0] as { id: string; at: Point };

  it('go to the next piece in that direction, straight before aside', () => {
    expect(nextInDirection(pieces, me, [1, 0])).toBe('right');
    expect(nextInDirection(pieces, me, [0, -1])).toBe('up');
    expect(nextInDirection(pieces, me, [0, 1])).toBe('far right');
    expect(nextInDirection(pieces, me, [-1, 0])).toBeNull();
  });
});

describe('what lies under a point', () => {
  const bases = [
    { id: 'a', at: [0, 0] as Point, r: 24 },
    { id: 'b', at: [40, 0] as Point, r: 24 },
  ];

  it('takes the nearer centre first, the other after it', () => {
    expect(underPoint(bases, [18, 0], 30).map((found) => found.id)).toEqual(['a', 'b']);
    expect(underPoint(bases, [23, 0], 30).map((found) => found.id)).toEqual(['b', 'a']);
  });

  it('widens a small base to the least size, and says that the point was outside', () => {
    expect(underPoint(bases, [-40, 0], 44)).toEqual([{ id: 'a', inside: false }]);
    expect(underPoint(bases, [-40, 0], 30)).toEqual([]);
  });
});

describe('the sentence of a piece', () => {
  it('is its own, then what is offered', () => {
    expect(pieceLabel({ name: 'Bowman', label: 'Bowman, Raiders, 3 of 12 Wounds' }, ['Target: 72 per cent'])).toBe('Bowman, Raiders, 3 of 12 Wounds. Target: 72 per cent.');
    expect(pieceLabel({ name: 'Bowman', label: '' })).toBe('Bowman.');
  });
});
