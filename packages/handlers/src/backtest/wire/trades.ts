/** Trades of a job as the wire spells them, and as CSV (RFC 4180). */

import type { JobTrade as WireTrade } from "@bourse/contract/backtest";
import type { JobTrade } from "@bourse/trading-core";

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
    ...(trade.funding !== undefined && { funding: trade.funding }),
    ...(trade.symbol !== undefined && { symbol: trade.symbol }),
    ...(trade.entryTag !== undefined && { entry_tag: trade.entryTag }),
    ...(trade.exitTag !== undefined && { exit_tag: trade.exitTag }),
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

/** Columns that only some runs have: with funding rates, of portfolios, and of strategies that give their reasons. */
const FURTHER = [
  "funding",
  "symbol",
  "entry_tag",
  "exit_tag",
] as const satisfies readonly (keyof WireTrade)[];

/** A header and a row a trade, with the columns that any of them has. */
export function tradesCsv(trades: readonly WireTrade[]): string {
  const further = FURTHER.filter((name) => trades.some((trade) => trade[name] !== undefined));
  const columns = [...COLUMNS, ...further];
  const rows = trades.map((trade) => columns.map((name) => cell(trade[name])).join(","));
  return [columns.join(","), ...rows, ""].join("\r\n");
}

/** Quotes what holds a comma or a quote, as only a tag can. */
function cell(value: WireTrade[keyof WireTrade]): string {
  const text = String(value ?? "");
  return /[",]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
