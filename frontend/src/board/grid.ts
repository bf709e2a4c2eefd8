/** Lines between the squares, user units. */
import { SQ } from './units';

export function gridPath(width: number, height: number): string {
  let lines = '';
  for (let x = 1; x < width; x++) lines += `M${x * SQ} 0V${height * SQ}`;
  for (let y = 1; y < height; y++) lines += `M0 ${y * SQ}H${width * SQ}`;
  return lines;
}
