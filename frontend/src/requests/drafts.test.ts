import { expect, test } from 'vitest';
import type { ChooseSpec, MoveSpec, Option, PieceView, ReachStep, Spec, Square } from '$client/wire';
import { ChooseDraft } from './choose.svelte';
import type { DraftContext } from './draft';
import { odds, option } from './fixtures';
import { makeDraft } from './make';
import { MoveDraft } from './move.svelte';
import { PlaceDraft } from './place.svelte';
import { AllocateDraft, ArrangeDraft, ConfirmDraft, NumberDraft } from './simple.svelte';
import type { SpotDraft } from './spots.svelte';

const context: DraftContext = { subject: 'ann', length: String, piece: (id) => ({ id, name: id.toUpperCase(), shape: { kind: 'square', size: 1 } }) as PieceView };

function step(to: Square, cost: number, via: number | null, changes: Partial<ReachStep> = {}): ReachStep {
  return { to, cost, via, provokes: [], notes: [], stop: true, ...changes };
}

/** A row of three squares to the right of (0,0), the second one slow, and one below that the foe "orc" watches. */
const walk: MoveSpec = {
  kind: 'move',
  piece: 'ann',
  from: [0, 0],
  budget: 5,
  straight: false,
  label: 'Walk',
  reach: [
    step([1, 0], 1, null),
    step([2, 0], 3, 0, { notes: ['ford 2'], provokes: ['orc'] }),
    step([3, 0], 4, 1, { provokes: ['orc'] }),
    step([1, 1], 1, null, { stop: false }),
    step([2, 1], 2, 3),
  ],
};

const choose = (options: Option[], min = 1, max = 1): ChooseSpec => ({ kind: 'choose', min, max, options, missing: [] });
const chooser = (options: Option[], min = 1, max = 1): ChooseDraft => new ChooseDraft(choose(options, min, max), context);

// ------------------------------------------------------------------------------------------------ move

test('a square where the move cannot end is asked about: picked, under the pointer, or under the arrow keys', () => {
  const draft = new MoveDraft(walk, context);
  expect(draft.partial).toBeNull();
  draft.cursor([5, 5]);
  expect(draft.partial).toEqual({ to: [5, 5] });
  draft.square([1, 0]);
  expect(draft.partial).toEqual({ path: [[1, 0]] });
  expect(draft.square([1, 1])).toBe(false);
  expect([draft.partial, draft.answer]).toEqual([{ to: [1, 1] }, { path: [[1, 0]] }]);
  draft.cursor([2, 0]);
  expect(draft.partial).toEqual({ path: [[1, 0]] });
  draft.steer([1, 1]);
  expect(draft.partial).toEqual({ to: [1, 1] });
});

test('the arrow keys take the ghost with them: chosen where it may stop, not chosen where it may not', () => {
  const draft = new MoveDraft(walk, context);
  draft.steer([1, 0]);
  expect([draft.answer, draft.cost, draft.settled]).toEqual([{ path: [[1, 0]] }, 1, true]);
  draft.steer([1, 1]);
  expect([draft.answer, draft.target]).toEqual([null, null]);
  draft.steer([2, 1]);
  expect(draft.answer).toEqual({ path: [[1, 1], [2, 1]] });
  draft.lift();
  expect([draft.target, draft.overlay.cursor?.at]).toEqual([null, [0, 0]]);
});

test('a move answers with the squares entered, along the way that the server offered', () => {
  const draft = new MoveDraft(walk, context);
  expect(draft.answer).toBeNull();
  expect(draft.square([3, 0])).toBe(true);
  expect(draft.answer).toEqual({ path: [[1, 0], [2, 0], [3, 0]] });
  expect(draft.cost).toBe(4);
});

test('a square that two runs cross is drawn once, as the run that ends there has it', () => {
  const draft = new MoveDraft({ ...walk, reach: [...walk.reach, step([1, 1], 2, 0)] }, context);
  const marks = (draft.overlay.reach?.squares ?? []).filter(({ at }) => at.join() === '1,1');
  expect(marks).toEqual([expect.objectContaining({ cost: 2, stop: true })]);
  expect(draft.square([1, 1])).toBe(true);
});

