/** The games whose rosters can be built here, each with its own builder. */
import type { RosterDesk, Start } from '$client/roster.svelte';
import type { Component } from 'svelte';

/** What was chosen on the page of rosters: a list and a size, or something ready. */
export interface Wish {
  list: string;
  points: number;
  ready: string;
}

/** What one can begin with. */
export interface Offers {
  lists: { key: string; title: string; group: string }[];
  /** In the game's points. */
  sizes: number[];
  usual: number;
  ready: { key: string; title: string; list: string; points: number }[];
}

/** A game's builder. What it keeps of the catalogue, its rosters and its own state are its own business. */
export interface Builder {
  offers(catalogue: unknown): Offers;
  /** A roster to begin with; throws an Error with a sentence. */
  fresh(catalogue: unknown, wish: Wish): Start<unknown>;
  state(desk: RosterDesk<unknown>, catalogue: unknown): unknown;
  undo(state: unknown): void;
  /** Beside the roster's name. */
  Head: Component<{ drill: never }>;
  Body: Component<{ drill: never }>;
}

/** Fetched when somebody builds: other pages have no use for them. */
const BUILDERS: Record<string, () => Promise<Builder>> = {
  baroque: async () => (await import('./baroque/army')).armyBuilder,
  ad1666: async () => (await import('./ad1666/band')).bandBuilder,
};

/** Rosters in a game's words: "army", "armies", what one pays with, and what one has without. */
export interface RosterWords {
  one: string;
  many: string;
  points: string;
  ready: string;
}

const ARMIES: RosterWords = { one: 'army', many: 'armies', points: 'points', ready: 'What the game has ready' };
const WORDS: Record<string, RosterWords> = {
  ad1666: { one: 'band', many: 'bands', points: 'Gold', ready: "The scenario's own band" },
};

export const wordsOf = (ruleset: string): RosterWords => WORDS[ruleset] ?? ARMIES;

export const hasBuilder = (ruleset: string): boolean => ruleset in BUILDERS;

/** A game's builder; null where it has none. */
export async function builderOf(ruleset: string): Promise<Builder | null> {
  return (await BUILDERS[ruleset]?.()) ?? null;
}
