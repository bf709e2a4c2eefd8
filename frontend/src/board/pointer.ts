/** Fingers, mouse and pen turned into few gestures; knows pixels only, the board knows what lies under them. */
import { pinch, type Camera } from './camera';
import type { Point } from './types';

/** A press that travels less than this is a tap. */
const SLOP_PX = 6;
const LONG_PRESS_MS = 550;
const WHEEL_STEP = 1.0016;

export interface PointerTarget {
  camera(): Camera;
  setCamera(camera: Camera): void;
  panBy(dx: number, dy: number): void;
  zoomBy(factor: number, at: Point): void;
  /** May a drag that starts here lift something? Then `lift` and `drop` are called instead of panning. */
  lifts(at: Point): boolean;
  lift(at: Point, touch: boolean): void;
  drop(at: Point, touch: boolean): void;
  /** The drag ended without a drop (second finger, Escape, lost pointer). */
  letGo(): void;
  tap(at: Point): void;
  longPress(at: Point): void;
  hover(at: Point | null): void;
  /** A mouse moves over it, or has left. */
  over(inside: boolean): void;
  cancel(): void;
  press(): void;
  /** The last finger or button is up. */
  release(): void;
}

interface Press {
  start: Point;
  last: Point;
  mode: 'press' | 'pan' | 'drag';
  touch: boolean;
}

/** Listens on `host` until the returned function is called. */
export function listen(host: HTMLElement | SVGElement, target: PointerTarget): () => void {
  const fingers = new Map<number, Press>();
  let space = false;
  let long: ReturnType<typeof setTimeout> | undefined;

  const at = (event: MouseEvent): Point => {
    const box = host.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  const dragging = (): boolean => [...fingers.values()].some((press) => press.mode === 'drag');

  const down = (event: PointerEvent): void => {
    if (event.pointerType === 'mouse' && event.button === 2) return;
    target.press();
    const start = at(event);
    const touch = event.pointerType !== 'mouse';
    const panOnly = event.button === 1 || space;
    if (panOnly) event.preventDefault();
    if (dragging()) target.letGo();
    fingers.set(event.pointerId, { start, last: start, mode: panOnly ? 'pan' : 'press', touch });
    for (const press of fingers.values()) if (fingers.size > 1) press.mode = 'pan';
    clearTimeout(long);
    if (touch && fingers.size === 1) {
      long = setTimeout(() => {
        const press = fingers.get(event.pointerId);
        if (press?.mode !== 'press') return;
        fingers.delete(event.pointerId);
        target.longPress(press.start);
      }, LONG_PRESS_MS);
    }
    host.setPointerCapture?.(event.pointerId);
  };

  const move = (event: PointerEvent): void => {
    const here = at(event);
    const press = fingers.get(event.pointerId);
    if (event.pointerType === 'mouse') target.over(true);
    if (!press) {
      if (event.pointerType === 'mouse') target.hover(here);
      return;
    }
    if (fingers.size === 2) {
      const other = [...fingers.entries()].find(([id]) => id !== event.pointerId)?.[1];
      if (other) target.setCamera(pinch(target.camera(), [press.last, other.last], [here, other.last]));
      press.last = here;
      return;
    }
    if (press.mode === 'press') {
      if (Math.hypot(here[0] - press.start[0], here[1] - press.start[1]) < SLOP_PX) return;
      clearTimeout(long);
      press.mode = target.lifts(press.start) ? 'drag' : 'pan';
      target.hover(null);
    }
    if (press.mode === 'drag') target.lift(here, press.touch);
    else target.panBy(here[0] - press.last[0], here[1] - press.last[1]);
    press.last = here;
  };

  const up = (event: PointerEvent): void => {
    const press = fingers.get(event.pointerId);
    clearTimeout(long);
    if (!press) {
      target.release();
      return;
    }
    fingers.delete(event.pointerId);
    if (press.mode === 'drag') target.drop(at(event), press.touch);
    else if (press.mode === 'press') target.tap(press.start);
    if (fingers.size === 0) target.release();
  };

  const lost = (event: PointerEvent): void => {
    clearTimeout(long);
    const press = fingers.get(event.pointerId);
    fingers.delete(event.pointerId);
    if (press?.mode === 'drag') target.letGo();
    if (fingers.size === 0) target.release();
  };

  const wheel = (event: WheelEvent): void => {
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 240 : 1;
    const amount = Math.max(-240, Math.min(240, event.deltaY * lines));
    // A trackpad's pinch comes as a wheel with Ctrl and small steps.
    target.zoomBy(WHEEL_STEP ** (-amount * (event.ctrlKey ? 5 : 1)), at(event));
  };

  const menu = (event: MouseEvent): void => {
    event.preventDefault();
    target.cancel();
  };
  const leave = (): void => {
    target.hover(null);
    target.over(false);
  };
  const keyDown = (event: KeyboardEvent): void => {
    if (event.key === ' ' && !typing(event.target)) space = true;
  };
  const keyUp = (event: KeyboardEvent): void => {
    if (event.key === ' ') space = false;
  };

  const own: [string, (event: never) => void][] = [
    ['pointerdown', down],
    ['pointermove', move],
    ['pointerup', up],
    ['pointercancel', lost],
    ['pointerleave', leave],
    ['contextmenu', menu],
  ];
  for (const [name, handler] of own) host.addEventListener(name, handler as EventListener);
  host.addEventListener('wheel', wheel as EventListener, { passive: false });
  window.addEventListener('keydown', keyDown);
  window.addEventListener('keyup', keyUp);
  return () => {
    clearTimeout(long);
    for (const [name, handler] of own) host.removeEventListener(name, handler as EventListener);
    host.removeEventListener('wheel', wheel as EventListener);
    window.removeEventListener('keydown', keyDown);
    window.removeEventListener('keyup', keyUp);
  };
}

function typing(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}
