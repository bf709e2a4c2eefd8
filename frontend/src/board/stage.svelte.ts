/** The camera of one board: keeps the table in the free window, glides on request, remembers whether a person moved it. */
import {
  centreOn,
  cover,
  fit,
  held,
  isSmall,
  keepInside,
  leash,
  opening,
  showing,
  zoomAt,
  zoomStep,
  NO_INSETS,
  type Area,
  type Camera,
  type Size,
  type Subject,
} from './camera';
import { ease } from './timeline';
import type { Insets, Point } from './types';

const GLIDE_MS = 320;
/** What a key or button of the camera does. */
const ZOOM_STEP = 1.25;
/** Room that a point is shown with, user units: the base that stands there with its marks. */
const AROUND = 40;
/** So long after the first look the panels still find their size; later the table glides where they leave room. */
const SETTLING_MS = 700;
/** A panel that grows by less than this, screen pixels, does not make the whole table move. */
const NOTABLE = 40;
/** Room that a nudge leaves between what it shows and a panel, screen pixels. */
const NUDGE_MARGIN = 14;
/** After this long without a wheel or drag the still layers are drawn sharp again. */
const REST_MS = 160;

export class Stage {
  camera = $state.raw<Camera>({ x: 0, y: 0, zoom: 1 });
  view = $state.raw<Size>({ width: 0, height: 0 });
  /** True while the picture moves: the ground is then a texture, not a drawing. */
  moving = $state(false);
  readonly step = $derived(zoomStep(this.camera.zoom, isSmall(this.view)));

  table: Size = { width: 0, height: 0 };
  insets: Insets = NO_INSETS;
  /** Boards that nobody moves fill their frame and have no first look at names. */
  still = false;
  private touched = false;
  /** As a person has put the table: what it gives way for is not for ever. */
  private chosen: Camera = this.camera;
  private gliding: Camera | null = null;
  private opened = 0;
  private openedFor: Insets = NO_INSETS;
  private matter = '';
  private frame = 0;
  private rest: ReturnType<typeof setTimeout> | undefined;

  /**
   * A new size of window, table or panels, or something else to look at: the first look again where it does not hold
   * that any more or leaves room unused; if a person has moved the table, the least change to their look that brings
   * what matters between the panels, and no bare wood while a part of the table is out of sight.
   */
  arrange(view: Size, table: Size, insets: Insets, subject: Subject, reopen = false): void {
    const first = this.view.width === 0 || reopen;
    const before = this.view;
    this.view = view;
    this.table = table;
    this.insets = insets;
    if (view.width === 0 || view.height === 0) return;
    if (first) {
      this.opened = performance.now();
      this.touched = false;
    }
    const resized = before.width !== view.width || before.height !== view.height;
    if (this.still || resized || this.settling) {
      if (this.touched) this.camera = leash(this.camera, table, view, insets);
      else {
        this.openedFor = insets;
        this.stop();
        this.camera = this.open(subject);
        return;
      }
    }
    // What was there to see before may have been turned away from since.
    const matter = JSON.stringify([held(subject, true, view, insets), insets]);
    const same = matter === this.matter;
    this.matter = matter;
    if (this.touched && same) return;
    const area = held(subject, this.touched, view, insets);
    const { goal } = this;
    const from = this.touched ? keepInside(this.chosen, table, view, insets) : goal;
    const shown = area ? showing(from, area, table, view, insets, NUDGE_MARGIN) : from;
    if (this.touched) {
      if (!near(shown, goal)) this.glide(shown);
    } else if (shown !== goal || differ(insets, this.openedFor) >= NOTABLE || !near(goal, keepInside(goal, table, view, insets), NOTABLE)) {
      this.openedFor = insets;
      this.glide(this.open(subject));
    }
  }

  /** Where the table will lie when it has come to rest. */
  get goal(): Camera {
    return this.gliding ?? this.camera;
  }

