/** What travels between the browser and the server: the view, the requests with their answers, and the messages. */

import type { BoardTerrain, BoardTie, OpenTable } from '$board/open/types';
import type { BoardItem, BoardPiece, BoardSeat, Point, Pose, Square, SquareTable } from '$board/types';

export type { OpenTable, Point, Pose, Square, SquareTable };
export type PieceView = BoardPiece;

export interface Stat {
  label: string;
  value: string;
  rule?: string;
}

export interface SheetLine extends Stat {
  icon?: string;
  /** What else there is to know of it. */
  note?: string;
}

export type ChipTone = 'plain' | 'good' | 'warn' | 'bad';

export interface Sheet {
  id: string;
  title: string;
  subtitle: string;
  stats: Stat[][];
  lines: SheetLine[];
  chips: { label: string; tone: ChipTone; rule?: string }[];
}

export interface Area {
  id: string;
  kind: 'hand' | 'deck' | 'discard' | 'play' | 'track';
  label: string;
  seat?: string | null;
  count: number;
  faces?: string[] | null;
}

export interface Phase {
  round: number;
  rounds: number | null;
  label: string;
  active: string | null;
  order: string[];
  note: string;
}

export interface Outcome {
  winner: string | null;
  reason: string;
  text: string;
}

/** Somebody has to decide; `given` is one's own answer to a sealed batch that has not opened yet. */
export interface Pending {
  seat: string;
  text: string;
  doing: string;
  given: Answer | null;
}

/** A number that a seat watches: what is left of how much; `group` names whose it is, null the whole side's.
 * Without a `seat` it is everybody's. */
export interface Gauge {
  id: string;
  seat: string;
  label: string;
  value: number;
  max: number;
  group: string | null;
  note: string;
  rule: string;
  /** It counts what was gained, not what is left. */
  won: boolean;
}

/** A card of a test: no face for who may not know it; `bonus` is what a reinforcing one adds. */
export interface CardView {
  face: string | null;
  open: boolean;
  source: 'hand' | 'deck';
  bonus: number | null;
}

/** One participant of a test, its original card first; no total before the cards lie open. */
export interface ContestSide {
  key: string;
  seat: string;
  piece: string | null;
  name: string;
  cards: CardView[];
  total: Total | null;
}

/** A test with cards: against `dl`, or between several. `over`: it has come out as `verdict` says. */
export interface Contest {
  id: string;
  name: string;
  rule: string;
  sides: ContestSide[];
  dl: number | null;
  over: boolean;
  verdict: string;
  winner: string | null;
}

/** The squares that the piece of this id controls, and the enemies that it engages there. */
export interface Zone {
  id: string;
  seat: string;
  label: string;
  squares: Square[];
  holds: string[];
}

/** The whole position as one audience may see it. */
export interface View {
  audience: string;
  ruleset: string;
  scenario: string;
  measuring: 'free' | 'declared';
  seats: Record<string, BoardSeat>;
  pieces: Record<string, PieceView>;
  edges: Record<string, string>;
  items: Record<string, BoardItem>;
  areas: Record<string, Area>;
  phase: Phase;
  pending: Record<string, Pending>;
  sheets: Record<string, Sheet>;
  result: Outcome | null;
  gauges: Record<string, Gauge>;
  terrain: Record<string, BoardTerrain>;
  ties: Record<string, BoardTie>;
  zones: Record<string, Zone>;
  contests: Record<string, Contest>;
}

export type ViewPatch = { [K in keyof View]?: unknown };

export interface Part {
  label: string;
  value: number | string;
  rule?: string;
}

export interface Total {
  label: string;
  parts: Part[];
  value: number;
}

export interface Odds {
  /** Per cent, unrounded. */
  percent: number;
  needs: string;
  label: string;
  bars: { total: number; percent: number; hit: boolean }[];
  totals: Total[];
  effect: string;
  /** What it is the chance of, in a word or two beside the per cent; empty where the option's name says it. */
  of: string;
}

export interface Sight {
  from: Point;
  to: Point;
  state: 'clear' | 'cover' | 'blocked';
  witness: Point | null;
  label: string;
}

export interface Die {
  value: number;
  sides: number;
  role: string;
}

export type Show =
  /** Over squares, or on the open table from pose to pose. */
  | { kind: 'move'; piece: string; path?: Square[]; poses?: Pose[] }
  /** Announced and not done yet. */
  | { kind: 'plan'; piece: string; poses: Pose[] }
  | { kind: 'shot' | 'blow'; from?: Point; to?: Point; state: 'hit' | 'miss' }
  | { kind: 'fall' | 'reveal'; piece: string };

