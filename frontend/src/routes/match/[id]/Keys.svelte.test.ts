import { wayKeys } from '$requests/ways';
import { way } from '$requests/fixtures';
import { render, screen } from '@testing-library/svelte';
import { beforeAll, expect, it, vi } from 'vitest';
import Keys from './Keys.svelte';

beforeAll(() => {
  vi.stubGlobal('ResizeObserver', class { observe(): void {} disconnect(): void {} });
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
});

const ways = [
  way('ahead', 'line'), way('back', 'line', { bearing: 18_000 }), way('leftwards', 'line', { bearing: 27_000 }), way('rightwards', 'line', { bearing: 9000 }),
  way('oblique', 'slide', { spread: 8999 }), way('wheel left', 'arc', { pivot: 'left' }), way('wheel right', 'arc', { pivot: 'right' }),
  way('face left', 'turn', { turn: 27_000 }), way('face right', 'turn', { turn: 9000 }), way('about', 'turn', { turn: 18_000 }), way('stand', 'turn'),
];

it('lists the letter of every way of moving on the open table, and how to swing an oblique', () => {
  render(Keys, { props: { open: true, zoned: false, onclose: () => undefined } });
  const listed = (words: RegExp): string[] => {
    const keys = screen.getByText(words).closest('div, tr, li, dl')?.querySelectorAll('kbd') ?? [];
    return [...keys].map((key) => key.textContent.toLowerCase());
  };
  const letters = new Set(Object.values(wayKeys(ways)));
  expect(letters.size).toBe(ways.length);
  expect(listed(/^ways of moving/)).toEqual(expect.arrayContaining([...letters]));
  expect(screen.getByText(/← → swing an oblique/)).toBeTruthy();
});
