/** The army on the desk as its builder sees it: what is selected, what every unit is, and the deeds of the pages' parts. */
import type { RosterDesk } from '$client/roster.svelte';
import type { RosterFault } from '$client/rosters';
import * as edit from './edit';
import type { ArmyList, Catalogue, Detail, Limit, Option, Place, Printed, Roster, RosterUnit, Row } from './types';

export class Drill {
  readonly desk: RosterDesk<Roster>;
  readonly catalogue: Catalogue;
  /** The unit whose options are shown; null: the command's own fields are. */
  selected = $state.raw<Place | null>(null);
  /** Which command new units join. */
  command = $state(0);
  /** For those who do not see what moved. */
  told = $state('');

  /** What the units of the last report are with their options, by the units themselves. */
  readonly #facts = $derived.by(() => {
    const found = new Map<RosterUnit, Printed>();
    const checked = this.desk.checked;
    for (const unit of this.detail?.units ?? []) {
      const of = checked && edit.unitAt(checked, unit);
      if (of) found.set(of, unit);
    }
    return found;
  });

  constructor(desk: RosterDesk<Roster>, catalogue: Catalogue) {
    this.desk = desk;
    this.catalogue = catalogue;
  }

  get roster(): Roster {
    return this.desk.roster;
  }

  get list(): ArmyList {
    return this.catalogue.lists.find((list) => list.key === this.roster.army) ?? this.catalogue.lists[0]!;
  }

  get detail(): Detail | null {
    return (this.desk.report?.detail as Detail | undefined) ?? null;
  }

  get problems(): RosterFault[] {
    return this.desk.report?.problems ?? [];
  }

  get points(): number {
    return this.desk.report?.points.value ?? 0;
  }

  row(key: string): Row | null {
    for (const line of this.list.lines) {
      const row = line.units.find((unit) => unit.key === key);
      if (row) return row;
    }
    return null;
  }

  /** What a unit is: with its options as soon as the server has said so, until then as the list prints it. */
  printed(unit: RosterUnit): Printed | null {
    const found = this.#facts.get(unit);
    if (found) return found;
    const row = this.row(unit.line);
    return row && { ...row, name: unit.name || row.short || row.name };
  }

  /** What a unit costs, by its list: the base price, and what its options add. */
  price(unit: RosterUnit): { plain: number; more: number } {
    const plain = this.row(unit.line)?.points ?? 0;
    const chosen = this.list.options.filter((option) => unit.options.includes(option.key));
    const base = chosen.find((option) => option.becomes !== null)?.becomes ?? plain;
    return { plain: base, more: chosen.reduce((sum, option) => sum + option.price, 0) };
  }

  optionsOf(unit: RosterUnit): Option[] {
    return this.list.options.filter((option) => option.units.includes(unit.line));
  }

  limitOf(line: number): Limit | null {
    return this.detail?.lines.find((found) => found.line === line) ?? null;
  }

  countOf(option: string): { count: number; most: number | null; of: number } | null {
    return this.detail?.options.find((found) => found.key === option) ?? null;
  }

  label(command: number): string {
    return this.roster.commands[command]?.label || `Command ${command + 1}`;
  }

  /** His name, or the next of the list's that nobody in the army has, as at the table. */
  leader(command: number): string {
    const commands = this.roster.commands;
    const given = new Set(commands.map(({ leader }) => leader));
    const spare = this.list.leaders.filter((name) => !given.has(name));
    return commands[command]?.leader || (spare[commands.slice(0, command).filter(({ leader }) => !leader).length] ?? '');
  }

  name(unit: RosterUnit): string {
    return this.printed(unit)?.name ?? unit.line;
  }

  // ------------------------------------------------------------------ deeds
  select(place: Place | null): void {
    this.selected = place;
    if (place) this.command = place.command;
  }

  selectCommand(at: number): void {
    this.selected = null;
    this.command = at;
  }

  /** It joins the command that was chosen last; where there is no room to show its options beside, nothing is selected. */
  add(line: string, select = true): void {
    const roster = this.roster.commands.length ? this.roster : edit.addCommand(this.roster);
    const command = Math.min(this.command, roster.commands.length - 1);
    this.desk.set(edit.addUnit(roster, command, line));
    if (select) this.select({ command, unit: this.roster.commands[command]!.units.length - 1 });
    this.told = `${this.row(line)?.name ?? line} joins ${this.label(command)}.`;
  }

  remove(place: Place): void {
    const unit = edit.unitAt(this.roster, place);
    if (!unit) return;
    this.told = `${this.name(unit)} is removed.`;
    this.desk.set(edit.removeUnit(this.roster, place));
    const left = this.roster.commands[place.command]!.units.length;
    this.select(left ? { command: place.command, unit: Math.min(place.unit, left - 1) } : null);
  }

  move(from: Place, to: Place): void {
    const unit = edit.unitAt(this.roster, from);
    const done = edit.moveUnit(this.roster, from, to);
    if (!unit || done.roster === this.roster) return;
    const name = this.name(unit);
    this.desk.set(done.roster);
    this.select(done.at);
    this.told = `${name}: ${this.label(done.at.command)}, place ${done.at.unit + 1} of ${this.roster.commands[done.at.command]!.units.length}.`;
  }

  toggle(place: Place, option: string): void {
    this.desk.set(edit.toggleOption(this.roster, place, option));
  }

  addCommand(): void {
    this.desk.set(edit.addCommand(this.roster));
    this.selectCommand(this.roster.commands.length - 1);
    this.told = `${this.label(this.command)} is formed.`;
  }

  removeCommand(at: number): void {
    this.told = `${this.label(at)} is broken up.`;
    this.desk.set(edit.removeCommand(this.roster, at));
    this.selectCommand(Math.max(0, Math.min(at - 1, this.roster.commands.length - 1)));
  }

  /** Back to where one was, as far as that is still there. */
  undo(): void {
    this.desk.undo();
    const at = Math.min(this.command, Math.max(0, this.roster.commands.length - 1));
    this.command = at;
    if (!edit.unitAt(this.roster, this.selected)) this.selected = null;
    this.told = 'Taken back.';
  }

  /** Show the place of which a fault speaks. */
  show(fault: RosterFault): void {
    const [what, command, part, unit] = fault.where;
    if (what !== 'commands' || typeof command !== 'number') return;
    if (part === 'units' && typeof unit === 'number') this.select({ command, unit });
    else this.selectCommand(command);
  }
}
