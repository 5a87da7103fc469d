/** Counts and bookings of all markets of a run. */

import type { SimulationResult } from "../simulation-result.ts";
import type { MarketBook } from "./market-book.ts";

/** Late closes of all markets, in a run that holds nothing over a session's end. */
export function lateClosesOf(books: readonly MarketBook[]): Pick<SimulationResult, "lateCloses"> {
  const counts = books.flatMap(({ lateCloses }) => lateCloses ?? []);
  return counts.length === 0 ? {} : { lateCloses: counts.reduce((sum, count) => sum + count, 0) };
}

/** Dividends and splits of all markets, oldest first. */
export function actionsOfBooks(books: readonly MarketBook[]): Pick<SimulationResult, "actions"> {
  if (books.every(({ actions }) => actions === undefined)) return {};
  const all = books.flatMap(({ actions = [] }) => actions);
  return { actions: all.toSorted((one, other) => one.time - other.time) };
}
