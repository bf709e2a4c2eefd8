import { fireEvent, render, screen } from '@testing-library/svelte';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import Board from '../Board.svelte';
import type { Overlay } from '../types';
import { body, everyTerrain, openTable } from './fixtures';

const pieces = {
  foot: body('foot', [3000, 3000, 0], { name: 'Foot 1', label: 'Foot 1, blue, 6 of 6', active: true, group: 'blue/1' }),
  horse: body('horse', [6000, 3000, 9000], { name: 'Horse', seat: 'red', icon: 'horse-head', label: 'Horse, red, 6 of 6' }),
  general: body('general', [3000, 3600, 0], { name: 'General', shape: { kind: 'point', size: 200 }, bar: null, group: 'blue/1', ring: { radius: 3600, label: 'Command range' }, label: 'General, blue' }),
  away: body('away', null),
};

/** What a page has and jsdom has not. */
beforeEach(() => {
  vi.stubGlobal('ResizeObserver', class { observe(): void {} disconnect(): void {} });
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }));
  Object.assign(document, { elementFromPoint: () => null });
  vi.stubGlobal('CSS', { escape: (text: string) => text });
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('<svg><symbol id="i-bowman"></symbol></svg>')));
});

const show = (more: Record<string, unknown> = {}): ReturnType<typeof render> => render(Board, { props: { table: openTable(), terrain: everyTerrain(), pieces, ...more } });

describe('the open board for keys and screen readers', () => {
  it('sums up the table in the game’s measure and names each base on it as a button', () => {
    show();
    expect(screen.getByRole('group', { name: 'Every recipe, 24 by 18 BU' })).toBeTruthy();
    expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual(['Foot 1, blue, 6 of 6.', 'Horse, red, 6 of 6.', 'General, blue.']);
  });

  it('steers with arrows while something is planned, finely with Shift, and says what the plan is', async () => {
    const [onsteer, onspot] = [vi.fn(), vi.fn()];
    const overlay: Overlay = { open: { cursor: { at: [3000, 2400], label: 'Ahead, 1 BU' } } };
    show({ overlay, onsteer, onspot });
    const [foot] = screen.getAllByRole('button') as [HTMLElement];
    foot.focus();
    await fireEvent.keyDown(foot, { key: 'ArrowUp' });
    await fireEvent.keyDown(foot, { key: 'ArrowLeft', shiftKey: true });
    expect(onsteer.mock.calls).toEqual([[0, -1, false], [-1, 0, true]]);
    expect(screen.getByText('Ahead, 1 BU')).toBeTruthy();
    await fireEvent.keyDown(foot, { key: 'Enter' });
    expect(onspot).toHaveBeenCalledExactlyOnceWith([3000, 2400]);
  });

  it('moves the focus between bases and takes one with Enter', async () => {
    const onpiece = vi.fn();
    show({ onpiece });
    const [foot, horse] = screen.getAllByRole('button') as [HTMLElement, HTMLElement];
    foot.focus();
    await fireEvent.keyDown(foot, { key: 'ArrowRight' });
    expect(document.activeElement).toBe(horse);
    await fireEvent.keyDown(horse, { key: 'Enter' });
    expect(onpiece).toHaveBeenCalledExactlyOnceWith('horse');
  });

  it('shows the rings of the body that the selected base belongs to, or all of them', async () => {
    const rings = (container: Element): number => container.querySelectorAll('.mb-ring').length;
    const board = show();
    expect(rings(board.container)).toBe(0);
    await board.rerender({ selected: 'foot' });
    expect(rings(board.container)).toBe(1);
    await board.rerender({ selected: 'horse' });
    expect(rings(board.container)).toBe(0);
    await board.rerender({ overlay: { open: { rings: null } } });
    expect(rings(board.container)).toBe(1);
  });

  it('draws the plan: the ghost with its length, the way, what happens on it', () => {
    const overlay: Overlay = {
      open: {
        ghosts: [{ piece: 'foot', pose: [3000, 2400, 0], tag: '1 BU' }],
        course: { reach: [[2400, 1000], [3600, 1000], [3600, 2800]], swept: [], trail: [[3000, 2800], [3000, 2200]], marks: [{ at: [3600, 2200], across: [[2400, 2200], [3600, 2200]], label: 'test', tone: 'warn' }], label: 'Ahead' },
        bodies: [{ id: 'wood', label: 'Wood', outline: [[0, 0], [600, 0], [600, 600]], at: [400, 200], held: true, tone: 'bad' }],
      },
    };
    const { container } = show({ overlay });
    expect(container.querySelector('[data-ghost="foot"]')?.getAttribute('transform')).toBe('translate(310 248)');
    expect(container.querySelectorAll('.mb-course-mark')).toHaveLength(1);
    expect(screen.getByRole('img', { name: 'Ahead' })).toBeTruthy();
    expect(container.querySelector('[data-body="wood"] .mb-body--held')).not.toBeNull();
  });

  it('shows where bases meet in a fight and whom a third one helps, and says why', async () => {
    const ties = {
      'foot+horse': { id: 'foot+horse', kind: 'main', pieces: ['foot', 'horse'], at: [4500, 3000], label: 'Foot 1 is Main Unit against Horse.', of: null },
      'pike+horse': { id: 'pike+horse', kind: 'support', pieces: ['pike', 'horse'], at: [4500, 3600], label: 'Pike supports Foot 1.', of: 'foot+horse' },
    };
    const board = show({ ties });
    expect(screen.getByRole('img', { name: 'Foot 1 is Main Unit against Horse.' }).getAttribute('transform')).toMatch(/^translate\(465 310\)/);
    expect(screen.getByRole('img', { name: 'Pike supports Foot 1.' })).toBeTruthy();
    expect([...board.container.querySelectorAll('.mb-tie')].map((line) => line.getAttribute('d'))).toEqual(['M465 372L465 310']);
    await board.rerender({ ties, selected: 'foot' });
    expect([...board.container.querySelectorAll('.mb-meet--called')].map((sign) => sign.getAttribute('data-tie'))).toEqual(['foot+horse']);
  });

  it('says whether it still shows what has happened', async () => {
    const onplaying = vi.fn();
    const board = show({ onplaying });
    await board.rerender({ effects: [{ id: '1', kind: 'move', piece: 'foot', path: [[3000, 3000, 0], [3000, 2400, 0]] }] });
    expect(onplaying).toHaveBeenLastCalledWith(true);
    await fireEvent.keyDown(screen.getAllByRole('button')[0] as HTMLElement, { key: 'ArrowRight' });
    expect(onplaying).toHaveBeenLastCalledWith(false);
  });

  it('is a picture without buttons as a miniature', () => {
    show({ mini: true });
    expect(screen.queryAllByRole('button')).toEqual([]);
    expect(screen.getByRole('img', { name: /Every recipe/ })).toBeTruthy();
  });
});
