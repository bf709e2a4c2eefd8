/** Who is looked at on a board: under the pointer, with the focus, in the tab order; and whom a further tap means. */
import type { PlacedPiece } from './layout';
import { nextInDirection } from './reading';
import type { Point } from './types';

/** Taps nearer than this to each other, pixels, mean the same place. */
const SAME_PLACE = 12;

export class Attention {
  hovered = $state<string | null>(null);
  focused = $state<string | null>(null);
  /** The board itself has the focus; it keeps it when the first figure is put down. */
  bare = $state(false);
  roving = $state<string | null>(null);
  /** A finger or button is down on the board. */
  pressed = $state(false);
  /** A mouse moves over the board, and no key was pressed there since. */
  aims = $state(false);
  /** Focus that a pointer brings does not move the camera; Tab and arrows do. */
  byPointer = false;
  root: SVGSVGElement | undefined;
  private lastTap: { at: Point; turn: number } | null = null;

  /** The one piece in the tab order. */
  stop(placed: readonly PlacedPiece[]): string | null {
    const roving = placed.find((entry) => entry.id === this.roving);
    return (roving ?? placed.find((entry) => entry.piece.active) ?? placed[0])?.id ?? null;
  }

  /** Of several under a tap, the one that it means: a further tap on the same place takes the next. */
  taken(at: Point, found: readonly string[]): string | null {
    if (found.length === 0) {
      this.lastTap = null;
      return null;
    }
    const { lastTap } = this;
    const again = lastTap && Math.hypot(lastTap.at[0] - at[0], lastTap.at[1] - at[1]) < SAME_PLACE ? lastTap.turn + 1 : 0;
    this.lastTap = { at, turn: again };
    this.roving = found[again % found.length]!;
    return this.roving;
  }

  /** The focus goes to the next piece in a direction. */
  step(placed: readonly PlacedPiece[], direction: readonly [number, number]): void {
    const from = placed.find((entry) => entry.id === (this.focused ?? this.stop(placed)));
    if (!from) return;
    const next = this.focused ? nextInDirection(placed, from, direction) : from.id;
    if (!next) return;
    this.roving = next;
    this.root?.querySelector<SVGElement>(`[data-piece="${CSS.escape(next)}"]`)?.focus({ preventScroll: true });
  }

  focus(id: string): void {
    this.focused = id;
    this.roving = id;
  }
}
