/** What stands in lists and on the printed page about a card. */
import { signed } from '$ui/words';
import { LOCATIONS, SUITS, type Armour, type Catalogue, type Character, type Suit, type Weapon } from './types';

export function skillLabel(catalogue: Catalogue, key: string): string {
  const found = Object.values(catalogue.skills).flat().find((skill) => skill.key === key);
  return found?.label ?? key.slice(0, 1).toUpperCase() + key.slice(1).replaceAll('-', ' ');
}

/** "Hero, Cutting 4, Pistols 1". */
export function shortOf(catalogue: Catalogue, card: Character): string {
  const combat = [...catalogue.skills.close, ...catalogue.skills.ranged].filter(({ key }) => key in card.skills);
  const ratings = combat.map(({ key, label }) => [label, card.skills[key]!] as const).sort((a, b) => b[1] - a[1]);
  return [card.hero ? 'Hero' : 'Commoner', ...ratings.slice(0, 2).map(([label, rating]) => `${label} ${rating}`)].join(', ');
}

/** "Cutting, one hand, Superiority 2; +2 head, +1 body". */
export function weaponWords(catalogue: Catalogue, weapon: Weapon): string {
  const damage = (Object.keys(SUITS) as Suit[]).map((suit) => `${signed(weapon.damage[suit] ?? 0)} ${SUITS[suit]}`);
  return [
    skillLabel(catalogue, weapon.skill),
    weapon.hands > 1 ? 'two hands' : 'one hand',
    ...(weapon.bands.length ? [`DL ${weapon.bands.map(({ spaces, dl }) => `${dl} to ${spaces}`).join(', ')} spaces`] : [`Superiority ${weapon.superiority}`]),
    ...(weapon.reload ? [`Reload ${weapon.reload}`] : []),
    ...(weapon.uses ? [`${weapon.uses} uses`] : []),
    ...(weapon.heavy ? [`Heavy ${weapon.heavy}`] : []),
    ...(weapon.armour_piercing ? ['Armour-Piercing'] : []),
    ...(weapon.mighty_blow ? ['Mighty Blow'] : []),
    ...(weapon.parrying ? ['Parrying'] : []),
    `damage ${damage.join(', ')}`,
  ].join('; ');
}

/** "body 2, pierced 1". */
export function armourWords(armour: Armour): string {
  const guards = LOCATIONS.flatMap((place) => {
    const guard = armour.guards[place];
    return guard ? [`${place} ${guard.usual}, pierced ${guard.pierced}`] : [];
  });
  return guards.join('; ') || 'guards nothing';
}
