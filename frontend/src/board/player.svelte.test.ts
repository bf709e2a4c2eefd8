import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { figure } from './fixtures';
import { Player } from './player.svelte';
import type { BoardPiece, Effect } from './types';

const table = (...pieces: BoardPiece[]): Record<string, BoardPiece> => Object.fromEntries(pieces.map((piece) => [piece.id, piece]));
const walk: Effect = { id: 'walk', kind: 'move', piece: 'a', path: [[1, 0], [2, 0], [3, 0], [4, 0]] };

describe('the player of effects', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('does not play what had happened before it began', () => {
    const player = new Player(() => false);
    player.take([walk], table(figure('a', [4, 0])));
    expect(player.busy).toBe(false);
  });

  it('moves a piece from where it stood along its path, then lets it be', () => {
    const player = new Player(() => false);
    player.take([], table(figure('a', [0, 0])));
    player.take([walk], table(figure('a', [4, 0])));
    expect(player.positions.a).toEqual([0, 0]);
    vi.advanceTimersByTime(120);
    const [x] = player.positions.a ?? [0];
    expect(x).toBeGreaterThan(0);
    expect(x).toBeLessThan(4);
    vi.advanceTimersByTime(600);
    expect(player.busy).toBe(false);
    expect(player.positions.a).toBeUndefined();
    expect(player.held.a).toBeUndefined();
  });

  it('plays each id once', () => {
    const player = new Player(() => false);
    player.take([], table(figure('a', [0, 0])));
    player.take([walk], table(figure('a', [4, 0])));
    vi.advanceTimersByTime(2000);
    player.take([walk], table(figure('a', [4, 0])));
    expect(player.busy).toBe(false);
  });

  it('keeps the old look of a struck piece until the shot has been seen', () => {
    const player = new Player(() => false);
    const shot: Effect = { id: 'shot', kind: 'shot', from: [0.5, 0.5], to: [5.5, 0.5], state: 'hit', holds: ['b'] };
    player.take([], table(figure('b', [5, 0])));
    player.take([shot], table(figure('b', [5, 0], { bar: { value: 1, max: 12, label: 'Wounds' } })));
    expect(player.held.b?.bar?.value).toBe(9);
    vi.advanceTimersByTime(700);
    expect(player.held.b).toBeUndefined();
  });

  it('goes on from the end of one move to the next', () => {
    const player = new Player(() => false);
    const back: Effect = { id: 'back', kind: 'move', piece: 'a', path: [[4, 1], [4, 2]] };
    player.take([], table(figure('a', [0, 0])));
    player.take([walk, back], table(figure('a', [4, 2])));
    vi.advanceTimersByTime(400);
    expect(player.current?.effect.id).toBe('back');
    expect(player.current?.effect.kind === 'move' && player.current.effect.path[0]).toEqual([4, 0]);
  });

  it('hides a piece that nobody knew until its reveal', () => {
    const player = new Player(() => false);
    player.take([], table(figure('a', [0, 0])));
    player.take([walk, { id: 'show', kind: 'reveal', piece: 'b' }], table(figure('a', [4, 0]), figure('b', [6, 6])));
    expect(player.unseen.has('b')).toBe(true);
    vi.advanceTimersByTime(420);
    expect(player.current?.effect.id).toBe('show');
    expect(player.unseen.has('b')).toBe(false);
  });

  it('ends everything at once when it is skipped', () => {
    const player = new Player(() => false);
    player.take([], table(figure('a', [0, 0])));
    player.take([walk, { id: 'f', kind: 'fall', piece: 'a' }], table(figure('a', [4, 0], { state: 'fallen' })));
    player.skip();
    expect([player.busy, player.held, player.positions]).toEqual([false, {}, {}]);
  });

  it('turns a silhouette to the side that it went to', () => {
    const player = new Player(() => false);
    player.take([], table(figure('a', [4, 0])));
    player.take([{ id: 'l', kind: 'move', piece: 'a', path: [[3, 0], [2, 0]] }], table(figure('a', [2, 0])));
    expect(player.mirrored.has('a')).toBe(true);
    player.take([{ id: 'r', kind: 'move', piece: 'a', path: [[3, 0]] }], table(figure('a', [3, 0])));
    expect(player.mirrored.has('a')).toBe(false);
  });

  it('without motion shows the end at once and outlines what changed for a second', () => {
    const player = new Player(() => true);
    player.take([], table(figure('a', [0, 0])));
    player.take([walk], table(figure('a', [4, 0])));
    expect(player.busy).toBe(false);
    expect([...player.changed]).toEqual(['a']);
    vi.advanceTimersByTime(1001);
    expect(player.changed.size).toBe(0);
  });
});
