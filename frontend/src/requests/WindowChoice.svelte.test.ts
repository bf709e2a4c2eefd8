import type { MatchStore } from '$client/match.svelte';
import { baroque } from '$games/baroque';
import { fireEvent, render, screen } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import WindowChoice from './WindowChoice.svelte';

const prefer = vi.fn();
const match = { standing: { mode: () => 'relevant' }, prefer } as unknown as MatchStore;
const choices = (): (string | null)[] => screen.getAllByRole('option').map((option) => option.textContent);

it('asks how often a seat wants to be asked, in a window’s own words where it has some', async () => {
  const { unmount } = render(WindowChoice, { props: { match, window: 'reaction', words: baroque.windows.reaction! } });
  expect(screen.getByLabelText(/^Reactions to the foe.*: ask$/)).toBeTruthy();
  expect(choices()).toEqual(['if it can matter', 'always', 'not in this activation']);
  unmount();
  render(WindowChoice, { props: { match, window: 'reroll', words: baroque.windows.reroll! } });
  expect(choices()).toEqual(['is settled for me', 'is asked for']);
  await fireEvent.change(screen.getByLabelText('A re-roll that can only help, or no longer can'), { target: { value: 'always' } });
  expect(prefer).toHaveBeenCalledExactlyOnceWith('reroll', 'always');
});
