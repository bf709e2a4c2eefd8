/**
 * Still layers as one picture: drawn once per zoom step, then only moved. An SVG loaded as an image knows neither the
 * page's tokens nor its definitions, so both are written into it first.
 */

import { tileSquare, TILES } from './ground/defs';
import { PREFIX } from './svg';

/** Steps of resolution, pixels per user unit; a picture is drawn again only when its step is not enough. */
const STEPS = [0.2, 0.3, 0.45, 0.67, 1, 1.5, 2.2, 3.2];
/** Canvases beyond this many pixels fail on some phones. */
const MOST_PIXELS = 16_000_000;
/** Much finer than needed costs memory and shimmers. */
const TOO_FINE = 2.7;

/** The resolution for a need (zoom times device pixels), or null while the present one still serves. */
export function resolutionFor(need: number, present: number | null, width: number, height: number): number | null {
  const most = Math.sqrt(MOST_PIXELS / (width * height));
  const wanted = Math.min(most, STEPS.find((step) => step >= need * 0.98) ?? (STEPS[STEPS.length - 1] as number));
  if (present !== null && present >= Math.min(need * 0.98, most * 0.99) && present <= need * TOO_FINE) return null;
  return wanted === present ? null : wanted;
}

const TOKEN = /var\((--[\w-]+)\)/g;

/** Replaces `var(--token)` by what `valueOf` says; each token is asked once. */
export function writeTokens(text: string, valueOf: (token: string) => string): string {
  const known = new Map<string, string>();
  return text.replace(TOKEN, (_whole, token: string) => {
    let value = known.get(token);
    if (value === undefined) {
      value = valueOf(token);
      known.set(token, value);
    }
    return value;
  });
}

/** The value of a token at an element, colours resolved for its scheme. */
export function tokenReader(host: HTMLElement): { valueOf: (token: string) => string; done: () => void } {
  const probe = document.createElement('span');
  probe.style.display = 'none';
  host.append(probe);
  const style = getComputedStyle(probe);
  return {
    valueOf: (token) => {
      const plain = style.getPropertyValue(token).trim();
      // Fonts and other lists are not colours: they go as they are.
      if (/^["']|,\s*(sans-)?serif/.test(plain)) return plain.replaceAll('"', "'");
      probe.style.color = '';
      probe.style.color = `var(${token})`;
      return style.color;
    },
    done: () => probe.remove(),
  };
}

export function standalone(body: string, definitions: string, width: number, height: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><defs>${definitions}</defs>${body}</svg>`;
}

/** Loads SVG text as an image at the wanted size in pixels. */
async function load(text: string, width: number, height: number): Promise<HTMLImageElement> {
  const address = URL.createObjectURL(new Blob([text.replace(/width="[^"]*" height="[^"]*"/, `width="${width}" height="${height}"`)], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    return image;
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Tiles drawn before, by what they look like. */
const bakedTiles = new Map<string, string>();

/** In place of the noise nothing: the colours under it alone. */
export const PLAIN_TILES: ReadonlyMap<string, string> = new Map(
  TILES.map((tile) => [tile.name, 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7']),
);

/** Draws the noise that a picture uses, once, as small images: address by name of the tile. */
export async function bakeTiles(text: string, valueOf: (token: string) => string): Promise<ReadonlyMap<string, string>> {
  const used = TILES.filter((tile) => text.includes(`#${PREFIX}${tile.name})`));
  const found = used.map(async (tile): Promise<[string, string]> => {
    const square = writeTokens(standalone(tileSquare(tile), tile.filter, tile.side, tile.side), valueOf);
    const address = bakedTiles.get(square) ?? (await bake(square, Math.round(tile.side * tile.resolution)));
    bakedTiles.set(square, address);
    return [tile.name, address];
  });
  return new Map(await Promise.all(found));
}

async function bake(text: string, pixels: number): Promise<string> {
  const image = await load(text, pixels, pixels);
  const canvas = document.createElement('canvas');
  canvas.width = pixels;
  canvas.height = pixels;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no drawing context for the board: the vector stays');
  context.drawImage(image, 0, 0, pixels, pixels);
  return canvas.toDataURL('image/png');
}

/** Draws standalone SVG text into a canvas; the canvas keeps its old picture until the new one is ready. */
export async function paint(canvas: HTMLCanvasElement, text: string, width: number, height: number, resolution: number, stillWanted: () => boolean): Promise<boolean> {
  const [w, h] = [Math.round(width * resolution), Math.round(height * resolution)];
  const image = await load(text, w, h);
  if (!stillWanted()) return false;
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new Error('no drawing context for the board: the vector stays');
  canvas.width = w;
  canvas.height = h;
  context.drawImage(image, 0, 0, w, h);
  return true;
}
