import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const css = readFileSync('src/ui/tokens.css', 'utf8');

test('every font that the tokens name is shipped', () => {
  const fonts = [...css.matchAll(/url\("(\/fonts\/[^"]+)"\)/g)].map((found) => found[1]);
  expect(fonts.length).toBeGreaterThan(0);
  for (const font of fonts) expect(existsSync(`static${font}`), font).toBe(true);
});

test('every token that a token or style asks for is defined', () => {
  const defined = new Set([...css.matchAll(/(--[\w-]+)\s*:/g)].map((found) => found[1]));
  const missing = [...css.matchAll(/var\((--[\w-]+)\)/g)].map((found) => found[1]).filter((name) => !defined.has(name));
  expect(missing).toEqual([]);
});
