/** A way of moving for tests. */
import type { Way } from '$client/wire';

export const way = (key: string, shape: Way['shape'], more: Partial<Way> = {}): Way => ({
  key, label: key, shape, least: 1, most: 600, bearing: 0, spread: 0, pivot: '', turn: 0, end: null, rule: '', detail: '', limits: '', marks: [], warnings: [], ...more,
});
