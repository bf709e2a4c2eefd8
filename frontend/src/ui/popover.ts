/** Opens a popover beside the thing that asks for it, inside the window. */
export function openBeside(popover: HTMLElement, anchor: Element): void {
  popover.showPopover();
  const box = anchor.getBoundingClientRect();
  const { width, height } = popover.getBoundingClientRect();
  const gap = 8;
  const below = box.bottom + gap + height <= innerHeight;
  const left = Math.max(gap, Math.min(box.left, innerWidth - width - gap));
  const top = below ? box.bottom + gap : Math.max(gap, box.top - gap - height);
  popover.style.left = `${left}px`;
  popover.style.top = `${top}px`;
}
