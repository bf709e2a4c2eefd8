/** Bodies put down on the open table, each with its heading: one after the other, in any order; then one answer. */

import type { BodyOverlay } from '$board/open/types';
import type { Overlay } from '$board/types';
import type { Answer, Body, DeploySpec, Point, Pose } from '$client/wire';
import { headingOf, headingTo, laid, onTable } from './bases';
import { listed } from '$ui/words';
import { BaseDraft, verb } from './draft';
import type { Preview } from './preview';

const FINE = 5;
/** The handle that turns a body stands so far beyond its front, units. */
const HANDLE_OFF = 330;

export class DeployDraft extends BaseDraft {
  readonly kind = 'deploy';
  at = $state.raw<Record<string, Pose>>({});
  /** The body in hand: the next tap puts it down, keys move and turn it. */
  held = $state<string | null>(null);
  private grip: { id: string; off: Point } | null = null;

  constructor(readonly spec: DeploySpec) {
    super();
    this.held = spec.bodies[0]?.id ?? null;
  }

  readonly missing = $derived.by(() => this.spec.bodies.filter((body) => !this.at[body.id]));

  override get onBoard(): boolean {
    return true;
  }

  override get answer(): Answer | null {
    return this.missing.length ? null : { at: this.at };
  }

  override get partial(): Answer | null {
    return Object.keys(this.at).length ? { at: this.at } : null;
  }

  override get label(): string {
    return verb(this.spec.label, 'Place them');
  }

  override get lacks(): string {
    const { length } = this.missing;
    return length > 1 ? `${length} still to place` : length ? 'One still to place' : '';
  }

  override get hint(): string {
    const body = this.body(this.held);
    if (!body) return this.missing.length ? 'Choose what is placed next' : 'All are placed; choose one to move it';
    if (!this.at[body.id]) return `Tap where ${body.label} shall be`;
    return body.turns ? 'Arrow keys move it, Q and E turn it' : 'Arrow keys move it';
  }

  body(id: string | null): Body | undefined {
    return this.spec.bodies.find((body) => body.id === id);
  }

  /** Who stands where they may not, as far as the server has looked at it; empty while all is well. */
  faultIn(preview: Preview): string {
    const wrong = this.spec.bodies.filter(({ id }) => this.at[id] && preview.bodies[id]?.legal === false).map(({ label }) => label);
    return wrong.length ? `${listed(wrong)} cannot stand there` : '';
  }

  /** What was done last, for those who do not see the board. */
  get said(): string {
    const body = this.body(this.held) ?? this.body(Object.keys(this.at).at(-1) ?? null);
    return body ? `${body.label} ${this.at[body.id] ? 'placed' : 'to be placed'}. ${this.hint}.` : `${this.hint}.`;
  }

  override get overlay(): Overlay {
    const held = this.body(this.held);
    const pose = held ? this.at[held.id] : undefined;
    return {
      open: {
        areas: this.spec.areas.map((area, i) => ({ id: `area ${i}`, label: area.label, outline: area.outline, tone: 'good' })),
        bodies: Object.keys(this.at).flatMap((id) => this.drawn(id)),
        cursor: held ? { at: pose ? [pose[0], pose[1]] : this.start(held), label: this.said } : null,
        handle: held?.turns && pose ? onTable(pose, 0, frontOf(held) + HANDLE_OFF) : null,
      },
      draggable: Object.keys(this.at),
    };
  }

  private drawn(id: string): BodyOverlay[] {
    const [body, pose] = [this.body(id), this.at[id]];
    if (!body || !pose) return [];
    const front = body.turns ? { front: onTable(pose, 0, frontOf(body)) } : {};
    return [{ id, label: body.label, outline: laid(body.outline, pose), at: [pose[0], pose[1]], held: id === this.held, tone: 'plain', ...front }];
  }

  /** Where the keyboard begins with a body: where it is suggested, else in the middle of an area. */
  private start(body: Body): Point {
    const suggested = this.spec.suggested[body.id];
    if (suggested) return [suggested[0], suggested[1]];
    const outline = this.spec.areas[0]?.outline ?? [[0, 0]];
    return [mean(outline.map((at) => at[0])), mean(outline.map((at) => at[1]))];
  }

