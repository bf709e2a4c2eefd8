/** Light, dark, or as the system says. Kept in this browser; the tokens do the rest. */

export type Theme = 'light' | 'dark' | 'system';

const KEY = 'muster.theme';
export const THEMES: readonly Theme[] = ['system', 'light', 'dark'];

class ThemeChoice {
  value = $state<Theme>('system');

  /** Read what was chosen before and put it on the page. */
  restore(): void {
    const kept = localStorage.getItem(KEY);
    this.put(THEMES.find((theme) => theme === kept) ?? 'system');
  }

  choose(theme: Theme): void {
    this.put(theme);
    localStorage.setItem(KEY, theme);
  }

  next(): void {
    this.choose(THEMES[(THEMES.indexOf(this.value) + 1) % THEMES.length]!);
  }

  private put(theme: Theme): void {
    this.value = theme;
    if (theme === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  }
}

export const theme = new ThemeChoice();
