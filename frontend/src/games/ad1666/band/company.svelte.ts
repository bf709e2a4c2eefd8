/** The band on the desk as its builder sees it: the cards, what is open, and the deeds of the page's parts. */
import type { RosterDesk } from '$client/roster.svelte';
import type { RosterFault } from '$client/rosters';
import * as edit from './edit';
import type { Cards, Catalogue, Detail, Part, Place, Roster, Size } from './types';

/** A card that is open; `bearer` is the Character of one's own from whose card one came. */
export interface Opened extends Place {
  bearer: string;
}

export class Company {
  readonly desk: RosterDesk<Roster>;
  readonly catalogue: Catalogue;
  /** The open cards, the last one on top: from somebody's card one comes to what is carried, and back. */
  opened = $state.raw<Opened[]>([]);
  /** For those who do not see what moved. */
  told = $state('');

  constructor(desk: RosterDesk<Roster>, catalogue: Catalogue) {
    this.desk = desk;
    this.catalogue = catalogue;
  }

  get roster(): Roster {
    return this.desk.roster;
  }

  get detail(): Detail {
    return (this.desk.report?.detail as Detail | undefined) ?? { gold: 0, heroes: 0, connections: 0, count: 0 };
  }

  get problems(): RosterFault[] {
    return this.desk.report?.problems ?? [];
  }

  get top(): Opened | null {
    return this.opened[this.opened.length - 1] ?? null;
  }

  card<P extends Part>(part: P, key: string): Cards[P] | null {
    return ((this.roster[part][key] ?? this.catalogue[part][key]) as Cards[P] | undefined) ?? null;
  }

  name(part: Part, key: string): string {
    const card = this.card(part, key);
    if (!card) return key;
    return ('name' in card ? card.name : card.label) || 'Nameless';
  }

  /** All cards of a kind that can be chosen, one's own first. */
  all<P extends Part>(part: P): [string, Cards[P]][] {
    return [...Object.entries(this.roster[part]), ...Object.entries(this.catalogue[part])] as [string, Cards[P]][];
  }

  /** The factions that a band may be of: those of the game, of one's own cards, and its own. */
  get factions(): { key: string; label: string }[] {
    const found = new Map(this.catalogue.factions.map(({ key, label }) => [label, key]));
    for (const key of [this.roster.faction, ...Object.values(this.roster.characters).map((card) => card.faction)]) {
      const label = edit.factionLabel(key);
      if (key && !found.has(label)) found.set(label, key);
    }
    return [...found].map(([label, key]) => ({ key, label }));
  }

  /** The faults of a card or of a place on it. */
  faultsAt(...where: (string | number)[]): RosterFault[] {
    return this.problems.filter((fault) => where.every((step, n) => fault.where[n] === step));
  }

  // ------------------------------------------------------------------ deeds
  add(key: string): void {
    this.desk.set(edit.add(this.roster, key));
    this.told = `${this.name('characters', key)} joins: ${edit.countOf(this.roster, key)} of the band.`;
  }

  takeOut(key: string): void {
    this.desk.set(edit.takeOut(this.roster, key));
    this.told = `${this.name('characters', key)} leaves: ${edit.countOf(this.roster, key)} left.`;
  }

  resize({ gold, heroes, connections }: Omit<Size, 'scenarios'>): void {
    this.desk.set({ ...this.roster, gold, heroes, connections });
  }

  open(part: Part, key: string, bearer = ''): void {
    this.opened = bearer ? [...this.opened, { part, key, bearer }] : [{ part, key, bearer }];
  }

  back(): void {
    this.opened = this.opened.slice(0, -1);
  }

  close(): void {
    this.opened = [];
  }

  /** A copy of the open card takes its place, on the desk and on the page. */
  copy(): void {
    const top = this.top;
    if (!top) return;
    const name = this.name(top.part, top.key);
    const done = edit.copy(this.roster, this.catalogue, top, top.bearer);
    this.desk.set(done.roster);
    this.opened = [...this.opened.slice(0, -1), { ...top, key: done.key }];
    this.told = `${name} is a card of your own now.`;
  }

  discard(): void {
    const top = this.top;
    if (!top) return;
    this.told = `Your own card ${this.name(top.part, top.key)} is thrown away.`;
    this.desk.set(edit.discard(this.roster, top.part, top.key));
    this.back();
  }

  /** Change fields of a card of one's own; `typing` names the field, so that one undo takes back all of its letters. */
  change<P extends Part>(part: P, key: string, change: Partial<Cards[P]>, typing: string): void {
    const card = this.roster[part][key] as Cards[P] | undefined;
    if (card) this.desk.set(edit.put(this.roster, part, key, { ...card, ...change }), `${part}/${key}/${typing}`);
  }

  undo(): void {
    this.desk.undo();
    this.opened = this.opened.filter(({ part, key }) => this.card(part, key));
    this.told = 'Taken back.';
  }

  /** Open the card of which a fault speaks; false where it speaks of the band. */
  leads(fault: RosterFault): Place | null {
    const [part, key] = fault.where;
    return (part === 'characters' || part === 'weapons' || part === 'armour') && typeof key === 'string' ? { part, key } : null;
  }
}
