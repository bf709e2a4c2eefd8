/** What the person looks at: which piece, which tool, which sheet; and what the log still has to play on the board. */

import type { BoardSeat, Effect, Insets, Overlay, PathWarning, Point, SeatPattern, Square, TagOverlay } from '$board/types';
import type { OpenOverlay } from '$board/open/types';
import { zoneSquares } from '$board/units';
import type { Arrival, MatchStore } from '$client/match.svelte';
import { Newest } from '$client/newest';
import type { Die, LogEntry, PieceView, Sight } from '$client/wire';
import { skinOf } from '$games/index';
import { mergeOverlays } from '$requests/draft';
import { Desk } from '$requests/desk.svelte';
import { edgeTowards, onBase } from '$requests/bases';
import { AlongDraft } from '$requests/along.svelte';
import { DeployDraft } from '$requests/deploy.svelte';
import { lengthOn } from '$requests/lengths';
import { ManoeuvreDraft } from '$requests/manoeuvre.svelte';
import { MoveDraft } from '$requests/move.svelte';
import { PlaceDraft } from '$requests/place.svelte';
import { ChooseDraft } from '$requests/choose.svelte';
import type { Draft } from '$requests/draft';
import type { Preview, Provoked } from '$requests/preview';
import type { Surroundings } from '$requests/surroundings';
import { clause, isTarget, listed, needed, perCent } from '$ui/words';
import { zonesOf } from './zones';
import { announcedIn, beside, leadTo, standing } from './announced';
import { Exchange } from './exchange.svelte';

export type Tool = 'measure' | 'sight';
export type Pane = 'decide' | 'sheet' | 'odds' | 'log';
export type Height = 'grip' | 'half' | 'full';
export type Dialog = 'menu' | 'keys' | 'palette' | 'piles';

export interface Throw {
  id: number;
  dice: Die[];
  text: string;
}

/** What a measurement says; the words are the server's. */
interface Measured {
  label: string;
  sights: Sight[];
  /** The rule by which the line is free or not. */
  rule: string;
  /** What the lines come to on an open table, and what stands in their way. */
  fire: string;
  why: string;
  /** From where to where it was measured, if that is not what was pointed at: from the edge of a base. */
  ends: [Square, Square] | null;
}

const MEASURE_GAP_MS = 60;
/** Effects older than these have been played; the board remembers by id. */
const KEPT_EFFECTS = 40;

export class TableState {
  readonly desk: Desk;
  /** The tests with cards that lie on the table. */
  readonly exchange = new Exchange(() => this.match.view);
  chosen = $state<string | null>(null);
  hovered = $state<string | null>(null);
  tool = $state<Tool | null>(null);
  toolFrom = $state.raw<Square | null>(null);
  toolTo = $state.raw<Square | null>(null);
  /** On the open table: the base that the ruler is laid on. */
  private toolPiece: PieceView | null = null;
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
  /** The rings of all pieces show, not only those of who is looked at. */
  rings = $state(false);
  /** Zones of Control show. */
  zones = $state(false);
  /** The board says which point of its table lies under one of the page. */
  pointAt: (x: number, y: number) => Point | null = () => null;
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
  /** No seat's own table is shown: a spectator's, or what everybody at a shared screen may see. */
  readonly spectating = $derived.by(() => !this.match.seats.includes(this.match.role ?? ''));
  /** The match is over, and everything that led there has been seen. */
  readonly over = $derived.by(() => (this.playing ? null : (this.view?.result ?? null)));
  readonly role = $derived.by(() => this.match.role);

  /** The piece whose sheet is open: the one that is being placed, else chosen, else the one that the question is about, else the active one. */
  readonly sheetPiece = $derived.by((): PieceView | null => {
    const { view } = this;
    if (!view) return null;
    const id = [placeDraftOf(this.desk.draft)?.held ?? null, this.chosen, this.desk.request?.subject ?? null, view.phase.active].find((one) => one && view.pieces[one]);
    return id ? (view.pieces[id] ?? null) : null;
  });

