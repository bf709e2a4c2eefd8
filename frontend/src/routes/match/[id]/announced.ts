/** What somebody has announced to do on the open table, and where those whom a decision concerns would come to stand. */

import type { CourseOverlay, OpenOverlay, PoseGhost } from '$board/open/types';
import type { LogEntry, PieceView, Pose } from '$client/wire';

/** An announcement is answered and carried out within so many lines. */
const LATEST = 30;

/** The way that was announced last, for everybody to see until its piece has gone or acts no longer. */
export function announcedIn(log: readonly LogEntry[], pieces: Readonly<Record<string, PieceView>>): OpenOverlay | null {
  const gone = new Set<string>();
  for (const { show } of log.slice(-LATEST).reverse()) {
    if (show?.kind === 'move') gone.add(show.piece);
    if (show?.kind !== 'plan') continue;
    const piece = pieces[show.piece];
    const end = show.poses.at(-1);
    if (!piece?.active || !end || gone.has(show.piece)) return null;
    return { course: courseOf(show.poses, `The way that ${piece.name} has announced`), ghosts: [{ piece: show.piece, pose: end }] };
  }
  return null;
}

/** One straight way of a piece and where it ends. */
export function leadTo({ id, name }: Pick<PieceView, 'id' | 'name'>, from: Pose, to: Pose): OpenOverlay {
  return { course: courseOf([from, to], `Where ${name} would come to`), ghosts: [{ piece: id, pose: to }] };
}

/** Bases where they would come to stand. */
export function standing(ghosts: readonly PoseGhost[]): OpenOverlay {
  return { ghosts: [...ghosts] };
}

/** One plan with another behind it: what the first says of a piece, or of the way, stands. */
export function beside(first: OpenOverlay, behind: OpenOverlay): OpenOverlay {
  const named = new Set((first.ghosts ?? []).map(({ piece }) => piece));
  const ghosts = [...(first.ghosts ?? []), ...(behind.ghosts ?? []).filter(({ piece }) => !named.has(piece))];
  return { ...behind, ...first, course: first.course ?? behind.course ?? null, ghosts };
}

function courseOf(poses: readonly Pose[], label: string): CourseOverlay {
  return { reach: [], swept: [], trail: poses.map(([x, y]) => [x, y]), marks: [], label };
}
