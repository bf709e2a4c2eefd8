/** One movement of one base on the open table: dragged, or built with keys; the ghost snaps to a way and to its limits. */

import type { CourseOverlay, WayOverlay } from '$board/open/types';
import type { WaySign } from '$board/open/waysigns';
import type { Overlay } from '$board/types';
import type { Answer, ManoeuvreSpec, Point, Pose, Way } from '$client/wire';
import { cornersOf, courseTo, fitting, onBase, onTable, poseAfter, reachOf, sweptOf, trailOf, turnBetween, type Base, type Course } from './bases';
import { BaseDraft, verb, type DraftContext } from './draft';
import { leanOf, signOf, wayKeys } from './ways';

/** With Shift a key lengthens by a tenth of a measure in place of a half. */
const FINE = 5;
/** By how much a key swings a slide, hundredths of a degree. */
const SWING = 500;
/** A slide starts so far to the right as its sign points, hundredths of a degree: straight ahead is another way. */
const ASLANT = 4500;
/** A ghost is as deep as this to the hand, units. */
const DEEP = 270;

export class ManoeuvreDraft extends BaseDraft {
  readonly kind = 'manoeuvre';
  course = $state.raw<Course | null>(null);
  /** The way was chosen by its sign or key, so a drag does not change it. */
  private fixed = $state(false);
  /** A base is in hand: nothing is settled. */
  private dragging = $state(false);

  readonly base: Base;
  /** The letter of each way, by its key. */
  readonly letters: Readonly<Record<string, string>>;

  constructor(
    readonly spec: ManoeuvreSpec,
    private readonly context: DraftContext,
  ) {
    super();
    this.letters = wayKeys(spec.ways);
    this.base = { pose: spec.pose, frontage: spec.frontage, depth: spec.depth };
  }

  override get onBoard(): boolean {
    return true;
  }

  override get answer(): Answer | null {
    const { course } = this;
    return course && { way: course.way.key, length: course.length, bearing: course.bearing };
  }

  override get settled(): boolean {
    return this.course !== null && !this.dragging;
  }

  override get label(): string {
    const { course } = this;
    if (!course) return verb(this.spec.label, 'Move');
    return verb(course.way.shape === 'turn' ? course.way.label : `${course.way.label} ${this.measure}`, 'Move');
  }

  override get lacks(): string {
    return 'Drag it, or choose a way';
  }

  override get hint(): string {
    if (!this.course) return 'Drag the unit, or use the arrow keys';
    if (this.course.way.shape === 'turn') return 'Esc takes it back';
    if (this.course.way.shape === 'slide') return 'Drag, or ← → to swing and ↑ ↓ for the length, with Shift in small steps; Esc takes it back';
    return 'Drag, or arrow keys with Shift for small steps; Esc takes it back';
  }

  /** Where the base would lie. */
  get end(): Pose | null {
    return this.course && poseAfter(this.base, this.course);
  }

  /** The length so far, in the game's measure; of a turn its name. */
  get measure(): string {
    const { course } = this;
    if (!course || course.way.shape === 'turn') return course?.way.label ?? '';
    return this.context.length(course.length);
  }

  /** To which side a slide goes, and how steeply. */
  get angle(): string {
    const bearing = this.course?.bearing ?? 0;
    return bearing ? `${Math.abs(bearing) / 100}° ${bearing < 0 ? 'left' : 'right'}` : 'straight ahead';
  }

  /** What has happened on the way by now: what is passed, and what ends it. */
  get passed(): { label: string; rule: string; tone: string }[] {
    const { course } = this;
    if (!course) return [];
    const marks = course.way.marks.filter((mark) => mark.at <= course.length).map(({ label, rule, tone }) => ({ label, rule, tone }));
    const end = course.way.limits && course.length === course.way.most ? [{ label: course.way.limits, rule: course.way.rule, tone: 'plain' }] : [];
    return [...marks, ...end];
  }

  isChosen(way: Way): boolean {
    return this.course?.way.key === way.key;
  }

