/** How often a seat wants to be asked in each kind of interrupt window. The server keeps it; this browser remembers it. */

import type { WindowMode } from './wire';

export class Standing {
  private kept = $state.raw<Record<string, WindowMode>>({});
  /** Windows that are shut until the server asks again; then what was kept before counts again. */
  private shut = $state.raw<readonly string[]>([]);
  private key = '';

  /** Whose wishes these are; those of another seat are another matter. */
  of(match: string, seat: string): void {
    const key = `muster.windows.${match}.${seat}`;
    if (key === this.key) return;
    this.key = key;
    this.shut = [];
    this.kept = JSON.parse(storage()?.getItem(key) ?? '{}') as Record<string, WindowMode>;
  }

  mode(window: string): WindowMode {
    return this.shut.includes(window) ? 'not_this_turn' : (this.kept[window] ?? 'relevant');
  }

  set(window: string, mode: WindowMode): void {
    this.shut = this.shut.filter((name) => name !== window);
    if (mode === 'not_this_turn') {
      this.shut = [...this.shut, window];
      return;
    }
    this.kept = { ...this.kept, [window]: mode };
    storage()?.setItem(this.key, JSON.stringify(this.kept));
  }

  /** A new question came from this window, so it is not shut any more. */
  asked(window: string): void {
    if (this.shut.includes(window)) this.shut = this.shut.filter((name) => name !== window);
  }
}

function storage(): Storage | null {
  return typeof localStorage === 'undefined' ? null : localStorage;
}