test('a pointer on any square that a large base would cover means its corner', () => {
  const large: DraftContext = { ...context, piece: (id) => ({ id, name: id, shape: { kind: 'square', size: 2 } }) as PieceView };
  const draft = new MoveDraft(walk, large);
  expect(draft.meant([3, 0])).toEqual([3, 0]);
  expect(draft.meant([4, 1])).toEqual([3, 0]);
  expect(draft.meant([9, 9])).toEqual([9, 9]);
  expect(new MoveDraft(walk, context).meant([4, 1])).toEqual([4, 1]);
});

test('a move does not end where it may not stop, nor outside the reach', () => {
  const draft = new MoveDraft(walk, context);
  expect(draft.square([1, 1])).toBe(false);
  expect(draft.square([9, 9])).toBe(false);
  expect(draft.answer).toBeNull();
});

test('hovering shows the ghost with stops and sums, and answers nothing yet', () => {
  const draft = new MoveDraft(walk, context);
  draft.cursor([3, 0]);
  const { path, ghosts } = draft.overlay;
  expect(path?.points).toEqual([[0, 0], [1, 0], [2, 0], [3, 0]]);
  expect(path?.stops).toEqual([{ at: [1, 0], sum: 1 }, { at: [2, 0], sum: 3, note: 'ford 2' }]);
  expect(ghosts).toEqual([{ piece: 'ann', at: [3, 0], tag: '4 of 5' }]);
  expect([draft.answer, draft.partial]).toEqual([null, { path: [[1, 0], [2, 0], [3, 0]] }]);
});

test('a provoked attack is a warning once, on the step that provokes it', () => {
  const draft = new MoveDraft(walk, context);
  draft.square([3, 0]);
  expect(draft.overlay.path?.warnings).toEqual([{ index: 1, title: 'ORC may strike first' }]);
  expect(draft.provoked).toEqual(['orc']);
});

test('a square chosen twice becomes a corner, and the way goes on from there', () => {
  const draft = new MoveDraft(walk, context);
  draft.square([2, 1]);
  draft.square([2, 1]);
  draft.square([3, 0]);
  // From (2,1) no step leads straight to (3,0): it would cost less than the server says, so something is between.
  expect(draft.answer).toEqual({ path: [[1, 1], [2, 1], [2, 0], [3, 0]] });
  expect(draft.cost).toBeNull();
  expect(draft.lift()).toBe(true);
  expect(draft.answer).toEqual({ path: [[1, 1], [2, 1]] });
  expect([draft.lift(), draft.answer, draft.lift()]).toEqual([true, null, false]);
});

test('a dragged piece ends where it is dropped', () => {
  const draft = new MoveDraft(walk, context);
  expect(draft.drag('bob', [1, 0])).toBe(false);
  expect(draft.drag('ann', [1, 0])).toBe(true);
  expect(draft.answer).toEqual({ path: [[1, 0]] });
});

test('squares that cost more than a step are bold', () => {
  const bold = new MoveDraft(walk, context).overlay.reach?.squares.filter((square) => square.double);
  expect(bold?.map((square) => square.at)).toEqual([[2, 0]]);
});

// ------------------------------------------------------------------------------------------------ choose

test('a plain choice answers with its key, and a second pick replaces the first', () => {
  const draft = chooser([option('aim'), option('wait')]);
  draft.pick('aim');
  draft.pick('wait');
  expect(draft.answer).toEqual({ picks: [{ key: 'wait' }] });
});

test('digits pick the options that are in view', () => {
  const draft = chooser([option('aim'), option('wait')]);
  expect([draft.key('2'), draft.key('3'), draft.key('x')]).toEqual([true, false, false]);
  expect(draft.answer).toEqual({ picks: [{ key: 'wait' }] });
});

