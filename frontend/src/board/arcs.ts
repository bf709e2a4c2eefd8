/** Arcs round a base, angles in degrees clockwise from the top. */
import { round } from './units';

const point = (r: number, degrees: number): string => {
  const a = (degrees * Math.PI) / 180;
  return `${round(Math.sin(a) * r)} ${round(-Math.cos(a) * r)}`;
};

/** Open arc from one angle clockwise to a larger one. */
export function arc(r: number, from: number, to: number): string {
  return `M${point(r, from)}A${round(r)} ${round(r)} 0 ${to - from > 180 ? 1 : 0} 1 ${point(r, to)}`;
}

export const WOUNDS_FROM = 80;
export const WOUNDS_TO = 280;

export interface WoundArcs {
  track: string;
  /** What is lost, from the right; null while nothing is. */
  lost: string | null;
  /** What is left; null when nothing is. */
  left: string | null;
}

/** The lower 200 degrees round a base: what is left is white, what is lost a broken red line. */
export function woundArcs(r: number, value: number, max: number): WoundArcs {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0;
  const turn = WOUNDS_FROM + (WOUNDS_TO - WOUNDS_FROM) * (1 - share);
  return {
    track: arc(r, WOUNDS_FROM, WOUNDS_TO),
    lost: share < 1 ? arc(r, WOUNDS_FROM + 0.8, Math.max(WOUNDS_FROM + 1.6, turn)) : null,
    left: share > 0 ? arc(r, turn, WOUNDS_TO - 0.8) : null,
  };
}
