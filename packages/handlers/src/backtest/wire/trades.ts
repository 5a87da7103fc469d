/** Trades of a job as the wire spells them, and as CSV (RFC 4180). */

import type { JobTrade } from "@bourse/backtest-engine/service";
import type { JobTrade as WireTrade } from "@bourse/contract/backtest";

import { isoTime } from "../../time/iso-time.ts";

/** Spells one trade; that of a portfolio has its symbol. */
export function wireTrade(trade: JobTrade): WireTrade {
  return {
    side: trade.side,
    quantity: trade.quantity,
    entry_time: isoTime(trade.entryTime),
    entry_price: trade.entryPrice,
    exit_time: isoTime(trade.exitTime),
    exit_price: trade.exitPrice,
    pnl: trade.pnl,
    return: trade.return,
    fees: trade.fees,
    exit_reason: trade.exitReason,
    ...(trade.symbol !== undefined && { symbol: trade.symbol }),
  };
}

const COLUMNS = [
  "side",
  "quantity",
  "entry_time",
  "entry_price",
  "exit_time",
  "exit_price",
  "pnl",
  "return",
  "fees",
  "exit_reason",
] as const satisfies readonly (keyof WireTrade)[];

/**
 * A header and a row a trade, those of a portfolio with their symbol; no value can hold a comma, a quote or a line
 * break.
 */
export function tradesCsv(trades: readonly WireTrade[]): string {
  const columns = trades[0]?.symbol === undefined ? COLUMNS : ([...COLUMNS, "symbol"] as const);
  const rows = trades.map((trade) => columns.map((column) => String(trade[column])).join(","));
  return [columns.join(","), ...rows, ""].join("\r\n");
}
