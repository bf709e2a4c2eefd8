/** Small builder of SVG text for the still layers: thousands of shapes that never change one by one. */

export type Attributes = Record<string, string | number | undefined>;

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export const escapeText = (text: string): string => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);

/** One element; numbers keep one digit behind the point, absent attributes are left out, all values are escaped. */
export function el(tag: string, attributes: Attributes = {}, ...children: string[]): string {
  let text = `<${tag}`;
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined) continue;
    text += ` ${name}="${typeof value === 'number' ? String(Math.round(value * 100) / 100) : escapeText(value)}"`;
  }
  return children.length === 0 ? `${text}/>` : `${text}>${children.join('')}</${tag}>`;
}

export const group = (attributes: Attributes, ...children: string[]): string =>
  children.some((child) => child !== '') ? el('g', attributes, ...children) : '';

/** Shadows fall to the lower right: light comes from the upper left, everywhere. */
export const SHADE = '#140b02';

/** Ids of shared definitions carry this prefix, so that boards and pages never clash. */
export const PREFIX = 'mb-';

export const url = (name: string): string => `url(#${PREFIX}${name})`;

/**
 * Soft edges without a filter: blurs over a whole table are the dearest thing to draw. The shape is stroked wider and
 * fainter twice, then filled; the group's opacity makes it one.
 */
export function softArea(d: string, opacity: number, shift: readonly [number, number] = [0, 0], colour = SHADE, spread = 7): string {
  if (d === '') return '';
  return el(
    'g',
    { opacity, transform: shift[0] === 0 && shift[1] === 0 ? undefined : `translate(${shift[0]} ${shift[1]})`, stroke: colour, fill: 'none', 'stroke-linejoin': 'round' },
    el('path', { d, 'stroke-width': spread, 'stroke-opacity': 0.28 }),
    el('path', { d, 'stroke-width': spread / 2, 'stroke-opacity': 0.45 }),
    el('path', { d, fill: colour, stroke: 'none' }),
  );
}

/** A line with soft sides, in the same manner. */
export function softLine(d: string, width: number, opacity: number, shift: readonly [number, number]): string {
  if (d === '') return '';
  return el(
    'g',
    { opacity, transform: `translate(${shift[0]} ${shift[1]})`, stroke: SHADE, fill: 'none', 'stroke-linecap': 'round', 'stroke-linejoin': 'round' },
    el('path', { d, 'stroke-width': width + 5, 'stroke-opacity': 0.28 }),
    el('path', { d, 'stroke-width': width + 1.5, 'stroke-opacity': 0.45 }),
    el('path', { d, 'stroke-width': Math.max(1, width - 2) }),
  );
}

/** A round shadow from the shared gradient. */
export const softDisc = (cx: number, cy: number, rx: number, ry = rx): string =>
  el('ellipse', { cx, cy, rx: rx * 1.28, ry: ry * 1.28, fill: url('shade') });

/** A wash of a token's colour: mood without ink, of a coarse (1) or finer (2) grain. */
export const wash = (grain: 1 | 2, token: string): string => url(`wash${grain}-${token}`);

export const use = (name: string, x: number, y: number, size: number, more: Attributes = {}): string =>
  el('use', { href: `#${PREFIX}${name}`, x: x - size / 2, y: y - size / 2, width: size, height: size, ...more });
