/**
 * What an open table adds to the board's data. Lengths and points are in units of the table, headings in hundredths of
 * a degree; the board itself turns them into the game's measure once (`scale.ts`).
 */
import type { Decor, Kind, Point, Pose, Tone } from '../types';
import type { WaySign } from './waysigns';

/** The `table` of the welcome message, for games played on an open table. */
export interface OpenTable {
  form: 'open';
  id: string;
  name: string;
  size: [number, number];
  /** The game's measure: so many units are `one` of it. */
  unit: { size: number; one: string; many: string };
  kinds: { terrain: Record<string, Kind>; decor?: Record<string, Kind> };
  zones?: OpenZone[];
  decor?: Decor[];
}

export interface OpenZone {
  id: string;
  name?: string;
  seat?: string | null;
  outline: Point[];
}

/** A piece of terrain as the view has it; one that is not closed is a line. */
export interface BoardTerrain {
  id: string;
  kind: string;
  label: string;
  outline: Point[];
  closed: boolean;
  state: string;
}

/** Two pieces that fight each other, where they meet and why it matters; one that is of another serves that. */
export interface BoardTie {
  id: string;
  kind: 'main' | 'support';
  pieces: [string, string];
  at: Point;
  label: string;
  of: string | null;
}

/** A base where it may come to lie, drawn faint and without weight. */
export interface PoseGhost {
  piece: string;
  pose: Pose;
  tag?: string;
  /** Steps in between are fainter and lie under the pieces. */
  faint?: boolean;
  tone?: Tone;
}

/** A line with something to say at its end or along it. */
export interface PathMark {
  at: Point;
  /** Ends of the stroke across the way, where a base's front would be. */
  across?: [Point, Point];
  label: string;
  tone: Tone;
}

/** How a base would go: what it sweeps, the way of its guiding corner or centre, and what happens where. */
export interface CourseOverlay {
  /** All that it can sweep on this way. */
  reach: Point[];
  /** What it sweeps up to where it is now. */
  swept: Point[];
  /** The way of the corner or point by which the movement is measured. */
  trail: Point[];
  pivot?: Point;
  marks: PathMark[];
  /** The verdict on it, where there is one. */
  tone?: Tone;
  label: string;
}

/** Another way of moving that could be taken instead. */
export interface WayOverlay {
  key: string;
  /** Where at the base its sign stands, in which direction off it, and how many others stand there before it. */
  at: Point;
  out: Point;
  beside: Point;
  slot: number;
  /** What the sign shows, turned with the base: hundredths of a degree. */
  turn: number;
  sign: WaySign;
  label: string;
  chosen: boolean;
}

/** Something that is put down and is no piece yet, or one whose outline alone counts. */
export interface BodyOverlay {
  id: string;
  label: string;
  /** Corners where it lies; fewer than three: a point. */
  outline: Point[];
  at: Point;
  /** Where its front is, if it has one: the tip of an arrow. */
  front?: Point;
  held: boolean;
  tone: Tone;
}

export interface AreaOverlay {
  id: string;
  label: string;
  outline: Point[];
  seat?: string | null;
  tone?: Tone;
  /** Shown all through the match: no part of the decision at hand. */
  lasting?: boolean;
}

export interface OpenOverlay {
  ghosts?: PoseGhost[];
  course?: CourseOverlay | null;
  ways?: WayOverlay[];
  bodies?: BodyOverlay[];
  areas?: AreaOverlay[];
  /** Pieces whose rings show, beside that of the selected one; null: those of all. */
  rings?: readonly string[] | null;
  /** Where the arrow keys steer something. */
  cursor?: { at: Point; label: string } | null;
  /** A handle by which the held body is turned. */
  handle?: Point | null;
}

/** A drag that lifts something: from where it began to where it is; `done` when it was let go. */
export interface PullGesture {
  /** A piece, or a body that is being put down. */
  piece: string;
  from: Point;
  to: Point;
  done: boolean;
}
