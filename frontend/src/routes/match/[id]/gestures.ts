/** What a gesture on the board means: for a tool that is out, else for the decision, else a look at somebody. */
import type { PullGesture } from '$board/open/types';
import type { DragGesture, Point, SquareGesture } from '$board/types';
import type { TableState } from './table.svelte';

export interface Gestures {
  square: (square: SquareGesture) => void;
  piece: (id: string) => void;
  hover: (at: SquareGesture | null) => void;
  drag: (drag: DragGesture) => void;
  cursor: (dx: number, dy: number) => void;
  spot: (at: Point) => void;
  hoverSpot: (at: Point | null) => void;
  pull: (pull: PullGesture) => void;
  way: (key: string) => void;
  turn: (at: Point) => void;
  steer: (dx: number, dy: number, fine: boolean) => void;
  cancel: () => void;
}

/** How far an arrow key moves the end of a ruler on the open table, units. */
const STEP = 300;
const FINE = 60;

export function gesturesOn(table: TableState): Gestures {
  const { desk } = table;
  return {
    square({ x, y }) {
      if (table.tool) table.point([x, y]);
      else desk.pick([x, y]);
    },

    piece(id) {
      const piece = table.view?.pieces[id];
      if (table.tool && piece) return table.pointPiece(piece);
      if (piece) table.chosen = id;
      if (desk.touch(id)) return;
      const placed = table.pieces[id]?.at;
      if (placed) desk.hand?.square(placed);
    },

    hover(at) {
      if (table.tool) {
        if (at) table.aim([at.x, at.y]);
        return;
      }
      const { hand } = desk;
      hand?.cursor(at ? hand.meant([at.x, at.y]) : null);
    },

    drag({ piece, to }) {
      desk.drag(piece, to);
    },

    cursor(dx, dy) {
      const from = table.overlay.cursor?.at;
      if (!from || !desk.spaces) return;
      const at = desk.spaces.beside(from, dx, dy);
      if (table.tool) table.aim(at);
      else desk.hand?.steer(at);
    },

    spot(at) {
      if (table.tool) table.point(at);
      else desk.hand?.spot(at);
    },

    hoverSpot(at) {
      if (table.tool && at) table.aim(at);
    },

    pull({ piece, from, to, done }) {
      if (!table.tool) desk.hand?.pull(piece, from, to, done);
    },

    way(key) {
      desk.hand?.goBy(key);
    },

    turn(at) {
      desk.hand?.face(at);
    },

    steer(dx, dy, fine) {
      const from = table.toolTo ?? table.toolFrom;
      if (!table.tool) desk.hand?.nudge(dx, dy, fine);
      else if (from) table.aim([from[0] + dx * (fine ? FINE : STEP), from[1] + dy * (fine ? FINE : STEP)]);
    },

    cancel() {
      if (table.tool) table.use(null);
      else if (!desk.lift()) table.chosen = null;
    },
  };
}
