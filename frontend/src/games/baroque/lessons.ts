/** What the guide says at a first battle: one lesson at a time, when the table gives the occasion for it. */

import type { Option, Spec, Way } from '$client/wire';
import type { Lesson } from '../guide';

type Occasion = Parameters<Lesson['when']>[0];

const optionsOf = (spec: Spec | null | undefined): readonly Option[] => (spec?.kind === 'choose' ? spec.options : []);
const options = ({ request }: Occasion): readonly Option[] => optionsOf(request?.spec);
const offers = (prefix: string) => (at: Occasion) => options(at).some((option) => option.key.startsWith(prefix));
const asks = (kind: Spec['kind']) => (at: Occasion) => at.request?.spec.kind === kind || options(at).some((option) => option.needs?.kind === kind);
const told = (kind: string) => ({ log }: Occasion) => log.some((line) => line.kind === kind);

/** The ways of moving that are open now. */
function ways(at: Occasion): readonly Way[] {
  const specs = [at.request?.spec, ...options(at).map((option) => option.needs)];
  return specs.flatMap((spec) => (spec?.kind === 'manoeuvre' ? spec.ways : []));
}

/** A piece of one's own, or of anybody's, bears a mark. */
const marked = (sign: string, own = false) => ({ view }: Occasion) =>
  Object.values(view.pieces).some((piece) => (!own || piece.seat === view.audience) && piece.marks.some((mark) => mark.sign === sign));

/** A shot: three lines, or more choices of targets that have them. */
const shoots = (at: Occasion): boolean => options(at).some((option) => option.sights.length > 1 || optionsOf(option.needs).some((inner) => inner.sights.length > 1));

export const lessons: Lesson[] = [
  {
    id: 'aim',
    title: 'What you play for',
    text: ({ aim }) => `${aim} It also stands over the log and in the menu.`,
    when: ({ aim, request }) => aim !== '' && request !== null,
  },
  {
    id: 'deploy',
    title: 'Draw up your army',
    text: 'Commands are put down one after the other, the largest first, turn about with the foe. Drag a unit from the tray into your zone; Q and E or the handle turn it. Or press “Place all”. Foot in the middle, horse on the wings, guns where they see far.',
    when: ({ request }) => request?.rule.startsWith('baroque.3.4') === true,
  },
  {
    id: 'breaking',
    title: 'How much an army bears',
    text: 'The numbers beside the turn say what is left of each army, those below what is left of each command. An Exhausted unit takes its value off once, a lost one twice. At 0 the command may break, the army is beaten. So keep worn units out of the fire.',
    when: ({ view, request }) => view.phase.round > 0 && Object.keys(view.gauges).length > 0 && request !== null,
  },
  {
    id: 'initiative',
    title: 'Whose command acts',
    text: 'Both of you name a command in secret, then both roll two dice and add the quality of its leader. The higher acts with the command that was named; then you name again. Name the one that must act before the foe does.',
    when: ({ request }) => request?.rule.startsWith('baroque.4.1.1a') === true || request?.rule.startsWith('baroque.4.1.1b') === true,
  },
  {
    id: 'unit',
    title: 'One unit at a time',
    text: 'Choose a unit of the command on the table: it finishes everything, moves, shot and melee, before the next one begins. Each acts once a turn. Units in melee have to, the others may stay.',
    when: offers('unit:'),
  },
  {
    id: 'move',
    title: 'Taking a unit in hand',
    text: 'Take the unit and drag it: it follows the way that fits best, straight, aslant or aside, and stops at its limit. Or take one of the signs in the panel, each with how far it goes. The dashed lines say what happens from there on. Arrow keys do the same in half BU, with Shift in tenths. Nothing happens before you confirm.',
    when: asks('manoeuvre'),
  },
  {
    id: 'wheel',
    title: 'Wheeling',
    text: 'To turn a line it wheels about one front corner: take the other corner and pull it forward. The length is that corner’s arc, so a wide unit turns slowly. Turn early, while the foe is far.',
    when: (at) => ways(at).some((way) => way.shape === 'arc'),
  },
  {
    id: 'march',
    title: 'Marching on',
    text: 'A unit may move again after its first movement, but each further one is tested: the chance stands on it. Who fails is Disordered and stops. Far from the foe that is worth it, before his muskets rarely.',
    when: (at) => ways(at).length > 0 && told('move')(at),
  },
  {
    id: 'fire',
    title: 'Fire in three lines',
    text: 'Three lines decide a shot: from middle to middle and from corner to corner. All clear: every die. One corner blocked, red with a cross where: half of them. The middle blocked: none. The first volley of muskets is the best, so do not spend it at long range. The eye among the tools lays these lines from any unit to any other.',
    when: shoots,
  },
  {
    id: 'odds',
    title: 'The odds',
    text: 'Before you confirm, the box of odds lists every modifier; a rule number opens that rule in a sentence. The per cent are exact, and nothing is rolled before you confirm.',
    when: (at) => options(at).some((option) => option.odds !== null),
  },
  {
    id: 'charge',
    title: 'Charging',
    text: 'A charge goes straight ahead into contact and is announced before it is made: the foe sees its whole way and may fire into it, meet it or ride away. Horse with impetus breaks shaken foot; pikes in good order stop it. Shoot them into Disorder first.',
    when: offers('charge'),
  },
  {
    id: 'reaction',
    title: 'You may interrupt',
    text: 'The foe has announced something, and it is shown with its whole way. One of your units may react, each once a turn and after a test: fire, charge, or meet the charge half way. Lead the ghost along its way to say where. To wait is allowed too: what comes next may be worse for you.',
    when: ({ request }) => request?.window === 'reaction' && request.spec.kind === 'choose',
  },
  {
    id: 'disorder',
    title: 'Disorder',
    text: 'The amber zigzag marks a unit in Disorder: a die less in everything and one movement only. What is worse, if it passes a test of fire or melee while it is Disordered it still loses a point for good. Bring it in order before it fights again.',
    when: marked('disordered'),
  },
  {
    id: 'rally',
    title: 'Rallying',
    text: 'A Disordered unit may rally first of all: one test, and it acts as usual. If that fails and its leader is near, he may force it, with as many dice as he is good; then it does nothing else. So keep leaders close: the dotted ring is their range.',
    when: offers('rally'),
  },
  {
    id: 'leader',
    title: 'Leaders',
    text: 'A leader moves between the actions of his units. Attached to one he helps it in melee and in tests, but his range is halved, and he may fall with it. Choose the unit’s command in the bar at the top to see whom he reaches.',
    when: offers('leader:'),
  },
  {
    id: 'melee',
    title: 'Melee',
    text: 'Units that touch fight when one of them is activated: one on each side is the main unit, others beside help it with dice. A flank or a rear counts heavily. Crossed sabres stand where main units meet, a plus where another helps; the sheet says why, and the log opens to every die of it.',
    when: marked('melee'),
  },
  {
    id: 'exhausted',
    title: 'Exhausted units',
    text: 'A unit that has lost most of its points pales: it has no impetus, does not react any more and counts against your army. Let it rally, or withdraw it from the field: lost in melee it costs twice as much.',
    when: marked('exhausted', true),
  },
  {
    id: 'end',
    title: 'That was a battle',
    text: 'The army with nothing left to bear has lost; where turns were agreed on, the count decides at the end. Draw up an army of your own next, or try another battlefield.',
    when: ({ view }) => view.result !== null,
  },
];
