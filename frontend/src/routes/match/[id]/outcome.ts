/** What a match cost each side, from the position in which it ended. */

import type { PieceView, View } from '$client/wire';
import { bodiesOf, gaugeOf, gaugeWords } from './gauges';

export interface Outcome {
  seat: string;
  /** Sentences, the weightiest first; one at least. */
  said: string[];
}

const named = ({ name, state, marks }: PieceView): string => (state === 'fallen' && marks[0] ? `${name} (${marks[0].label.toLowerCase()})` : name);
const hurt = ({ name, bar }: PieceView): string => `${name} ${bar!.value} of ${bar!.max}`;

/** Of each side: what is left of it where the game counts that, which of its bodies are used up, who is gone, who is hurt. */
export function outcomes(view: View): Outcome[] {
  return Object.keys(view.seats).map((seat) => {
    const own = Object.values(view.pieces).filter((piece) => piece.seat === seat);
    const gone = own.filter(({ state }) => state === 'fallen');
    const wounded = own.filter(({ state, bar }) => state !== 'fallen' && bar && bar.value < bar.max);
    const whole = gaugeOf(view, seat);
    const broken = bodiesOf(view, seat).filter(({ value }) => value <= 0);
    const said = [
      ...(whole ? [`${gaugeWords(whole)}.`] : []),
      ...(broken.length ? [`Broken: ${broken.map(({ label }) => label).join(', ')}.`] : []),
      ...(gone.length ? [`Lost: ${gone.map(named).join(', ')}.`] : []),
      ...(wounded.length ? [`Hurt: ${wounded.map(hurt).join(', ')}.`] : []),
    ];
    return { seat, said: gone.length || wounded.length ? said : [...said, 'No losses.'] };
  });
}