test('several choices stay between the least and the most, and a second pick of one takes it back', () => {
  const draft = chooser([option('a'), option('b'), option('c')], 1, 2);
  expect(draft.answer).toBeNull();
  for (const key of ['a', 'b', 'c']) draft.pick(key);
  expect(draft.answer).toEqual({ picks: [{ key: 'a' }, { key: 'b' }] });
  draft.pick('a');
  expect(draft.answer).toEqual({ picks: [{ key: 'b' }] });
});

test('an option with parameters is complete only with them, and both travel in one answer', () => {
  const draft = chooser([option('walk', { needs: walk }), option('wait')]);
  draft.pick('walk');
  expect(draft.answer).toBeNull();
  draft.square([1, 0]);
  expect(draft.answer).toEqual({ picks: [{ key: 'walk', with: { path: [[1, 0]] } }] });
});

test('parameters nest to any depth', () => {
  const inner = choose([option('orc', { piece: 'orc', needs: { kind: 'number', min: 1, max: 3, label: 'Force', step: 1, along: null } }), option('elf')]);
  const draft = chooser([option('push', { needs: inner }), option('wait')]);
  draft.pick('push');
  const page = draft.page as ChooseDraft;
  page.pick('orc');
  (page.page as NumberDraft).set(2);
  expect(draft.answer).toEqual({ picks: [{ key: 'push', with: { picks: [{ key: 'orc', with: { value: 2 } }] } }] });
});

test('escape lifts the innermost part first', () => {
  const draft = chooser([option('walk', { needs: walk }), option('wait')]);
  draft.pick('walk');
  draft.square([1, 0]);
  expect([draft.lift(), draft.picks.length, draft.lift(), draft.picks.length, draft.lift()]).toEqual([true, 1, true, 0, false]);
});

test('a tap on a square within reach picks the move and its end at once', () => {
  const draft = chooser([option('wait'), option('walk', { needs: walk })]);
  expect(draft.square([2, 0])).toBe(true);
  expect(draft.answer).toEqual({ picks: [{ key: 'walk', with: { path: [[1, 0], [2, 0]] } }] });
});

test('a drag of the own piece does the same', () => {
  const draft = chooser([option('wait'), option('walk', { needs: walk })]);
  expect(draft.drag('ann', [1, 0])).toBe(true);
  expect(draft.answer).toEqual({ picks: [{ key: 'walk', with: { path: [[1, 0]] } }] });
});

test('a piece with one option is a target that shows its odds, and a tap picks it', () => {
  const draft = chooser([option('shoot orc', { piece: 'orc', odds: odds(72.22) }), option('wait')]);
  expect(draft.overlay.highlights).toEqual([
    { piece: 'orc', kind: 'target', odds: '72%', label: 'Target: shoot orc, 72 per cent.' },
  ]);
  draft.piece('orc');
  expect(draft.answer).toEqual({ picks: [{ key: 'shoot orc' }] });
  expect(draft.overlay.highlights?.[0]?.kind).toBe('chosen');
});

test('where there are tabs a target shows the chance of the one that lies open', () => {
  const fights = (who: string): Option[] => ['orc', 'elf', 'imp', 'owl'].map((foe, i) => option(`${who}/${foe}`, { group: who, piece: foe, odds: odds(who === 'ann' ? 10 + i : 80 + i) }));
  const draft = chooser([...fights('ann'), ...fights('bob').slice(1)]);
  const shown = (): Record<string, string | undefined> => Object.fromEntries((draft.overlay.highlights ?? []).map(({ piece, odds: chance }) => [piece, chance]));
  expect(shown()).toEqual({ orc: '10%', elf: '11%', imp: '12%', owl: '13%' });
  draft.group = 'bob';
  expect(shown()).toEqual({ orc: undefined, elf: '81%', imp: '82%', owl: '83%' });
});

