/** Zones of Control as the board shows them: of both sides, or of one figure, with whom they engage. Pure. */
import type { LinkOverlay, Overlay, Square, ZoneOverlay } from '$board/types';
import type { View, Zone } from '$client/wire';

type Known = Pick<View, 'zones' | 'pieces' | 'seats'>;

/** The ground that each side controls, or what one figure does; and those whom anybody shown holds or is held by. */
export function zonesOf(view: Known, only: Zone | null): Overlay {
  const all = Object.values(view.zones);
  const shown = only ? [only] : all;
  const seats = [...new Set(shown.map((zone) => zone.seat))];
  const zones = seats.map((seat): ZoneOverlay => {
    const own = shown.filter((zone) => zone.seat === seat);
    const squares = new Map(own.flatMap((zone) => zone.squares.map((at): [string, Square] => [at.join(), at])));
    return { id: `zone/${seat}`, seat, lasting: true, tinted: true, label: only ? (view.pieces[only.id]?.name ?? only.label) : `${view.seats[seat]?.label ?? seat} controls`, squares: [...squares.values()] };
  });
  return { zones, links: linksOf(view, only) };
}

function linksOf({ zones, pieces }: Known, only: Zone | null): LinkOverlay[] {
  const name = (id: string): string => pieces[id]?.name ?? id;
  const links = new Map<string, LinkOverlay>();
  for (const zone of Object.values(zones)) {
    for (const held of zone.holds) {
      if (only && only.id !== zone.id && only.id !== held) continue;
      const back = links.get(`${held} ${zone.id}`);
      if (back) Object.assign(back, { mutual: true, label: `${name(held)} and ${name(zone.id)} engage each other` });
      else links.set(`${zone.id} ${held}`, { from: zone.id, to: held, mutual: false, label: `${name(zone.id)} engages ${name(held)}` });
    }
  }
  return [...links.values()];
}
