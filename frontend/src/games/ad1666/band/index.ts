/** The builder of bands of Anno Domini 1666, for the pages of rosters. */
import type { RosterDesk } from '$client/roster.svelte';
import type { Builder } from '../../builders';
import BandBuilder from './BandBuilder.svelte';
import BandHead from './BandHead.svelte';
import { Company } from './company.svelte';
import { emptyBand } from './edit';
import type { Catalogue, Roster } from './types';

export const bandBuilder: Builder = {
  offers(body) {
    const { factions, sizes, ready } = body as Catalogue;
    const usual = sizes.find(({ scenarios }) => scenarios.includes('Duel at the Yard')) ?? sizes[0]!;
    return {
      lists: factions.map(({ key, label }) => ({ key, title: key === 'neutral' ? 'Neutrals alone' : label, group: 'A faction and neutrals' })),
      sizes: sizes.map(({ gold }) => gold),
      usual: usual.gold,
      ready,
    };
  },
  fresh(body, { list, points, ready }) {
    const { factions, sizes, ready: bands } = body as Catalogue;
    const found = bands.find((one) => one.key === ready);
    if (found) return { name: found.title, roster: found.roster };
    const of = factions.find((one) => one.key === list);
    if (!of) throw new Error('There is no faction of that name. Choose one from the page of armies.');
    const size = sizes.find(({ gold }) => gold === points) ?? sizes[0]!;
    return { name: `My band of ${of.key === 'neutral' ? 'neutrals' : of.label}`, roster: emptyBand(of.key, size) };
  },
  state: (desk, catalogue) => new Company(desk as RosterDesk<Roster>, catalogue as Catalogue),
  undo: (state) => (state as Company).undo(),
  Head: BandHead,
  Body: BandBuilder,
};
