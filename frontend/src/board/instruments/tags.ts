/** Sizes and places of what is written over the plan. */
import { textWidth } from '../reading';
import type { PathStop, Point, Square, TagOverlay } from '../types';
import { centre } from '../units';

export const bigWidth = (text: string | undefined): number => (text ? textWidth(text, 21) + 9 : 0);

/** Size of a tag's paper, from its words. */
export function tagSize(tag: Pick<TagOverlay, 'big' | 'text' | 'sub'>): { width: number; height: number } {
  const first = bigWidth(tag.big) + textWidth(tag.text);
  const second = tag.sub ? textWidth(tag.sub) : 0;
  const lines = tag.big ? (tag.sub ? 56 : 36) : tag.sub ? 44 : 25;
  return { width: Math.max(first, second) + 22, height: lines };
}

/** A warning sits a little beyond the middle of its step, off the base that it leaves. */
export const warningAt = (from: Point, to: Point): Point => [from[0] + (to[0] - from[0]) * 0.58, from[1] + (to[1] - from[1]) * 0.58];

/** Discs of stops lie beside each other, not over each other: so far apart, pixels. */
const STOPS_APART = 24;

/** The stops that can be read at this zoom, counted back from the end of the way; one with a note always shows. */
export function apart(stops: readonly PathStop[], size: number, zoom: number, end: Square | undefined): PathStop[] {
  const kept: Point[] = end ? [centre(end, size)] : [];
  return [...stops].reverse().filter((stop) => {
    const at = centre(stop.at, size);
    if (!stop.note && kept.some((other) => Math.hypot(other[0] - at[0], other[1] - at[1]) * zoom < STOPS_APART)) return false;
    kept.push(at);
    return true;
  }).reverse();
}
