import { fireEvent, render, screen } from '@testing-library/svelte';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import Board from './Board.svelte';
import { everyKind, figure } from './fixtures';
import type { Overlay } from './types';

const table = everyKind();
const pieces = {
  anna: figure('anna', [2, 2], { name: 'Anna', label: 'Anna, Company, 9 of 12 Wounds', active: true }),
  bert: figure('bert', [6, 2], { name: 'Bert', seat: 'red', label: 'Bert, Raiders, 3 of 12 Wounds' }),
  carl: figure('carl', null, { name: 'Carl' }),
};

/** What a page has and jsdom has not. */
beforeEach(() => {
  vi.stubGlobal('ResizeObserver', class { observe(): void {} disconnect(): void {} });
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }));
  vi.stubGlobal('CSS', { escape: (text: string) => text });
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('<svg><symbol id="i-bowman"></symbol></svg>')));
});

const show = (more: Record<string, unknown> = {}): ReturnType<typeof render> => render(Board, { props: { table, pieces, ...more } });

describe('the board for keys and screen readers', () => {
  it('sums up the table and names each piece on it as a button', () => {
    show();
    expect(screen.getByRole('group', { name: /^Every kind, 24 by \d+ squares$/ })).toBeTruthy();
    expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual(['Anna, Company, 9 of 12 Wounds.', 'Bert, Raiders, 3 of 12 Wounds.']);
  });

  it('says what is offered after the piece’s own sentence', () => {
    const overlay: Overlay = { highlights: [{ piece: 'bert', kind: 'target', odds: '72%', label: 'Target: 72 per cent' }] };
    show({ overlay });
    expect(screen.getByRole('button', { name: /3 of 12 Wounds\. Target: 72 per cent\.$/ })).toBeTruthy();
  });

  it('is one tab stop, the active piece first', () => {
    show();
    expect(screen.getAllByRole('button').map((button) => button.getAttribute('tabindex'))).toEqual(['0', '-1']);
  });

  it('moves the focus with arrows and takes a piece with Enter', async () => {
    const onpiece = vi.fn();
    show({ onpiece });
    const [anna, bert] = screen.getAllByRole('button') as [HTMLElement, HTMLElement];
    anna.focus();
    await fireEvent.keyDown(anna, { key: 'ArrowRight' });
    expect(document.activeElement).toBe(bert);
    expect(bert.getAttribute('tabindex')).toBe('0');
    await fireEvent.keyDown(bert, { key: 'Enter' });
    expect(onpiece).toHaveBeenCalledExactlyOnceWith('bert');
  });

  it('has a handle on each door that something may be done with, for Tab, Enter and a click', async () => {
    const [onedge, onpiece] = [vi.fn(), vi.fn()];
    const id = table.edges?.find((edge) => edge.kind === 'door')?.id ?? '';
    show({ onedge, onpiece, overlay: { edges: [{ id, label: 'Open the door, 1 MP' }] } });
    const handle = screen.getByRole('button', { name: 'Open the door, 1 MP' });
    expect([handle.getAttribute('tabindex'), handle.getAttribute('aria-pressed')]).toEqual(['0', 'false']);
    handle.focus();
    await fireEvent.keyDown(handle, { key: 'Enter' });
    expect(onedge).toHaveBeenCalledExactlyOnceWith(id);
    expect(onpiece).not.toHaveBeenCalled();
  });

  it('shows who engages whom', () => {
    show({ overlay: { links: [{ from: 'anna', to: 'bert', mutual: true, label: 'Anna and Bert engage each other' }] } });
    expect(screen.getByRole('img', { name: 'Anna and Bert engage each other' })).toBeTruthy();
  });

  it('moves the cursor while a plan is open, and Enter takes its square', async () => {
    const [oncursor, onsquare, onpiece] = [vi.fn(), vi.fn(), vi.fn()];
    show({ oncursor, onsquare, onpiece, overlay: { cursor: { at: [4, 5], label: 'Row 5, column 4, 3 of 7' } } });
    const [anna] = screen.getAllByRole('button') as [HTMLElement];
    anna.focus();
    await fireEvent.keyDown(anna, { key: 'ArrowDown' });
    expect(oncursor).toHaveBeenCalledExactlyOnceWith(0, 1);
    await fireEvent.keyDown(anna, { key: 'Enter' });
    expect(onsquare).toHaveBeenCalledExactlyOnceWith({ x: 4, y: 5 });
    expect(onpiece).not.toHaveBeenCalled();
    expect(screen.getByText('Row 5, column 4, 3 of 7')).toBeTruthy();
  });

  it('cancels with Escape', async () => {
    const oncancel = vi.fn();
    show({ oncancel });
    await fireEvent.keyDown(screen.getAllByRole('button')[0] as HTMLElement, { key: 'Escape' });
    expect(oncancel).toHaveBeenCalledOnce();
  });

  it('leaves keys alone that belong to the page', async () => {
    show();
    const button = screen.getAllByRole('button')[0] as HTMLElement;
    const event = new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true, cancelable: true });
    button.dispatchEvent(event);
    expect(event.defaultPrevented).toBe(false);
  });

  it('takes the click of a screen reader, which has no pointer', async () => {
    const onpiece = vi.fn();
    show({ onpiece });
    await fireEvent.click(screen.getAllByRole('button')[1] as HTMLElement, { detail: 0 });
    expect(onpiece).toHaveBeenCalledExactlyOnceWith('bert');
  });

  it('is a picture without buttons when it is not interactive or a miniature', () => {
    const { unmount } = show({ interactive: false });
    expect(screen.queryAllByRole('button')).toEqual([]);
    expect(screen.getByRole('img', { name: /Every kind/ })).toBeTruthy();
    unmount();
    show({ mini: true });
    expect(screen.queryAllByRole('button')).toEqual([]);
  });

  it('leaves out of a picture the heights, which only a player can use', () => {
    const { container, unmount } = show();
    expect(container.querySelector('[data-layer="heights"]')).not.toBeNull();
    unmount();
    expect(show({ interactive: false }).container.querySelector('[data-layer="heights"]')).toBeNull();
  });

  it('says whether it still shows what has happened', async () => {
    const onplaying = vi.fn();
    const board = show({ onplaying });
    await board.rerender({ effects: [{ id: '1', kind: 'fall', piece: 'bert' }] });
    expect(onplaying).toHaveBeenLastCalledWith(true);
    await fireEvent.keyDown(screen.getAllByRole('button')[0] as HTMLElement, { key: 'ArrowRight' });
    expect(onplaying).toHaveBeenLastCalledWith(false);
  });

  it('names who fell where one points, or near enough', async () => {
    const items = { cross: { id: 'cross', kind: 'cross', label: 'Dora fell here', at: [3, 3] } };
    const { container } = show({ items });
    const told = (): (string | null)[] => [...container.querySelectorAll('[data-layer="items"] > text')].map((text) => text.textContent);
    expect(container.querySelector('.mb-board')?.getAttribute('data-step')).toBe('near');
    expect(told()).toEqual(['Dora fell here']);
  });

  it('shares its definitions with other boards and takes them away with the last', () => {
    const one = show();
    const two = show({ mini: true });
    expect(document.querySelectorAll('#mb-definitions')).toHaveLength(1);
    one.unmount();
    expect(document.querySelectorAll('#mb-definitions')).toHaveLength(1);
    two.unmount();
    expect(document.querySelectorAll('#mb-definitions')).toHaveLength(0);
  });
});
