/** What a touch on the board chooses, what the next one does, and what the main button says to it. */

import { expect, test } from 'vitest';
import type { ChooseSpec, Option, PieceView } from '$client/wire';
import { ChooseDraft } from './choose.svelte';
import type { DraftContext } from './draft';
import { odds, option, way } from './fixtures';

const context: DraftContext = { subject: 'ann', length: (units) => `${units / 600} BU`, piece: (id) => ({ id, name: id, shape: { kind: 'square', size: 1 } }) as PieceView };
const choose = (options: Option[], min = 1, max = 1): ChooseSpec => ({ kind: 'choose', min, max, options, missing: [] });
const chooser = (options: Option[], min = 1, max = 1): ChooseDraft => new ChooseDraft(choose(options, min, max), context);

test('a touch of a piece with several options chooses the first, each further one the next, and lists them', () => {
  const draft = chooser([option('all', { needs: choose([option('at-orc', { piece: 'orc' }), option('at-elf', { piece: 'elf' })]) }), option('shoot', { piece: 'orc' }), option('charge', { piece: 'orc', act: 'Charge them' }), option('wait')]);
  const touch = (): unknown => (draft.piece('orc'), draft.answer);
  expect(touch()).toEqual({ picks: [{ key: 'shoot' }] });
  expect([draft.label, draft.visible.map(({ key }) => key), draft.digit('charge')]).toEqual(['shoot', ['all', 'shoot', 'charge'], '3']);
  expect(touch()).toEqual({ picks: [{ key: 'charge' }] });
  expect(draft.label).toBe('Charge them');
  expect(touch()).toEqual({ picks: [{ key: 'all', with: { picks: [{ key: 'at-orc' }] } }] });
  expect(touch()).toEqual({ picks: [{ key: 'shoot' }] });
  draft.pick('charge');
  expect([draft.answer, draft.visible.length]).toEqual([{ picks: [{ key: 'charge' }] }, 4]);
});

test('a touch goes through what stands for a piece inside one option', () => {
  const blows = choose([option('sword', { piece: 'orc' }), option('knife', { piece: 'orc' }), option('elf', { piece: 'elf' })]);
  const draft = chooser([option('strike', { needs: blows }), option('wait')]);
  const touch = (id: string): string => (draft.piece(id), (draft.child as ChooseDraft).picks.join());
  expect([touch('orc'), touch('orc'), touch('elf')]).toEqual(['sword', 'knife', 'elf']);
});

test('a second touch of a piece confirms the only thing that it stands for, where nothing is at risk', () => {
  const draft = chooser([option('ann', { piece: 'a' }), option('bob', { piece: 'b' }), option('cat', { piece: 'c' }), option('go', { piece: 'c' })]);
  expect(draft.confirms('a')).toBe(false);
  draft.piece('a');
  expect([draft.confirms('a'), draft.confirms('b')]).toEqual([true, false]);
  draft.pick('bob');
  expect(draft.confirms('b'), 'it was chosen in the list').toBe(false);
  draft.piece('b');
  expect(draft.confirms('b')).toBe(true);
  draft.piece('c');
  expect(draft.confirms('c'), 'it stands for two').toBe(false);
});

test('what is chosen beforehand, or has a chance, a price, a warning or parameters, is not confirmed by touching it', () => {
  const only = chooser([option('go', { piece: 'c' })]);
  expect([only.picks, only.confirms('c')]).toEqual([['go'], false]);
  only.piece('c');
  expect(only.confirms('c')).toBe(true);
  for (const risk of [{ odds: odds(50) }, { cost: 'its reaction' }, { warnings: ['Disordered'] }, { hold: true }]) {
    const draft = chooser([option('go', { piece: 'c', ...risk }), option('wait')]);
    draft.piece('c');
    expect([draft.picks, draft.confirms('c')]).toEqual([['go'], false]);
  }
});

test('among several choices a piece has one at a time, and after its last none', () => {
  const draft = chooser([option('fire', { piece: 'orc' }), option('flee', { piece: 'orc' }), option('elf', { piece: 'elf' })], 1, 3);
  const touch = (id: string): string[] => (draft.piece(id), draft.picks);
  expect([touch('orc'), touch('elf'), touch('orc'), touch('orc')]).toEqual([['fire'], ['fire', 'elf'], ['elf', 'flee'], ['elf']]);
});

test('a touch of the unit that acts takes its movement up', () => {
  const needs = { kind: 'manoeuvre' as const, piece: 'ann', pose: [0, 0, 0] as [number, number, number], frontage: 1200, depth: 400, step: 300, label: 'Move Ann', ways: [way('ahead', 'line', { label: 'Forward' }), way('about', 'turn', { label: 'About-face', turn: 18_000 })] };
  const draft = chooser([option('rally', { piece: 'ann' }), option('move', { needs })]);
  expect([draft.piece('ann'), draft.picks, draft.lacks]).toEqual([true, ['move'], 'Drag it, or choose a way']);
  draft.key('w');
  expect(draft.label).toBe('Forward 0.5 BU');
  draft.key('w');
  expect(draft.label).toBe('Forward 1 BU');
  draft.key('x');
  expect(draft.label).toBe('About-face');
  draft.key('1');
  expect(draft.picks, 'digits belong to the options').toEqual(['rally']);
});

test('the main button says what it does, or what is missing', () => {
  const draft = chooser([option('a', { label: 'Fire' }), option('b', { label: 'Evade' }), option('c', { label: 'Stand where one is, whoever comes' })], 1, 3);
  expect(draft.lacks).toBe('Choose one');
  draft.pick('a');
  expect([draft.lacks, draft.label]).toEqual(['', 'Fire']);
  draft.pick('b');
  expect(draft.label).toBe('Fire, Evade');
  draft.pick('c');
  expect(draft.label).toBe('Do all 3');
  const two = chooser([option('a'), option('b'), option('c')], 2, 2);
  expect(two.lacks).toBe('Choose 2');
  two.pick('a');
  expect(two.lacks).toBe('Choose one more');
});
