/** What can be done with a band: each deed gives a new one and leaves the old as it was. */
import type { Armour, Cards, Catalogue, Character, Part, Roster, Size, Weapon } from './types';

export const NEUTRAL = 'neutral';
const OWN = 'own-';
const KEY_LENGTH = 31;

export const isOwn = (key: string): boolean => key.startsWith(OWN);

/** Factions are told apart as the server does: "poland" is "Poland". */
export const factionLabel = (key: string): string => key.slice(0, 1).toUpperCase() + key.slice(1);

export const sameFaction = (one: string, other: string): boolean => factionLabel(one) === factionLabel(other);

/** Whether a card of that faction may be in the band (setup.3). */
export const mayJoin = (roster: Roster, faction: string): boolean => sameFaction(faction, NEUTRAL) || sameFaction(faction, roster.faction);

export function emptyBand(faction: string, size: Size): Roster {
  const { gold, heroes, connections } = size;
  return { faction, gold, heroes, connections, members: [], characters: {}, weapons: {}, armour: {} };
}

export const countOf = (roster: Roster, key: string): number => roster.members.filter((member) => member === key).length;

export function add(roster: Roster, key: string): Roster {
  const last = roster.members.lastIndexOf(key);
  // Those of one card stand together.
  const at = last < 0 ? roster.members.length : last + 1;
  return { ...roster, members: [...roster.members.slice(0, at), key, ...roster.members.slice(at)] };
}

export function takeOut(roster: Roster, key: string): Roster {
  const last = roster.members.lastIndexOf(key);
  return last < 0 ? roster : { ...roster, members: roster.members.filter((_, n) => n !== last) };
}

/** A key for a card of one's own that no other has: by the shipped one that it began as. */
export function freshKey(taken: Record<string, unknown>, copied: string): string {
  const stem = `${OWN}${copied}`.slice(0, KEY_LENGTH);
  let key = stem;
  for (let n = 2; key in taken; n++) key = `${stem}-${n}`;
  return key;
}

/** Only what a card of one's own has: the server's shipped cards carry more. */
const FIELDS: { [P in Part]: readonly (keyof Cards[P])[] } = {
  characters: [
    'name', 'icon', 'hero', 'unique', 'faction', 'alignment', 'gender', 'gold', 'connections', 'crippled', 'death',
    'fencing', 'abilities', 'skills', 'traits', 'weapons', 'armour', 'supernatural',
  ],
  weapons: [
    'label', 'skill', 'damage', 'hands', 'superiority', 'bands', 'reload', 'quick_reload', 'uses', 'heavy', 'firearm',
    'armour_piercing', 'mighty_blow', 'parrying',
  ],
  armour: ['label', 'guards'],
};

function taken<P extends Part>(part: P, card: Cards[P], copied: string): Cards[P] {
  const fields = Object.fromEntries(FIELDS[part].map((field) => [field, card[field]]));
  return { ...fields, copied } as unknown as Cards[P];
}

/** Put a card of one's own into the band, or in place of the one of that key. */
export function put<P extends Part>(roster: Roster, part: P, key: string, card: Cards[P]): Roster {
  return { ...roster, [part]: { ...roster[part], [key]: card } };
}

/**
 * A copy of a card as one of one's own. A Character's takes the place of those of the band; what is carried takes that
 * of the card in the hands of `bearer`, one of one's own. A copy of one's own is a copy of the shipped one behind it.
 */
export function copy<P extends Part>(
  roster: Roster,
  catalogue: Catalogue,
  { part, key }: { part: P; key: string },
  bearer = '',
): { roster: Roster; key: string } {
  const own = roster[part][key] as Cards[P] | undefined;
  const card = own ?? (catalogue[part][key] as Cards[P]);
  const copied = own ? own.copied : key;
  const fresh = freshKey(roster[part], copied);
  let next = put(roster, part, fresh, taken(part, card, copied));
  const swap = (keys: string[]): string[] => keys.map((one) => (one === key ? fresh : one));
  if (part === 'characters' && !own) next = { ...next, members: swap(next.members) };
  const person = part === 'characters' ? undefined : next.characters[bearer];
  if (person && part !== 'characters') next = put(next, 'characters', bearer, { ...person, [part]: swap(person[part as 'weapons' | 'armour']) });
  return { roster: next, key: fresh };
}

/** Throw a card of one's own away: nobody has it any more, and whom it stood for goes back to the shipped card. */
export function discard(roster: Roster, part: Part, key: string): Roster {
  const back = roster[part][key]?.copied ?? '';
  const { [key]: _, ...rest } = roster[part] as Record<string, Character | Weapon | Armour>;
  const next = { ...roster, [part]: rest } as Roster;
  const swap = (keys: string[]): string[] => keys.map((one) => (one === key ? back : one));
  if (part === 'characters') return { ...next, members: swap(next.members) };
  const characters = Object.fromEntries(
    Object.entries(next.characters).map(([who, card]) => [who, card[part].includes(key) ? { ...card, [part]: swap(card[part]) } : card]),
  );
  return { ...next, characters };
}
