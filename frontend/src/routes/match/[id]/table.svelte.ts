/** What the person looks at: which piece, which tool, which sheet; and what the log still has to play on the board. */

import type { Effect, Insets, Overlay, PathWarning, SeatPattern, Square, TagOverlay, ZoneOverlay } from '$board/types';
import { zoneSquares } from '$board/units';
import type { Arrival, MatchStore } from '$client/match.svelte';
import { Newest } from '$client/newest';
import type { Die, LogEntry, PieceView, Sight } from '$client/wire';
import { skinOf } from '$games/index';
import { mergeOverlays } from '$requests/draft';
import { Desk } from '$requests/desk.svelte';
import { MoveDraft } from '$requests/move.svelte';
import { PlaceDraft } from '$requests/place.svelte';
import { ChooseDraft } from '$requests/choose.svelte';
import type { Draft } from '$requests/draft';
import type { Provoked } from '$requests/preview';
import type { Surroundings } from '$requests/surroundings';
import { listed, needed, perCent } from '$ui/words';

export type Tool = 'measure' | 'sight';
export type Pane = 'decide' | 'sheet' | 'odds' | 'log';
export type Height = 'grip' | 'half' | 'full';
export type Dialog = 'menu' | 'keys' | 'palette';

export interface Throw {
  id: number;
  dice: Die[];
  text: string;
}

/** What a measurement says; the words are the server's. */
interface Measured {
  label: string;
  sight: Sight | null;
}

const MEASURE_GAP_MS = 60;
/** Effects older than these have been played; the board remembers by id. */
const KEPT_EFFECTS = 40;

export class TableState {
  readonly desk: Desk;
  chosen = $state<string | null>(null);
  hovered = $state<string | null>(null);
  tool = $state<Tool | null>(null);
  toolFrom = $state.raw<Square | null>(null);
  toolTo = $state.raw<Square | null>(null);
  measured = $state.raw<Measured | null>(null);
  effects = $state.raw<Effect[]>([]);
  throws = $state.raw<Throw[]>([]);
  logFolded = $state(false);
  sheetFolded = $state(false);
  pane = $state<Pane>('decide');
  height = $state<Height>('half');
  dialog = $state<Dialog | null>(null);
  narrow = $state(false);
  /** The board still shows what has happened. */
  playing = $state(false);
  insets = $state.raw<Insets>({ top: 66, right: 16, bottom: 16, left: 16 });
  private count = 0;
  private readonly measuring: Newest<[Square, Square]>;

  constructor(readonly match: MatchStore) {
    this.desk = new Desk(match);
    this.measuring = new Newest(MEASURE_GAP_MS, ([from, to]) => {
      match.measure(from, to, (reply) => {
        if (this.toolTo && to.join() === this.toolTo.join()) this.measured = readMeasure(reply);
      });
    });
  }

  readonly view = $derived.by(() => this.match.view);
  readonly skin = $derived.by(() => skinOf(this.view?.ruleset));
  readonly spectating = $derived.by(() => this.match.seats.length === 0);
  /** The match is over, and everything that led there has been seen. */
  readonly over = $derived.by(() => (this.playing ? null : (this.view?.result ?? null)));
  readonly role = $derived.by(() => this.match.role);

  /** The piece whose sheet is open: chosen, else the one that the question is about, else the active one. */
  readonly sheetPiece = $derived.by((): PieceView | null => {
    const { view } = this;
    if (!view) return null;
    const id = [this.chosen, this.desk.request?.subject ?? null, view.phase.active].find((one) => one && view.pieces[one]);
    return id ? (view.pieces[id] ?? null) : null;
  });

  readonly around = $derived.by((): Surroundings => {
    const { view } = this;
    return {
      ruleset: view?.ruleset ?? '',
      unit: this.skin.unit,
      deeds: this.skin.deeds,
      narrow: this.narrow,
      piece: (id) => view?.pieces[id],
      pattern: (seat) => this.pattern(seat),
    };
  });

  /** Opens a pane of the phone's sheet. */
  look(pane: Pane): void {
    this.pane = pane;
    if (this.height === 'grip') this.height = 'half';
  }

  pattern(seat: string): SeatPattern {
    return this.view?.seats[seat]?.pattern ?? 'gold';
  }

