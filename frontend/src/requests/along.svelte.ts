/** A length along another's announced movement: its ghost is led along the way, and the number is where it is. */

import type { Overlay } from '$board/types';
import type { Answer, NumberSpec, Point, Pose } from '$client/wire';
import { lengthNear, onBase, onTable, poseAt } from './bases';
import { verb, type DraftContext } from './draft';
import { NumberDraft } from './simple.svelte';

const FINE = 5;

export class AlongDraft extends NumberDraft {
  private readonly poses: NonNullable<NumberSpec['along']>['poses'];
  private readonly mover: string;
  /** Where on the mover the hand took hold: to its right, to its front. */
  private grip: Point | null = null;

  constructor(
    spec: NumberSpec,
    private readonly context: DraftContext,
  ) {
    super(spec);
    this.poses = spec.along?.poses ?? [];
    this.mover = spec.along?.piece ?? '';
    this.value = spec.max;
  }

  override get onBoard(): boolean {
    return true;
  }

  get pose(): Pose {
    return poseAt(this.poses, this.value);
  }

  /** The number in the game's measure. */
  override shown(value: number): string {
    return this.context.length(value);
  }

  override get label(): string {
    return `${verb(this.spec.label, 'Here')}: ${this.shown(this.value)}`;
  }

  override get hint(): string {
    return 'Lead it along its way, or use the arrow keys';
  }

  override get overlay(): Overlay {
    const { pose } = this;
    const label = `${this.context.piece(this.mover)?.name ?? ''} at ${this.shown(this.value)} of ${this.shown(this.spec.max)}`;
    const all = this.poses.map(([, x, y]): Point => [x, y]);
    return {
      open: {
        ghosts: [{ piece: this.mover, pose, tag: this.shown(this.value) }],
        course: { reach: [], swept: [], trail: all, marks: [], label },
        cursor: { at: [pose[0], pose[1]], label },
      },
      draggable: [this.mover],
    };
  }

  override pull(piece: string, from: Point, to: Point, done: boolean): boolean {
    if (piece !== this.mover) return false;
    this.grip ??= onBase(this.pose, from);
    const [right, ahead] = this.grip;
    const at = onTable([to[0], to[1], this.pose[2]], -right, -ahead);
    this.set(lengthNear(this.poses, at));
    if (done) this.grip = null;
    return true;
  }

  override spot(at: Point): boolean {
    this.set(lengthNear(this.poses, at));
    return true;
  }

  /** Up and right go on along the way. */
  override nudge(dx: number, dy: number, fine: boolean): boolean {
    this.set(this.value + (dx - dy) * (fine ? Math.max(1, this.spec.step / FINE) : this.spec.step));
    return true;
  }

  override restore(answer: Answer): void {
    if ('value' in answer) this.set(answer.value);
  }

  /** Digits are no lengths. */
  override key(_pressed: string): boolean {
    return false;
  }
}
