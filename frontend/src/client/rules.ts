/** Our own short text for each rule of a game, fetched once when somebody first asks. */

import { getJson } from './http';

export interface RuleText {
  id: string;
  title: string;
  say: string;
}

export class Rulebook {
  private readonly texts = new Map<string, Promise<Map<string, RuleText>>>();

  /** A rule's text, or null where the book has none; throws HttpError when the server cannot be asked. */
  async find(ruleset: string, id: string): Promise<RuleText | null> {
    const rules = await this.load(ruleset);
    return rules.get(id) ?? rules.get(`${ruleset}.${id}`) ?? null;
  }

  /** Every rule of a game, in the order of the book; throws as `find` does. */
  async all(ruleset: string): Promise<RuleText[]> {
    return [...(await this.load(ruleset)).values()];
  }

  private load(ruleset: string): Promise<Map<string, RuleText>> {
    let loading = this.texts.get(ruleset);
    if (!loading) {
      loading = load(ruleset);
      this.texts.set(ruleset, loading);
      loading.catch(() => this.texts.delete(ruleset));
    }
    return loading;
  }
}

async function load(ruleset: string): Promise<Map<string, RuleText>> {
  const told = await getJson<RuleText[] | { rules: RuleText[] }>(`/api/rules/${encodeURIComponent(ruleset)}`);
  const rules = Array.isArray(told) ? told : told.rules;
  return new Map(rules.map((rule) => [rule.id, rule]));
}

export const rulebook = new Rulebook();

/** The rule's number as people read it: without the game's name in front. */
export function shortRule(id: string, ruleset: string): string {
  return id.startsWith(`${ruleset}.`) ? id.slice(ruleset.length + 1) : id;
}
