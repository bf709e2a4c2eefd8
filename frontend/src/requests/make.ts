import type { Spec } from '$client/wire';
import { AlongDraft } from './along.svelte';
import { ChooseDraft } from './choose.svelte';
import { DeployDraft } from './deploy.svelte';
import type { Draft, DraftContext } from './draft';
import { ManoeuvreDraft } from './manoeuvre.svelte';
import { MoveDraft } from './move.svelte';
import { PlaceDraft } from './place.svelte';
import { AllocateDraft, ArrangeDraft, ConfirmDraft, NumberDraft } from './simple.svelte';
import { aimDraft, arePlaces, placesDraft } from './spots.svelte';

/** The draft for a kind of request. The vocabulary is closed: the compiler misses a kind that is not here. */
export function makeDraft(spec: Spec, context: DraftContext): Draft {
  switch (spec.kind) {
    case 'choose':
      return arePlaces(spec) ? placesDraft(spec, context) : new ChooseDraft(spec, context);
    case 'move':
      return new MoveDraft(spec, context);
    case 'place':
      return new PlaceDraft(spec);
    case 'aim':
      return aimDraft(spec, context);
    case 'manoeuvre':
      return new ManoeuvreDraft(spec, context);
    case 'deploy':
      return new DeployDraft(spec);
    case 'allocate':
      return new AllocateDraft(spec);
    case 'number':
      return spec.along ? new AlongDraft(spec, context) : new NumberDraft(spec);
    case 'arrange':
      return new ArrangeDraft(spec);
    case 'confirm':
      return new ConfirmDraft(spec);
  }
}
