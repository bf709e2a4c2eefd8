import type { LogEntry } from '$client/wire';
import { expect, it } from 'vitest';
import { toldBefore } from './takeback';

const line = (more: Partial<LogEntry>): LogEntry => ({ seat: 'blue', ...more }) as LogEntry;
const told = (...lines: LogEntry[]): string[] => toldBefore(lines, 'blue', (seat) => ({ red: 'Swedish', green: 'Saxon' })[seat] ?? seat);
const die = { dice: [{}] } as Partial<LogEntry>;

it('says nothing beyond the lines that go where one was alone and nothing fell', () => {
  expect(told(line({}), line({ dice: [] }))).toEqual([]);
});

it('says whose deeds go too, that the dice stay used, and that nobody forgets what was shown', () => {
  expect(told(line(die), line({ seat: 'red' }), line({ seat: 'red' }))).toEqual(['It also takes back what Swedish did.', 'The dice that fell stay used: new ones are rolled.']);
  expect(told(line({ seat: 'red' }), line({ seat: 'green' }))).toEqual(['It also takes back what Swedish and Saxon did.']);
  expect(told(line({ show: { kind: 'reveal' } } as Partial<LogEntry>))).toEqual(['What was revealed stays known.']);
});
