/** The builder of Baroque's armies, for the pages of rosters. */
import type { RosterDesk } from '$client/roster.svelte';
import type { Builder } from '../../builders';
import ArmyBuilder from './ArmyBuilder.svelte';
import ArmyHead from './ArmyHead.svelte';
import { Drill } from './drill.svelte';
import { emptyRoster } from './edit';
import type { Catalogue, Roster } from './types';

export const armyBuilder: Builder = {
  offers(body) {
    const { lists, budgets, usual, ready } = body as Catalogue;
    return { lists: lists.map(({ key, title, war }) => ({ key, title, group: war })), sizes: budgets, usual, ready };
  },
  fresh(body, { list, points, ready }) {
    const catalogue = body as Catalogue;
    const found = catalogue.ready.find((one) => one.key === ready);
    if (found) return { name: found.title, roster: found.roster };
    const of = catalogue.lists.find((one) => one.key === list);
    if (!of) throw new Error('There is no army list of that name. Choose one from the page of armies.');
    return { name: `My ${of.title}`.slice(0, 60), roster: emptyRoster(catalogue, of, points || catalogue.usual) };
  },
  state: (desk, catalogue) => new Drill(desk as RosterDesk<Roster>, catalogue as Catalogue),
  undo: (state) => (state as Drill).undo(),
  Head: ArmyHead,
  Body: ArmyBuilder,
};