/** A line of the log; its number is its place in the list. */
/** Why something came out as it did, or cannot be done, and the rule that says so. */
export interface Reason {
  text: string;
  rule: string;
  /** The key of the one thing that cannot be chosen. */
  about?: string;
}

export interface LogEntry {
  kind: string;
  text: string;
  seat?: string;
  tone?: 'plain' | 'good' | 'bad';
  round?: number;
  heading?: boolean;
  pieces?: string[];
  dice?: Die[];
  totals?: Total[];
  outcome?: string;
  /** Why it came out so, where the sums do not say it. */
  causes?: Reason[];
  rules?: string[];
  show?: Show;
}

// ---------------------------------------------------------------------------------------------- requests

export interface Option {
  key: string;
  label: string;
  /** What the button says that takes it; empty: the label. */
  act: string;
  /** A few characters that stand on its picture. */
  badge: string;
  detail: string;
  group: string;
  rule: string;
  piece: string | null;
  square: Square | null;
  edge: string | null;
  cost: string;
  odds: Odds | null;
  warnings: string[];
  needs: Spec | null;
  sights: Sight[];
  hold: boolean;
}

export interface ChooseSpec {
  kind: 'choose';
  min: number;
  max: number;
  options: Option[];
  /** Why others that one might expect are not among them. */
  missing: Reason[];
}

export interface ReachStep {
  to: Square;
  cost: number;
  /** Index in the reach of the square before; null: the start. */
  via: number | null;
  provokes: string[];
  notes: string[];
  /** Whether the move may end here. */
  stop: boolean;
}

export interface MoveSpec {
  kind: 'move';
  piece: string;
  from: Square;
  budget: number;
  reach: ReachStep[];
  straight: boolean;
  label: string;
}

export interface PlaceSpec {
  kind: 'place';
  pieces: { id: string; size: number; label: string }[];
  squares: Square[];
  label: string;
  /** Parts of the squares that are worth more, the best first; a piece wholly on one gets its mark. */
  grounds: { label: string; mark: string; squares: Square[] }[];
}

export interface AimSpec {
  kind: 'aim';
  points: Point[];
  label: string;
  template: string | null;
}

/** A length along a way at which something happens. */
export interface WayMark {
  at: number;
  label: string;
  rule: string;
  tone: 'plain' | 'warn' | 'bad';
}

/** One kind of movement, `least` to `most` units long; see the contract in `engine/specs/open.py`. */
export interface Way {
  key: string;
  label: string;
  shape: 'line' | 'slide' | 'arc' | 'turn';
  least: number;
  most: number;
  /** Of a line: hundredths of a degree, relative to the heading. */
  bearing: number;
  /** Of a slide: how far to either side of ahead it may go, hundredths of a degree. */
  spread: number;
  pivot: '' | 'left' | 'right';
  turn: number;
  end: Pose | null;
  rule: string;
  detail: string;
  limits: string;
  marks: WayMark[];
  warnings: string[];
}

/** One movement of one base on the open table, in its units. */
export interface ManoeuvreSpec {
  kind: 'manoeuvre';
  piece: string;
  pose: Pose;
  frontage: number;
  depth: number;
  step: number;
  label: string;
  ways: Way[];
}

/** Something to be put down: its outline about its centre at heading 0; a point has none. */
export interface Body {
  id: string;
  label: string;
  outline: Point[];
  heading: number;
  /** By how much it may be turned at a time, hundredths of a degree; 0: not at all. */
  turns: number;
}

export interface DeploySpec {
  kind: 'deploy';
  bodies: Body[];
  areas: { label: string; outline: Point[] }[];
  suggested: Record<string, Pose>;
  step: number;
  label: string;
}

export interface AllocateSpec {
  kind: 'allocate';
  slots: { key: string; label: string; max: number; cost?: number; detail?: string; icon?: string }[];
  total: number;
  exact: boolean;
  /** The word for what is divided, such as price; empty where the slots say enough. */
  unit?: string;
}

export interface NumberSpec {
  kind: 'number';
  min: number;
  max: number;
  label: string;
  step: number;
  /** Where it is a length along another's movement: that one's poses by length. */
  along: { piece: string; poses: [length: number, x: number, y: number, heading: number][] } | null;
}

export interface ArrangeSpec {
  kind: 'arrange';
  items: { key: string; label: string }[];
  label: string;
}

export interface ConfirmSpec {
  kind: 'confirm';
  label: string;
  yes: string;
  no: string;
  odds: Odds | null;
}

