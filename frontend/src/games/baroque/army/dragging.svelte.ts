/** Units under the hand: a mouse drags at once, a finger after it has rested on the unit for a moment. */
import type { Place } from './types';

const SLOP_PX = 6;
const HOLD_MS = 280;

export class Dragging {
  /** Where the unit that is carried stands, null while none is. */
  from = $state.raw<Place | null>(null);
  /** Before which place it would be put down. */
  over = $state.raw<Place | null>(null);
  /** The pointer on the screen. */
  at = $state.raw({ x: 0, y: 0 });
  /** The click that follows a drop is none. */
  justDropped = false;

  constructor(private readonly told: { ondrop: (from: Place, to: Place) => void; onpick: (place: Place) => void }) {}

  /** Attachment for a unit that can be dragged. */
  handle(place: Place): (element: HTMLElement) => () => void {
    return (element) => {
      const down = (event: PointerEvent): void => this.#down(event, element, place);
      const still = (event: TouchEvent): void => {
        if (this.from) event.preventDefault();
      };
      element.addEventListener('pointerdown', down);
      // Not passive: while a unit is carried, the page must not scroll away under it.
      element.addEventListener('touchmove', still, { passive: false });
      element.addEventListener('contextmenu', noMenu);
      return () => {
        element.removeEventListener('pointerdown', down);
        element.removeEventListener('touchmove', still);
        element.removeEventListener('contextmenu', noMenu);
      };
    };
  }

  #down(event: PointerEvent, element: HTMLElement, place: Place): void {
    this.justDropped = false;
    if (event.button !== 0) return;
    const [x, y, id] = [event.clientX, event.clientY, event.pointerId];
    const touch = event.pointerType === 'touch';
    const hold = touch ? setTimeout(() => this.#lift(place, x, y), HOLD_MS) : undefined;
    const move = (e: PointerEvent): void => {
      if (e.pointerId !== id) return;
      if (this.from) return this.#carry(e.clientX, e.clientY);
      if (Math.hypot(e.clientX - x, e.clientY - y) < SLOP_PX) return;
      if (touch) end();
      else this.#lift(place, e.clientX, e.clientY);
    };
    const up = (e: PointerEvent): void => {
      if (e.pointerId !== id) return;
      const [from, to] = [this.from, this.over];
      end();
      if (!from) return;
      this.justDropped = true;
      if (to) this.told.ondrop(from, landing(from, to));
    };
    const cancel = (e: PointerEvent): void => {
      if (e.pointerId === id) end();
    };
    const key = (e: KeyboardEvent): void => {
      if (e.key === 'Escape') end();
    };
    const end = (): void => {
      clearTimeout(hold);
      this.from = this.over = null;
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', up);
      removeEventListener('pointercancel', cancel);
      removeEventListener('keydown', key);
    };
    addEventListener('pointermove', move);
    addEventListener('pointerup', up);
    addEventListener('pointercancel', cancel);
    addEventListener('keydown', key);
    element.focus({ preventScroll: true });
  }

  #lift(place: Place, x: number, y: number): void {
    this.from = place;
    this.told.onpick(place);
    this.#carry(x, y);
  }

  #carry(x: number, y: number): void {
    this.at = { x, y };
    const command = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-command]');
    this.over = command ? { command: Number(command.dataset.command), unit: before(command, x, y) } : null;
  }
}

function noMenu(event: Event): void {
  event.preventDefault();
}

/** The first unit of a command whose middle lies behind the pointer, reading row by row; their number where none does. */
function before(command: HTMLElement, x: number, y: number): number {
  const units = [...command.querySelectorAll('[data-place]')];
  const found = units.findIndex((unit) => {
    const { left, right, top, bottom } = unit.getBoundingClientRect();
    return y < top || (y <= bottom && x < (left + right) / 2);
  });
  return found < 0 ? units.length : found;
}

/** Where a unit stands after it was taken out: behind its own place everything has moved up by one. */
export function landing(from: Place, to: Place): Place {
  const behind = to.command === from.command && to.unit > from.unit;
  return behind ? { ...to, unit: to.unit - 1 } : to;
}