  put(id: string, at: Point): boolean {
    const body = this.body(id);
    if (!body) return false;
    const heading = this.at[id]?.[2] ?? this.spec.suggested[id]?.[2] ?? body.heading;
    // Placed last comes last, so that Escape lifts it first.
    const rest = { ...this.at };
    delete rest[id];
    this.at = { ...rest, [id]: [Math.round(at[0]), Math.round(at[1]), body.turns ? heading : body.heading] };
    this.held = id;
    return true;
  }

  override spot(at: Point): boolean {
    const { held } = this;
    const next = held && this.at[held] ? this.missing[0]?.id : held;
    return next ? this.put(next, at) : false;
  }

  override piece(id: string): boolean {
    if (!this.body(id)) return false;
    this.held = id;
    return true;
  }

  /** Dragged about the table. */
  override pull(piece: string, from: Point, to: Point, done: boolean): boolean {
    const pose = this.at[piece];
    if (!pose) return false;
    if (this.grip?.id !== piece) this.grip = { id: piece, off: [pose[0] - from[0], pose[1] - from[1]] };
    this.put(piece, [to[0] + this.grip.off[0], to[1] + this.grip.off[1]]);
    if (done) this.grip = null;
    return true;
  }

  override face(at: Point): boolean {
    const body = this.body(this.held);
    const pose = body && this.at[body.id];
    if (!body?.turns || !pose) return false;
    const heading = headingTo([pose[0], pose[1]], at);
    this.turnTo(body, Math.round(heading / body.turns) * body.turns);
    return true;
  }

  private turnTo(body: Body, heading: number): void {
    const pose = this.at[body.id];
    if (pose) this.at = { ...this.at, [body.id]: [pose[0], pose[1], headingOf(heading)] };
  }

  override nudge(dx: number, dy: number, fine: boolean): boolean {
    const body = this.body(this.held);
    if (!body) return false;
    const [x, y] = this.at[body.id] ?? this.start(body);
    const step = this.at[body.id] ? this.spec.step / (fine ? FINE : 1) : 0;
    return this.put(body.id, [x + dx * step, y + dy * step]);
  }

  override key(pressed: string): boolean {
    const held = this.body(this.held);
    if (pressed === 'a') this.auto();
    else if ((pressed === 'q' || pressed === 'e') && held?.turns && this.at[held.id]) this.turnTo(held, this.at[held.id]![2] + (pressed === 'q' ? -held.turns : held.turns));
    else {
      const body = /^[1-9]$/.test(pressed) ? this.spec.bodies[Number(pressed) - 1] : undefined;
      if (!body) return false;
      this.held = body.id;
    }
    return true;
  }

  /** All that is not placed yet goes where it is suggested; where all are placed, all of them. */
  auto(): void {
    const which = this.missing.length ? this.missing : this.spec.bodies;
    const rest = Object.fromEntries(which.flatMap(({ id }) => (this.spec.suggested[id] ? [[id, this.spec.suggested[id]]] : [])));
    this.at = { ...this.at, ...rest };
    this.held = this.missing[0]?.id ?? null;
  }

  override get newest(): string {
    return this.body(Object.keys(this.at).at(-1) ?? null)?.label ?? '';
  }

  override lift(): boolean {
    const last = Object.keys(this.at).at(-1);
    if (!last) return false;
    const rest = { ...this.at };
    delete rest[last];
    this.at = rest;
    this.held = last;
    return true;
  }

  override restore(answer: Answer): void {
    if (!('at' in answer)) return;
    const poses = Object.entries(answer.at).filter((entry): entry is [string, Pose] => entry[1].length === 3 && this.body(entry[0]) !== undefined);
    this.at = Object.fromEntries(poses);
    this.held = this.missing[0]?.id ?? null;
  }
}

const mean = (values: readonly number[]): number => Math.round(values.reduce((sum, value) => sum + value, 0) / values.length);

/** How far the front lies ahead of the centre. */
const frontOf = ({ outline }: Body): number => Math.max(0, ...outline.map(([, y]) => -y));