test('the piece that is asked is no target of its own', () => {
  const draft = chooser([option('duck', { piece: 'ann' }), option('wait')]);
  expect(draft.overlay.highlights).toEqual([]);
  expect([draft.piece('ann'), draft.answer]).toEqual([false, null]);
});

test('a tap on a target that stands inside one option picks that option and the target', () => {
  const attack = choose([option('at-orc', { piece: 'orc' }), option('at-elf', { piece: 'elf' })]);
  const draft = chooser([option('attack', { needs: attack }), option('wait')]);
  draft.piece('elf');
  expect(draft.answer).toEqual({ picks: [{ key: 'attack', with: { picks: [{ key: 'at-elf' }] } }] });
});

test('squares and edges that carry an option can be tapped', () => {
  const draft = chooser([option('open', { edge: 'gate' }), option('take', { square: [4, 2] })]);
  expect(draft.overlay.edges).toEqual([{ id: 'gate', label: 'open', chosen: false }]);
  expect(draft.overlay.squares).toEqual([{ at: [4, 2], chosen: false }]);
  draft.edge('gate');
  expect(draft.answer).toEqual({ picks: [{ key: 'open' }] });
  draft.square([4, 2]);
  expect(draft.answer).toEqual({ picks: [{ key: 'take' }] });
});

test('a step of the piece that is asked shows the square that it leads to, a target its own alone', () => {
  const draft = chooser([option('push', { piece: 'ann', square: [4, 2] }), option('shoot', { piece: 'orc', square: [5, 2] })]);
  expect(draft.overlay.squares).toEqual([{ at: [4, 2], chosen: false }]);
  draft.square([4, 2]);
  expect(draft.answer).toEqual({ picks: [{ key: 'push' }] });
  expect(draft.overlay.squares).toEqual([{ at: [4, 2], chosen: true }]);
});

test('a border says what may be done at it, while a way is planned too', () => {
  const draft = chooser([option('open', { label: 'Open the door', cost: '1 MP', edge: 'gate' }), option('force', { label: 'Force it', edge: 'gate' }), option('walk', { needs: walk })]);
  expect(draft.overlay.edges).toEqual([{ id: 'gate', label: 'Open the door, 1 MP or Force it', chosen: false }]);
  draft.pick('walk');
  expect(draft.overlay.edges).toHaveLength(1);
  draft.edge('gate');
  expect(draft.answer).toEqual({ picks: [{ key: 'open' }] });
});

test('two options on one square are one mark, and a tap chooses the first and lists them', () => {
  const draft = chooser([
    option('hop', { square: [4, 2], odds: odds(50) }),
    option('leap', { square: [4, 2], odds: odds(83) }),
    option('far', { square: [5, 2], odds: odds(20) }),
  ]);
  expect(draft.overlay.squares).toEqual([
    { at: [4, 2], chosen: false },
    { at: [5, 2], chosen: false, label: '20%' },
  ]);
  draft.square([4, 2]);
  expect(draft.visible.map((one) => one.key)).toEqual(['hop', 'leap']);
  expect(draft.lift()).toBe(true);
  expect(draft.visible.length).toBe(3);
});

test('many options are sorted into tabs by their group; few are not', () => {
  const many = Array.from({ length: 8 }, (_, i) => option(`o${i}`, { group: i < 5 ? 'Attack' : 'Move' }));
  const draft = chooser(many);
  expect([draft.tabbed, draft.groups, draft.visible.length]).toEqual([true, ['Attack', 'Move'], 5]);
  draft.group = 'Move';
  expect(draft.visible.map((one) => one.key)).toEqual(['o5', 'o6', 'o7']);
  expect(chooser(many.slice(2, 7)).tabbed).toBe(false);
});

test('the only option of a must is picked already, unless it has to be held', () => {
  expect(chooser([option('go')]).answer).toEqual({ picks: [{ key: 'go' }] });
  expect(chooser([option('go', { hold: true })]).answer).toBeNull();
});

