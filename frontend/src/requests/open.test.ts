import { describe, expect, it } from 'vitest';
import type { DeploySpec, ManoeuvreSpec, NumberSpec, PieceView } from '$client/wire';
import { AlongDraft } from './along.svelte';
import { ChooseDraft } from './choose.svelte';
import { DeployDraft } from './deploy.svelte';
import type { DraftContext } from './draft';
import { option, way } from './fixtures';
import { lengthOn } from './lengths';
import { ManoeuvreDraft } from './manoeuvre.svelte';
import { readPreview, type Preview } from './preview';

const table = { form: 'open' as const, unit: { size: 600, one: 'BU', many: 'BU' } };
const context: DraftContext = { subject: 'foot', piece: (id) => ({ id, name: id }) as PieceView, length: (units) => lengthOn(table, units) };

const manoeuvre = (): ManoeuvreSpec => ({
  kind: 'manoeuvre', piece: 'foot', pose: [6000, 6000, 0], frontage: 1200, depth: 400, step: 300, label: '',
  ways: [
    way('ahead', 'line', { most: 1800, limits: 'The wood stops it.', marks: [{ at: 600, label: 'second march', rule: 'x.1', tone: 'warn' }] }),
    way('slide', 'slide', { spread: 4500 }),
    way('left', 'arc', { pivot: 'left' }),
    way('right', 'arc', { pivot: 'right' }),
    way('about', 'turn', { turn: 18_000, end: [6000, 6000, 18_000] }),
  ],
});

describe('a manoeuvre', () => {
  it('is dragged: the ghost snaps to the way and to its most', () => {
    const draft = new ManoeuvreDraft(manoeuvre(), context);
    expect(draft.answer).toBeNull();
    expect(draft.pull('other', [0, 0], [1, 1], false)).toBe(false);
    draft.pull('foot', [6000, 6000], [6020, 5100], false);
    expect(draft.settled).toBe(false);
    draft.pull('foot', [6000, 6000], [6000, 2000], true);
    expect(draft.settled).toBe(true);
    expect(draft.answer).toEqual({ way: 'ahead', length: 1800, bearing: 0 });
    expect(draft.overlay.open?.ghosts).toEqual([{ piece: 'foot', pose: [6000, 4200, 0], tag: '3 BU' }]);
    expect(draft.passed.map(({ label }) => label)).toEqual(['second march', 'The wood stops it.']);
  });

  it('goes on from the ghost when that is taken in hand', () => {
    const draft = new ManoeuvreDraft(manoeuvre(), context);
    draft.pull('foot', [6000, 6000], [6000, 5100], true);
    draft.pull('foot', [6000, 5100], [6000, 4800], true);
    expect(draft.answer).toEqual({ way: 'ahead', length: 1200, bearing: 0 });
  });

  it('goes as far as its button says when that is pressed, by one step when its letter is', () => {
    const spec = manoeuvre();
    const draft = new ManoeuvreDraft(spec, context);
    const ahead = spec.ways.find(({ key }) => key === 'ahead')!;
    draft.chooseWhole(ahead);
    expect(draft.answer).toEqual({ way: 'ahead', length: 1800, bearing: 0 });
    draft.lift();
    draft.choose(ahead);
    expect(draft.answer).toEqual({ way: 'ahead', length: 300, bearing: 0 });
  });

  it('is built with keys: a way by its letter, half a measure a key, a tenth with Shift', () => {
    const draft = new ManoeuvreDraft(manoeuvre(), context);
    expect(['1', '3', '9'].map((digit) => draft.key(digit))).toEqual([false, false, false]);
    draft.key('q');
    expect(draft.answer).toEqual({ way: 'left', length: 300, bearing: 0 });
    draft.nudge(0, -1, false);
    draft.nudge(0, 1, true);
    expect(draft.answer).toEqual({ way: 'left', length: 540, bearing: 0 });
    draft.nudge(-1, 0, true);
    expect(draft.answer).toEqual({ way: 'left', length: 600, bearing: 0 });
    draft.key('f');
    expect(draft.answer).toEqual({ way: 'slide', length: 300, bearing: 4500 });
    draft.nudge(-1, 0, false);
    draft.nudge(-1, 0, true);
    expect(draft.answer).toEqual({ way: 'slide', length: 300, bearing: 3900 });
    draft.key('x');
    expect(draft.answer).toEqual({ way: 'about', length: 0, bearing: 0 });
    draft.nudge(0, -1, false);
    expect(draft.answer).toEqual({ way: 'ahead', length: 300, bearing: 0 });
    draft.key('e');
    draft.key('e');
    expect(draft.answer).toEqual({ way: 'right', length: 600, bearing: 0 });
    expect(draft.lift()).toBe(true);
    expect(draft.answer).toBeNull();
    expect(draft.lift()).toBe(false);
  });

  it('slides aslant as soon as it is chosen, and swings no farther than it may', () => {
    const narrow = way('slide', 'slide', { spread: 3000 });
    const draft = new ManoeuvreDraft({ ...manoeuvre(), ways: [narrow] }, context);
    draft.setBearing(500);
    expect(draft.answer).toBeNull();
    draft.choose(narrow);
    expect([draft.answer, draft.angle]).toEqual([{ way: 'slide', length: 300, bearing: 3000 }, '30° right']);
    draft.setBearing(-1250);
    draft.choose(narrow);
    expect([draft.answer, draft.angle]).toEqual([{ way: 'slide', length: 300, bearing: -1250 }, '12.5° left']);
    draft.setBearing(-9000);
    expect(draft.angle).toBe('30° left');
    draft.setBearing(0);
    expect(draft.angle).toBe('straight ahead');
  });

  it('keeps to a way that was chosen by its sign while it is dragged', () => {
    const draft = new ManoeuvreDraft(manoeuvre(), context);
    draft.goBy('slide');
    draft.pull('foot', [6000, 6000], [6000, 5500], true);
    expect(draft.answer).toEqual({ way: 'slide', length: 500, bearing: 0 });
  });

  it('draws way, limits and what happens, and has a sign for each way', () => {
    const draft = new ManoeuvreDraft(manoeuvre(), context);
    expect(draft.overlay.open?.ways?.map(({ sign }) => sign)).toEqual(['ahead', 'slide', 'wheel-left', 'wheel-right', 'turn']);
    draft.goBy('ahead');
    expect(draft.overlay.open?.ways).toEqual([]);
    const { course } = draft.overlay.open!;
    expect(course?.marks).toEqual([{ at: [6600, 5200], across: [[5400, 5200], [6600, 5200]], label: 'second march', tone: 'warn' }]);
    expect(course?.reach).toContainEqual([5400, 4000]);
    draft.goBy('left');
    expect(draft.overlay.open?.course?.pivot).toEqual([5400, 5800]);
  });

  it('takes up an answer that was taken back', () => {
    const draft = new ManoeuvreDraft(manoeuvre(), context);
    draft.restore({ way: 'slide', length: 9999, bearing: 300 });
    expect(draft.answer).toEqual({ way: 'slide', length: 600, bearing: 300 });
  });

  it('is begun by taking the unit in hand where it is one option of several', () => {
    const draft = new ChooseDraft({ kind: 'choose', min: 1, max: 1, missing: [], options: [option('wait'), option('move', { needs: manoeuvre() })] }, context);
    expect(draft.overlay.draggable).toEqual(['foot']);
    draft.pull('foot', [6000, 6000], [6000, 5500], true);
    expect(draft.answer).toEqual({ picks: [{ key: 'move', with: { way: 'ahead', length: 500, bearing: 0 } }] });
    draft.nudge(0, -1, false);
    expect(draft.answer).toEqual({ picks: [{ key: 'move', with: { way: 'ahead', length: 800, bearing: 0 } }] });
  });
});

