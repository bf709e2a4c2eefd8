import { sveltekit } from '@sveltejs/kit/vite';
import { svelteTesting } from '@testing-library/svelte/vite';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [sveltekit()],
  server: { proxy: { '/api': { target: 'http://127.0.0.1:8000', ws: true } } },
  test: {
    projects: [
      {
        // Plain modules: no page, quick to start.
        extends: true,
        test: { name: 'unit', environment: 'node', include: ['src/**/*.test.ts'], exclude: ['src/**/*.svelte.test.ts'] },
      },
      {
        // Components, mounted in an imitation of a page.
        extends: true,
        plugins: [svelteTesting()],
        test: { name: 'components', environment: 'jsdom', include: ['src/**/*.svelte.test.ts'] },
      },
    ],
  },
});
