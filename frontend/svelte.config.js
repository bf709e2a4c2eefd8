import adapter from '@sveltejs/adapter-static';
import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';

/** @type {import('@sveltejs/kit').Config} */
export default {
  preprocess: vitePreprocess(),
  compilerOptions: { runes: ({ filename }) => (filename.includes('node_modules') ? undefined : true) },
  kit: {
    // One page for every address: the server knows no route of the client, it only falls back to this file.
    adapter: adapter({ pages: 'build', assets: 'build', fallback: 'index.html', strict: true }),
    // A path alias a folder of src/: what may import what is said in CONTRIBUTING.md.
    alias: {
      $protocol: 'src/protocol',
      $client: 'src/client',
      $board: 'src/board',
      $requests: 'src/requests',
      $games: 'src/games',
      $lobby: 'src/lobby',
      $ui: 'src/ui',
    },
    // The bootstrap script inside index.html is named by its hash, so no other inline script ever runs.
    csp: {
      mode: 'hash',
      directives: {
        'default-src': ['self'],
        'script-src': ['self'],
        'style-src': ['self', 'unsafe-inline'],
        'img-src': ['self', 'data:', 'blob:'],
        'connect-src': ['self'],
        'object-src': ['none'],
        'base-uri': ['self'],
        'form-action': ['self'],
      },
    },
  },
};
