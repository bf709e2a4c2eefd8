import { describe, expect, it } from 'vitest';
import { PLAIN_TILES, resolutionFor, standalone, writeTokens } from './bitmap';
import { sharedDefinitions, TILES } from './ground/defs';

describe('resolution of the still picture', () => {
  it('takes the next step up and keeps it while it serves', () => {
    expect(resolutionFor(0.86, null, 1488, 992)).toBe(1);
    expect(resolutionFor(0.9, 1, 1488, 992)).toBeNull();
    expect(resolutionFor(1.3, 1, 1488, 992)).toBe(1.5);
    expect(resolutionFor(0.6, 1, 1488, 992)).toBeNull();
  });

  it('draws anew when far too fine, and stays within what canvases hold', () => {
    expect(resolutionFor(0.3, 3.2, 1488, 992)).toBe(0.3);
    const most = resolutionFor(8, null, 3000, 3000) ?? 0;
    expect(3000 * most * (3000 * most)).toBeLessThanOrEqual(16_000_001);
    expect(resolutionFor(8, most, 3000, 3000)).toBeNull();
  });
});

describe('standalone picture', () => {
  it('has every token written in, each asked once', () => {
    const asked: string[] = [];
    const text = writeTokens('<path fill="var(--a)" stroke="var(--b)"/><path fill="var(--a)"/>', (token) => {
      asked.push(token);
      return token === '--a' ? 'rgb(1, 2, 3)' : 'red';
    });
    expect(text).toBe('<path fill="rgb(1, 2, 3)" stroke="red"/><path fill="rgb(1, 2, 3)"/>');
    expect(asked).toEqual(['--a', '--b']);
    expect(standalone('<g/>', '<a/>', 10, 20)).toContain('viewBox="0 0 10 20"');
  });
});

it('has a plain picture without any noise to be made', () => {
  const tile = /<pattern id="[^"]*"[^>]*><image/g;
  expect(sharedDefinitions(PLAIN_TILES).match(tile)?.length).toBe(TILES.length);
  expect(sharedDefinitions().match(tile)).toBeNull();
});
