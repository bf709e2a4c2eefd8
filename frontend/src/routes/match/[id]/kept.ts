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

export interface Panels {
  layout: Layout;
  /** What a phone's sheet takes from the right or from below. */
  beside: number;
  below: number;
  /** Height that is reckoned with for the question. */
  tallest: number;
  /** Whether something stands at the right, and at the left. */
  log: boolean;
  sheet: boolean;
  /** Whether what is left of the bodies of each side stands below the top bar. */
  bodies: boolean;
}

export function insetsFor({ layout, beside, below, tallest, log, sheet, bodies }: Panels): Insets {
  if (layout === 'phone') return { top: 54, right: beside, bottom: beside ? below : below + PHONE_TOOLS, left: 0 };
  const right = log ? 312 : 16;
  if (layout === 'wide') {
    // The tools stand in a corner: where they reach above the question the table may lie beside them.
    return { top: bodies ? 60 + BODIES : 60, right, bottom: tallest + AIR, left: sheet ? 282 : tallest < TOOLS_HEIGHT ? 138 : 16 };
  }
  // The narrow table has its tools above the question, beside the board.
  return { top: 122, right, bottom: tallest + AIR, left: sheet ? 282 : 134 };
}

/**
 * The height that the table reckons with for the question: the tallest that the panel was for one of this kind, for the
 * camera shall not jump while one chooses or waits; not where that would leave the table too little room.
 */
export class KeptHeight {
  private tallest = 0;
  private kind = '';
  /** Height of the question before this one, which the panel has until it is laid out anew. */
  private before: number | null = null;

  /** Most of the window that is kept for a panel which is lower by now. */
  private static readonly MOST = 0.22;

  take(kind: string, height: number, window: number): number {
    if (kind !== this.kind) this.before = height;
    this.kind = kind;
    const kept = this.before === null ? Math.min(this.tallest, KeptHeight.MOST * window) : 0;
    if (height !== this.before) this.before = null;
    this.tallest = Math.max(kept, height);
    return this.tallest;
  }
}
