/** What can be done with a roster: each deed gives a new one and leaves the old as it was. */
import type { ArmyList, Catalogue, Level, Place, Roster, RosterCommand, RosterUnit } from './types';

/** In the order in which a battle line is named. */
const LABELS = ['Centre', 'Right', 'Left', 'Reserve'];
const FIRST_LEVEL: Level = 'Reliable';

/** How many commands an army of that many points begins with. */
export function commandsFor(catalogue: Catalogue, budget: number): number {
  return budget <= Math.min(...catalogue.budgets) ? 1 : 3;
}

function freshCommand(label: string, cinc: boolean): RosterCommand {
  return { label, leader: '', level: FIRST_LEVEL, cinc, units: [] };
}

/** An army without units. */
export function emptyRoster(catalogue: Catalogue, list: ArmyList, budget: number): Roster {
  const many = commandsFor(catalogue, budget);
  return {
    army: list.key,
    budget,
    sc: list.sc.includes('Average') ? 'Average' : list.sc[0]!,
    commands: many === 1 ? [freshCommand('Army', true)] : LABELS.slice(0, many).map((label, n) => freshCommand(label, n === 0)),
    fortified: false,
    exploration: 0,
    destiny: 0,
    prostitutes: false,
  };
}

function withCommand(roster: Roster, at: number, change: (command: RosterCommand) => RosterCommand): Roster {
  return { ...roster, commands: roster.commands.map((command, n) => (n === at ? change(command) : command)) };
}

export function unitAt(roster: Roster, place: Place | null): RosterUnit | null {
  return place ? (roster.commands[place.command]?.units[place.unit] ?? null) : null;
}

export function addUnit(roster: Roster, command: number, line: string): Roster {
  return withCommand(roster, command, (c) => ({ ...c, units: [...c.units, { line, options: [], name: '' }] }));
}

export function removeUnit(roster: Roster, place: Place): Roster {
  return withCommand(roster, place.command, (c) => ({ ...c, units: c.units.filter((_, n) => n !== place.unit) }));
}

export function changeUnit(roster: Roster, place: Place, change: Partial<RosterUnit>): Roster {
  return withCommand(roster, place.command, (c) => ({
    ...c,
    units: c.units.map((unit, n) => (n === place.unit ? { ...unit, ...change } : unit)),
  }));
}

/** Take a unit out of its place and put it before the unit that stands at `to` then; beyond the last it joins at the end. */
export function moveUnit(roster: Roster, from: Place, to: Place): { roster: Roster; at: Place } {
  const unit = unitAt(roster, from);
  if (!unit || !roster.commands[to.command]) return { roster, at: from };
  const without = removeUnit(roster, from);
  const units = without.commands[to.command]!.units;
  const at = Math.max(0, Math.min(to.unit, units.length));
  const moved = withCommand(without, to.command, (c) => ({ ...c, units: [...c.units.slice(0, at), unit, ...c.units.slice(at)] }));
  return { roster: moved, at: { command: to.command, unit: at } };
}

export function toggleOption(roster: Roster, place: Place, key: string): Roster {
  const options = unitAt(roster, place)?.options ?? [];
  return changeUnit(roster, place, { options: options.includes(key) ? options.filter((k) => k !== key) : [...options, key] });
}

export function addCommand(roster: Roster): Roster {
  const taken = new Set(roster.commands.map((c) => c.label));
  const label = LABELS.find((word) => !taken.has(word)) ?? `Command ${roster.commands.length + 1}`;
  return { ...roster, commands: [...roster.commands, freshCommand(label, !roster.commands.some((c) => c.cinc))] };
}

/** Break a command up: its units join the one before it (the first's join the second); who led the army hands that on. */
export function removeCommand(roster: Roster, at: number): Roster {
  const gone = roster.commands[at];
  if (!gone || roster.commands.length < 2) return roster;
  const heir = at === 0 ? 0 : at - 1;
  const rest = roster.commands.filter((_, n) => n !== at);
  return withCommand({ ...roster, commands: rest }, heir, (c) => ({ ...c, cinc: c.cinc || gone.cinc, units: [...c.units, ...gone.units] }));
}

export function changeCommand(roster: Roster, at: number, change: Partial<Pick<RosterCommand, 'label' | 'leader' | 'level'>>): Roster {
  return withCommand(roster, at, (c) => ({ ...c, ...change }));
}

/** There is one Commander-in-Chief. */
export function appoint(roster: Roster, at: number): Roster {
  return { ...roster, commands: roster.commands.map((c, n) => ({ ...c, cinc: n === at })) };
}

/** Another size: commands without units go or come as that size begins with; what has units stays. */
export function resize(catalogue: Catalogue, roster: Roster, budget: number): Roster {
  let next: Roster = { ...roster, budget };
  const wanted = commandsFor(catalogue, budget);
  for (let n = next.commands.length - 1; n > 0 && next.commands.length > wanted; n--) {
    if (!next.commands[n]!.units.length) next = removeCommand(next, n);
  }
  while (next.commands.length < wanted) next = addCommand(next);
  return next;
}