  private get settling(): boolean {
    return performance.now() - this.opened < SETTLING_MS;
  }

  private open(subject: Subject): Camera {
    const middle: Point = [this.table.width / 2, this.table.height / 2];
    if (this.still) return cover(this.table, this.view, subject.action ?? middle);
    return opening(this.table, this.view, this.insets, subject);
  }

  pan(dx: number, dy: number): void {
    this.set({ ...this.camera, x: this.camera.x + dx, y: this.camera.y + dy });
  }

  zoom(factor: number, at?: Point): void {
    const { x, y, width, height } = this.window();
    const middle: Point = [x + width / 2, y + height / 2];
    // Out to a little more than the whole table, no further.
    const least = fit(this.table, this.view, this.insets).zoom * 0.85;
    const allowed = factor < 1 ? Math.max(factor, Math.min(1, least / this.camera.zoom)) : factor;
    this.set(zoomAt(this.camera, at ?? middle, allowed));
  }

  nearer(): void {
    this.zoom(ZOOM_STEP);
  }

  farther(): void {
    this.zoom(1 / ZOOM_STEP);
  }

  set(camera: Camera): void {
    this.touched = true;
    this.stop();
    this.camera = leash(camera, this.table, this.view, this.insets);
    this.chosen = this.camera;
    this.stir();
  }

  fit(): void {
    this.glide(fit(this.table, this.view, this.insets));
    this.touched = false;
  }

  /** Brings a point (user units) into the free window with what stands there; `always` into its middle. */
  follow(point: Point, always = false): void {
    if (always) {
      this.chosen = keepInside(centreOn(point, this.camera.zoom, this.view, this.insets), this.table, this.view, this.insets);
      this.glide(this.chosen);
    } else this.uncover({ x: point[0] - AROUND, y: point[1] - AROUND, width: 2 * AROUND, height: 2 * AROUND });
  }

  /** The least move that brings a part of the table out from under the panels. */
  uncover(area: Area): void {
    if (this.view.width === 0) return;
    const to = showing(this.goal, area, this.table, this.view, this.insets, NUDGE_MARGIN);
    if (to !== this.goal) this.glide(to);
  }

  window(): { x: number; y: number; width: number; height: number } {
    const { left, top, right, bottom } = this.insets;
    return { x: left, y: top, width: Math.max(80, this.view.width - left - right), height: Math.max(80, this.view.height - top - bottom) };
  }

  private glide(to: Camera): void {
    this.stop();
    this.gliding = to;
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      this.camera = to;
      this.gliding = null;
      return;
    }
    const from = this.camera;
    const start = performance.now();
    const tick = (now: number): void => {
      const t = ease(Math.min(1, (now - start) / GLIDE_MS));
      this.camera = { x: from.x + (to.x - from.x) * t, y: from.y + (to.y - from.y) * t, zoom: from.zoom + (to.zoom - from.zoom) * t };
      this.stir();
      if (t < 1) this.frame = requestAnimationFrame(tick);
      else this.gliding = null;
    };
    this.frame = requestAnimationFrame(tick);
  }

  private stir(): void {
    this.moving = true;
    clearTimeout(this.rest);
    this.rest = setTimeout(() => (this.moving = false), REST_MS);
  }

  private stop(): void {
    this.gliding = null;
    cancelAnimationFrame(this.frame);
  }

  destroy(): void {
    this.stop();
    clearTimeout(this.rest);
  }
}

/** Whether it would hardly be seen which of the two it is. */
const near = (a: Camera, b: Camera, pixels = 1): boolean => Math.hypot(a.x - b.x, a.y - b.y) < pixels && Math.abs(a.zoom - b.zoom) < 0.001;

function differ(a: Insets, b: Insets): number {
  return Math.max(Math.abs(a.top - b.top), Math.abs(a.right - b.right), Math.abs(a.bottom - b.bottom), Math.abs(a.left - b.left));
}