test('an option that cannot be taken back wants the button held', () => {
  const draft = chooser([option('burn', { hold: true }), option('wait')]);
  draft.pick('wait');
  expect(draft.hold).toBe(false);
  draft.pick('burn');
  expect(draft.hold).toBe(true);
});

// ------------------------------------------------------------------------------------------------ the others

const yard: Spec = {
  kind: 'place',
  label: 'Deploy',
  pieces: [
    { id: 'ann', size: 1, label: 'Ann' },
    { id: 'ox', size: 2, label: 'Ox' },
  ],
  squares: [[0, 0], [1, 0], [2, 0], [0, 1], [1, 1], [2, 1]],
  grounds: [],
};

test('pieces are placed one after the other, and the answer waits for the last', () => {
  const draft = new PlaceDraft(yard);
  draft.square([0, 0]);
  expect([draft.held, draft.answer]).toEqual(['ox', null]);
  draft.square([1, 0]);
  expect(draft.answer).toEqual({ at: { ann: [0, 0], ox: [1, 0] } });
});

test('a large piece needs all its squares in the zone, and no piece stands on another', () => {
  const draft = new PlaceDraft(yard);
  expect([draft.fits('ox', [2, 0]), draft.put('ox', [0, 0]), draft.put('ann', [1, 1])]).toEqual([false, true, false]);
});

test('a placed piece can be taken up and put elsewhere; escape lifts the newest', () => {
  const draft = new PlaceDraft(yard);
  draft.square([0, 0]);
  draft.square([1, 0]);
  draft.square([0, 0]);
  expect(draft.held).toBe('ann');
  draft.square([0, 1]);
  expect(draft.answer).toEqual({ at: { ann: [0, 1], ox: [1, 0] } });
  draft.lift();
  expect([draft.at, draft.held]).toEqual([{ ox: [1, 0] }, 'ann']);
});

test('placing them all finds room for the large ones first, near the middle', () => {
  const draft = new PlaceDraft(yard);
  draft.key('a');
  expect(draft.answer).toEqual({ at: { ox: [1, 0], ann: [0, 0] } });
});

test('ground that hides has its own outline, takes everybody who fits into it first, and marks them', () => {
  const brush: Square[] = [[4, 0], [5, 0], [4, 1]];
  const draft = new PlaceDraft({ ...yard, squares: [...yard.squares, ...brush], grounds: [{ label: 'Ambush', mark: 'hidden', squares: brush }] });
  expect(draft.overlay.zones?.map(({ label, squares }) => [label, squares])).toEqual([['Deploy', yard.squares], ['Ambush', brush]]);
  draft.key('a');
  expect([draft.markOf('ann'), draft.markOf('ox')]).toEqual(['hidden', '']);
  draft.put('ann', [0, 0]);
  expect(draft.markOf('ann')).toBe('');
});

test('an aim takes only the points that are offered', () => {
  const draft = makeDraft({ kind: 'aim', points: [[1, 1], [2, 2]], label: '', template: null }, context);
  expect([draft.square([3, 3]), draft.square([2, 2]), draft.answer]).toEqual([false, true, { point: [2, 2] }]);
});

const ledge: ChooseSpec = choose([
  option('near', { square: [2, 0], piece: 'ann', label: 'Climb here', detail: '4 paces, no roll' }),
  option('far', { square: [5, 1], piece: 'ann', label: 'Climb here', detail: '6 paces, needs Athletics', odds: odds(58.3) }),
]);

