/** Seeded chance for the drawing only: the same map id gives everybody the same wood. */

/** FNV-1a over the text, 32 bits. */
export function hash(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    h ^= text.charCodeAt(i);
    h = Math.imul(h, 0x01000193);
  }
  return h >>> 0;
}

export interface Chance {
  /** Uniform in [0, 1). */
  next(): number;
  between(low: number, high: number): number;
  /** Whole number in [0, n). */
  below(n: number): number;
  pick<T>(list: readonly T[]): T;
}

/** Mulberry32 started from a text. */
export function chance(seed: string): Chance {
  let a = hash(seed);
  const next = (): number => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const below = (n: number): number => Math.floor(next() * n);
  return {
    next,
    between: (low, high) => low + (high - low) * next(),
    below,
    pick: (list) => {
      const item = list[below(list.length)];
      if (item === undefined) throw new Error('pick from an empty list: give at least one item');
      return item;
    },
  };
}

/** Value in [-1, 1) that belongs to a place, whatever is drawn there: neighbours agree on a shared corner. */
export function noiseAt(seed: string, x: number, y: number): number {
  return (hash(`${seed}:${x}:${y}`) / 4294967296) * 2 - 1;
}

/** Slow change over a few squares, in [-1, 1): between corners four squares apart it runs smoothly. */
export function slowNoise(seed: string, x: number, y: number, span = 4): number {
  const [i, j] = [Math.floor(x / span), Math.floor(y / span)];
  const soft = (t: number): number => t * t * (3 - 2 * t);
  const [u, v] = [soft(x / span - i), soft(y / span - j)];
  const at = (a: number, b: number): number => noiseAt(`${seed}~`, a, b);
  const top = at(i, j) + (at(i + 1, j) - at(i, j)) * u;
  const bottom = at(i, j + 1) + (at(i + 1, j + 1) - at(i, j + 1)) * u;
  return top + (bottom - top) * v;
}
