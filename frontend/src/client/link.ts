/** The wire itself: one socket at a time, kept alive, noticed when it dies, opened again. Knows no message but ping. */

import type { FromServer, ToServer } from './wire';

/** What the link needs of a WebSocket; tests hand in their own. */
export interface Socket {
  readyState: number;
  send(data: string): void;
  close(code?: number): void;
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
}

export type LinkStatus = 'connecting' | 'open' | 'waiting' | 'stopped';

export interface LinkOptions {
  url: () => string;
  /** First message on every new socket. */
  hello: () => ToServer;
  /** The greeting is out; what else has to be said may follow. */
  ongreeted?: () => void;
  onmessage: (message: FromServer) => void;
  onstatus: (status: LinkStatus) => void;
  /** The server closed for good: no such match, or not for this person. */
  ondenied?: (code: number) => void;
  open?: (url: string) => Socket;
  random?: () => number;
}

export const PING_EVERY_MS = 10_000;
export const DEAD_AFTER_MS = 25_000;
/** After waking up (laptop lid, background tab) the socket has this long to show that it lives. */
export const PROBE_MS = 4_000;
const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 15_000;
/** Close codes after which asking again is no use: bad request, not allowed, not found. */
const DENIED: ReadonlySet<number> = new Set([1008, 4400, 4401, 4403, 4404]);

const OPEN = 1;

export class Link {
  status: LinkStatus = 'stopped';
  private socket: Socket | null = null;
  private tries = 0;
  private pings = 0;
  private heard = 0;
  private pinged = 0;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private probe: ReturnType<typeof setTimeout> | undefined;
  private beat: ReturnType<typeof setInterval> | undefined;

  constructor(private readonly options: LinkOptions) {}

  start(): void {
    if (this.status !== 'stopped') return;
    this.tries = 0;
    this.connect();
  }

  stop(): void {
    this.drop();
    this.become('stopped');
  }

  /** False when there is no open socket; the caller keeps what must not be lost. */
  send(message: ToServer): boolean {
    if (this.socket?.readyState !== OPEN || this.status !== 'open') return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  /** The network came back or the page was shown again: see at once whether the socket still lives. */
  nudge(): void {
    if (this.status === 'waiting') {
      this.tries = 0;
      this.connect();
    } else if (this.status === 'open') {
      const since = this.heard;
      this.ping();
      clearTimeout(this.probe);
      this.probe = setTimeout(() => this.heard === since && this.lost(), PROBE_MS);
    }
  }

  private connect(): void {
    this.drop();
    this.become('connecting');
    const make = this.options.open ?? ((url: string) => new WebSocket(url) as Socket);
    const socket = make(this.options.url());
    this.socket = socket;
    this.heard = Date.now();
    socket.onopen = () => {
      this.heard = this.pinged = Date.now();
      this.become('open');
      this.send(this.options.hello());
      this.options.ongreeted?.();
    };
    socket.onmessage = (event) => {
      this.heard = Date.now();
      this.tries = 0;
      this.options.onmessage(JSON.parse(String(event.data)) as FromServer);
    };
    socket.onclose = (event) => {
      if (DENIED.has(event.code) && this.options.ondenied) {
        this.stop();
        this.options.ondenied(event.code);
      } else this.lost();
    };
    this.beat = setInterval(() => this.check(), PING_EVERY_MS / 2);
  }

  private check(): void {
    if (Date.now() - this.heard >= DEAD_AFTER_MS) this.lost();
    else if (Date.now() - this.pinged >= PING_EVERY_MS) this.ping();
  }

  private ping(): void {
    this.pinged = Date.now();
    this.send({ t: 'ping', id: ++this.pings });
  }

  /** Wait a little longer each time, and not all clients the same, so that a restarted server is not stormed. */
  private lost(): void {
    this.drop();
    this.become('waiting');
    const full = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** this.tries++);
    const delay = full / 2 + (full / 2) * (this.options.random ?? Math.random)();
    this.retry = setTimeout(() => this.connect(), delay);
  }

  private drop(): void {
    clearTimeout(this.retry);
    clearTimeout(this.probe);
    clearInterval(this.beat);
    const socket = this.socket;
    this.socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  private become(status: LinkStatus): void {
    if (this.status === status) return;
    this.status = status;
    this.options.onstatus(status);
  }
}