test('places have no cards: they are marked on the board, and what one costs and risks shows where one points', () => {
  const draft = makeDraft(ledge, context) as SpotDraft;
  expect(draft.overlay.squares).toEqual([
    { at: [2, 0], chosen: false },
    { at: [5, 1], chosen: false },
  ]);
  expect([draft.overlay.ghosts, draft.overlay.tags, draft.odds]).toEqual([[], [], null]);
  draft.cursor([5, 1]);
  expect(draft.overlay.ghosts).toEqual([{ piece: 'ann', at: [5, 1] }]);
  expect(draft.overlay.tags).toEqual([{ id: 'spot', at: [5.5, 1.5], big: '58%', text: '6 paces, needs Athletics' }]);
  expect(draft.overlay.cursor?.label).toBe('5, 1: Climb here, 6 paces, needs Athletics, 58%');
  expect([draft.partial, draft.answer]).toEqual([{ picks: [{ key: 'far' }] }, null]);
  draft.cursor([3, 1]);
  expect([draft.overlay.cursor?.label, draft.partial]).toEqual(['3, 1: cannot be chosen', null]);
  expect([draft.square([3, 1]), draft.square([5, 1]), draft.label]).toEqual([false, true, 'Climb here']);
  expect(draft.answer).toEqual({ picks: [{ key: 'far' }] });
  // Enter takes the place under the cursor before it confirms another one.
  draft.cursor([2, 0]);
  expect(draft.settled).toBe(false);
  draft.square([2, 0]);
  expect([draft.settled, draft.answer]).toEqual([true, { picks: [{ key: 'near' }] }]);
  expect([draft.lift(), draft.answer, draft.lift()]).toEqual([true, null, false]);
});

test('a place says who may strike on the way there', () => {
  const risky = [option('near', { square: [2, 0], piece: 'ann', label: 'Climb here', detail: '4 paces', warnings: ['Orc may strike first.'] })];
  const draft = makeDraft(choose(risky), context) as SpotDraft;
  expect(draft.overlay.tags).toEqual([{ id: 'spot', at: [2.5, 0.5], text: '4 paces', sub: 'Orc may strike first.' }]);
  expect(draft.overlay.cursor?.label).toBe('2, 0: Climb here, 4 paces, Orc may strike first.');
});

test('places can be gone through one by one, round and round; an only one is taken', () => {
  const draft = makeDraft(ledge, context) as SpotDraft;
  const keys = [1, 1, 1, -1].map((by) => {
    draft.turn(by);
    return draft.picked?.at;
  });
  expect(keys).toEqual([[2, 0], [5, 1], [2, 0], [5, 1]]);
  const only = makeDraft(choose(ledge.options.slice(1)), context);
  expect([only.answer, only.lift()]).toEqual([{ picks: [{ key: 'far' }] }, false]);
});

test('an option that needs a place is one card; its places answer with it, from the board too', () => {
  const climb = [option('climb', { label: 'Climb', detail: '2 places', needs: ledge }), option('wait'), option('walk', { needs: walk })];
  const draft = chooser(climb);
  expect([draft.overlay.squares, draft.overlay.highlights]).toEqual([[], []]);
  draft.pick('climb');
  expect([draft.page, draft.child?.kind, draft.answer, draft.label]).toEqual([null, 'choose', null, 'Climb']);
  expect(draft.overlay.squares?.length).toBe(2);
  draft.square([5, 1]);
  expect([draft.answer, draft.label]).toEqual([{ picks: [{ key: 'climb', with: { picks: [{ key: 'far' }] } }] }, 'Climb here']);
  expect([draft.lift(), draft.answer, draft.isPicked('climb')]).toEqual([true, null, true]);
  // A tap where only the climb leads picks both; where one can walk, one walks.
  const fresh = chooser(climb);
  fresh.square([5, 1]);
  expect(fresh.answer).toEqual({ picks: [{ key: 'climb', with: { picks: [{ key: 'far' }] } }] });
  const walker = chooser(climb);
  walker.square([2, 0]);
  expect(walker.picks).toEqual(['walk']);
});

test('a pointer on any square that a large base would cover means its place', () => {
  const large: DraftContext = { ...context, piece: (id) => ({ id, name: id, shape: { kind: 'square', size: 2 } }) as PieceView };
  expect(makeDraft(ledge, large).meant([3, 1])).toEqual([2, 0]);
});

