import { describe, expect, it } from 'vitest';
import type { LogEntry } from '$client/wire';
import { toldLines } from './telling';

const line = (kind: string, text: string, piece: string | null, ...rules: string[]): LogEntry => ({ kind, text, rules, ...(piece ? { pieces: [piece] } : {}) });
const acts = line('activation', 'Activation of Reiters.', 'a', '4.1.1f');
const will = line('announce', 'Reiters will move forward 2 BU.', 'a', '4.1.3g', '5.1a');
const moved = line('move', 'Reiters moved forward 2 BU.', 'a', '5.1a');
const told = (...log: LogEntry[]) => toldLines(log).map(({ entry, before }) => [entry.text, ...before.map(({ text }) => text)]);

describe('the log as it is read', () => {
  it('tells a unit that acts, announces and moves in one line, and keeps what led up to it', () => {
    expect(told(acts, will, moved)).toEqual([[moved.text, acts.text, will.text]]);
  });

  it('tells what came between an announcement and the movement in its order', () => {
    const fire = line('reaction', 'Foot tried to fire at Reiters.', 'b');
    expect(told(acts, will, fire, moved)).toEqual([[will.text, acts.text], [fire.text], [moved.text]]);
  });

  it('tells an announcement by itself where something else was done than it said', () => {
    const stopped = line('move', 'Reiters had to stop after 1 BU.', 'a', '6.5c');
    expect(told(acts, will, stopped)).toEqual([[will.text, acts.text], [stopped.text]]);
  });

  it('tells a walk in one line, its last step, and begins anew where something came between', () => {
    const begun = line('action', 'Portos: a Full Move.', 'a', 'x.1');
    const [one, two, three] = [1, 2, 3].map((mp) => line('step', `Portos moves, ${mp} MP.`, 'a', 'x.2'));
    const shot = line('shot', 'Bob shoots at Portos.', 'b');
    expect(told(begun, one!, two!, three!)).toEqual([[three!.text, begun.text, one!.text, two!.text]]);
    expect(told(begun, one!, shot, two!, three!)).toEqual([[one!.text, begun.text], [shot.text], [three!.text, two!.text]]);
  });

  it('tells what has only begun, newest last', () => {
    expect(told(acts)).toEqual([[acts.text]]);
    expect(told(acts, will)).toEqual([[will.text, acts.text]]);
  });

  it('tells a volley that was used with the shot, and the die of a pursuit with the way', () => {
    const shoots = line('announce', 'Foot will shoot at Reiters.', 'b', '4.1.3g', '6.1a');
    const used = line('used', 'Foot used the first volley.', 'b', '6.1.5a');
    const shot = line('shot', 'Foot shot at Reiters: no hits.', 'b', '6.1a', '6.1.4');
    expect(told(shoots, used, shot)).toEqual([[shot.text, shoots.text, used.text]]);
    const declared = line('pursuit', 'Reiters will pursue.', 'a', '7.5.4a');
    const rolled = line('pursuit', 'Reiters rolled for the pursuit: up to 1 BU.', 'a', '7.5.4d');
    const pursued = line('move', 'Reiters pursued 1 BU.', 'a', '7.5.4d');
    expect(told(declared, rolled, pursued)).toEqual([[declared.text], [pursued.text, rolled.text]]);
  });

  it('leaves every other line as it is, and out what only plays on the board', () => {
    const heading: LogEntry = { kind: 'turn', text: 'Turn 2', heading: true };
    const mute = line('move', '', 'a', '5.1a');
    const end = line('activation', 'Army has finished.', null, '4.1.1f');
    expect(told(moved, mute, heading, end, moved)).toEqual([[moved.text], ['Turn 2'], [end.text], [moved.text]]);
  });

  it('keeps the place of a line in the log', () => {
    expect(toldLines([acts, will, moved, moved]).map(({ at }) => at)).toEqual([2, 3]);
  });

  it('tells cards that were laid with what they decided, and by themselves before', () => {
    const cards = ['Ann: a card from the hand, face down.', 'Bob reveals Skull 2 from the deck.'].map((text) => line('cards', text, null));
    const blow: LogEntry = { ...line('fight', 'Ann against Bob: 9 to 2.', 'ann'), totals: [{ label: 'Ann', parts: [], value: 9 }] };
    expect(told(...cards, blow)).toEqual([[blow.text, ...cards.map(({ text }) => text)]]);
    expect(told(...cards)).toEqual(cards.map(({ text }) => [text]));
    const drawn = line('cards', 'Red draws 2 cards.', null);
    const heading: LogEntry = { kind: 'phase', text: 'Initiative Phase', heading: true };
    expect(told(drawn, heading)).toEqual([[drawn.text], [heading.text]]);
  });

  it('counts the steps of one walk', () => {
    const step = line('move', 'Ann moves, 1 MP.', 'ann');
    const other = line('move', 'Bob moves, 1 MP.', 'bob');
    expect(toldLines([step, step, step, other, step]).map(({ entry, times }) => [entry.text, times])).toEqual([
      [step.text, 3],
      [other.text, 1],
      [step.text, 1],
    ]);
  });
});