  readonly around = $derived.by((): Surroundings => {
    const { view } = this;
    return {
      ruleset: view?.ruleset ?? '',
      unit: this.skin.unit,
      length: (units) => lengthOn(this.match.table, units),
      pointAt: (x, y) => this.pointAt(x, y),
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
    if (this.deploying) return laidOut(pieces, this.deploying);
    const placing = placeDraftOf(draft);
    const placed = placing?.at ?? (given && 'at' in given ? given.at : null);
    if (!placed) return pieces;
    const state = placing ? 'to be confirmed' : 'in secret';
    const moved = { ...pieces };
    for (const [id, at] of Object.entries(placed)) {
      const piece = pieces[id];
      if (!piece) continue;
      if (at.length === 3) {
        moved[id] = { ...piece, pose: at };
        continue;
      }
      const mark = placing?.markOf(id);
      const marks = mark ? [{ sign: mark, label: mark }] : [];
      const label = [piece.name, this.sideOf(piece.seat), `placed at ${at.join(', ')}`, mark, state].filter(Boolean).join(', ');
      moved[id] = { ...piece, at, marks: [...piece.marks, ...marks], label: `${label}.` };
    }
    return moved;
  });

  /** All sides, the own one first. */
  readonly sides = $derived.by((): BoardSeat[] => {
    const all = Object.values(this.view?.seats ?? {});
    return [...all.filter((seat) => seat.id === this.role), ...all.filter((seat) => seat.id !== this.role)];
  });

  sideOf(seat: string): string {
    return this.view?.seats[seat]?.label ?? seat;
  }

  readonly overlay = $derived.by((): Overlay => {
    let overlay: Overlay = this.desk.draft && !this.desk.busy ? this.desk.draft.overlay : {};
    overlay = { ...overlay, ...this.verdicts(overlay) };
    const announced = announcedIn(this.match.log, this.view?.pieces ?? {});
    if (announced) overlay = { ...overlay, open: beside(overlay.open ?? {}, announced) };
    overlay = mergeOverlays(mergeOverlays(mergeOverlays(overlay, this.goals), this.zoneOverlay), this.toolOverlay);
    return this.rings ? { ...overlay, open: { ...overlay.open, rings: null } } : overlay;
  });

  readonly open = $derived.by(() => this.match.table?.form === 'open');

  /** Some piece reaches out round itself. */
  readonly ringed = $derived.by(() => Object.values(this.view?.pieces ?? {}).some((piece) => piece.ring));

  /** Somebody controls the ground round it. */
  readonly zoned = $derived.by(() => this.zoneWord !== '');

  /** What the game calls the ground that somebody controls; empty where nobody does. */
  readonly zoneWord = $derived.by(() => Object.values(this.view?.zones ?? {})[0]?.label ?? '');

  /** Whose zone alone shows: who is pointed at, else who was chosen. */
  private readonly zoneOf = $derived.by(() => {
    const zones = this.view?.zones ?? {};
    return [this.hovered, this.chosen].flatMap((id) => (id && zones[id]) || [])[0] ?? null;
  });

  private readonly zoneOverlay = $derived.by((): Overlay => (this.zones && this.view ? zonesOf(this.view, this.zoneOf) : {}));

  /** True where there are zones to show or hide. */
  toggleZones(): boolean {
    if (!this.zoned) return false;
    this.zones = !this.zones;
    this.desk.note(this.zones ? `${this.zoneWord} of each figure. ${this.narrow ? 'Tap' : 'Point at'} one for its own alone.` : '');
    return true;
  }

  readonly zoneHint = $derived.by(() => {
    if (!this.zones || !this.zoned) return '';
    const { zoneOf, view } = this;
    // On a phone the line would lie over the question for as long as the zones show.
    if (!zoneOf || this.narrow) return '';
    const name = (id: string): string => view?.pieces[id]?.name ?? id;
    const held = zoneOf.holds.map(name);
    return `${zoneOf.label} of ${name(zoneOf.id)}: engages ${held.length ? listed(held) : 'nobody'}.`;
  });

  /** The ground that the match is about, by name. */
  private readonly goals = $derived.by((): Overlay => {
    const { table } = this.match;
    const named = { lasting: true };
    if (table?.form === 'open') {
      const zones = (table.zones ?? []).filter((zone) => table.goals?.includes(zone.id));
      return zones.length ? { open: { areas: zones.map(({ id, name, outline }) => ({ ...named, id: `goal/${id}`, label: name ?? '', outline })) } } : {};
    }
    const zones = (table?.zones ?? []).filter((zone) => table?.goals?.includes(zone.id));
    return { zones: zones.map((zone) => ({ ...named, id: `goal/${zone.id}`, label: zone.name ?? '', squares: zoneSquares(zone) })) };
  });

  /** What the server said about the plan: the blows on the way, the line to the target, and each target's chance. */
  private verdicts(overlay: Overlay): Overlay {
    const { preview, focus, odds } = this.desk;
    const lines = this.linesOf(overlay);
    // Of several lines to one target it is the worst that says why.
    const sight = [...lines].sort((a, b) => CLEARNESS.indexOf(a.state) - CLEARNESS.indexOf(b.state))[0] ?? null;
    const said: Overlay = { sights: lines };
    const tags: TagOverlay[] = [];
    if (sight && odds) {
      tags.push({ at: focus ? { piece: focus } : sight.to, big: perCent(odds.percent), text: isTarget(odds.needs) ? `needs ${needed(odds.needs)}` : '', sub: this.open ? clause(sight.label) : sight.label, tone: toneOf(sight) });
    }
    for (const other of preview?.odds ?? []) {
      if (other.piece && !(sight && other.piece === focus)) tags.push({ at: { piece: other.piece }, text: perCent(other.odds.percent) });
    }
    if (tags.length) said.tags = tags;
    if (preview && overlay.open) said.open = this.judged(overlay.open, preview);
    else if (preview?.pose) said.open = this.leads(preview);
    if (preview?.stands.length) said.open = beside(standing(preview.stands), said.open ?? overlay.open ?? {});
    // The way of a walk is drawn as it is planned; that of a leap comes with the verdict.
    const path = overlay.path ?? (preview && preview.path.length > 1 ? { points: preview.path, size: overlay.cursor?.size ?? 1 } : null);
    if (path && preview?.legal) said.path = { ...path, warnings: this.blows(preview.provokes) };
    if (preview?.cost != null && overlay.path && overlay.ghosts?.[0]) {
      const [ghost, ...rest] = overlay.ghosts;
      const budget = ghost.tag?.split(' of ')[1] ?? (this.moving instanceof MoveDraft ? this.moving.spec.budget : null);
      said.ghosts = [{ ...ghost, tag: budget ? `${preview.cost} of ${budget}` : `${preview.cost}` }, ...rest];
    }
    return said;
  }

  /** The lines of sight to whom it is about: on squares one, on the open table as many as a shot has. */
  private linesOf(overlay: Overlay): Sight[] {
    const { sight, focus, looking, preview } = this.desk;
    if (!this.open) return sight ? [sight] : overlay.sights?.length === 1 ? overlay.sights : [];
    const wanted = focus ?? looking;
    const said = (preview?.sights ?? []).filter((line) => line.piece === wanted || line.piece === null);
    return said.length ? said : (overlay.sights ?? []);
  }

  /** On the open table: where the server says that the base would lie, whether it may, and who may interrupt. */
  private judged(open: OpenOverlay, preview: Preview): OpenOverlay {
    const tone = preview.legal ? (preview.provokes.length ? 'warn' : 'plain') : 'bad';
    const [ghost, ...rest] = open.ghosts ?? [];
    return {
      ...open,
      ...(open.course ? { course: { ...open.course, tone, ...(preview.swept.length > 2 ? { swept: preview.swept } : {}) } } : {}),
      ...(ghost ? { ghosts: [{ ...ghost, tone, ...(preview.pose ? { pose: preview.pose } : {}) }, ...rest] } : {}),
      bodies: (open.bodies ?? []).map((body) => ({ ...body, tone: preview.bodies[body.id] ? (preview.bodies[body.id]!.legal ? 'good' : 'bad') : body.tone })),
    };
  }

  /** Where a deed that was picked would lead the one who does it. */
  private leads(preview: Preview): OpenOverlay {
    const piece = this.view?.pieces[this.desk.request?.subject ?? ''];
    return piece?.pose && preview.pose ? this.judged(leadTo(piece, piece.pose, preview.pose), preview) : {};
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

  private readonly inner = $derived.by((): Draft | null => innermost(this.desk.draft));

  /** The move that is being planned. */
  readonly moving = $derived.by((): MoveDraft | ManoeuvreDraft | null => {
    const { inner } = this;
    return inner instanceof MoveDraft || inner instanceof ManoeuvreDraft ? inner : null;
  });

  /** The decision that the arrow keys steer on the board. */
  readonly steered = $derived.by(() => this.moving ?? (this.inner instanceof AlongDraft ? this.inner : null));

  readonly deploying = $derived.by((): DeployDraft | null => (this.inner instanceof DeployDraft ? this.inner : null));

  /** The decision wants a place on the table. */
  readonly pointing = $derived.by(() => this.moving ?? this.deploying ?? placeDraftOf(this.desk.draft));

  private readonly toolOverlay = $derived.by((): Overlay => {
    const { toolFrom, toolTo, measured } = this;
    if (!this.tool || !toolFrom) return {};
    const end = toolTo ?? toolFrom;
    const label = measured?.label ?? '';
    const overlay: Overlay = this.open ? { open: { cursor: { at: end, label } } } : { cursor: { at: end, label } };
    if (!toolTo) return this.open ? overlay : { ...overlay, squares: [{ at: toolFrom, chosen: true }] };
    const best = measured?.sights.toSorted((a, b) => CLEARNESS.indexOf(b.state) - CLEARNESS.indexOf(a.state))[0];
    if (this.tool === 'sight' && measured && best) {
      overlay.sights = measured.sights;
      const said = measured.fire ? { text: measured.fire, sub: clause(measured.why) } : { text: best.label || best.state, sub: measured.label };
      overlay.tags = [{ at: best.to, ...said, tone: toneOf(best) }];
    } else {
      const [from, to] = measured?.ends ?? [this.toolPiece ? edgeOf(this.toolPiece, toolTo) : toolFrom, toolTo];
      overlay.measures = [{ from: this.end(from), to: this.end(to), ...(measured ? { label: measured.label } : {}) }];
    }
    return overlay;
  });

  // -------------------------------------------------------------------------------------------- tools

  /** The server measures nothing on a table where the match is over. */
  readonly measurable = $derived.by(() => !this.view?.result);

  /** True where the tool is at hand. */
  use(tool: Tool | null): boolean {
    if (!this.measurable) tool = null;
    this.tool = tool === this.tool ? null : tool;
    const shown = this.tool ? this.sheetPiece : null;
    // Nothing is shot from a leader's marker.
    const piece = this.tool === 'sight' && shown?.shape.kind === 'point' ? null : shown;
    this.toolFrom = piece ? this.placeOf(piece) : null;
    this.toolPiece = piece?.pose ? piece : null;
    this.toolTo = null;
    this.measured = null;
    return this.measurable;
  }

  /** Where a piece is for a ruler: its square, or the middle of its base. */
  placeOf(piece: PieceView): Square | null {
    return piece.pose ? [piece.pose[0], piece.pose[1]] : piece.at;
  }

  /** The end of a drawn measure. */
  private end(at: Square): Point {
    return this.desk.spaces?.centre(at) ?? at;
  }

  /** The tool's line ends at a piece, or begins there: on the open table the server finds the edges of the bases. */
  pointPiece(piece: PieceView): void {
    const at = this.placeOf(piece);
    if (!at) return;
    if (!piece.pose || (this.toolFrom && this.toolPiece?.id !== piece.id && !(this.toolTo && liesOn(piece, this.toolTo)))) return this.point(at);
    this.toolFrom = at;
    this.toolPiece = piece;
    this.toolTo = this.measured = null;
  }

  /** The tool's line ends here; where it ends already it begins now. */
  point(at: Square): void {
    if (this.toolFrom && at.join() !== this.toolTo?.join()) return this.aim(at);
    this.toolFrom = at;
    this.toolPiece = this.toolTo = this.measured = null;
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
    const what = this.tool !== 'sight' ? 'Measure' : this.open ? 'Lines of fire' : 'Sight line';
    const { toolFrom: from } = this;
    if (!from) return `${what}: ${this.narrow ? 'tap' : 'click'} where it begins.`;
    const here = this.toolPiece ? [this.toolPiece] : Object.values(this.view?.pieces ?? {}).filter((piece) => piece.at?.join() === from.join());
    const who = (here.find((piece) => piece.rides) ?? here[0])?.name ?? (this.open ? 'here' : `square ${from.join(', ')}`);
    const { measured } = this;
    const [line] = measured?.sights ?? [];
    if (this.tool === 'sight' && measured?.rule && line) return `From ${who}: ${line.label || line.state}, ${measured.label}.`;
    return `${what} from ${who}. ${this.narrow ? 'Tap its end, and tap that again' : 'Point at its end; click there'} to begin there.`;
  });

  /** The rule behind what the tool says. */
  readonly toolRule = $derived.by(() => (this.tool === 'sight' && this.toolTo ? (this.measured?.rule ?? '') : ''));

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
      const effect = effectOf(entry, id, (place) => this.end(place));
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

/** `at`: the point of the board that is meant by a square, or by a point of the open table. */
function effectOf(entry: LogEntry, id: string, at: (place: Point) => Point): Effect | null {
  const { show } = entry;
  const holds = entry.pieces ?? [];
  switch (show?.kind) {
    case 'move': {
      const path = show.poses ?? show.path;
      return path?.length ? { id, kind: 'move', piece: show.piece, path } : null;
    }
    case 'shot':
    case 'blow':
      return show.from && show.to ? { id, kind: show.kind, from: at(show.from), to: at(show.to), state: show.state, holds } : null;
    case 'fall':
    case 'reveal':
      return { id, kind: show.kind, piece: show.piece };
    default:
      return null;
  }
}

/** The worst first. */
const CLEARNESS: readonly Sight['state'][] = ['blocked', 'cover', 'clear'];

function toneOf(sight: Sight): 'good' | 'warn' | 'bad' {
  return sight.state === 'clear' ? 'good' : sight.state === 'cover' ? 'warn' : 'bad';
}

/** The draft that the parameters of a choice are given to, else the draft itself. */
function innermost(draft: Draft | null): Draft | null {
  return draft instanceof ChooseDraft ? innermost(draft.child) : draft;
}

/** Units that are being put down stand where they were put. */
function laidOut(pieces: Record<string, PieceView>, { at, spec }: DeployDraft): Record<string, PieceView> {
  const laid = spec.bodies.flatMap(({ id }) => {
    const [piece, pose] = [pieces[id], at[id]];
    return piece ? [[id, { ...piece, pose: pose ?? null, label: `${piece.name}, ${pose ? 'placed, to be confirmed' : 'to be placed'}.` }] as const] : [];
  });
  return { ...pieces, ...Object.fromEntries(laid) };
}

/** The point of a base's edge where a ruler towards another point is laid on. */
function edgeOf({ pose, shape }: PieceView, towards: Square): Square {
  if (!pose) return towards;
  return shape.kind === 'rect' ? edgeTowards({ pose, frontage: shape.size, depth: shape.depth ?? 0 }, towards) : [pose[0], pose[1]];
}

/** Whether a ruler's end lies on a piece: the mouse was there before it was clicked. */
function liesOn({ pose, shape }: PieceView, at: Square): boolean {
  if (!pose) return false;
  const [right, ahead] = onBase(pose, at);
  return Math.abs(right) <= shape.size / 2 && Math.abs(ahead) <= (shape.depth || shape.size) / 2;
}

function placeDraftOf(draft: Draft | null): PlaceDraft | null {
  if (draft instanceof PlaceDraft) return draft;
  return draft instanceof ChooseDraft ? placeDraftOf(draft.child) : null;
}

function readMeasure(reply: Record<string, unknown>): Measured {
  const refused = reply.refused as { text?: string } | undefined;
  const sights = (reply.sights ?? (reply.sight ? [reply.sight] : [])) as Sight[];
  const ends = reply.from && reply.to ? ([reply.from, reply.to] as [Square, Square]) : null;
  const more = { sights, ends, fire: String(reply.fire ?? ''), why: String(reply.why ?? ''), rule: typeof reply.rule === 'string' ? reply.rule : '' };
  if (typeof reply.text === 'string') return { label: refused?.text ?? reply.text, ...more };
  const words = [reply.distance === undefined ? '' : `${String(reply.distance)} ${String(reply.unit ?? '')}`, String(reply.band ?? '')];
  return { label: refused?.text ?? words.map((word) => word.trim()).filter(Boolean).join(', '), ...more };
}