test('an allocation fills its slots up to their limits and the total', () => {
  const draft = new AllocateDraft({
    kind: 'allocate',
    total: 3,
    exact: true,
    slots: [
      { key: 'a', label: 'A', max: 2 },
      { key: 'b', label: 'B', max: 5 },
    ],
  });
  draft.set('a', 9);
  expect([draft.count('a'), draft.answer]).toEqual([2, null]);
  draft.set('b', 9);
  expect(draft.answer).toEqual({ slots: { a: 2, b: 1 } });
});

test('an allocation that may keep some back is always an answer', () => {
  const draft = new AllocateDraft({ kind: 'allocate', total: 3, exact: false, slots: [{ key: 'a', label: 'A', max: 2 }] });
  expect(draft.answer).toEqual({ slots: { a: 0 } });
});

test('a party says what it costs, why no more can be had, and is no answer while nobody is in it', () => {
  const slots = [
    { key: 'a', label: 'A', max: 1, cost: 3 },
    { key: 'b', label: 'B', max: 9, cost: 4 },
  ];
  const draft = new AllocateDraft({ kind: 'allocate', total: 6, exact: false, unit: 'price', slots });
  expect([draft.answer, draft.spent, draft.barred('a')]).toEqual([null, 'Price: 0 of 6, 6 left', '']);
  draft.set('a', 1);
  expect([draft.spent, draft.barred('a'), draft.barred('b')]).toEqual(['Price: 3 of 6, 3 left', 'There is only one', '3 left, 4 needed']);
  expect(draft.answer).toEqual({ slots: { a: 1, b: 0 } });
});

test('a number stays within its limits', () => {
  const draft = new NumberDraft({ kind: 'number', min: 2, max: 6, label: 'Bid', step: 1, along: null });
  draft.set(99);
  expect([draft.answer, draft.key('1'), draft.key('4'), draft.answer]).toEqual([{ value: 6 }, false, true, { value: 4 }]);
});

test('an order is what it was until something is moved', () => {
  const items = ['x', 'y', 'z'].map((key) => ({ key, label: key }));
  const draft = new ArrangeDraft({ kind: 'arrange', items, label: '' });
  expect(draft.answer).toEqual({ order: ['x', 'y', 'z'] });
  draft.move(2, 0);
  expect(draft.answer).toEqual({ order: ['z', 'x', 'y'] });
  draft.move(0, -5);
  expect(draft.answer).toEqual({ order: ['z', 'x', 'y'] });
});

test('a yes is a yes', () => {
  expect(new ConfirmDraft({ kind: 'confirm', label: '', yes: 'Strike', no: 'Let go', odds: null }).answer).toEqual({ yes: true });
});

test('every kind of the vocabulary has its draft', () => {
  const specs: Spec[] = [
    choose([option('a')]),
    walk,
    yard,
    { kind: 'aim', points: [], label: '', template: null },
    { kind: 'allocate', slots: [], total: 0, exact: false },
    { kind: 'number', min: 0, max: 1, label: '', step: 1, along: null },
    { kind: 'arrange', items: [], label: '' },
    { kind: 'confirm', label: '', yes: '', no: '', odds: null },
  ];
  expect(specs.map((spec) => makeDraft(spec, context).kind)).toEqual(specs.map((spec) => spec.kind));
});

test('the only option is chosen beforehand, but not a gamble that may be left alone', () => {
  const roll = [option('roll', { odds: odds(58) })];
  expect(new ChooseDraft(choose(roll), context).isPicked('roll')).toBe(true);
  expect(new ChooseDraft(choose(roll), { ...context, optional: true }).isPicked('roll')).toBe(false);
  expect(new ChooseDraft(choose([option('go')]), { ...context, optional: true }).isPicked('go')).toBe(true);
});

test('where several options may go together, the hint says so and not how many there are', () => {
  expect(chooser([option('a'), option('b'), option('c')], 1, 3).hint).toBe('Choose one, or several that go together; 0 so far');
  expect(chooser([option('a'), option('b'), option('c')], 2, 2).hint).toBe('Choose 2; 0 so far');
});