  choose(way: Way): void {
    this.fixed = true;
    if (this.isChosen(way)) return;
    this.course = { way, length: way.shape === 'turn' ? 0 : this.clamped(way, this.spec.step), bearing: Math.min(ASLANT, way.spread) };
  }

  /** As far as the button says; a letter and the board begin with a step and go on from there. */
  chooseWhole(way: Way): void {
    this.choose(way);
    this.setLength(way.most);
  }

  setBearing(bearing: number): void {
    const { course } = this;
    if (course?.way.shape === 'slide') this.course = { ...course, bearing: Math.max(-course.way.spread, Math.min(course.way.spread, bearing)) };
  }

  setLength(length: number): void {
    if (this.course && this.course.way.shape !== 'turn') this.course = { ...this.course, length: this.clamped(this.course.way, length) };
  }

  private clamped(way: Way, length: number): number {
    return Math.max(way.least, Math.min(way.most, Math.round(length) || 0));
  }

  // -------------------------------------------------------------------------------------------- board

  override get overlay(): Overlay {
    const { course, end, spec } = this;
    const open: Overlay['open'] = {
      ways: course ? [] : this.signs(),
      course: course ? this.drawn(course) : null,
      ghosts: end ? [{ piece: spec.piece, pose: end, tag: this.measure }] : [],
      cursor: { at: end ? [end[0], end[1]] : [spec.pose[0], spec.pose[1]], label: this.said },
    };
    return { open, draggable: [spec.piece] };
  }

  /** For those who do not see the board. */
  private get said(): string {
    const { course } = this;
    if (!course) return `${this.hint}.`;
    return [course.way.label, course.way.shape === 'turn' ? '' : this.measure, ...this.passed.map(({ label }) => label)].filter(Boolean).join(', ');
  }

  private drawn(course: Course): CourseOverlay {
    const { base } = this;
    const at = (length: number): [Point, Point] => {
      const [left, right] = cornersOf({ ...base, pose: poseAfter(base, { ...course, length }) });
      return [left, right];
    };
    return {
      reach: reachOf(base, course.way),
      swept: sweptOf(base, course),
      trail: trailOf(base, course),
      ...(course.way.shape === 'arc' ? { pivot: cornersOf(base)[course.way.pivot === 'left' ? 0 : 1] } : {}),
      marks: course.way.marks.map((mark) => ({ at: at(mark.at)[1], across: at(mark.at), label: mark.label, tone: mark.tone })),
      label: this.said,
    };
  }

  /** Until one is chosen, each way has its sign where the base would go. */
  private signs(): WayOverlay[] {
    const used = new Map<string, number>();
    return this.spec.ways.map((way) => {
      const sign = signOf(way);
      const place = way.shape === 'turn' ? 'turn' : `${sign} ${Math.sign(turnBetween(0, way.bearing))}`;
      const nth = used.get(place) ?? 0;
      used.set(place, nth + 1);
      return {
        key: way.key,
        ...this.signAt(way, sign),
        slot: nth,
        turn: this.spec.pose[2] + leanOf(way),
        sign,
        label: [`${(this.letters[way.key] ?? '').toUpperCase()}: ${way.label}`, way.detail].filter(Boolean).join('. '),
        chosen: this.isChosen(way),
      };
    });
  }

  /** At the side of the base to which the way leads. */
  private signAt(way: Way, sign: WaySign): Pick<WayOverlay, 'at' | 'out' | 'beside'> {
    const { pose } = this.base;
    const [w, d] = [this.spec.frontage / 2, this.spec.depth / 2];
    const spot = (right: number, ahead: number, out: Point, beside: Point): Pick<WayOverlay, 'at' | 'out' | 'beside'> => ({
      at: onTable(pose, right * w, ahead * d),
      out: onTable([0, 0, pose[2]], ...out),
      beside: onTable([0, 0, pose[2]], ...beside),
    });
    const aside = Math.sign(turnBetween(0, way.bearing));
    switch (sign) {
      case 'ahead':
        return spot(0, 1, [0, 1], [0, 1]);
      case 'back':
        return spot(0, -1, [0, -1], [0, -1]);
      case 'aside':
        return spot(aside, 0, [aside, 0], [aside, 0]);
      case 'wheel-left':
        return spot(1, 1, [0.7, 0.7], [0, 1]);
      case 'wheel-right':
        return spot(-1, 1, [-0.7, 0.7], [0, 1]);
      case 'slide':
        return spot(0, 1, [1.2, 0.9], [0, 1]);
      case 'stand':
      case 'turn':
      case 'face-left':
      case 'face-right':
        return spot(-1, -1, [-0.5, -0.9], [-1, 0]);
    }
  }

