// Indices stay within the trades, so `!` on array reads only satisfies the type checker.

/** Trades counted together, as a chart shows them from afar. */

import { firstFrom } from "./candle-feed.ts";
import type { Trades } from "./trades.ts";

/** Trades that are in sight together: their first place, the place behind the last, and what they earned in all. */
export interface TradeColumn {
  readonly from: number;
  readonly to: number;
  readonly profit: number;
}

/** The trades whose entries lie in each of `columns` even parts of a span in seconds. */
export function columnsOf(
  { entry, profit }: Trades,
  min: number,
  max: number,
  columns: number,
): readonly TradeColumn[] {
  const ends = Array.from({ length: columns + 1 }, (_, at) =>
    firstFrom(entry, min + ((max - min) * at) / columns),
  );
  return ends.slice(1).map((to, at) => {
    const from = ends[at]!;
    return { from, to, profit: profit[to]! - profit[from]! };
  });
}
