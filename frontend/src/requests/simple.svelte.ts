/** The four kinds that need little: numbers in slots, one number, an order, yes or no. */

import type { AllocateSpec, Answer, ArrangeSpec, ConfirmSpec, NumberSpec, Odds } from '$client/wire';
import { BaseDraft, verb } from './draft';

export class AllocateDraft extends BaseDraft {
  readonly kind = 'allocate';
  counts = $state.raw<Record<string, number>>({});

  constructor(readonly spec: AllocateSpec) {
    super();
  }

  readonly used = $derived.by(() =>
    this.spec.slots.reduce((sum, slot) => sum + this.count(slot.key) * (slot.cost ?? 1), 0),
  );
  readonly left = $derived.by(() => this.spec.total - this.used);

  count(slot: string): number {
    return this.counts[slot] ?? 0;
  }

  most(slot: string): number {
    const found = this.spec.slots.find((one) => one.key === slot);
    if (!found) return 0;
    return Math.min(found.max, this.count(slot) + Math.floor(this.left / (found.cost ?? 1)));
  }

  /** Why no more of a slot can be had; empty where one more can. */
  barred(slot: string): string {
    const found = this.spec.slots.find((one) => one.key === slot);
    if (!found || this.count(slot) < this.most(slot)) return '';
    if (this.count(slot) >= found.max) return found.max === 1 ? 'There is only one' : `At most ${found.max}`;
    const { unit } = this.spec;
    return unit ? `${this.left} left, ${found.cost ?? 1} needed` : `${this.left} left`;
  }

  /** What is spent of a price, in one line. */
  get spent(): string {
    const { unit, total } = this.spec;
    return unit ? `${unit[0]!.toUpperCase()}${unit.slice(1)}: ${this.used} of ${total}, ${this.left} left` : '';
  }

  set(slot: string, count: number): void {
    const value = Math.max(0, Math.min(this.most(slot), Math.round(count) || 0));
    this.counts = { ...this.counts, [slot]: value };
  }

  override get answer(): Answer | null {
    if (this.spec.unit && !this.used) return null;
    if (this.left < 0 || (this.spec.exact && this.left !== 0)) return null;
    return { slots: Object.fromEntries(this.spec.slots.map((slot) => [slot.key, this.count(slot.key)])) };
  }
  override get label(): string {
    return this.spec.unit ? 'Choose these' : 'Allocate';
  }
  override get lacks(): string {
    return this.hint;
  }
  override get hint(): string {
    if (this.spec.unit) return this.used ? '' : 'Choose somebody';
    if (this.left === 0) return 'All are allocated';
    return this.spec.exact ? `${this.left} still to allocate` : `${this.left} left; you may keep some`;
  }
  override restore(answer: Answer): void {
    if ('slots' in answer) for (const [slot, count] of Object.entries(answer.slots)) this.set(slot, count);
  }
  override lift(): boolean {
    if (!this.used) return false;
    this.counts = {};
    return true;
  }
}

export class NumberDraft extends BaseDraft {
  readonly kind = 'number';
  value = $state(0);

  constructor(readonly spec: NumberSpec) {
    super();
    this.value = spec.min;
  }

  /** How a number is written. */
  shown(value: number): string {
    return String(value);
  }

  set(value: number): void {
    this.value = Math.max(this.spec.min, Math.min(this.spec.max, Math.round(value) || 0));
  }

  override get answer(): Answer | null {
    return { value: this.value };
  }
  override get label(): string {
    return `${verb(this.spec.label, 'Say')}: ${this.value}`;
  }
  override get hint(): string {
    return `From ${this.spec.min} to ${this.spec.max}`;
  }
  override key(pressed: string): boolean {
    if (!/^[0-9]$/.test(pressed)) return false;
    const digit = Number(pressed);
    if (digit < this.spec.min || digit > this.spec.max) return false;
    this.value = digit;
    return true;
  }
}

export class ArrangeDraft extends BaseDraft {
  readonly kind = 'arrange';
  order = $state.raw<string[]>([]);

  constructor(readonly spec: ArrangeSpec) {
    super();
    this.order = spec.items.map((item) => item.key);
  }

  labelOf(key: string): string {
    return this.spec.items.find((item) => item.key === key)?.label ?? key;
  }

  move(from: number, to: number): void {
    const target = Math.max(0, Math.min(this.order.length - 1, to));
    const order = [...this.order];
    const [taken] = order.splice(from, 1);
    if (taken === undefined) return;
    order.splice(target, 0, taken);
    this.order = order;
  }

  override get answer(): Answer | null {
    return { order: this.order };
  }
  override get label(): string {
    return verb(this.spec.label, 'Keep this order');
  }
  override get hint(): string {
    return 'Drag, or move with the arrow keys';
  }
  override lift(): boolean {
    const first = this.spec.items.map((item) => item.key);
    if (first.every((key, index) => key === this.order[index])) return false;
    this.order = first;
    return true;
  }
}

export class ConfirmDraft extends BaseDraft {
  readonly kind = 'confirm';

  constructor(readonly spec: ConfirmSpec) {
    super();
  }

  override get answer(): Answer | null {
    return { yes: true };
  }
  override get label(): string {
    return this.spec.yes || 'Yes';
  }
  override get odds(): Odds | null {
    return this.spec.odds;
  }
  override get hint(): string {
    return '';
  }
}
