/** What is left of sides and their bodies before they break. */

import type { Gauge, View } from '$client/wire';

export const gaugeWords = ({ label, value, max, note, won }: Gauge): string => [won ? `${label}: ${value} of ${max}` : `${label}: ${value} of ${max} left`, note].filter(Boolean).join('. ');

/** The gauge of a whole side; null where the game has none. */
export function gaugeOf(view: View, seat: string): Gauge | null {
  return Object.values(view.gauges).find((gauge) => gauge.seat === seat && gauge.group === null) ?? null;
}

/** Those that are everybody's. */
export const gaugesOfAll = (view: View): Gauge[] => Object.values(view.gauges).filter((gauge) => gauge.seat === '');

/** Those of a side's bodies; a single one that says the same as the side's own is left out. */
export function bodiesOf(view: View, seat: string): Gauge[] {
  const bodies = Object.values(view.gauges).filter((gauge) => gauge.seat === seat && gauge.group !== null);
  const whole = gaugeOf(view, seat);
  const [only] = bodies;
  return bodies.length === 1 && whole && only?.value === whole.value && only.max === whole.max ? [] : bodies;
}
