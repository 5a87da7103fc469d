/** The trades of a live session, from its own fills. */

import type { Trade } from "@bourse/backtest-engine/simulation";
import { Decimal } from "@bourse/kernel";

import { LiveBooks } from "../../session/live/live-books.ts";
import { priceOf } from "../../session/live/live-orders.ts";
import type { SessionFillDocument } from "../collections.ts";
import { exactFill } from "./replay-live.ts";

/** The part of a trade that a comparison reads. */
export type ComparedTrade = Pick<Trade, "side" | "exitTime" | "pnl" | "entryPrice" | "exitPrice">;

/** A trade whose exit may fill in further parts. */
interface Closing {
  readonly order: number | null;
  readonly quantity: Decimal;
  readonly value: Decimal;
  readonly pnl: Decimal;
  readonly trade: ComparedTrade;
}

/** Trades in the order of their exits: what one order has closed is one trade. `lot`: step of quantities. */
export function tradesOf(
  fills: readonly SessionFillDocument[],
  lot: Decimal,
): readonly ComparedTrade[] {
  const books = new LiveBooks(0, lot);
  const trades: Closing[] = [];
  for (const document of fills) {
    const exact = exactFill(document);
    if (exact === undefined) continue;
    const { side, entryPrice, cash, entryFees } = books;
    books.book(exact);
    if (document.fill.isEntry) continue;
    const last = trades.at(-1);
    const isSame = last?.order === document.fill.order;
    if (isSame) trades.pop();
    const quantity = exact.quantity.plus(isSame ? last.quantity : Decimal.zero);
    const value = exact.value.plus(isSame ? last.value : Decimal.zero);
    const gain = books.cash.minus(cash).minus(entryFees.minus(books.entryFees));
    const pnl = gain.plus(isSame ? last.pnl : Decimal.zero);
    const trade = {
      side: side > 0 ? ("long" as const) : ("short" as const),
      exitTime: document.fill.time,
      pnl: pnl.toNumber(),
      entryPrice: entryPrice.toNumber(),
      exitPrice: priceOf(value, quantity),
    };
    trades.push({ order: document.fill.order, quantity, value, pnl, trade });
  }
  return trades.map(({ trade }) => trade);
}
