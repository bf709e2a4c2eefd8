/** The keys of the whole table. The board has its own for its arrows; these are for everything else. */

import type { TableState } from './table.svelte';

export interface Hands {
  cancel(): void;
  show(piece: string): void;
  fit(): void;
  zoomIn(): void;
  zoomOut(): void;
}

/** Before the board hears it: Enter confirms where nothing is left to choose on the board. */
export function onBoardFirst(event: KeyboardEvent, table: TableState): void {
  if (event.key !== 'Enter' || table.dialog || table.tool) return;
  const { hand } = table.desk;
  if (!(event.target instanceof SVGElement) || !hand?.settled || hand.hold) return;
  // On a handle that is not chosen Enter chooses it.
  if (event.target.closest('[data-edge][aria-pressed=false]')) return;
  event.preventDefault();
  event.stopPropagation();
  table.desk.commit();
}

export function pressed(event: KeyboardEvent, table: TableState, hands: Hands): void {
  if (event.defaultPrevented || table.dialog || event.altKey) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (event.ctrlKey || event.metaKey) {
    if (key !== 'k') return;
    table.dialog = 'palette';
    event.preventDefault();
    return;
  }
  if (event.target instanceof HTMLElement && event.target.matches('input, textarea, select, [contenteditable]')) return;
  if (act(key, event, table, hands)) event.preventDefault();
}

/** True where the key meant something. */
function act(key: string, event: KeyboardEvent, table: TableState, hands: Hands): boolean {
  const { desk } = table;
  switch (key) {
    case '?':
      table.dialog = 'keys';
      return true;
    case 'Escape':
      // The browser closes an open popover with the same key.
      if (document.querySelector(':popover-open')) return false;
      hands.cancel();
      return true;
    case 'Enter':
      return enter(event, table);
    case '+':
    case '=':
      hands.zoomIn();
      return true;
    case '-':
      hands.zoomOut();
      return true;
    case '0':
      if (desk.hand?.key(key)) return true;
      hands.fit();
      return true;
    case 'm':
      return table.use('measure');
    case 'l':
      return table.use('sight');
    case 'r':
      if (!table.ringed) return false;
      table.rings = !table.rings;
      return true;
    case 'z':
      return table.toggleZones();
    case '[':
    case ']':
      return turn(table, hands, key === ']' ? 1 : -1);
  }
  if (table.spectating) return false;
  switch (key) {
    case 'u':
      desk.undo();
      return true;
    case 'p':
      desk.passByKey();
      return true;
    case 'n':
      if (desk.request?.spec.kind === 'confirm') desk.say({ yes: false });
      else desk.passByKey();
      return true;
  }
  return desk.hand?.key(key) ?? false;
}

/** Confirms, unless the focus is on something that Enter presses. */
function enter(event: KeyboardEvent, table: TableState): boolean {
  const { desk } = table;
  const focus = event.target instanceof Element ? event.target.closest('button, a, summary, [role=button]') : null;
  if (focus && !focus.matches('.option[aria-checked=true], .way[aria-checked=true], .held[aria-pressed=true], .toplace [aria-pressed=true]')) return false;
  if (!desk.mayCommit || desk.draft?.hold) return false;
  desk.commit();
  return true;
}

/** The next or previous own figure that can still act. */
function turn(table: TableState, hands: Hands, by: number): boolean {
  const own = Object.values(table.view?.pieces ?? {}).filter(
    (piece) => piece.seat === table.role && (piece.at ?? piece.pose) && piece.state !== 'fallen' && !piece.acted,
  );
  if (!own.length) return false;
  const here = own.findIndex((piece) => piece.id === table.sheetPiece?.id);
  hands.show(own[(here + by + own.length) % own.length]!.id);
  return true;
}
