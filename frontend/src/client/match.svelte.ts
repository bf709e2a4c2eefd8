/** One match as this browser holds it: what the server told last, and the deeds that it has not confirmed yet. */

import { freshId } from './ids';
import { Link, type LinkOptions, type LinkStatus } from './link';
import { patchLog, patchView, viewHash } from './patch';
import { Standing } from './standing.svelte';
import type {
  BlindPass,
  ConsentAsk,
  Deed,
  FromServer,
  LogEntry,
  MatchTable,
  People,
  Refused,
  Req,
  Stage,
  StepMessage,
  UndoGrade,
  View,
  Welcome,
  WindowMode,
} from './wire';

interface Waiting {
  message: Deed & { id: string };
  settle: (accepted: boolean) => void;
}

/** What came with the last message of the server, for whoever animates it. */
export interface Arrival {
  fresh: boolean;
  from: number;
  lines: LogEntry[];
}

export class MatchStore {
  table = $state.raw<MatchTable | null>(null);
  view = $state.raw<View | null>(null);
  requests = $state.raw<Req[]>([]);
  /** The question whose answer was accepted while its step is not here: it comes a moment later, or, where another seat
   * is asked in secret, much later. */
  accepted = $state<string | null>(null);
  log = $state.raw<LogEntry[]>([]);
  people = $state.raw<People>({ seats: {}, spectators: 0 });
  /** open: somebody has not come yet. */
  stage = $state<Stage>('running');
  /** What the other side asks of us, and what we have asked of it. */
  consentAsk = $state.raw<ConsentAsk | null>(null);
  consentAsked = $state.raw<{ seats: string[]; text: string } | null>(null);
  /** Why nothing can be shown, in the server's words. */
  trouble = $state('');
  undo = $state.raw<UndoGrade | null>(null);
  private undoFrom = $state<number | null>(null);
  role = $state<string | null>(null);
  seats = $state.raw<string[]>([]);
  /** Of several seats held, those that are asked something; the shown seat's own view may not tell (secret questions). */
  turns = $state.raw<string[]>([]);
  /** Of those, what may be passed without a look, by seat. */
  blind = $state.raw<Record<string, BlindPass>>({});
  /** The seats held see or are asked what the others may not know; null: not said yet. */
  apart = $state<boolean | null>(null);
  version = $state<number | null>(null);
  hash = $state('');
  status = $state<LinkStatus>('stopped');
  /** How often it was told that this match is played again, or no longer: the summary says where. */
  again = $state(0);
  /** Another tab of this person took over; nothing comes or goes until it is taken back. */
  replaced = $state(false);
  denied = $state<number | null>(null);
  refusal = $state.raw<Refused | null>(null);
  readonly standing = new Standing();
  /** Ids of what was sent and not yet confirmed, by kind. */
  sending = $state.raw<Deed['t'][]>([]);

  /** What is still to be answered. */
  readonly open = $derived.by(() => this.requests.filter((request) => request.id !== this.accepted));

  /** What an undo that needs consent takes with it, as the log tells it; one's own decision comes first. */
  readonly goes = $derived.by((): LogEntry[] => (this.undoFrom === null ? [] : this.log.slice(this.undoFrom)));

  private epoch: string | null = null;
  private wanted: string | null = null;
  private repairing = false;
  private waiting = new Map<string, Waiting>();
  private asks = 0;
  private replies = new Map<number, (reply: Record<string, unknown>) => void>();
  private listeners = new Set<(arrival: Arrival) => void>();
  private readonly link: Link;

  constructor(
    readonly id: string,
    options: Partial<Pick<LinkOptions, 'url' | 'open' | 'random'>> = {},
  ) {
    this.link = new Link({
      url: () => socketUrl(id),
      ...options,
      hello: () => this.hello(),
      ongreeted: () => this.resend(),
      onmessage: (message) => this.receive(message),
      onstatus: (status) => this.became(status),
      ondenied: (code) => (this.denied = code),
    });
  }

