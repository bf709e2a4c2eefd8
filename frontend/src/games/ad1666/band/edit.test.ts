import { describe, expect, it } from 'vitest';
import * as edit from './edit';
import type { Catalogue, Roster } from './types';

const catalogue = {
  characters: {
    zagloba: { id: 'zagloba', kind: 'zagloba', seat: '', copied: '', name: 'Zagloba', faction: 'poland', weapons: ['sabre'], armour: [] },
    dragoon: { id: 'dragoon', name: 'Dragoon', faction: 'poland', copied: '', weapons: ['sabre', 'musket'], armour: ['buff-coat'] },
  },
  weapons: { sabre: { key: 'sabre', copied: '', label: 'Sabre', skill: 'cutting', damage: {}, bands: [] }, musket: { label: 'Musket' } },
  armour: { 'buff-coat': { label: 'Buff coat', guards: {} } },
} as unknown as Catalogue;
const SIZE = { gold: 135, heroes: 2, connections: 0, scenarios: [] };

function band(members: string): Roster {
  return members.split(' ').filter(Boolean).reduce(edit.add, edit.emptyBand('poland', SIZE));
}

describe('a band', () => {
  it('keeps those of one card together, and gives the last of them up first', () => {
    const all = band('dragoon zagloba dragoon');
    expect(all.members).toEqual(['dragoon', 'dragoon', 'zagloba']);
    expect(edit.takeOut(all, 'dragoon').members).toEqual(['dragoon', 'zagloba']);
    expect(edit.takeOut(all, 'thief')).toBe(all);
    expect(edit.countOf(all, 'dragoon')).toBe(2);
  });

  it('takes neutrals and its own faction, however that is written', () => {
    expect([edit.mayJoin(band(''), 'Poland'), edit.mayJoin(band(''), 'neutral'), edit.mayJoin(band(''), 'france')]).toEqual([true, true, false]);
  });
});

describe('a card of ones own', () => {
  it('takes the place of the shipped one in the band, with nothing that only the server writes', () => {
    const { roster, key } = edit.copy(band('dragoon dragoon zagloba'), catalogue, { part: 'characters', key: 'dragoon' });
    expect(key).toBe('own-dragoon');
    expect(roster.members).toEqual(['own-dragoon', 'own-dragoon', 'zagloba']);
    expect(roster.characters[key]).toMatchObject({ copied: 'dragoon', name: 'Dragoon', weapons: ['sabre', 'musket'] });
    expect(roster.characters[key]).not.toHaveProperty('id');
  });

  it('is copied once more beside the first, still after the shipped one', () => {
    const first = edit.copy(band('dragoon'), catalogue, { part: 'characters', key: 'dragoon' });
    const second = edit.copy(first.roster, catalogue, { part: 'characters', key: first.key });
    expect(second.key).toBe('own-dragoon-2');
    expect(second.roster.characters[second.key]!.copied).toBe('dragoon');
    expect(second.roster.members).toEqual(['own-dragoon']);
  });

  it('goes from the shipped hand to the own one only where the bearer is ones own', () => {
    const own = edit.copy(band('dragoon'), catalogue, { part: 'characters', key: 'dragoon' });
    const armed = edit.copy(own.roster, catalogue, { part: 'weapons', key: 'sabre' }, own.key);
    expect(armed.roster.characters[own.key]!.weapons).toEqual(['own-sabre', 'musket']);
    const idle = edit.copy(band('zagloba'), catalogue, { part: 'weapons', key: 'sabre' }, 'zagloba');
    expect(Object.keys(idle.roster.weapons)).toEqual(['own-sabre']);
    expect(idle.roster.characters).toEqual({});
  });

  it('thrown away leaves the shipped one in its place', () => {
    const own = edit.copy(band('dragoon zagloba'), catalogue, { part: 'characters', key: 'dragoon' });
    const armed = edit.copy(own.roster, catalogue, { part: 'weapons', key: 'sabre' }, own.key);
    const disarmed = edit.discard(armed.roster, 'weapons', armed.key);
    expect(disarmed.weapons).toEqual({});
    expect(disarmed.characters[own.key]!.weapons).toEqual(['sabre', 'musket']);
    const back = edit.discard(disarmed, 'characters', own.key);
    expect([back.members, back.characters]).toEqual([['dragoon', 'zagloba'], {}]);
  });

  it('has a key that no other has, however long the name', () => {
    const taken = { 'own-sabre': 1, 'own-sabre-2': 1 };
    expect(edit.freshKey(taken, 'sabre')).toBe('own-sabre-3');
    expect(edit.freshKey({}, 'x'.repeat(60))).toMatch(/^own-[a-z0-9][a-z0-9-]{0,30}$/);
  });
});
