/** The part of a long table that is drawn. */

/** Rows drawn above and below those that are seen, so that a fast scroll shows no gap. */
const MARGIN_ROWS = 10;

export interface Window {
  /** Index of the first drawn row. */
  readonly first: number;
  /** Index behind the last drawn row. */
  readonly end: number;
}

/** Rows to draw; `first` is even, so that stripes stay with their rows. */
export function windowOf(
  count: number,
  rowHeight: number,
  scrollTop: number,
  seenHeight: number,
): Window {
  const first = Math.max(0, Math.floor(scrollTop / rowHeight) - MARGIN_ROWS);
  const end = Math.min(count, Math.ceil((scrollTop + seenHeight) / rowHeight) + MARGIN_ROWS);
  return { first: Math.min(first - (first % 2), Math.max(0, end)), end };
}

/** Scroll position at which a row is seen whole; the present one where it is already. */
export function scrollFor(
  index: number,
  rowHeight: number,
  scrollTop: number,
  seenHeight: number,
): number {
  const top = index * rowHeight;
  if (top < scrollTop) return top;
  return Math.max(scrollTop, top + rowHeight - seenHeight);
}
