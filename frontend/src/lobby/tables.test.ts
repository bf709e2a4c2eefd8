import { describe, expect, it } from 'vitest';
import type { LiveTable } from './api';
import { isLeft, whoPlays } from './tables.svelte';

function table(...seats: { kind: 'person' | 'bot'; here: boolean }[]): LiveTable {
  const labels = ['Company', 'Raiders'];
  return {
    seats: seats.map((seat, i) => ({ id: labels[i], label: labels[i], pattern: 'blue', name: seat.kind === 'bot' ? null : 'Ann', ...seat })),
  } as unknown as LiveTable;
}
const bot = { kind: 'bot', here: true } as const;
const here = { kind: 'person', here: true } as const;
const away = { kind: 'person', here: false } as const;

describe('a table in a list', () => {
  it('is left where persons play and none of them is there', () => {
    expect([isLeft(table(away, bot)), isLeft(table(away, away))]).toEqual([true, true]);
    expect([isLeft(table(here, away)), isLeft(table(here, bot)), isLeft(table(bot, bot))]).toEqual([false, false, false]);
  });

  it('names who plays with the side in front', () => {
    expect(whoPlays(table(here, bot)).map((seat) => seat.name)).toEqual(['Company (Ann)', 'Raiders (bot)']);
  });
});
