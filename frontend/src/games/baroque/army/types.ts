/** The catalogue of army lists, rosters and reports of Baroque, as the server writes them (`armies/tools.py`). */
import type { Total } from '$client/wire';

export type Structure = 'Good' | 'Average' | 'Poor';
export type Level = 'Charismatic' | 'Expert' | 'Reliable' | 'Poor' | 'Incompetent';

/** What is printed of a unit. Sizes in units of the table, 600 to one BU. */
export interface Printed {
  name: string;
  type: string;
  move: number;
  pace: 'slow' | 'normal' | 'fast';
  vbu: number;
  impetus: number;
  discipline: string;
  vd: number;
  points: number;
  weapons: string[];
  sm: number;
  mm: number;
  massed: boolean;
  traits: string[];
  frontage: number;
  depth: number;
}

export interface Row extends Printed {
  key: string;
  /** What its units are called where the name is long; else empty. */
  short: string;
}

export interface Option {
  key: string;
  label: string;
  /** Keys of the rows that may have it. */
  units: string[];
  price: number;
  most: number | null;
  share: string | null;
  /** Points of the unit that it becomes, where the option puts other numbers in place of the printed ones. */
  becomes: number | null;
}

export interface ArmyList {
  key: string;
  title: string;
  war: string;
  sc: Structure[];
  charismatic: boolean;
  /** Names for those to whom a player gives none. */
  leaders: string[];
  lines: { line: number; units: Row[] }[];
  options: Option[];
}

export interface Ready {
  key: string;
  title: string;
  list: string;
  points: number;
  roster: Roster;
}

export interface Catalogue {
  budgets: number[];
  usual: number;
  levels: { key: Level; bonus: number; price: number }[];
  structures: { key: Structure; range: number; price: number }[];
  /** `side` in units of the table; what fortifying costs; the VBU without and with it. */
  baggage: { side: number; fortified: number; vbu: [number, number] };
  exploration: { free: number; prices: number[] };
  destiny: { most: number; price: number };
  prostitutes: { price: number; vdt: number };
  lists: ArmyList[];
  ready: Ready[];
}

export interface RosterUnit {
  line: string;
  options: string[];
  name: string;
}

export interface RosterCommand {
  label: string;
  leader: string;
  level: Level;
  cinc: boolean;
  units: RosterUnit[];
}

export interface Roster {
  army: string;
  budget: number;
  sc: Structure;
  commands: RosterCommand[];
  fortified: boolean;
  exploration: number;
  destiny: number;
  prostitutes: boolean;
}

export interface Limit {
  count: number;
  least: number;
  most: number;
}

export interface Detail {
  lines: (Limit & { line: number })[];
  options: { key: string; count: number; most: number | null; of: number }[];
  commands: { least: number; most: number; each: { points: number; vd: number }[] };
  units: (Printed & { command: number; unit: number })[];
  vdt: Total;
}

/** A unit's place in a roster: the number of its command and its own, both from 0. */
export interface Place {
  command: number;
  unit: number;
}
