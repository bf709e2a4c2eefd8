/** How much of the window the panels leave to the table. */
import type { Insets } from '$board/types';

export type Layout = 'phone' | 'middle' | 'wide';

/** The toolbox stands in the corner, beside a question that may be lower. */
const TOOLS_HEIGHT = 138;
/** A phone's tools stand above its sheet. */
const PHONE_TOOLS = 60;
/** Room beside the question, and below and above it. */
const AIR = 22;
const BODIES = 40;
/** Room between the cloth and the question. */
const CLOTH_AIR = 8;
/** Widths of what stands at the left and at the right, with the room beside it. */
const SHEET = 282;
const LOG = 312;
const TOOLS = 138;
const EDGE = 16;

/** The question takes no more of the window's height than this share, and needs no more than so many pixels. */
const ASKED_SHARE = 0.3;
const ASKED_LEAST = 200;
const ASKED_MOST = 300;

/** The most that the question's panel may be high, CSS pixels, in a window so high. */
export const tallestAsked = (window: number): number => Math.round(Math.min(ASKED_MOST, Math.max(ASKED_LEAST, ASKED_SHARE * window)));

export interface Panels {
  layout: Layout;
  /** What a phone's sheet takes from the right or from below. */
  beside: number;
  below: number;
  /** Height of the question. */
  asked: number;
  /** Height of the cloth for cards above it; 0: none lies there. */
  cloth: number;
  /** Whether something stands at the right, and at the left. */
  log: boolean;
  sheet: boolean;
  /** Whether what is left of the bodies of each side stands below the top bar. */
  bodies: boolean;
}

export function insetsFor({ layout, beside, below, asked, cloth, log, sheet, bodies }: Panels): Insets {
  const laid = cloth ? cloth + CLOTH_AIR : 0;
  if (layout === 'phone') return { top: 54, right: beside, bottom: (beside ? below : below + PHONE_TOOLS) + laid, left: 0 };
  const right = log ? LOG : EDGE;
  if (layout === 'wide') {
    // The tools stand in a corner: where they reach above the question the table may lie beside them.
    return { top: bodies ? 60 + BODIES : 60, right, bottom: asked + AIR + laid, left: sheet ? SHEET : asked < TOOLS_HEIGHT ? TOOLS : EDGE };
  }
  // The narrow table has its tools above the question, beside the board.
  return { top: 122, right, bottom: asked + AIR + laid, left: sheet ? SHEET : 134 };
}

/**
 * The room that the camera reckons with, whatever is open at the moment: all panels where they stand beside the table
 * by themselves, and the tallest question. So what matters stays where it is when a panel opens, grows or closes.
 */
export function usualInsets(panels: Panels, window: number): Insets {
  const open = panels.layout === 'wide';
  return insetsFor({ ...panels, asked: tallestAsked(window), cloth: 0, log: open, sheet: open });
}
