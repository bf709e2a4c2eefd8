/** What the pages of rosters ask of the server, whatever game the rosters are of. */

import { getJson, postJson, sendJson } from './http';
import type { Total } from './wire';
import type { components } from '$protocol/types';

type Schemas = components['schemas'];
export type RosterSummary = Schemas['RosterSummary'];
export type SavedRoster = Schemas['SavedRoster'];
export type RosterFault = Schemas['RosterFault'];
/** What the rules say of a roster; `detail` is for the game's own builder. */
export type RosterCheck = Omit<Schemas['RosterCheck'], 'points'> & { points: Total };

const path = (id: string, deed = ''): string => `/api/rosters/${encodeURIComponent(id)}${deed}`;

export const getLists = <T>(ruleset: string): Promise<T> => getJson(path(ruleset, '/lists'));
export const checkRoster = (ruleset: string, roster: unknown): Promise<RosterCheck> => postJson(path(ruleset, '/check'), { roster });
export const getRosters = (): Promise<RosterSummary[]> => getJson('/api/rosters');
export const getRoster = (id: string): Promise<SavedRoster> => getJson(path(id));
export const keepRoster = (ruleset: string, name: string, roster: unknown): Promise<SavedRoster> =>
  postJson('/api/rosters', { ruleset, name, roster });
export const changeRoster = (id: string, version: number, name: string, roster: unknown): Promise<SavedRoster> =>
  sendJson('PUT', path(id), { version, name, roster });
export const copyRoster = (id: string): Promise<SavedRoster> => postJson(path(id, '/copy'), {});
export const deleteRoster = (id: string): Promise<void> => getJson(path(id), { method: 'DELETE' });
/** Where a roster can be had as a file. */
export const exportPath = (id: string): string => path(id, '/export');

/** Keep what a file says; throws an Error with a sentence where it is no roster at all. */
export async function importRoster(file: Blob): Promise<SavedRoster> {
  let body: unknown;
  try {
    body = JSON.parse(await file.text());
  } catch {
    throw new Error('This is no file of an army or a band of Muster: it holds something else. Choose one that was exported here.');
  }
  return postJson('/api/rosters/import', body);
}