export type Spec =
  ChooseSpec | MoveSpec | PlaceSpec | AimSpec | ManoeuvreSpec | DeploySpec | AllocateSpec | NumberSpec | ArrangeSpec | ConfirmSpec;

export interface Req {
  id: string;
  seat: string;
  rule: string;
  path: string;
  text: string;
  note: string;
  subject: string | null;
  spec: Spec;
  /** `sure`: what a hasty passer is asked first. */
  pass: { label: string; sure?: string } | null;
  sealed: boolean;
  timeout: string;
  window: string | null;
}

export interface PickAnswer {
  key: string;
  with?: Answer | null;
}

export type Answer =
  | { picks: PickAnswer[] }
  | { path: Square[] }
  /** In a preview alone: why can the move not end there? */
  | { to: Square }
  | { at: Record<string, Square> }
  /** Bodies on the open table, all of them or, in a preview, some. */
  | { at: Record<string, Pose> }
  | { way: string; length: number; bearing: number }
  | { point: Point }
  | { slots: Record<string, number> }
  | { value: number }
  | { order: string[] }
  | { yes: boolean }
  | { pass: true };

// ---------------------------------------------------------------------------------------------- messages

export type UndoGrade = 'free' | 'consent' | 'judge';
export type WindowMode = 'always' | 'relevant' | 'not_this_turn';

export type Stage = 'open' | 'running' | 'finished' | 'cancelled';

export interface SeatPerson {
  name: string | null;
  kind: 'person' | 'bot';
  level: string | null;
  here: boolean;
  taken: boolean;
  /** How many times a bot still agrees to an undo. */
  agrees?: number | null;
}

/** Who holds which seat and is here, and how many watch. */
export interface People {
  seats: Record<string, SeatPerson>;
  spectators: number;
}

/** The other side asks whether it may take its last decision back. */
export interface ConsentAsk {
  id: string;
  seat?: string;
  text: string;
}

/** The fixed table of a match: the board's map, and where the game says so, what is played for on it. */
export type MatchTable = (SquareTable | OpenTable) & Terms;

interface Terms {
  aim?: { text: string; rule: string };
  /** The zones of the map that the aim is about. */
  goals?: string[];
  /** What was agreed on beside the aim, in sentences. */
  terms?: string[];
}

export interface Welcome {
  t: 'welcome';
  version: number;
  hash: string;
  role: string;
  seats: string[];
  table: MatchTable;
  view: View;
  requests: Req[];
  log: LogEntry[];
  people: People;
  status?: Stage;
  undo: UndoGrade | null;
  /** Where consent is needed: the first line of the log that an undo takes with it. */
  undo_from?: number | null;
  epoch: string;
}

export interface StepMessage {
  t: 'step';
  version: number;
  base: number;
  patch?: ViewPatch;
  log_from?: number;
  log?: LogEntry[];
  requests?: Req[];
  undo?: UndoGrade | null;
  undo_from?: number | null;
  hash: string;
}

export interface Refused {
  t: 'refused';
  id: string | number | null;
  code: string;
  text: string;
  rule?: string;
  numbers?: Record<string, number | string>;
}

/** A question that may be passed without a look at what its seat holds. */
export interface BlindPass {
  request: string;
  label: string;
}

export type FromServer =
  | Welcome
  | StepMessage
  | Refused
  | { t: 'ack'; id: string; ok: true }
  | ({ t: 'preview'; id: number } & Record<string, unknown>)
  | { t: 'presence'; people: People; status?: Stage }
  | { t: 'consent'; ask?: ConsentAsk | null; asked?: { seats: string[]; text: string } | null }
  | { t: 'again' }
  /** To one who holds several seats: which of them are asked something now, and whether they may not see the same. */
  | { t: 'turns'; seats: string[]; apart: boolean; blind: Record<string, BlindPass> }
  /** To the same: what comes next is not for everybody at this screen. */
  | { t: 'cover' }
  | { t: 'pong'; id: number }
  | { t: 'resync' }
  | { t: 'replaced' };

/** Messages that change something: each carries an id and is sent again until it is answered. */
export type Deed =
  | { t: 'answer'; request: string; body: Answer }
  | { t: 'undo' }
  | { t: 'consent'; yes: boolean; ask?: string }
  | { t: 'prefer'; window: string; mode: WindowMode }
  | { t: 'handover'; seat: string | null }
  | { t: 'resign' };

export type ToServer =
  | { t: 'hello'; have: number | null; epoch: string | null; seat: string | null }
  | (Deed & { id: string })
  | { t: 'preview'; id: number; request: string | null; body: unknown }
  | { t: 'measure'; id: number; from: Point; to: Point }
  | { t: 'ping'; id: number };
