/** Signs on the markers of a piece. A sign that is not listed shows its short text, else its first letter. */
import type { BoardPiece, PieceMark } from './types';

/** Silhouette (icons.svg) of a sign. */
const ICONS: Record<string, string> = {
  prone: 'falling',
  grappled: 'fist',
  grappling: 'fist',
  aiming: 'eye-target',
  overwatch: 'eye-target',
  parrying: 'round-shield',
  shield: 'round-shield',
  defending: 'round-shield',
  'all-out': 'crossed-sabres',
  melee: 'crossed-sabres',
  ran: 'sprint',
  running: 'sprint',
  delayed: 'hourglass',
  waiting: 'hourglass',
  mounted: 'horse-head',
  leader: 'flying-flag',
  target: 'eye-target',
};

const TEXTS: Record<string, string> = { reacted: '↩', routed: '!', withdrawn: '↓',  surprised: '!', jammed: '!', hidden: '?', empty: '0', reloading: '…' };

/** Gravest first: what a far or middle zoom may not leave out. */
const GRAVE = ['fallen', 'prone', 'routed', 'melee', 'withdrawn', 'surprised', 'grappled', 'jammed', 'reloading', 'empty', 'hidden', 'all-out', 'parrying', 'defending', 'aiming', 'delayed', 'ran', 'reacted', 'leader', 'volley', 'mounted'];

export interface Badge {
  sign: string;
  label: string;
  icon: string | null;
  text: string | null;
}

export const TICK: Badge = { sign: 'acted', label: 'has acted', icon: null, text: '✓' };

function badgeOf(mark: PieceMark): Badge {
  if (mark.short) return { sign: mark.sign, label: mark.label, icon: null, text: mark.short };
  const icon = ICONS[mark.sign] ?? null;
  return { sign: mark.sign, label: mark.label, icon, text: icon ? null : (TEXTS[mark.sign] ?? mark.sign.slice(0, 1).toUpperCase()) };
}

/** Badges of a piece, gravest first; lying down and having acted count as signs. */
export function badgesOf(piece: Pick<BoardPiece, 'marks' | 'state' | 'acted'>): Badge[] {
  const marks = [...piece.marks];
  if (piece.state === 'prone' && !marks.some((mark) => mark.sign === 'prone')) marks.push({ sign: 'prone', label: 'prone' });
  const rank = (mark: PieceMark): number => {
    const index = GRAVE.indexOf(mark.sign);
    return index < 0 ? GRAVE.length : index;
  };
  const badges = marks.sort((a, b) => rank(a) - rank(b)).map(badgeOf);
  return piece.acted && piece.state !== 'fallen' ? [...badges, TICK] : badges;
}
