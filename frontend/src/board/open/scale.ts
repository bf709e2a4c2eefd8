/**
 * The server counts an open table in small units; the board draws it in the game's measure, one of which is as wide as a
 * square elsewhere. Everything that comes in passes here once, so that instruments and effects are the same for both.
 */
import type { BoardPiece, Effect, Overlay, Point, Pose } from '../types';
import { SQ } from '../units';
import type { BoardTie, BodyOverlay, CourseOverlay, OpenOverlay } from './types';

export class Scale {
  /** `size`: so many units of the table are one measure. */
  constructor(private readonly size: number) {}

  readonly length = (units: number): number => units / this.size;
  readonly point = ([x, y]: Point): Point => [x / this.size, y / this.size];
  readonly pose = ([x, y, heading]: Pose): Pose => [x / this.size, y / this.size, heading];

  /** From user units of the drawing back to units of the table, whole. */
  readonly back = ([x, y]: Point): Point => [Math.round((x / SQ) * this.size), Math.round((y / SQ) * this.size)];

  readonly piece = (piece: BoardPiece): BoardPiece => ({
    ...piece,
    shape: { ...piece.shape, size: this.length(piece.shape.size), depth: this.length(piece.shape.depth ?? 0) },
    pose: piece.pose ? this.pose(piece.pose) : null,
    ring: piece.ring ? { ...piece.ring, radius: this.length(piece.ring.radius) } : null,
  });

  readonly tie = (tie: BoardTie): BoardTie => ({ ...tie, at: this.point(tie.at) });

  readonly effect = (effect: Effect): Effect => {
    switch (effect.kind) {
      case 'move':
        return { ...effect, path: effect.path.map((place) => (place.length === 3 ? this.pose(place) : this.point(place))) };
      case 'shot':
      case 'blow':
        return { ...effect, from: this.point(effect.from), to: this.point(effect.to) };
      case 'number':
        return { ...effect, at: this.point(effect.at) };
      default:
        return effect;
    }
  };

  readonly overlay = (overlay: Overlay): Overlay => ({
    ...overlay,
    sights: (overlay.sights ?? []).map((sight) => ({
      ...sight,
      from: this.point(sight.from),
      to: this.point(sight.to),
      witness: sight.witness && this.point(sight.witness),
    })),
    tags: (overlay.tags ?? []).map((tag) => ('piece' in tag.at ? tag : { ...tag, at: this.point(tag.at) })),
    measures: (overlay.measures ?? []).map((measure) => ({ ...measure, from: this.point(measure.from), to: this.point(measure.to) })),
    open: this.open(overlay.open ?? {}),
  });

  private open(open: OpenOverlay): OpenOverlay {
    return {
      ...open,
      ghosts: (open.ghosts ?? []).map((ghost) => ({ ...ghost, pose: this.pose(ghost.pose) })),
      course: open.course ? this.course(open.course) : null,
      ways: (open.ways ?? []).map((way) => ({ ...way, at: this.point(way.at) })),
      bodies: (open.bodies ?? []).map((body): BodyOverlay => ({
        ...body,
        at: this.point(body.at),
        outline: body.outline.map(this.point),
        ...(body.front ? { front: this.point(body.front) } : {}),
      })),
      areas: (open.areas ?? []).map((area) => ({ ...area, outline: area.outline.map(this.point) })),
      cursor: open.cursor ? { ...open.cursor, at: this.point(open.cursor.at) } : null,
      handle: open.handle ? this.point(open.handle) : null,
    };
  }

  private course(course: CourseOverlay): CourseOverlay {
    return {
      ...course,
      reach: course.reach.map(this.point),
      swept: course.swept.map(this.point),
      trail: course.trail.map(this.point),
      ...(course.pivot ? { pivot: this.point(course.pivot) } : {}),
      marks: course.marks.map((mark) => ({
        ...mark,
        at: this.point(mark.at),
        ...(mark.across ? { across: [this.point(mark.across[0]), this.point(mark.across[1])] as [Point, Point] } : {}),
      })),
    };
  }
}
