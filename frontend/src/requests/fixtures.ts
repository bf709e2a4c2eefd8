/** Ways of moving, options and chances for tests. */
import type { Odds, Option, Way } from '$client/wire';

export const way = (key: string, shape: Way['shape'], more: Partial<Way> = {}): Way => ({
  key, label: key, shape, least: 1, most: 600, bearing: 0, spread: 0, pivot: '', turn: 0, end: null, rule: '', detail: '', limits: '', marks: [], warnings: [], ...more,
});

export const option = (key: string, more: Partial<Option> = {}): Option => ({
  key, label: key, act: '', badge: '', detail: '', group: '', rule: '', piece: null, square: null, edge: null, cost: '', odds: null, warnings: [], needs: null, sights: [], hold: false, ...more,
});

export const odds = (percent: number): Odds => ({ percent, needs: '6+', label: 'Shot', bars: [], totals: [], effect: '', of: '' });
