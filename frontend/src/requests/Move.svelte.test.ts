import type { MoveSpec, PieceView } from '$client/wire';
import { render, screen } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import type { DraftContext } from './draft';
import Move from './Move.svelte';
import { MoveDraft } from './move.svelte';
import { readPreview } from './preview';
import type { Surroundings } from './surroundings';

const walk: MoveSpec = {
  kind: 'move', piece: 'pike', from: [0, 0], budget: 4, straight: false, label: 'Walk',
  reach: [{ to: [1, 0], cost: 1, via: null, provokes: [], notes: [], stop: true }],
};
const context: DraftContext = { subject: 'pike', length: String, piece: (id) => ({ id, name: id, shape: { kind: 'square', size: 1 } }) as PieceView };
const around: Surroundings = {
  ruleset: 'newworld', unit: { one: 'pace', many: 'paces' }, deeds: {}, narrow: false, length: String, pointAt: () => null, piece: () => undefined, pattern: () => 'plain' as never,
};
const refused = (text: string): ReturnType<typeof readPreview> => readPreview({ refused: { code: 'bad_answer', text } });

it('asks for a square while none is meant, whatever is said of the act without one', () => {
  render(Move, { props: { draft: new MoveDraft(walk, context), preview: refused('It needs more.'), around } });
  expect(screen.queryByText('It needs more.')).toBeNull();
  expect(screen.getByText(/^Up to 4 paces\. Point at a square on the table/)).toBeTruthy();
});

it('says why a move cannot end on the square that is meant', () => {
  const draft = new MoveDraft(walk, context);
  draft.cursor([5, 5]);
  render(Move, { props: { draft, preview: refused('That square is too far.'), around } });
  expect(screen.getByText('That square is too far.')).toBeTruthy();
});