  start(): void {
    this.link.start();
  }

  stop(): void {
    this.link.stop();
  }

  nudge(): void {
    if (!this.replaced) this.link.nudge();
  }

  /** Take the match back from the tab that took it over. */
  takeBack(): void {
    this.replaced = false;
    this.link.start();
  }

  /** Called after each change with the lines of the log that are new. */
  listen(listener: (arrival: Arrival) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  // -------------------------------------------------------------------------------------------- sending

  /** Send something that counts. It is kept, and sent again after a reconnect under the same id, until it is settled. */
  send(deed: Deed): Promise<boolean> {
    const message = { ...deed, id: freshId() };
    this.refusal = null;
    return new Promise((settle) => {
      this.waiting.set(message.id, { message, settle });
      this.noteWaiting();
      this.link.send(message);
    });
  }

  /** Another person takes the screen; null: nobody has, it shows what everybody may see. */
  handover(seat: string | null): Promise<boolean> {
    if (seat !== null) this.wanted = seat;
    return this.send({ t: 'handover', seat });
  }

  prefer(window: string, mode: WindowMode): void {
    const before = this.standing.mode(window);
    this.standing.set(window, mode);
    void this.send({ t: 'prefer', window, mode }).then((accepted) => {
      if (!accepted) this.standing.set(window, before);
    });
  }

  /** Whether the other side may take its decision back. */
  consent(yes: boolean): void {
    const ask = this.consentAsk;
    if (!ask) return;
    this.consentAsk = null;
    void this.send({ t: 'consent', yes, ask: ask.id });
  }

  /** The own wish to take something back, which the other side has not answered, is given up. */
  withdraw(): void {
    if (this.consentAsked && !this.sending.includes('consent')) void this.send({ t: 'consent', yes: false });
  }

  /** Ask without consequence; `onreply` hears the answer to this question only. Returns its number, null when offline. */
  preview(request: string | null, body: unknown, onreply: (reply: Record<string, unknown>) => void): number | null {
    return this.ask((id) => ({ t: 'preview', id, request, body }), onreply);
  }

  measure(
    from: [number, number],
    to: [number, number],
    onreply: (reply: Record<string, unknown>) => void,
  ): number | null {
    return this.ask((id) => ({ t: 'measure', id, from, to }), onreply);
  }

  private ask(
    make: (id: number) => Parameters<Link['send']>[0],
    onreply: (reply: Record<string, unknown>) => void,
  ): number | null {
    const id = ++this.asks;
    if (!this.link.send(make(id))) return null;
    // Newest wins: the server may drop older questions, so nobody waits for them.
    for (const old of this.replies.keys()) if (old < id - 8) this.replies.delete(old);
    this.replies.set(id, onreply);
    return id;
  }

  // -------------------------------------------------------------------------------------------- receiving

  receive(message: FromServer): void {
    switch (message.t) {
      case 'welcome':
        return this.welcome(message);
      case 'step':
        return this.step(message);
      case 'ack':
        return this.settle(message.id, true);
      case 'refused':
        return this.refused(message);
      case 'presence':
        this.people = message.people;
        if (message.status) this.stage = message.status;
        return;
      case 'consent':
        if (message.ask !== undefined) this.consentAsk = message.ask;
        if (message.asked !== undefined) this.consentAsked = message.asked;
        return;
      case 'turns':
        this.turns = message.seats;
        this.apart = message.apart;
        this.blind = message.blind;
        return;
      case 'cover':
        this.apart = true;
        return;
      case 'preview':
        return this.reply(message.id, message);
      case 'resync':
        return this.repair();
      case 'again':
        this.again += 1;
        return;
      case 'replaced':
        this.replaced = true;
        this.link.stop();
        return;
      case 'pong':
        return;
    }
  }

  private hello(): Parameters<Link['send']>[0] {
    return { t: 'hello', have: this.version, epoch: this.epoch, seat: this.wanted };
  }

  private became(status: LinkStatus): void {
    this.status = status;
    this.repairing = false;
  }

  /** What was not confirmed goes out again, in the order of the first try. */
  private resend(): void {
    for (const { message } of this.waiting.values()) this.link.send(message);
  }

  private welcome(message: Welcome): void {
    const before = this.view && this.epoch === message.epoch && this.role === message.role ? this.log : null;
    this.repairing = false;
    this.epoch = message.epoch;
    this.table = message.table;
    this.view = message.view;
    this.requests = message.requests;
    this.accepted = null;
    this.log = message.log;
    this.people = message.people;
    this.stage = message.status ?? (message.view.result ? 'finished' : 'running');
    this.trouble = '';
    this.consentAsk = this.consentAsked = null;
    this.undo = message.undo;
    this.undoFrom = message.undo_from ?? null;
    this.role = message.role;
    this.standing.of(this.id, message.role);
    this.seats = message.seats;
    this.version = message.version;
    this.hash = message.hash;
    if (message.seats.length > 1 && message.seats.includes(message.role)) this.wanted = message.role;
    this.tell({ fresh: before === null, from: message.log.length, lines: [] });
  }

  private step(message: StepMessage): void {
    if (this.view === null || this.version === null || message.version <= this.version) return;
    if (message.base !== this.version) return this.repair();
    this.repairing = false;
    const from = message.log_from ?? this.log.length;
    this.view = patchView(this.view, message.patch);
    this.log = patchLog(this.log, message.log_from, message.log);
    if (message.requests) {
      for (const { id, window } of message.requests) {
        if (window !== null && !this.requests.some((open) => open.id === id)) this.standing.asked(window);
      }
      this.requests = message.requests;
      this.accepted = null;
      this.undo = message.undo ?? null;
      this.undoFrom = message.undo_from ?? null;
      this.refusal = null;
    }
    if (this.view.result) this.stage = 'finished';
    this.version = message.version;
    this.hash = message.hash;
    this.tell({ fresh: false, from, lines: message.log ?? [] });
  }

  /** Something is missing: say what is held, and the server sends the gap or everything. Asked once until it comes. */
  private repair(): void {
    if (this.repairing) return;
    this.repairing = this.link.send(this.hello());
  }

  private refused(message: Refused): void {
    if (typeof message.id === 'number') return this.reply(message.id, { refused: message });
    if (message.id === null) return this.told(message);
    // Whoever gives up the own wish knows why it came to nothing.
    if (message.code !== 'undo_withdrawn') this.refusal = message;
    this.settle(message.id, false);
  }

  /** A refusal that answers nothing in particular: about the match or the connection as a whole. */
  private told(message: Refused): void {
    if (message.code === 'not_started') this.stage = 'open';
    else if (message.code === 'cancelled') this.stage = 'cancelled';
    else if (message.code === 'replaced') this.receive({ t: 'replaced' });
    else this.trouble = message.text;
  }

  private settle(id: string, accepted: boolean): void {
    const waiting = this.waiting.get(id);
    if (!waiting) return;
    this.waiting.delete(id);
    if (accepted && waiting.message.t === 'answer') this.accepted = waiting.message.request;
    this.noteWaiting();
    waiting.settle(accepted);
  }

  private noteWaiting(): void {
    this.sending = [...this.waiting.values()].map((held) => held.message.t);
  }

  private reply(id: number, message: Record<string, unknown>): void {
    const onreply = this.replies.get(id);
    for (const old of this.replies.keys()) if (old <= id) this.replies.delete(old);
    onreply?.(message);
  }

  private tell(arrival: Arrival): void {
    for (const listener of this.listeners) listener(arrival);
  }

  /** The hash of the held view, to be compared with the one that the server stated. */
  computeHash(): Promise<string | null> {
    return this.view ? viewHash(this.view) : Promise.resolve(null);
  }
}

function socketUrl(id: string): string {
  const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
  return `${scheme}//${location.host}/api/matches/${encodeURIComponent(id)}/socket`;
}
