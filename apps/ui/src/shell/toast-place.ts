/** The end of the page at which toasts are shown: never over the row on which the reader has just acted. */

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Width and height in pixels of the corner in which toasts are drawn, three of them with their gaps. */
const CORNER = { width: 440, height: 200 };

/** True when the box reaches into the lower right corner of a window of this size in pixels. */
export function isInCorner(
  box: Box,
  { width, height }: { readonly width: number; readonly height: number },
): boolean {
  const isInSight = box.bottom > 0 && box.top < height;
  return isInSight && box.right > width - CORNER.width && box.bottom > height - CORNER.height;
}

/** True when the row of the focused element lies where toasts are drawn; they go to the top then. */
export function isRowInCorner(): boolean {
  const focused = document.activeElement?.closest("main *");
  const row = focused?.closest("li,tr") ?? focused;
  if (row === undefined || row === null) return false;
  return isInCorner(row.getBoundingClientRect(), { width: innerWidth, height: innerHeight });
}
