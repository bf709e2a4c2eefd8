/** What a gesture on the board means: for a tool that is out, else for the decision, else a look at somebody. */
import type { DragGesture, Square, SquareGesture } from '$board/types';
import type { TableState } from './table.svelte';

export interface Gestures {
  square: (square: SquareGesture) => void;
  piece: (id: string) => void;
  hover: (at: SquareGesture | null) => void;
  drag: (drag: DragGesture) => void;
  cursor: (dx: number, dy: number) => void;
  cancel: () => void;
}

export function gesturesOn(table: TableState): Gestures {
  const { desk } = table;
  return {
    square({ x, y }) {
      if (table.tool) table.point([x, y]);
      else desk.pick([x, y]);
    },

    piece(id) {
      const at = table.view?.pieces[id]?.at;
      if (table.tool && at) return table.point(at);
      table.chosen = id;
      if (desk.hand?.piece(id)) return;
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
      const size = table.match.table?.size;
      if (!from || !size) return;
      const at: Square = [Math.max(0, Math.min(size[0] - 1, from[0] + dx)), Math.max(0, Math.min(size[1] - 1, from[1] + dy))];
      if (table.tool) table.aim(at);
      else desk.hand?.steer(at);
    },

    cancel() {
      if (table.tool) table.use(null);
      else if (!desk.lift()) table.chosen = null;
    },
  };
}
