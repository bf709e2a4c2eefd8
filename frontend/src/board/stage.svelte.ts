/** The camera of one board: keeps the table in the free window, glides on request, remembers whether a person moved it. */
import {
  centreOn,
  cover,
  fit,
  freeWindow,
  held,
  hidden,
  isSmall,
  keepInside,
  keeping,
  leash,
  opening,
  resting,
  shifted,
  showing,
  shiftInto,
  toScreen,
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
/** So long after the first look it is still found out what is decided on. */
const SETTLING_MS = 700;
/** So much more of everybody in the window, screen pixels, is worth that the table goes back for a question. */
const WORTH_BACK = 60;
/** On a phone the first look comes again for a question that it shows so much nearer. */
const WORTH_NEARER = 1.3;
/** A phone's sheet that grows by less than this, screen pixels, does not make the whole table move. */
const NOTABLE = 40;
/** Room that a nudge leaves between what it shows and a panel, screen pixels. */
const NUDGE_MARGIN = 14;
/** After this long without a wheel or drag the still layers are drawn sharp again. */
const REST_MS = 160;

/** How much of the window panels take: now, and at the most. */
export interface Room {
  insets: Insets;
  usual: Insets;
}

export interface News {
  /** Another table. */
  reopen?: boolean;
  /** Another question, and everything that led to it has been seen. */
  asked?: boolean;
}

export class Stage {
  camera = $state.raw<Camera>({ x: 0, y: 0, zoom: 1 });
  view = $state.raw<Size>({ width: 0, height: 0 });
  /** True while the picture moves: the ground is then a texture, not a drawing. */
  moving = $state(false);
  readonly step = $derived(zoomStep(this.camera.zoom, isSmall(this.view)));

  table: Size = { width: 0, height: 0 };
  /** What the panels take now: names and tags stay in what is left. */
  insets = $state.raw<Insets>(NO_INSETS);
  /** What they take at the most: the camera goes by it, so that a panel that comes or grows moves nothing. */
  private usual: Insets = NO_INSETS;
  /** Boards that nobody moves fill their frame and have no first look at names. */
  still = false;
  private touched = false;
  /** As a person has put the table: on a phone what it gives way for is not for ever. */
  private chosen: Camera = this.camera;
  private gliding: Camera | null = null;
  private opened = 0;
  private openedFor: Insets = NO_INSETS;
  private matter = '';
  private frame = 0;
  private rest: ReturnType<typeof setTimeout> | undefined;

  /**
   * The first look, for a new table or size of window. For something else that matters the table is shifted as little
   * as brings it between the panels; the scale changes only where it cannot be seen otherwise, and never for a panel.
   */
  arrange(view: Size, table: Size, { insets, usual }: Room, subject: Subject, { reopen = false, asked = false }: News = {}): void {
    const first = this.view.width === 0 || reopen;
    const before = this.view;
    this.view = view;
    this.table = table;
    this.insets = insets;
    this.usual = usual;
    if (view.width === 0 || view.height === 0) return;
    if (first) {
      this.opened = performance.now();
      this.touched = false;
    }
    const resized = before.width !== view.width || before.height !== view.height;
    if (this.still || resized || this.settling) {
      if (this.touched) this.camera = leash(this.camera, table, view, this.usual);
      else {
        this.openedFor = usual;
        this.stop();
        this.camera = this.open(subject);
        return;
      }
    }
    // What was there to see before may have been turned away from since.
    const matter = JSON.stringify(isSmall(view) ? [held(subject, view, usual), usual] : [subject.matters, subject.reach, subject.watched]);
    const same = matter === this.matter;
    this.matter = matter;
    if (isSmall(view)) this.arrangeSmall(subject, same, asked);
    else if (!same || asked) this.keep(subject, asked);
  }

  /** The least change that shows what matters, and what happens where panels lie over it. */
  private keep(subject: Subject, asked: boolean): void {
    const { goal, table, view, usual } = this;
    // Who has put the table so has to see what is decided on, not everybody.
    const kept = this.touched ? { ...subject, all: [] } : subject;
    const shows = (camera: Camera): Camera => keeping(camera, kept, table, view, usual, NUDGE_MARGIN);
    const watching = subject.watched.filter((area) => !this.sees(area)).reduce((camera, area) => shifted(camera, area, table, view, usual, NUDGE_MARGIN), goal);
    const least = shows(watching);
    // For a new question, unless a person has put the table so, it goes back to where more of everybody is in the window.
    const back = shows(resting(least.zoom, table, view, usual, subject));
    const lost = hidden(least, view, usual, subject) - hidden(back, view, usual, subject);
    const to = asked && !this.touched && lost > WORTH_BACK ? back : least;
    if (!near(to, goal)) this.glide(to);
  }

  private sees({ x, y, width, height }: Area): boolean {
    const { goal, view, insets } = this;
    const [left, top] = toScreen(goal, [x, y]);
    const [dx, dy] = shiftInto({ x: left, y: top, width: width * goal.zoom, height: height * goal.zoom }, view, insets, 0);
    return Math.hypot(dx, dy) < 1;
  }

  /** On a phone the first look again where it does not hold what matters, or leaves room unused; or a person's own look. */
  private arrangeSmall(subject: Subject, same: boolean, asked: boolean): void {
    if (this.touched && same) return;
    const { goal, table, view, usual } = this;
    const area = held(subject, view, usual);
    const from = this.touched ? keepInside(this.chosen, table, view, usual) : goal;
    const shown = area ? showing(from, area, table, view, usual, NUDGE_MARGIN) : from;
    if (this.touched) {
      if (!near(shown, goal)) this.glide(shown);
      return;
    }
    const first = this.open(subject);
    const nearer = asked && first.zoom > WORTH_NEARER * goal.zoom;
    if (nearer || shown !== goal || differ(usual, this.openedFor) >= NOTABLE || !near(goal, keepInside(goal, table, view, usual), NOTABLE)) {
      this.openedFor = usual;
      this.glide(first);
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
    return opening(this.table, this.view, this.usual, subject);
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
    this.camera = leash(camera, this.table, this.view, this.usual);
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
    const to = shifted(this.goal, area, this.table, this.view, this.insets, NUDGE_MARGIN);
    if (to !== this.goal) this.glide(to);
  }

  /** Whether the free window has room for a part of the table at this scale. */
  holds({ width, height }: Size): boolean {
    const free = this.window();
    return width * this.goal.zoom <= free.width && height * this.goal.zoom <= free.height;
  }

  window(): { x: number; y: number; width: number; height: number } {
    return freeWindow(this.view, this.insets);
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
