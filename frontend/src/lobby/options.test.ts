import { describe, expect, it } from 'vitest';
import { brings, fieldsOf, inWords, toBring } from './options';

const SCHEMA = {
  properties: {
    scenario: { type: 'string', default: 'ford' },
    powder: { title: 'Powder', description: 'How dry it is.', enum: ['dry', 'damp'], default: 'dry' },
    limit: { type: 'integer', minimum: 20, maximum: 300, default: 100 },
    open_start: { type: 'boolean', default: true },
  },
};

describe('the fields of a form', () => {
  it('follow the schema, without those shown elsewhere', () => {
    const fields = fieldsOf(SCHEMA, ['scenario']);
    expect(fields.map((field) => [field.key, field.kind])).toEqual([
      ['powder', 'choice'],
      ['limit', 'number'],
      ['open_start', 'switch'],
    ]);
    expect(fields[0]?.choices).toEqual([
      { value: 'dry', label: 'Dry', given: 'dry' },
      { value: 'damp', label: 'Damp', given: 'damp' },
    ]);
    expect([fields[1]?.minimum, fields[1]?.maximum, fields[1]?.initial]).toEqual([20, 300, 100]);
  });

  it('give a choice of numbers back as numbers', () => {
    const [field] = fieldsOf({ properties: { points: { type: 'integer', enum: [300, 600], default: 600 } } });
    expect(field?.kind).toBe('choice');
    expect(field?.choices.map(({ value, given }) => [value, given])).toEqual([
      ['300', 300],
      ['600', 600],
    ]);
    expect(field?.initial).toBe('600');
  });

  it('have a title in words where the schema gives none', () => {
    expect(fieldsOf(SCHEMA)[3]?.title).toBe('Open start');
    expect(inWords('all_out-attack')).toBe('All out attack');
  });

  it('call the sides as the scenario does, with the colour, and name choices that need a word of their own', () => {
    const schema = {
      properties: {
        red_party: { title: 'Party of {red}', description: 'Of {red}.', enum: ['scenario', 'red'], labels: { scenario: 'As the scenario says' } },
      },
    };
    const [field] = fieldsOf(schema, [], [{ seat: 'red', label: 'Raiders' }]);
    expect([field?.title, field?.help]).toEqual(['Party of Raiders (red)', 'Of Raiders (red).']);
    expect(field?.choices.map((choice) => choice.label)).toEqual(['As the scenario says', 'Raiders (red)']);
    expect(fieldsOf(schema)[0]?.title).toBe('Party of Red');
  });

  it('and their choices are left out where they do not count beside what was chosen', () => {
    const schema = {
      properties: {
        parties: { enum: ['ready', 'choose'], default: 'ready' },
        start: { enum: ['open', 'ambush'], labels: { ambush: 'Ambush: {red} lie hidden' }, choices_only_with: { ambush: { scenario: ['road'] } } },
        party: { type: 'string', only_with: { parties: ['ready'] } },
      },
    };
    const seats = [{ seat: 'red', label: 'Raiders' }];
    const road = fieldsOf(schema, [], seats, { scenario: 'road' });
    expect(road.map((field) => field.key)).toEqual(['parties', 'start', 'party']);
    expect(road[1]?.choices.map((choice) => choice.label)).toEqual(['Open', 'Ambush: Raiders (red) lie hidden']);
    const brig = fieldsOf(schema, [], seats, { scenario: 'brig', parties: 'choose' });
    expect(brig.map((field) => field.key)).toEqual(['parties', 'start']);
    expect(brig[1]?.choices.map((choice) => choice.value)).toEqual(['open']);
  });

  it('are told apart by numbers as well, whether those were chosen here or are the default', () => {
    const schema = {
      properties: {
        points: { enum: [300, 600], default: 300 },
        army: { enum: ['', 'small', 'large'], default: '', labels: { '': 'One for these points' }, choices_only_with: { small: { points: [300] }, large: { points: [600] } } },
      },
    };
    const armies = (points?: string): unknown => fieldsOf(schema, [], [], points ? { points } : {})[1]?.choices.map((choice) => choice.label);
    expect(armies()).toEqual(['One for these points', 'Small']);
    expect(armies('600')).toEqual(['One for these points', 'Large']);
  });

  it('are none where there is no schema', () => {
    expect(fieldsOf(null)).toEqual([]);
  });
});

describe('whether seats bring rosters', () => {
  const chosen = { brings_with: { bands: ['chosen'] }, properties: { bands: { default: 'scenario' } } };

  it('follows the form where it says on what that depends', () => {
    expect([brings(chosen, {}), brings(chosen, { bands: 'chosen' }), brings(chosen, { bands: 'scenario' })]).toEqual([false, true, false]);
    expect([brings(SCHEMA, {}), brings(null, {})]).toEqual([true, true]);
    expect([toBring(chosen), toBring(SCHEMA)]).toEqual([{ bands: 'chosen' }, {}]);
  });
});