  /** Pieces that are being placed, or were in secret, stand where they were put, although the table does not have them yet. */
  readonly pieces = $derived.by((): Record<string, PieceView> => {
    const pieces = this.view?.pieces ?? {};
    const { draft, given } = this.desk;
    const placing = placeDraftOf(draft);
    const placed = placing?.at ?? (given && 'at' in given ? given.at : null);
    if (!placed) return pieces;
    const state = placing ? 'to be confirmed' : 'in secret';
    const moved = { ...pieces };
    for (const [id, at] of Object.entries(placed)) {
      const piece = pieces[id];
      if (!piece) continue;
      const mark = placing?.markOf(id);
      const marks = mark ? [{ sign: mark, label: mark }] : [];
      const label = [piece.name, this.sideOf(piece.seat), `placed at ${at.join(', ')}`, mark, state].filter(Boolean).join(', ');
      moved[id] = { ...piece, at, marks: [...piece.marks, ...marks], label: `${label}.` };
    }
    return moved;
  });

  sideOf(seat: string): string {
    return this.view?.seats[seat]?.label ?? seat;
  }

  readonly overlay = $derived.by((): Overlay => {
    let overlay: Overlay = this.desk.draft && !this.desk.busy ? this.desk.draft.overlay : {};
    overlay = { ...overlay, ...this.verdicts(overlay) };
    return mergeOverlays(mergeOverlays(overlay, { zones: this.goals }), this.toolOverlay);
  });

  /** The ground that the match is about, by name. */
  private readonly goals = $derived.by((): ZoneOverlay[] => {
    const { table } = this.match;
    const zones = (table?.zones ?? []).filter((zone) => table?.goals?.includes(zone.id));
    return zones.map((zone) => ({ id: `goal/${zone.id}`, label: zone.name ?? '', squares: zoneSquares(zone), lasting: true }));
  });

  /** What the server said about the plan: the blows on the way, the line to the target, and each target's chance. */
  private verdicts(overlay: Overlay): Overlay {
    const { preview, focus, odds } = this.desk;
    const sight = this.desk.sight ?? (overlay.sights?.length === 1 ? overlay.sights[0]! : null);
    const said: Overlay = { sights: sight ? [sight] : [] };
    const tags: TagOverlay[] = [];
    if (sight && odds) {
      tags.push({ at: focus ? { piece: focus } : sight.to, big: perCent(odds.percent), text: odds.needs ? `needs ${needed(odds.needs)}` : '', sub: sight.label, tone: toneOf(sight) });
    }
    for (const other of preview?.odds ?? []) {
      if (other.piece && !(sight && other.piece === focus)) tags.push({ at: { piece: other.piece }, text: perCent(other.odds.percent) });
    }
    if (tags.length) said.tags = tags;
    // The way of a walk is drawn as it is planned; that of a leap comes with the verdict.
    const path = overlay.path ?? (preview && preview.path.length > 1 ? { points: preview.path, size: overlay.cursor?.size ?? 1 } : null);
    if (path && preview?.legal) said.path = { ...path, warnings: this.blows(preview.provokes) };
    if (preview?.cost != null && overlay.path && overlay.ghosts?.[0]) {
      const [ghost, ...rest] = overlay.ghosts;
      const budget = ghost.tag?.split(' of ')[1] ?? this.moving?.spec.budget;
      said.ghosts = [{ ...ghost, tag: budget ? `${preview.cost} of ${budget}` : `${preview.cost}` }, ...rest];
    }
    return said;
  }

  /** One warning a step; where several foes strike, each has its clause. */
  private blows(provoked: Provoked[]): PathWarning[] {
    const steps = [...new Set(provoked.map((foe) => foe.step))];
    return steps.map((index) => {
      const here = provoked.filter((foe) => foe.step === index);
      const figures = here.map((foe) => `${perCent(foe.percent)}, about ${Math.round(foe.wounds)} ${this.skin.bar}`);
      const title = `${listed(here.map((foe) => foe.name))} ${here.length > 1 ? 'strike' : 'strikes'} first`;
      return { index, title, text: figures.join('; ') };
    });
  }

  /** The move that is being planned. */
  readonly moving = $derived.by((): MoveDraft | null => {
    const { draft } = this.desk;
    const inner = draft instanceof ChooseDraft ? draft.child : draft;
    return inner instanceof MoveDraft ? inner : null;
  });

  /** The decision wants a place on the table. */
  readonly pointing = $derived.by(() => this.moving ?? placeDraftOf(this.desk.draft));

  private readonly toolOverlay = $derived.by((): Overlay => {
    const { toolFrom, toolTo, measured } = this;
    if (!this.tool || !toolFrom) return {};
    const end = toolTo ?? toolFrom;
    const overlay: Overlay = { cursor: { at: end, label: measured?.label ?? '' } };
    if (!toolTo) return { ...overlay, squares: [{ at: toolFrom, chosen: true }] };
    if (this.tool === 'sight' && measured?.sight) {
      const { sight } = measured;
      overlay.sights = [sight];
      overlay.tags = [{ at: sight.to, text: sight.label || sight.state, sub: measured.label, tone: toneOf(sight) }];
    } else overlay.measures = [{ from: centre(toolFrom), to: centre(toolTo), ...(measured ? { label: measured.label } : {}) }];
    return overlay;
  });

