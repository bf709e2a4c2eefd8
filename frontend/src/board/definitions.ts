/** Puts the shared definitions and the silhouettes into the document, once, for all boards on the page. */
import { sharedDefinitions } from './ground/defs';
import { figureSymbols } from './open/figures';
import { PREFIX } from './svg';

const HOST = `${PREFIX}definitions`;
let users = 0;

/** Call when a board appears; returns what to call when it goes. The last board takes the definitions with it. */
export function shareDefinitions(): () => void {
  users++;
  if (!document.getElementById(HOST)) {
    const host = document.createElement('div');
    host.id = HOST;
    host.setAttribute('aria-hidden', 'true');
    // Hidden by size: what is referred to from a subtree with display none does not paint everywhere.
    host.style.cssText = 'position:absolute;width:0;height:0;overflow:hidden';
    host.innerHTML = `<svg width="0" height="0"><defs>${sharedDefinitions()}${figureSymbols()}</defs></svg>`;
    document.body.append(host);
    void addSilhouettes(host);
  }
  return () => {
    users--;
    if (users === 0) document.getElementById(HOST)?.remove();
  };
}

let sprite: Promise<string> | null = null;

/** The sprite's symbols under prefixed ids, so that a page may inline the same icons for itself. */
async function addSilhouettes(host: HTMLElement): Promise<void> {
  sprite ??= fetch('/icons.svg').then((response) => {
    if (!response.ok) throw new Error(`icons.svg: status ${response.status}`);
    return response.text();
  });
  try {
    const symbols = silhouettes(await sprite);
    host.insertAdjacentHTML('beforeend', `<svg width="0" height="0">${symbols}</svg>`);
  } catch (reason) {
    // Bases keep colour, hatching and name; a later board tries again.
    sprite = null;
    console.warn('board: no silhouettes', reason);
  }
}

/** Only the symbols of a sprite, each id with the board's prefix. */
export function silhouettes(text: string): string {
  return (text.match(/<symbol[\s\S]*?<\/symbol>/g) ?? []).map((symbol) => symbol.replace(/id="i-/, `id="${PREFIX}i-`)).join('');
}
