/** What the house pages ask of the server. */

import type { BoardTerrain, OpenTable } from '$board/open/types';
import type { SquareTable } from '$board/types';
import { getJson, postJson, sendJson } from '$client/http';
import type { MatchTable } from '$client/wire';
import type { components } from '$protocol/types';

type Schemas = components['schemas'];
export type RulesetOffer = Schemas['RulesetOffer'];
export type ScenarioOffer = Schemas['ScenarioOffer'];
export type MatchSummary = Schemas['MatchSummary'];
export type LiveTable = Schemas['LiveTable'];
export type InviteSummary = Schemas['InviteSummary'];
export type MyMatch = Schemas['MyMatch'];
export type RuleItem = Schemas['RuleItem'];
export type Me = Schemas['Me'];

export type SeatWish = { kind: 'me' } | { kind: 'bot'; level: string } | { kind: 'invite' };

/** 16 random bytes in hex: this browser's part of a match's chance. */
export function entropy(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export const getRulesets = (): Promise<RulesetOffer[]> => getJson('/api/rulesets');
export const getTables = (): Promise<{ live: LiveTable[]; lately: MatchSummary[] }> => getJson('/api/tables');
export const getMyMatches = (): Promise<MyMatch[]> => getJson('/api/me/matches');
export const getMe = (): Promise<Me> => getJson('/api/me');
export const getMatch = (id: string): Promise<MatchSummary> => getJson(`/api/matches/${encodeURIComponent(id)}`);
/** What a match is played on and for. */
export const getTable = (id: string): Promise<MatchTable> => getJson(`/api/matches/${encodeURIComponent(id)}/table`);
export const getInvite = (token: string): Promise<InviteSummary> => getJson(`/api/invites/${encodeURIComponent(token)}`);
/** The map of a scenario, before there is a match on it; of an open table with what lies there at first. */
export type ScenarioMap = SquareTable | (OpenTable & { terrain: Record<string, BoardTerrain> });
export const getMap = (ruleset: string, scenario: string): Promise<ScenarioMap> =>
  getJson(`/api/rulesets/${encodeURIComponent(ruleset)}/maps/${encodeURIComponent(scenario)}`);
export const getRules = (ruleset: string): Promise<RuleItem[]> => getJson(`/api/rules/${encodeURIComponent(ruleset)}`);

export function rename(name: string): Promise<Me> {
  return sendJson('PATCH', '/api/me', { name });
}

export function playBot(
  ruleset: string,
  options: Record<string, unknown> = {},
  seat?: string,
  listed = true,
  rosters: Record<string, string> = {},
): Promise<MatchSummary> {
  return postJson('/api/play-bot', { ruleset, options, seat: seat ?? null, rosters, listed, entropy: entropy() });
}

export function newMatch(
  ruleset: string,
  options: Record<string, unknown>,
  seats: Record<string, SeatWish>,
  listed = true,
  rosters: Record<string, string> = {},
): Promise<MatchSummary> {
  return postJson('/api/matches', { ruleset, options, seats, rosters, listed, entropy: entropy() });
}

/** A match that is over once more, everybody on their side; where the other side has begun it, this joins. */
export function playAgain(id: string): Promise<MatchSummary> {
  return postJson(`/api/matches/${encodeURIComponent(id)}/again`, { entropy: entropy() });
}

/** Call off a match of one's own in which somebody is still awaited. */
export function cancelMatch(id: string): Promise<MatchSummary> {
  return postJson(`/api/matches/${encodeURIComponent(id)}/cancel`, {});
}

/** `roster` is one of one's own, in place of what the seat was to bring. */
export function acceptInvite(token: string, roster?: string): Promise<MatchSummary> {
  return postJson(`/api/invites/${encodeURIComponent(token)}`, { entropy: entropy(), roster: roster || null });
}

/** A sentence for a person, whatever went wrong. */
export function sentence(error: unknown): string {
  return error instanceof Error ? error.message : 'Something went wrong. Try again.';
}
