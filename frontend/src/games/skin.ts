/** What a game adds to the common interface: its name, a few words, names for its interrupt windows, lessons. */

import type { SeatPattern } from '$board/types';
import type { WindowMode } from '$client/wire';
import type { Component } from 'svelte';
import type { Lesson } from './guide';

/** A first match with the guide: which one, and what it will teach. */
export interface FirstMatch {
  options: Record<string, unknown>;
  seat: string;
  text: string;
}

/** A game played with cards: how one is drawn and called. */
export interface CardSkin {
  /** `face` null: its back. `label` is read aloud instead of its name, "-" nothing. `small`: for a strip. */
  Card: Component<{ face: string | null; pattern: SeatPattern; label?: string; small?: boolean }>;
  name(face: string): string;
  /** When cards come to the hand, for who holds none: a sentence. */
  coming: string;
  /** The cards in a discard pile that bring something about when there are so many of them. */
  counted: { is(face: string): boolean; what: string; most: number; rule: string };
  /** What a test of this rule is about, where its name does not say it: a few words; empty: it does. */
  stake(rule: string): string;
  /** Silhouette between the two sides of a test of this rule; null: none. */
  sign(rule: string): string | null;
}

export interface Skin {
  title: string;
  /** Silhouette (icons.svg) that stands for the game. */
  icon: string;
  first: FirstMatch | null;
  /** Names of the rules' chapters, by the part of an id that follows the game. */
  chapters: Record<string, string>;
  /** What the guide tells at a first match, in the order of importance. */
  lessons: readonly Lesson[];
  /** The rule that says how a match ends and who has won; empty: there is none to show. */
  ending: string;
  /** What the bar on a piece counts. */
  bar: string;
  /** `full`: in words for who does not know it yet. */
  unit: { one: string; many: string; full?: string };
  /** What the game calls a round of its own. */
  round: { one: string; many: string };
  /** What Undo would take back, by the kind of the log's line: "Ask to undo the move". */
  deeds: Record<string, string>;
  /** The windows of which a seat can say how often it is asked, by their ids. */
  windows: Record<string, WindowWords>;
  /** Null where no cards are played. */
  cards: CardSkin | null;
}

/** What a window is called and what can be chosen for it, where that is not the usual three. */
export interface WindowWords {
  name: string;
  modes?: Partial<Record<WindowMode, string>>;
}

/** The words of a window whose frequency a seat can choose; null for one that is always offered. */
export function windowWords(skin: Skin, id: string): WindowWords | null {
  return skin.windows[id] ?? null;
}
