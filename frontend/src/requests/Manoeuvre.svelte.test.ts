import type { ManoeuvreSpec, Way } from '$client/wire';
import { fireEvent, render, screen } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import type { DraftContext } from './draft';
import { way } from './fixtures';
import { lengthOn } from './lengths';
import Manoeuvre from './Manoeuvre.svelte';
import { ManoeuvreDraft } from './manoeuvre.svelte';
import type { Surroundings } from './surroundings';
import { leanOf, signOf } from './ways';

const length = (units: number): string => lengthOn({ form: 'open', unit: { size: 600, one: 'BU', many: 'BU' } }, units);
const context: DraftContext = { subject: 'foot', length, piece: () => undefined };
const around: Surroundings = { ruleset: 'baroque', unit: { one: 'BU', many: 'BU' }, deeds: {}, narrow: false, length, pointAt: () => null, piece: () => undefined, pattern: () => 'plain' as never };
const turn = (key: string, by: number): Way => way(key, 'turn', { label: key, turn: by });
const spec: ManoeuvreSpec = {
  kind: 'manoeuvre', piece: 'foot', pose: [6000, 6000, 0], frontage: 1200, depth: 400, step: 300, label: '',
  ways: [way('ahead', 'line', { label: 'Forward', most: 900, detail: 'towards the enemy' }), way('left', 'line', { label: 'Sideways', bearing: 27_000 }), turn('About-face', 18_000), turn('Face left', 27_000), turn('Face right', 9000)],
};

it('has a sign for each way, told in words to those who do not see it and to those who point at it', async () => {
  render(Manoeuvre, { props: { draft: new ManoeuvreDraft(spec, context), preview: null, around } });
  const forward = screen.getByRole('radio', { name: 'Forward, up to 1.5 BU' });
  expect(forward.textContent).toMatch(/Forward\s*W\s*up to 1\.5 BU/);
  expect(forward.getAttribute('aria-keyshortcuts')).toBe('W');
  expect(screen.queryByText('towards the enemy', { exact: false })).toBeNull();
  await fireEvent.pointerEnter(forward);
  expect(screen.getByText('towards the enemy', { exact: false })).toBeTruthy();
  await fireEvent.click(forward);
  expect(forward.getAttribute('aria-checked')).toBe('true');
  expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toBe('1.5 BU');
});

it('has a second slider where a way goes aslant, from the left to the right of ahead', async () => {
  const slide = way('slide', 'slide', { label: 'Oblique', spread: 8999 });
  const draft = new ManoeuvreDraft({ ...spec, ways: [way('ahead', 'line', { label: 'Forward' }), slide] }, context);
  render(Manoeuvre, { props: { draft, preview: null, around } });
  await fireEvent.click(screen.getByRole('radio', { name: /Forward/ }));
  expect(screen.getAllByRole('slider')).toHaveLength(1);
  await fireEvent.click(screen.getByRole('radio', { name: /Oblique/ }));
  const angle = screen.getByRole<HTMLInputElement>('slider', { name: 'Angle of Oblique' });
  expect([angle.min, angle.max, angle.step, angle.value, angle.getAttribute('aria-valuetext')]).toEqual(['-8950', '8950', '50', '4500', '45° right']);
  await fireEvent.input(angle, { target: { value: '-2050' } });
  expect(draft.answer).toEqual({ way: 'slide', length: 600, bearing: -2050 });
  expect(angle.getAttribute('aria-valuetext')).toBe('20.5° left');
  expect(screen.getByText('← → swing it')).toBeTruthy();
});

it('tells the turns apart, and to which side a base goes', () => {
  expect(spec.ways.map(signOf)).toEqual(['ahead', 'aside', 'turn', 'face-left', 'face-right']);
  expect(spec.ways.map(leanOf)).toEqual([0, 18_000, 0, 0, 0]);
});
