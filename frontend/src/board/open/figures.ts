/** Toy figures on a wide base, seen from above like the table: one file for each point that it has, a gap for each lost. */
import { chance } from '../random';
import { PREFIX } from '../svg';

/** How a body of men or a thing looks, by its silhouette (icons.svg). */
const LOOKS: Record<string, Look> = {
  pikeman: 'pike-and-shot',
  spears: 'pikes',
  musket: 'shot',
  bowman: 'shot',
  'bow-arrow': 'shot',
  'horse-head': 'horse',
  'mounted-knight': 'lance',
  'crossed-sabres': 'horse',
  'saber-and-pistol': 'pistols',
  duel: 'pistols',
  cannon: 'gun',
  wagon: 'wagon',
};

export type Look = 'pike-and-shot' | 'pikes' | 'shot' | 'horse' | 'lance' | 'pistols' | 'gun' | 'wagon';

export const lookOf = (icon: string): Look => LOOKS[icon] ?? 'shot';

export interface Man {
  /** Symbol without the prefix; empty: a place that is empty now. */
  symbol: string;
  x: number;
  y: number;
  /** Degrees. */
  turn: number;
}

/** A base deeper than this, user units, has four ranks. */
const DEEP = 60;
const RANKS: Record<'plain' | 'deep', readonly number[]> = { plain: [-5.5, 9.5], deep: [-24, -8, 8, 24] };
const MOST_FILES = 12;
/** Files of a body whose points are not told, as in a miniature. */
const UNCOUNTED = 6;

export interface Block {
  id: string;
  icon: string;
  /** User units. */
  width: number;
  depth: number;
  value: number;
  max: number;
  disordered: boolean;
}

/** The men of a block round its middle, front upwards; the lost are missing from the right. */
export function menOf({ id, icon, width, depth, value, max, disordered }: Block): Man[] {
  const look = lookOf(icon);
  if (look === 'gun' || look === 'wagon') return [{ symbol: `men-${look}`, x: 0, y: look === 'gun' ? 1 : 0, turn: 0 }];
  const dice = chance(`${id}:men`);
  const files = max > 0 ? Math.min(max, MOST_FILES) : UNCOUNTED;
  const here = max > 0 ? Math.ceil((files * Math.max(0, value)) / max) : files;
  const foot = look === 'pike-and-shot' || look === 'pikes' || look === 'shot';
  const fit = depth / 41.3;
  const ranks = foot ? (depth > DEEP ? RANKS.deep : RANKS.plain.map((y) => y * Math.min(1, fit))) : [2];
  const crooked = disordered ? 14 : 3;
  const stray = disordered ? 2.6 : 0;
  return Array.from({ length: files }, (_, file) => file).flatMap((file) =>
    ranks.map((y, rank) => {
      const x = (file - (files - 1) / 2) * ((width - 8) / files);
      const man = { x: x + dice.between(-stray, stray), y: y + dice.between(-stray, stray), turn: dice.between(-crooked, crooked) };
      if (file >= here) return { symbol: '', x, y, turn: 0 };
      return { ...man, symbol: `men-${symbolOf(look, file, files, rank)}` };
    }),
  );
}

function symbolOf(look: Look, file: number, files: number, rank: number): string {
  const middle = Math.abs(file - (files - 1) / 2) < files / 4;
  if (look === 'pikes' || (look === 'pike-and-shot' && middle)) return rank === 0 ? 'pike' : 'pike-rear';
  return look === 'pike-and-shot' ? 'shot' : look;
}

const weapon = (d: string): string => `<path class="w" d="${d}"/><path class="w2" d="${d}"/>`;
const man = (arm: string): string => `${weapon(arm)}<circle r="5.3"/><circle class="c" r="2.7"/>`;
const rider = (arm: string): string =>
  '<path class="w" d="M0 10q1.5 3 -.5 6.5"/><ellipse cx="0" cy="-11.5" rx="2.3" ry="5"/>' +
  '<path class="b" d="M-4.8 7Q-5.2 1 -3.8 -4L-2.2 -9.5Q0 -11 2.2 -9.5L3.8 -4Q5.2 1 4.8 7Q3.4 11.5 0 11.5Q-3.4 11.5 -4.8 7Z"/>' +
  `<path class="w" d="M-1.9 -14.5l-.8 -2M1.9 -14.5l.8 -2"/>${arm}<circle class="c" r="4.6" cy="1.5"/><circle class="hat" r="2" cy="1.5"/>`;

const SYMBOLS: Record<string, string> = {
  shot: man('M4.5 3V-8.5'),
  pike: man('M4.5 3V-20'),
  'pike-rear': man('M4.5 3V-9'),
  horse: rider('<path class="w" d="M4.5 0L7 -6"/>'),
  lance: rider(weapon('M5 6V-14')),
  pistols: rider('<path class="w" d="M4 -2L7 -8M-4 -2L-7 -8"/>'),
  gun: '<g transform="scale(1.12)"><circle cx="-9" cy="3" r="5"/><circle cx="9" cy="3" r="5"/><path class="b" d="M-4 12L-2.7 -11h5.4L4 12q-4 4 -8 0z"/><path class="w" d="M-9 3H9"/></g>',
  wagon:
    '<path class="b" d="M-15 -9H15V9H-15Z"/><path class="w" d="M-15 -3H15M-15 3H15"/><circle cx="-9" cy="-11" r="3.4"/><circle cx="9" cy="-11" r="3.4"/><circle cx="-9" cy="11" r="3.4"/><circle cx="9" cy="11" r="3.4"/>',
};

/** For the document's shared definitions. */
export const figureSymbols = (): string =>
  Object.entries(SYMBOLS)
    .map(([name, body]) => `<g id="${PREFIX}men-${name}" class="mb-men">${body}</g>`)
    .join('');
