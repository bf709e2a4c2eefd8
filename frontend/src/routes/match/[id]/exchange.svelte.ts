/** The tests of the last exchange as the table shows them: which one is looked at, and when they are put away. */

import type { Contest, View } from '$client/wire';

export class Exchange {
  /** On a phone it is a strip until it is opened. */
  opened = $state(false);
  /** Opened or folded by hand; null: as it comes. */
  private byHand = $state<boolean | null>(null);
  /** Something is to be decided, or somebody else acts by now. */
  private asked = $state(false);
  /** An earlier test that is looked at once more; null: the newest. */
  private wanted = $state<string | null>(null);
  /** What was put away: it stays so until something else is played. */
  private away = $state('');
  private question: string | null = null;
  /** Who acted when the exchange ended. */
  private acting = '';
  /** What lay there, over, when the question came. */
  private before = '';

  constructor(private readonly view: () => View | null) {}

  /** In the order in which they began. */
  readonly tests = $derived.by((): Contest[] => Object.values(this.view()?.contests ?? {}).sort((a, b) => Number(a.id) - Number(b.id)));

  readonly running = $derived.by(() => this.tests.some((test) => !test.over));

  private readonly lying = $derived.by(() => JSON.stringify(this.tests.map(({ name, sides }) => [name, sides.map(({ key, cards }) => [key, cards.map(({ face }) => face)])])));

  readonly shown = $derived.by(() => this.tests.length > 0 && !this.view()?.result && (this.running || this.away !== this.lying));

  /** The test that is shown large: the one that goes on; else what decided, the newest between two, before what was only a Parry of it. */
  readonly test = $derived.by((): Contest | null => {
    const { tests } = this;
    const found = tests.find(({ id }) => id === this.wanted) ?? tests.findLast(({ over }) => !over);
    return found ?? tests.findLast(({ dl }) => dl === null) ?? tests.at(-1) ?? null;
  });

  /** Beside a table with room: open while cards lie there that count, a strip before and as soon as something else is asked. */
  readonly open = $derived.by(() => this.byHand ?? (this.running ? this.tests.some(({ sides }) => sides.some(({ cards }) => cards.length > 0)) : !this.asked));

  toggle(phone: boolean): void {
    if (phone) this.opened = !this.opened;
    else this.byHand = !this.open;
  }

  look(id: string): void {
    this.wanted = id === this.wanted ? null : id;
  }

  putAway(): void {
    this.away = this.lying;
  }

  /** An answer to something else than what lies there puts it away; what it begins lies there anew. */
  follow(question: string | null, acting = ''): void {
    if (this.running) this.acting = acting;
    this.asked = question !== null || acting !== this.acting;
    if (question === this.question) return;
    if (!this.running) this.byHand = null;
    if (this.question !== null && !this.running && this.before === this.lying) this.putAway();
    this.question = question;
    this.before = this.running ? '' : this.lying;
    this.wanted = null;
  }
}