  // -------------------------------------------------------------------------------------------- tools

  /** The server measures nothing on a table where the match is over. */
  readonly measurable = $derived.by(() => !this.view?.result);

  /** True where the tool is at hand. */
  use(tool: Tool | null): boolean {
    if (!this.measurable) tool = null;
    this.tool = tool === this.tool ? null : tool;
    this.toolFrom = this.tool ? (this.sheetPiece?.at ?? null) : null;
    this.toolTo = null;
    this.measured = null;
    return this.measurable;
  }

  /** The tool's line ends here; where it ends already it begins now. */
  point(at: Square): void {
    if (this.toolFrom && at.join() !== this.toolTo?.join()) return this.aim(at);
    this.toolFrom = at;
    this.toolTo = null;
    this.measured = null;
  }

  aim(at: Square): void {
    if (!this.toolFrom || at.join() === this.toolFrom.join() || at.join() === this.toolTo?.join()) return;
    this.toolTo = at;
    this.measured = null;
    this.measuring.offer([this.toolFrom, at]);
  }

  /** What the tool measures from, and how that is changed. */
  readonly toolHint = $derived.by(() => {
    if (!this.tool) return '';
    const what = this.tool === 'sight' ? 'Sight line' : 'Measure';
    const { toolFrom: from } = this;
    if (!from) return `${what}: ${this.narrow ? 'tap' : 'click'} where it begins.`;
    const here = Object.values(this.view?.pieces ?? {}).filter((piece) => piece.at?.join() === from.join());
    const who = (here.find((piece) => piece.rides) ?? here[0])?.name ?? `square ${from.join(', ')}`;
    return `${what} from ${who}. ${this.narrow ? 'Tap its end, and tap that again' : 'Point at its end; click there'} to begin there.`;
  });

  // -------------------------------------------------------------------------------------------- what happened

  /** New lines of the log become things to see: moves, shots, falls, dice. What was there before is history. */
  arrived({ fresh, from, lines }: Arrival): void {
    if (this.tool && !this.measurable) this.use(null);
    if (fresh) {
      this.throws = [];
      return;
    }
    const effects: Effect[] = [];
    const throws: Throw[] = [];
    lines.forEach((entry, index) => {
      const id = `${this.count++}:${from + index}`;
      const effect = effectOf(entry, id);
      if (effect) effects.push(effect);
      if (entry.dice?.length) throws.push({ id: this.count, dice: entry.dice, text: entry.text });
    });
    if (effects.length) this.effects = [...this.effects, ...effects].slice(-KEPT_EFFECTS);
    if (throws.length) this.throws = [...this.throws, ...throws].slice(-4);
  }

  readThrow(): void {
    this.throws = this.throws.slice(1);
  }
}

function effectOf(entry: LogEntry, id: string): Effect | null {
  const { show } = entry;
  const holds = entry.pieces ?? [];
  switch (show?.kind) {
    case 'move':
      return { id, kind: 'move', piece: show.piece, path: show.path };
    case 'shot':
    case 'blow':
      return { id, kind: show.kind, from: centre(show.from), to: centre(show.to), state: show.state, holds };
    case 'fall':
    case 'reveal':
      return { id, kind: show.kind, piece: show.piece };
    default:
      return null;
  }
}

function centre(at: readonly [number, number]): [number, number] {
  return [at[0] + 0.5, at[1] + 0.5];
}

function toneOf(sight: Sight): 'good' | 'warn' | 'bad' {
  return sight.state === 'clear' ? 'good' : sight.state === 'cover' ? 'warn' : 'bad';
}

function placeDraftOf(draft: Draft | null): PlaceDraft | null {
  if (draft instanceof PlaceDraft) return draft;
  return draft instanceof ChooseDraft ? placeDraftOf(draft.child) : null;
}

function readMeasure(reply: Record<string, unknown>): Measured {
  const refused = reply.refused as { text?: string } | undefined;
  const sight = (reply.sight ?? null) as Sight | null;
  const words = [reply.distance === undefined ? '' : `${String(reply.distance)} ${String(reply.unit ?? '')}`, String(reply.band ?? '')];
  return { label: refused?.text ?? words.map((word) => word.trim()).filter(Boolean).join(', '), sight };
}
