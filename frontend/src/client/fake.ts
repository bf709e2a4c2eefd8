/** A socket without a network, for tests: it keeps what was sent and says what the test tells it to say. */

import type { Socket } from './link';
import type { FromServer, LogEntry, StepMessage, ToServer, View, Welcome } from './wire';

export class FakeSocket implements Socket {
  readyState = 0;
  sent: ToServer[] = [];
  onopen: ((event: Event) => void) | null = null;
  onmessage: ((event: MessageEvent) => void) | null = null;
  onclose: ((event: CloseEvent) => void) | null = null;

  send(data: string): void {
    this.sent.push(JSON.parse(data) as ToServer);
  }

  close(): void {
    this.readyState = 3;
  }

  opens(): void {
    this.readyState = 1;
    this.onopen?.({} as Event);
  }

  says(message: FromServer): void {
    this.onmessage?.({ data: JSON.stringify(message) } as MessageEvent);
  }

  dies(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code } as CloseEvent);
  }

  kinds(): string[] {
    return this.sent.map((message) => message.t);
  }
}

/** A house of sockets: each connection is the next one. */
export class FakeHouse {
  sockets: FakeSocket[] = [];

  open = (): FakeSocket => {
    const socket = new FakeSocket();
    this.sockets.push(socket);
    return socket;
  };

  get last(): FakeSocket {
    return this.sockets[this.sockets.length - 1]!;
  }
}

export function aView(changes: Partial<View> = {}): View {
  return {
    audience: 'blue',
    ruleset: 'practice',
    scenario: 'yard',
    measuring: 'free',
    seats: {
      blue: { id: 'blue', label: 'Company', pattern: 'blue' },
      red: { id: 'red', label: 'Raiders', pattern: 'red' },
    },
    pieces: {},
    edges: {},
    gauges: {},
    terrain: {},
    ties: {},
    zones: {},
    contests: {},
    items: {},
    areas: {},
    phase: { round: 1, rounds: 12, label: 'Round 1', active: null, order: [], note: '' },
    pending: {},
    sheets: {},
    result: null,
    ...changes,
  };
}

export function aWelcome(changes: Partial<Welcome> = {}): Welcome {
  return {
    t: 'welcome',
    version: 5,
    hash: 'aa',
    role: 'blue',
    seats: ['blue'],
    table: {
      form: 'squares',
      id: 'yard',
      name: 'The Yard',
      size: [6, 4],
      legend: { '.': { kind: 'grass' } },
      rows: ['......', '......', '......', '......'],
      kinds: { squares: { grass: { recipe: 'meadow' } } },
    },
    view: aView(),
    requests: [],
    log: [line('begun')],
    people: { seats: {}, spectators: 0 },
    undo: null,
    epoch: 'one',
    ...changes,
  };
}

export function aStep(version: number, changes: Partial<StepMessage> = {}): StepMessage {
  return { t: 'step', version, base: version - 1, hash: `h${version}`, ...changes };
}

export function line(text: string): LogEntry {
  return { kind: 'note', text };
}