const deploy = (): DeploySpec => ({
  kind: 'deploy',
  bodies: [
    { id: 'foot', label: 'Foot', outline: [[-600, -200], [600, -200], [600, 200], [-600, 200]], heading: 0, turns: 4500 },
    { id: 'general', label: 'General', outline: [], heading: 0, turns: 0 },
  ],
  areas: [{ label: 'Your half', outline: [[0, 5000], [9000, 5000], [9000, 9000], [0, 9000]] }],
  suggested: { foot: [3000, 7000, 0], general: [4000, 8000, 0] },
  step: 300,
  label: 'Deploy',
});

describe('a deployment', () => {
  it('takes one body after the other with taps and is an answer when all lie', () => {
    const draft = new DeployDraft(deploy());
    expect(draft.held).toBe('foot');
    draft.spot([2000.4, 7000]);
    expect(draft.answer).toBeNull();
    draft.spot([2500, 7500]);
    expect(draft.answer).toEqual({ at: { foot: [2000, 7000, 0], general: [2500, 7500, 0] } });
  });

  it('is moved and turned with keys, by steps', () => {
    const draft = new DeployDraft(deploy());
    draft.nudge(1, 0, false);
    expect(draft.at.foot).toEqual([3000, 7000, 0]);
    draft.nudge(1, 0, false);
    draft.nudge(0, -1, true);
    draft.key('e');
    expect(draft.at.foot).toEqual([3300, 6940, 4500]);
    draft.key('q');
    draft.key('q');
    expect(draft.at.foot).toEqual([3300, 6940, 31_500]);
    draft.key('2');
    draft.nudge(0, 0, false);
    draft.key('e');
    expect(draft.at.general).toEqual([4000, 8000, 0]);
  });

  it('follows the hand with the point that was taken, and the handle turns by steps', () => {
    const draft = new DeployDraft(deploy());
    draft.put('foot', [2000, 7000]);
    draft.pull('foot', [2100, 7050], [3100, 7150], false);
    draft.pull('foot', [2100, 7050], [4100, 7050], true);
    expect(draft.at.foot).toEqual([4000, 7000, 0]);
    draft.face([9000, 7300]);
    expect(draft.at.foot).toEqual([4000, 7000, 9000]);
    expect(draft.overlay.open?.bodies?.[0]?.outline.map(([x, y]) => [Math.round(x), Math.round(y)])).toEqual([[4200, 6400], [4200, 7600], [3800, 7600], [3800, 6400]]);
  });

  it('places all where the server suggests, and takes them up again one by one', () => {
    const draft = new DeployDraft(deploy());
    draft.key('a');
    expect(draft.answer).toEqual({ at: deploy().suggested });
    draft.lift();
    expect(draft.held).toBe('general');
    expect(draft.partial).toEqual({ at: { foot: [3000, 7000, 0] } });
  });
});