  override pull(piece: string, from: Point, to: Point, done: boolean): boolean {
    if (piece !== this.spec.piece) return false;
    this.dragging = !done;
    const { base, course, fixed } = this;
    // Whoever takes the ghost in hand goes on from where it is.
    this.origin ??= course && this.onGhost(from, course) ? this.backToStart(from, course) : from;
    const { origin } = this;
    if (done) this.origin = null;
    const way = fixed ? course?.way : undefined;
    const next = way ? courseTo(base, way, origin, to) : fitting(base, this.spec.ways, origin, to);
    if (!next) return false;
    this.course = next;
    return true;
  }

  /** The point of the base, where it stands, that is in hand. */
  private origin: Point | null = null;

  private onGhost(point: Point, course: Course): boolean {
    const [right, ahead] = onBase(poseAfter(this.base, course), point);
    return Math.abs(right) <= this.spec.frontage / 2 && Math.abs(ahead) <= Math.max(this.spec.depth, DEEP) / 2;
  }

  /** The point of the base as it stands that the ghost has carried to here. */
  private backToStart(point: Point, course: Course): Point {
    const [right, ahead] = onBase(poseAfter(this.base, course), point);
    return onTable(this.base.pose, right, ahead);
  }

  /** A tap on the table is where the front shall come. */
  override spot(at: Point): boolean {
    const { base } = this;
    const front = onTable(base.pose, 0, base.depth / 2);
    const next = this.fixed && this.course ? courseTo(base, this.course.way, front, at) : fitting(base, this.spec.ways, front, at);
    if (!next) return false;
    this.course = next;
    return true;
  }

  override goBy(key: string): boolean {
    const way = this.spec.ways.find((one) => one.key === key);
    if (way) this.choose(way);
    return way !== undefined;
  }

  override nudge(dx: number, dy: number, fine: boolean): boolean {
    const step = fine ? this.spec.step / FINE : this.spec.step;
    const { course } = this;
    if (!course || course.way.shape === 'turn') {
      const way = this.spec.ways.find((one) => signOf(one) === (dy < 0 ? 'ahead' : dy > 0 ? 'back' : dx < 0 ? 'wheel-left' : 'wheel-right'));
      if (!way) return false;
      this.fixed = true;
      this.course = { way, length: this.clamped(way, step), bearing: 0 };
      return true;
    }
    const { way } = course;
    if (way.shape === 'slide' && dx) {
      this.setBearing(course.bearing + (dx * SWING) / (fine ? FINE : 1));
      return true;
    }
    const inwards = way.shape === 'arc' ? (way.pivot === 'left' ? -dx : dx) : 0;
    this.setLength(course.length + (inwards - dy) * step);
    return true;
  }

  override key(pressed: string): boolean {
    const way = this.spec.ways.find(({ key }) => this.letters[key] === pressed);
    if (!way) return false;
    if (this.isChosen(way)) this.setLength(this.course!.length + this.spec.step);
    else this.choose(way);
    return true;
  }

  override get newest(): string {
    return this.course ? this.course.way.label : '';
  }

  override lift(): boolean {
    if (!this.course) return false;
    this.course = null;
    this.fixed = false;
    this.origin = null;
    return true;
  }

  override restore(answer: Answer): void {
    if (!('way' in answer)) return;
    const way = this.spec.ways.find((one) => one.key === answer.way);
    if (!way) return;
    this.fixed = true;
    this.course = { way, length: way.shape === 'turn' ? 0 : this.clamped(way, answer.length), bearing: answer.bearing };
  }
}
