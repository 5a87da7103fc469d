/** Trades of a job as the wire spells them. */

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
