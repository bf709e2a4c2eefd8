import { describe, expect, it } from 'vitest';
import * as edit from './edit';
import type { ArmyList, Catalogue, Roster } from './types';

const catalogue = { budgets: [300, 600, 1000] } as unknown as Catalogue;
const list = { key: 'swedish', sc: ['Average', 'Good'] } as unknown as ArmyList;
const poor = { key: 'ottoman', sc: ['Poor'] } as unknown as ArmyList;

/** Commands as words: their units' lines. */
const lines = (roster: Roster): string[] => roster.commands.map((c) => c.units.map((u) => u.line).join(' '));

function army(...commands: string[]): Roster {
  let roster: Roster = { ...edit.emptyRoster(catalogue, list, 600), commands: [] };
  commands.forEach((units, n) => {
    roster = edit.addCommand(roster);
    for (const unit of units.split(' ').filter(Boolean)) roster = edit.addUnit(roster, n, unit);
  });
  return roster;
}

describe('an empty army', () => {
  it('has three commands and a Commander-in-Chief, and one command at the smallest size', () => {
    expect(edit.emptyRoster(catalogue, list, 600).commands.map((c) => [c.label, c.cinc])).toEqual([
      ['Centre', true],
      ['Right', false],
      ['Left', false],
    ]);
    expect(edit.emptyRoster(catalogue, list, 300).commands.map((c) => c.label)).toEqual(['Army']);
  });

  it('takes the Average structure where the list has it', () => {
    expect(edit.emptyRoster(catalogue, list, 600).sc).toBe('Average');
    expect(edit.emptyRoster(catalogue, poor, 600).sc).toBe('Poor');
  });
});

describe('units', () => {
  it('join, leave and change without touching the old roster', () => {
    const before = army('a b', 'c');
    const after = edit.removeUnit(edit.addUnit(before, 1, 'd'), { command: 0, unit: 0 });
    expect(lines(after)).toEqual(['b', 'c d']);
    expect(lines(before)).toEqual(['a b', 'c']);
    const named = edit.changeUnit(before, { command: 0, unit: 1 }, { name: 'Blue' });
    expect(edit.unitAt(named, { command: 0, unit: 1 })?.name).toBe('Blue');
    expect(edit.unitAt(named, null)).toBeNull();
  });

  it('move along their command and to another, and say where they are then', () => {
    const roster = army('a b c', 'd');
    const along = edit.moveUnit(roster, { command: 0, unit: 0 }, { command: 0, unit: 2 });
    expect([lines(along.roster), along.at]).toEqual([['b c a', 'd'], { command: 0, unit: 2 }]);
    const over = edit.moveUnit(roster, { command: 0, unit: 1 }, { command: 1, unit: 9 });
    expect([lines(over.roster), over.at]).toEqual([['a c', 'd b'], { command: 1, unit: 1 }]);
    const back = edit.moveUnit(roster, { command: 0, unit: 1 }, { command: 0, unit: -1 });
    expect([lines(back.roster), back.at]).toEqual([['b a c', 'd'], { command: 0, unit: 0 }]);
    const nowhere = edit.moveUnit(roster, { command: 0, unit: 1 }, { command: 5, unit: 0 });
    expect(nowhere).toEqual({ roster, at: { command: 0, unit: 1 } });
  });

  it('take an option and give it back', () => {
    const place = { command: 0, unit: 0 };
    const with_ = edit.toggleOption(army('a'), place, 'feared');
    expect(edit.unitAt(with_, place)?.options).toEqual(['feared']);
    expect(edit.unitAt(edit.toggleOption(with_, place, 'feared'), place)?.options).toEqual([]);
  });
});

describe('commands', () => {
  it('are named in turn and there is always one Commander-in-Chief', () => {
    const roster = army('', '', '', '', '');
    expect(roster.commands.map((c) => c.label)).toEqual(['Centre', 'Right', 'Left', 'Reserve', 'Command 5']);
    expect(roster.commands.filter((c) => c.cinc)).toHaveLength(1);
    expect(edit.appoint(roster, 2).commands.map((c) => c.cinc)).toEqual([false, false, true, false, false]);
    expect(edit.changeCommand(roster, 1, { level: 'Expert' }).commands[1]!.level).toBe('Expert');
  });

  it('that are broken up leave their units and the chief to their neighbour; the last is never broken up', () => {
    const roster = army('a', 'b', 'c');
    expect(lines(edit.removeCommand(roster, 2))).toEqual(['a', 'b c']);
    const without = edit.removeCommand(roster, 0);
    expect(lines(without)).toEqual(['b a', 'c']);
    expect(without.commands.map((c) => c.cinc)).toEqual([true, false]);
    expect(edit.removeCommand(army('a'), 0)).toEqual(army('a'));
  });

  it('come and go with the size as long as they are empty', () => {
    expect(lines(edit.resize(catalogue, army('a', '', 'b'), 300))).toEqual(['a', 'b']);
    expect(lines(edit.resize(catalogue, army('a', '', ''), 300))).toEqual(['a']);
    expect(lines(edit.resize(catalogue, army('a'), 600))).toEqual(['a', '', '']);
    expect(edit.resize(catalogue, army('a', 'b', 'c'), 1000).budget).toBe(1000);
  });
});
