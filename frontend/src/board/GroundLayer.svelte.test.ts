import { render } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { everyKind } from './fixtures';
import { drawTable } from './ground';
import GroundLayer from './GroundLayer.svelte';

/** Pictures that are ready, or fail, when the test says so. */
let loading: { ready: () => void; failed: (reason: Error) => void }[] = [];

beforeEach(() => {
  loading = [];
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }));
  vi.stubGlobal('Image', class {
    src = '';
    decode = (): Promise<void> => new Promise((ready, failed) => loading.push({ ready, failed }));
  });
  vi.stubGlobal('URL', { createObjectURL: () => 'blob:picture', revokeObjectURL: () => undefined });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const settled = (): Promise<void> => new Promise((done) => setTimeout(done));
const show = (): ReturnType<typeof render> =>
  render(GroundLayer, { props: { picture: drawTable(everyKind(), 'a'), standing: [], zoom: 1, moving: false, lit: true } });

it.each(['ready', 'failed'] as const)('neither draws nor complains when its picture is %s after it has gone', async (end) => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const context = vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  const { unmount } = show();
  await vi.waitFor(() => expect(loading).toHaveLength(1));
  unmount();
  if (end === 'ready') loading[0]?.ready();
  else loading[0]?.failed(new Error('gone'));
  await settled();
  expect(warn).not.toHaveBeenCalled();
  expect(context).not.toHaveBeenCalled();
  expect(loading).toHaveLength(1);
});

it('shows the vector, and says so, where a page cannot draw', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  const { container } = show();
  await vi.waitFor(() => expect(loading).toHaveLength(1));
  loading[0]?.ready();
  await vi.waitFor(() => expect(container.querySelector('svg')).not.toBeNull());
  expect(warn).toHaveBeenCalledOnce();
});
