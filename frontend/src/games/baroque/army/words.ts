/** What stands in lists and on the printed page about a unit. */
import { signed } from '$ui/words';
import type { Limit, Printed } from './types';

const WEAPONS: Record<string, string> = {
  pike: 'Pike',
  musket: 'Musket',
  arquebus: 'Arquebus',
  bow: 'Bow',
  pistol_carbine: 'Pistol/Carbine',
  point_blank_pistol: 'Point-blank pistol',
  lance: 'Lance',
  art_a: 'Art A',
  art_b: 'Art B',
  art_c: 'Art C',
  art_d: 'Art D',
  art_e: 'Art E',
};
const PACES = { slow: 'S', normal: '', fast: 'F' } as const;

/** "Iron Officers" of "iron_officers". */
export const traitName = (trait: string): string =>
  trait
    .split('_')
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join(' ');

export const moveOf = (unit: Pick<Printed, 'move' | 'pace'>): string => `${unit.move}${PACES[unit.pace]}`;

/** What the short words of rows and of the printed page mean. */
export const LEGEND =
  'M: movement in base widths (BU), S slow, F fast. VBU: battle value. I: impetus, dice more in a charge. D or A, B, C: discipline, tests on 3, 4 or 5 and more. VD: what a unit is worth to its army; VDT: what the army is worth. SM, MM: dice more or less in shooting and in melee.';

/** The battle value at which a unit is Exhausted: less than half of what is printed. */
export const exhaustedAt = ({ vbu }: Pick<Printed, 'vbu'>): number => Math.floor((vbu - 1) / 2);

/** "P&M, M 1, VBU 6, I 2, D B". */
export const numbersOf = (unit: Printed): string => `${unit.type}, M ${moveOf(unit)}, VBU ${unit.vbu}, I ${unit.impetus}, D ${unit.discipline}`;

/** As short as a row of a list: what moves as most do says nothing of it, and twins say how they differ. */
export function shortOf(unit: Printed, beside: readonly Printed[]): string {
  const twin = beside.some((other) => other !== unit && other.name === unit.name && other.type === unit.type);
  return [
    unit.type,
    ...(unit.pace === 'normal' ? [] : [`M ${moveOf(unit)}`]),
    `VBU ${unit.vbu}`,
    `I ${unit.impetus}`,
    unit.discipline,
    ...(twin ? notesOf(unit) : []),
  ].join(', ');
}

/** Weapons, modifiers and traits; what a weapon's row says of itself is not repeated. */
export function notesOf(unit: Printed): string[] {
  return [
    ...unit.weapons.map((weapon) => WEAPONS[weapon] ?? traitName(weapon)),
    ...(unit.sm ? [`SM ${signed(unit.sm)}`] : []),
    ...(unit.massed ? ['Massed'] : []),
    ...(unit.mm ? [`MM ${signed(unit.mm)}`] : []),
    ...unit.traits.map(traitName),
  ];
}

/** "2 to 10", "at most 3", "1". */
export function between({ least, most }: Pick<Limit, 'least' | 'most'>): string {
  return least === most ? `${least}` : `${least} to ${most}`;
}

const ICONS: Record<string, string> = {
  'P&M': 'pikeman',
  ETE: 'pikeman',
  LTE: 'pikeman',
  PK: 'spears',
  WB: 'spears',
  ART: 'cannon',
  GA: 'crossed-sabres',
  TR: 'saber-and-pistol',
  RE: 'saber-and-pistol',
  'H&M': 'saber-and-pistol',
  SP: 'horse-head',
  CL: 'horse-head',
};

/** Its silhouette on the board. */
export function iconOf(unit: Pick<Printed, 'type' | 'weapons'>): string {
  return unit.weapons.includes('lance') ? 'mounted-knight' : (ICONS[unit.type] ?? 'musket');
}
