import { onDestroy } from 'svelte';

/**
 * Whether the component that asks is still on the page. What goes on after an `await` must ask before it draws,
 * navigates or complains: whoever waited may have gone elsewhere meanwhile.
 */
export function whileHere(): () => boolean {
  let here = true;
  onDestroy(() => {
    here = false;
  });
  return () => here;
}
