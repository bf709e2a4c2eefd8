import { render } from '@testing-library/svelte';
import { createRawSnippet } from 'svelte';
import { expect, it, vi } from 'vitest';
import Modal from './Modal.svelte';

it('tells its owner of Escape at once, so that the next key is not lost to it', () => {
  // The imitated page has neither windows of its own nor sizes.
  vi.stubGlobal('ResizeObserver', class { observe(): void {} disconnect(): void {} });
  HTMLDialogElement.prototype.showModal = () => undefined;
  const onclose = vi.fn();
  const children = createRawSnippet(() => ({ render: () => '<p>Something.</p>' }));
  const { container } = render(Modal, { props: { title: 'Keys', onclose, children } });
  container.querySelector('dialog')?.dispatchEvent(new Event('cancel', { cancelable: true }));
  expect(onclose).toHaveBeenCalledOnce();
});
