/** The trades of a run in the order and with the filter that the reader chose. */

import type { JobTrade } from "@bourse/contract/backtest";

export const TRADE_FILTERS = {
  all: "All trades",
  won: "Won",
  lost: "Lost",
  long: "Long",
  short: "Short",
} as const;
export type TradeFilter = keyof typeof TRADE_FILTERS;

interface Arrangement {
  /** Name of a figure, with a minus before it for descending. One that is not known sorts by the entry. */
  readonly sort: string;
  /** Name of a filter; one that is not known shows all. */
  readonly filter: string;
  /** Words that are all found in a trade's side, reason, tags and symbol. */
  readonly words: string;
}

/** Figures that trades are sorted by. */
const FIGURES: Readonly<Record<string, (trade: JobTrade, index: number) => number>> = {
  entry: (_, index) => index,
  exit: ({ exit_time: time }) => Date.parse(time),
  entry_price: ({ entry_price: price }) => price,
  exit_price: ({ exit_price: price }) => price,
  return: (trade) => trade.return ?? Number.NaN,
  pnl: ({ pnl }) => pnl,
  fees: ({ fees }) => fees,
  held: heldMinutes,
};

/** Places of the trades that are shown; those without the figure come last, and equal ones in the order of entry. */
export function arrangeTrades(
  rows: readonly JobTrade[],
  { sort, filter, words }: Arrangement,
): readonly number[] {
  const wanted = words.toLowerCase().split(/\s+/u).filter(Boolean);
  const places = rows.flatMap((trade, at) =>
    passes(trade, filter) && wanted.every((word) => textOf(trade).includes(word)) ? [at] : [],
  );
  const sign = sort.startsWith("-") ? -1 : 1;
  const figure = FIGURES[sort.replace("-", "")];
  if (figure === undefined) return places;
  const values = new Map(places.map((at) => [at, figure(rows[at] as JobTrade, at)]));
  const value = (at: number): number => values.get(at) ?? Number.NaN;
  return places.toSorted((a, b) => {
    const [one, other] = [value(a), value(b)];
    if (Number.isNaN(one) || Number.isNaN(other)) {
      return Number(Number.isNaN(one)) - Number(Number.isNaN(other)) || a - b;
    }
    return sign * (one - other) || a - b;
  });
}

export function heldMinutes({ entry_time: entry, exit_time: exit }: JobTrade): number {
  return (Date.parse(exit) - Date.parse(entry)) / 60_000;
}

function passes({ pnl, side }: JobTrade, filter: string): boolean {
  if (filter === "won") return pnl > 0;
  if (filter === "lost") return pnl <= 0;
  return filter === "long" || filter === "short" ? side === filter : true;
}

function textOf({ side, exit_reason: reason, symbol, entry_tag, exit_tag }: JobTrade): string {
  return [side, reason.replaceAll("_", " "), reason, symbol, entry_tag, exit_tag]
    .join(" ")
    .toLowerCase();
}