describe('a deployment that the server has looked at', () => {
  it('says who cannot stay where they are', () => {
    const draft = new DeployDraft(deploy());
    draft.auto();
    const said = (foot: boolean, general: boolean): Preview => ({ ...readPreview({}), bodies: { foot: { legal: foot, why: '', rule: '' }, general: { legal: general, why: '', rule: '' } } });
    expect([draft.faultIn(said(true, true)), draft.faultIn(said(false, true)), draft.faultIn(said(false, false))]).toEqual([
      '',
      'Foot cannot stand there',
      'Foot and General cannot stand there',
    ]);
    draft.lift();
    expect(draft.faultIn(said(true, false))).toBe('');
  });
});

describe('a length along an announced movement', () => {
  const spec: NumberSpec = { kind: 'number', min: 0, max: 1200, label: 'React', step: 300, along: { piece: 'foe', poses: [[0, 0, 0, 9000], [1200, 1200, 0, 9000]] } };

  it('begins at the end, is led with hand, tap and keys, and says its length in the game’s measure', () => {
    const draft = new AlongDraft(spec, context);
    expect(draft.answer).toEqual({ value: 1200 });
    draft.nudge(0, 1, false);
    expect(draft.answer).toEqual({ value: 900 });
    draft.pull('foe', [930, 20], [630, 45], true);
    expect(draft.answer).toEqual({ value: 600 });
    expect(draft.overlay.open?.ghosts).toEqual([{ piece: 'foe', pose: [600, 0, 9000], tag: '1 BU' }]);
    draft.spot([-50, 0]);
    expect(draft.label).toBe('React: 0 BU');
    draft.nudge(1, 0, true);
    expect(draft.answer).toEqual({ value: 60 });
    expect(draft.key('7')).toBe(false);
  });
});

describe('a reaction on the way', () => {
  it('is given a place on it with the keys', () => {
    const along = { piece: 'foe', poses: [[0, 0, 0, 9000], [600, 600, 0, 9000]] as [number, number, number, number][] };
    const needs: NumberSpec = { kind: 'number', min: 0, max: 600, label: 'Where', step: 300, along };
    const fire = option('fire', { needs, piece: 'guns' });
    const draft = new ChooseDraft({ kind: 'choose', min: 1, max: 2, missing: [], options: [fire, { ...fire, key: 'evade', needs: null }] }, context);
    draft.pick('fire');
    draft.nudge(0, 1, false);
    expect(draft.answer).toEqual({ picks: [{ key: 'fire', with: { value: 300 } }] });
  });
});

describe('a preview of the open table', () => {
  it('is read with every field that may be missing', () => {
    const empty = readPreview({});
    expect([empty.pose, empty.stands, empty.swept, empty.passes, empty.notes, empty.bodies]).toEqual([null, [], [], [], [], {}]);
    const full = readPreview({
      legal: true,
      pose: [1, 2, 3],
      notes: [{ text: 'Enters the wood' }],
      provokes: [{ piece: 'a', name: 'Tercio', label: 'fire', percent: 50, rule: 'x.2' }],
      bodies: { foot: { legal: false, why: 'In the wood' } },
    });
    expect(full.pose).toEqual([1, 2, 3]);
    expect(full.notes).toEqual([{ text: 'Enters the wood', rule: '', tone: 'plain' }]);
    expect(full.provokes[0]).toMatchObject({ label: 'fire', step: 0, wounds: 0 });
    expect(full.bodies).toEqual({ foot: { legal: false, why: 'In the wood', rule: '' } });
  });
});
