/** What can be found in the palette: what can be done now, figures, rules, pages. */

import { goto } from '$app/navigation';
import { rulebook, shortRule } from '$client/rules';
import { ChooseDraft } from '$requests/choose.svelte';
import { passKey } from '$requests/draft';
import { ManoeuvreDraft } from '$requests/manoeuvre.svelte';
import { theme } from '$ui/theme.svelte';
import type { TableState } from './table.svelte';

export interface Command {
  group: string;
  label: string;
  key?: string;
  run: () => unknown;
}

export interface Camera {
  fit(): void;
  zoomIn(): void;
  zoomOut(): void;
  show(what: string, always?: boolean): void;
}

export function commandsFor(table: TableState, camera: Camera | undefined): Command[] {
  const { desk, view } = table;
  const commands: Command[] = [];
  const { draft, request } = desk;
  if (draft instanceof ChooseDraft) {
    for (const option of draft.spec.options) {
      const key = draft.digit(option.key);
      commands.push({ group: option.group || 'Option', label: option.label, ...(key ? { key } : {}), run: () => draft.pick(option.key) });
    }
  }
  const moving = draft instanceof ChooseDraft ? draft.child : draft;
  if (moving instanceof ManoeuvreDraft) commands.push(...waysOf(moving));
  if (draft && desk.mayCommit && !draft.hold) {
    commands.push({ group: 'Decide', label: draft.label, key: 'Enter', run: () => desk.commit() });
  }
  if (request?.pass) commands.push({ group: 'Decide', label: request.pass.label, key: passKey(request.pass.label), run: () => desk.pass() });
  if (!desk.undoBarred) {
    commands.push({ group: 'Decide', label: desk.asksFirst ? 'Ask to undo' : 'Undo', key: 'U', run: () => desk.undo() });
  }
  for (const piece of Object.values(view?.pieces ?? {})) {
    if (!piece.at && !piece.pose) continue;
    commands.push({
      group: view?.seats[piece.seat]?.label ?? 'Figure',
      label: piece.name,
      run: () => {
        table.chosen = piece.id;
        camera?.show(piece.id, true);
      },
    });
  }
  if (table.measurable) {
    commands.push({ group: 'Table', label: 'Measure', key: 'M', run: () => table.use('measure') });
    commands.push({ group: 'Table', label: table.open ? 'Lines of fire' : 'Sight line', key: 'L', run: () => table.use('sight') });
  }
  if (table.ringed) commands.push({ group: 'Table', label: table.rings ? 'Ranges of the selected alone' : 'All ranges', key: 'R', run: () => (table.rings = !table.rings) });
  if (table.zoned) commands.push({ group: 'Table', label: table.zones ? `Hide the ${table.zoneWord}` : table.zoneWord, key: 'Z', run: () => table.toggleZones() });
  if (table.skin.cards) commands.push({ group: 'Table', label: 'Decks and discard piles', run: () => (table.dialog = 'piles') });
  commands.push(
    { group: 'Table', label: 'Nearer', key: '+', run: () => camera?.zoomIn() },
    { group: 'Table', label: 'Farther', key: '-', run: () => camera?.zoomOut() },
    { group: 'Table', label: 'Show the whole table', key: '0', run: () => camera?.fit() },
    { group: 'Look', label: 'Light', run: () => theme.choose('light') },
    { group: 'Look', label: 'Dark', run: () => theme.choose('dark') },
    { group: 'Look', label: 'As the system says', run: () => theme.choose('system') },
    { group: 'Help', label: 'All keys', key: '?', run: () => (table.dialog = 'keys') },
    { group: 'Help', label: 'Menu: what wins, people, preferences, resign', run: () => (table.dialog = 'menu') },
  );
  return commands;
}

function waysOf(draft: ManoeuvreDraft): Command[] {
  return draft.spec.ways.map((way) => {
    const key = draft.letters[way.key]?.toUpperCase();
    return { group: 'Way', label: way.label, ...(key ? { key } : {}), run: () => draft.choose(way) };
  });
}

/** Where else one can go. */
export const PAGES: readonly Command[] = [
  { group: 'Leave the table', label: 'Home', run: () => goto('/') },
  { group: 'Leave the table', label: 'Watch other tables', run: () => goto('/watch') },
  { group: 'Leave the table', label: 'A new match', run: () => goto('/new') },
];

/** The rules of the game; each opens beside the table. */
export async function rulesFor(ruleset: string): Promise<Command[]> {
  const rules = await rulebook.all(ruleset);
  return rules.map(({ id, title }) => ({
    group: `Rule ${shortRule(id, ruleset)}`,
    label: title,
    run: () => window.open(`/rules/${ruleset}#${encodeURIComponent(id)}`, '_blank', 'noopener'),
  }));
}
