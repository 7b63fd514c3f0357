const GAP_PX = 4;
const EDGE_PX = 8;

/** Puts a fixed element under its anchor, above it where there is more room, always inside the window. */
export function placeBelow(element: HTMLElement, anchor: HTMLElement): void {
  const at = anchor.getBoundingClientRect();
  const { width, height } = element.getBoundingClientRect();
  const fitsBelow = at.bottom + GAP_PX + height <= innerHeight - EDGE_PX;
  const top = fitsBelow || at.top < innerHeight - at.bottom ? at.bottom + GAP_PX : at.top - GAP_PX - height;
  const left = at.left + width <= innerWidth - EDGE_PX ? at.left : at.right - width;
  element.style.top = `${clamp(top, innerHeight - height)}px`;
  element.style.left = `${clamp(left, innerWidth - width)}px`;
}

const clamp = (px: number, most: number): number => Math.max(EDGE_PX, Math.min(px, most - EDGE_PX));
