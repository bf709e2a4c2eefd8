import { describe, expect, it } from 'vitest';
import { arc, woundArcs } from './arcs';
import { figure } from './fixtures';
import { placePieces } from './layout';
import { badgesOf } from './signs';
import { silhouettes } from './definitions';
import { baseRadius, SQ } from './units';

describe('places of pieces', () => {
  it('stands in the middle of its square, a large one in the middle of four', () => {
    const [one] = placePieces([figure('a', [2, 3])]);
    expect(one).toMatchObject({ at: [2.5 * SQ, 3.5 * SQ], r: 24 });
    const [large] = placePieces([figure('h', [2, 3], { shape: { kind: 'square', size: 2 } })]);
    expect(large).toMatchObject({ at: [3 * SQ, 4 * SQ], r: baseRadius(2) });
  });

  it('leaves out who is off the table and draws the fallen below, riders above their mounts', () => {
    const horse = figure('horse', [4, 4], { shape: { kind: 'square', size: 2 }, ridden_by: 'rider' });
    const rider = figure('rider', [4, 4], { rides: 'horse' });
    const dead = figure('dead', [9, 9], { state: 'fallen' });
    const off = figure('off', null);
    const far = figure('far', [0, 0]);
    expect(placePieces([rider, off, horse, dead, far]).map((entry) => entry.id)).toEqual(['dead', 'far', 'horse', 'rider']);
  });

  it('takes the place on the way instead of the square, rider with mount', () => {
    const horse = figure('horse', [4, 4], { shape: { kind: 'square', size: 2 } });
    const rider = figure('rider', [4, 4], { rides: 'horse' });
    const moved = placePieces([horse, rider], { horse: [6.5, 4] });
    expect(moved[0]?.at[0]).toBe(7.5 * SQ);
    expect(moved[1]?.at[0]).toBeGreaterThan(7.5 * SQ);
  });
});

describe('arc of what is left', () => {
  it('is whole, parted or all lost', () => {
    expect(woundArcs(27.5, 12, 12).lost).toBeNull();
    expect(woundArcs(27.5, 0, 12).left).toBeNull();
    const half = woundArcs(27.5, 6, 12);
    expect(half.lost?.endsWith('0 27.5')).toBe(true);
    expect(half.left?.startsWith('M0 27.5')).toBe(true);
    expect(woundArcs(27.5, 15, 12).lost).toBeNull();
    expect(woundArcs(27.5, -2, 12).left).toBeNull();
  });

  it('takes the long way beyond a half circle', () => {
    expect(arc(10, 80, 280)).toContain('0 1 1');
    expect(arc(10, 80, 200)).toContain('0 0 1');
  });
});

describe('markers', () => {
  it('puts the gravest first, lying down even if no mark says so, the tick last', () => {
    const piece = figure('a', [0, 0], { state: 'prone', acted: true, marks: [{ sign: 'aiming', label: 'aiming' }, { sign: 'grappled', label: 'grappled' }] });
    expect(badgesOf(piece).map((badge) => badge.sign)).toEqual(['prone', 'grappled', 'aiming', 'acted']);
  });

  it('shows a short text before an icon, and a letter for a sign it does not know', () => {
    const badges = badgesOf(figure('a', [0, 0], { marks: [{ sign: 'reloading', label: 'reloading', short: '1/3' }, { sign: 'enchanted', label: 'enchanted' }] }));
    expect(badges.map((badge) => badge.text)).toEqual(['1/3', 'E']);
  });
});

describe('silhouettes', () => {
  it('are the sprite’s symbols under prefixed ids', () => {
    expect(silhouettes('<svg><symbol id="i-a" viewBox="0 0 1 1"><path/></symbol>\n<symbol id="i-b"/></symbol></svg>')).toBe(
      '<symbol id="mb-i-a" viewBox="0 0 1 1"><path/></symbol><symbol id="mb-i-b"/></symbol>',
    );
  });
});
