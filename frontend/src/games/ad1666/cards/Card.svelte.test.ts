import { mount, unmount } from 'svelte';
import { expect, it } from 'vitest';
import Card from './Card.svelte';
import { cardName, faceOf, isCounted } from './names';

function drawn(face: string | null, more: { label?: string; small?: boolean } = {}): { text: string; svg: SVGElement } {
  const component = mount(Card, { target: document.body, props: { face, pattern: 'red', ...more } });
  const svg = document.body.querySelector<SVGElement>('.playing-card')!;
  const clone = svg.cloneNode(true) as SVGElement;
  void unmount(component);
  return { text: clone.textContent?.trim() ?? '', svg: clone };
}

it('draws value and suit, and is called by its name', () => {
  const { svg } = drawn('cup-6');
  expect(svg.getAttribute('aria-label')).toBe('Cup 6');
  expect(svg.querySelectorAll('use[href="/icons.svg#i-wine-glass"]')).toHaveLength(3);
  expect([...svg.querySelectorAll('text')].map((text) => text.textContent)).toEqual(['6', '6']);
  expect(svg.classList.contains('red')).toBe(false);
  expect(drawn('heart-2').svg.classList.contains('red')).toBe(true);
});

it('shows nothing of a card that lies face down', () => {
  const { svg, text } = drawn(null);
  expect([text, svg.querySelectorAll('use').length, svg.getAttribute('aria-label')]).toEqual(['', 0, 'A card face down']);
});

it('knows Jokers, and what brings the next shuffle nearer', () => {
  expect(drawn('red-joker').text).toContain('10');
  expect(cardName('black-joker')).toBe('Black Joker');
  expect(faceOf('?')).toBeNull();
  expect(['cup-8', 'red-joker', 'cup-7', '?'].map(isCounted)).toEqual([true, true, false, false]);
});
