/**
 * Attachment for an area that scrolls: says in `data-more` on which sides there is more than one sees, and the common
 * style lets it fade there.
 */
export function more(area: HTMLElement): () => void {
  /** So little is the room below a last line, not a line. */
  const NEARLY_PX = 8;
  function look(): void {
    const sides = sidesOf(area, NEARLY_PX);
    if (sides) area.dataset.more = sides;
    else delete area.dataset.more;
  }
  const sizes = new ResizeObserver(look);
  sizes.observe(area);
  const watchAll = (): void => {
    for (const child of area.children) sizes.observe(child);
    look();
  };
  const content = new MutationObserver(watchAll);
  content.observe(area, { childList: true, subtree: true, characterData: true });
  area.addEventListener('scroll', look, { passive: true });
  watchAll();
  return () => {
    sizes.disconnect();
    content.disconnect();
    area.removeEventListener('scroll', look);
  };
}

type Scrolled = Pick<HTMLElement, 'scrollTop' | 'scrollLeft' | 'scrollHeight' | 'scrollWidth' | 'clientHeight' | 'clientWidth'>;

/** The sides on which something lies beyond what is seen, as words with spaces between. */
export function sidesOf(area: Scrolled, nearly = 0): string {
  const sides: [string, number][] = [
    ['above', area.scrollTop],
    ['below', area.scrollHeight - area.clientHeight - area.scrollTop],
    ['left', area.scrollLeft],
    ['right', area.scrollWidth - area.clientWidth - area.scrollLeft],
  ];
  return sides.flatMap(([side, length]) => (length > nearly ? [side] : [])).join(' ');
}
