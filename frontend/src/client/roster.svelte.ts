/** A roster on the desk: what it is, what its rules say of it, what can be taken back, and whether it is kept. */

import { Newest } from './newest';
import { changeRoster, checkRoster, keepRoster, type RosterCheck } from './rosters';

/** Between two checks, in milliseconds. */
const GAP = 120;
const MOST_STEPS = 100;

export interface Start<R> {
  name: string;
  roster: R;
  /** Of a roster that is kept already. */
  id?: string;
  version?: number;
}

/** `R` is the game's roster; it is never changed in place. */
export class RosterDesk<R> {
  readonly ruleset: string;
  name = $state('');
  id = $state<string | null>(null);
  saving = $state(false);
  /** Why it could not be kept, in a sentence. */
  trouble = $state('');
  /** Why it could not be checked, in a sentence. */
  unchecked = $state('');
  report = $state.raw<RosterCheck | null>(null);
  /** The roster of which the report speaks. */
  checked = $state.raw<R | null>(null);

  #roster = $state.raw() as R;
  #past = $state.raw<R[]>([]);
  #kept = $state.raw<{ name: string; roster: R } | null>(null);
  #version = 0;
  #typing = '';
  #gone = false;
  readonly #newest = new Newest<R>(GAP, (roster) => void this.#check(roster));

  constructor(ruleset: string, start: Start<R>) {
    this.ruleset = ruleset;
    this.name = start.name;
    this.#roster = start.roster;
    if (start.id !== undefined && start.version !== undefined) this.#keep(start.id, start.version, start.name, start.roster);
    this.#newest.offer(start.roster);
  }

  get roster(): R {
    return this.#roster;
  }

  /** Whether something is not kept yet. */
  get dirty(): boolean {
    return !this.#kept || this.#kept.name !== this.name || this.#kept.roster !== this.#roster;
  }

  get undoable(): boolean {
    return this.#past.length > 0;
  }

  /** Put another roster in its place. Several changes of one field in a row, named by `typing`, are taken back at once. */
  set(roster: R, typing = ''): void {
    if (roster === this.#roster) return;
    if (!typing || typing !== this.#typing) this.#past = [...this.#past.slice(1 - MOST_STEPS), this.#roster];
    this.#typing = typing;
    this.#show(roster);
  }

  undo(): void {
    const before = this.#past[this.#past.length - 1];
    if (before === undefined) return;
    this.#past = this.#past.slice(0, -1);
    this.#typing = '';
    this.#show(before);
  }

  /** Keep it as it is; false where it could not be, then `trouble` says why. */
  async save(): Promise<boolean> {
    const [name, roster, id] = [this.name, this.#roster, this.id];
    this.saving = true;
    this.trouble = '';
    try {
      const saved = id === null ? await keepRoster(this.ruleset, name, roster) : await changeRoster(id, this.#version, name, roster);
      // The server may have cleaned the name; what was typed meanwhile stays.
      if (this.name === name) this.name = saved.name;
      this.#keep(saved.id, saved.version, saved.name, roster);
      return true;
    } catch (error) {
      this.trouble = error instanceof Error ? error.message : String(error);
      return false;
    } finally {
      this.saving = false;
    }
  }

  /** Nobody looks at it any more. */
  leave(): void {
    this.#gone = true;
    this.#newest.cancel();
  }

  #keep(id: string, version: number, name: string, roster: R): void {
    this.id = id;
    this.#version = version;
    this.#kept = { name, roster };
  }

  #show(roster: R): void {
    this.#roster = roster;
    this.#newest.offer(roster);
  }

  async #check(roster: R): Promise<void> {
    try {
      const report = await checkRoster(this.ruleset, roster);
      if (this.#gone || roster !== this.#roster) return;
      this.report = report;
      this.checked = roster;
      this.unchecked = '';
    } catch (error) {
      if (!this.#gone && roster === this.#roster) this.unchecked = error instanceof Error ? error.message : String(error);
    }
  }
}
