import { render, screen } from '@testing-library/svelte';
import { expect, test } from 'vitest';
import Icon from './Icon.svelte';

test('an icon without a label is hidden from a screen reader', () => {
  const { container } = render(Icon, { name: 'musket' });
  expect(container.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true');
  expect(container.querySelector('use')?.getAttribute('href')).toBe('/icons.svg#i-musket');
});

test('an icon with a label is an image of that name', () => {
  render(Icon, { name: 'hearts', label: 'Life points' });
  expect(screen.getByRole('img', { name: 'Life points' })).toBeTruthy();
});
