/** Cards, bands and the catalogue of Anno Domini 1666, as the server writes them (`rosters/tools.py`). */

export const ABILITIES = ['strength', 'agility', 'fortitude', 'intelligence', 'charisma', 'wits'] as const;
export type Ability = (typeof ABILITIES)[number];
/** The suits of the cards and the places that they hit. */
export const SUITS = { skull: 'head', heart: 'body', cup: 'hands', horseshoe: 'legs' } as const;
export type Suit = keyof typeof SUITS;
export type Location = (typeof SUITS)[Suit];
export const LOCATIONS: readonly Location[] = Object.values(SUITS);

/** A Character's card; `copied` is the key of the shipped card that one of the player's own began as. */
export interface Character {
  copied: string;
  name: string;
  icon: string;
  hero: boolean;
  unique: boolean;
  faction: string;
  alignment: string;
  gender: 'm' | 'f';
  gold: number;
  connections: number;
  crippled: number;
  death: number;
  fencing: number;
  abilities: Partial<Record<Ability, number>>;
  skills: Record<string, number>;
  traits: string[];
  weapons: string[];
  armour: string[];
  supernatural: boolean;
}

export interface Weapon {
  copied: string;
  label: string;
  skill: string;
  damage: Partial<Record<Suit, number>>;
  hands: number;
  superiority: number;
  bands: { spaces: number; dl: number }[];
  reload: number;
  quick_reload: number;
  uses: number;
  heavy: number;
  firearm: boolean;
  armour_piercing: boolean;
  mighty_blow: boolean;
  parrying: boolean;
}

export interface Armour {
  copied: string;
  label: string;
  guards: Partial<Record<Location, { usual: number; pierced: number }>>;
}

export interface Cards {
  characters: Character;
  weapons: Weapon;
  armour: Armour;
}
export type Part = keyof Cards;

export interface Roster {
  faction: string;
  gold: number;
  heroes: number;
  connections: number;
  members: string[];
  characters: Record<string, Character>;
  weapons: Record<string, Weapon>;
  armour: Record<string, Armour>;
}

/** What a number may be, what it is called, and the rule that says what it is for. */
export interface Bound {
  label: string;
  least: number;
  most: number;
  rule: string;
}

export interface Skill {
  key: string;
  label: string;
  rule: string;
}

export interface Size {
  gold: number;
  heroes: number;
  connections: number;
  scenarios: string[];
}

export interface Catalogue {
  factions: { key: string; label: string }[];
  sizes: Size[];
  characters: Record<string, Character>;
  weapons: Record<string, Weapon>;
  armour: Record<string, Armour>;
  icons: string[];
  skills: Record<'close' | 'ranged' | 'active' | 'special', Skill[]>;
  bounds: {
    character: Record<'gold' | 'connections' | 'crippled' | 'death' | 'fencing', Bound>;
    ability: Bound;
    rating: Bound;
    weapon: Record<'hands' | 'superiority' | 'heavy' | 'reload' | 'quick_reload' | 'uses', Bound>;
    damage: Bound;
    range: Bound;
    difficulty: Bound;
    guard: Bound;
  };
  most: { members: number; weapons: number; armour: number; ranges: number };
  ready: { key: string; title: string; list: string; points: number; roster: Roster }[];
}

export interface Detail {
  gold: number;
  heroes: number;
  connections: number;
  count: number;
}

/** A card by what it is and its key. */
export interface Place<P extends Part = Part> {
  part: P;
  key: string;
}
