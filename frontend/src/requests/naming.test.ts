import { describe, expect, it } from 'vitest';
import { afterName, withoutName } from './naming';

describe('a sentence beside a name', () => {
  it('does not say the name again', () => {
    expect(afterName('Cuirassiers', 'Cuirassiers has to stand within 4 BU.')).toBe(' has to stand within 4 BU.');
    expect(withoutName('Cuirassiers', 'Cuirassiers has to stand within 4 BU.')).toBe('has to stand within 4 BU.');
  });

  it('keeps a sentence about something else, and a longer name', () => {
    expect(afterName('Reiters', 'Not there')).toBe(': Not there');
    expect(afterName('Leader 1', 'Leader 12 stands there.')).toBe(': Leader 12 stands there.');
  });
});
