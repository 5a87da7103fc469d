// Rows are read within their length, so `!` on typed-array reads only tells the checker what the loops say.

/** The trace of a run: its trades and equity, packed into numbers for threads and for the store. */

import { drawdownOf } from "../../metrics/drawdown.ts";
import { REASON } from "../../simulation/position.ts";
import { EXIT_REASONS, type Trade } from "../../simulation/trades.ts";
import { lttb } from "./lttb.ts";

/** Packed trades and equity of a run. */
export interface RunTrace {
  /** Trades, {@link TRADE_FIELDS} numbers each. */
  readonly trades: Float64Array;
  /** Points of the equity, {@link EQUITY_FIELDS} numbers each. */
  readonly equity: Float64Array;
}

/** A trade as a job stores it: with times instead of indices of candles. */
export type JobTrade = Omit<Trade, "symbol" | "entryIndex" | "exitIndex">;

/** One point of the equity curve. */
export interface EquityPoint {
  /** Open of the candle at whose close the equity was measured, milliseconds UTC. */
  readonly timestamp: number;
  /** Value of the account in the quote currency. */
  readonly equity: number;
  /** Drawdown as a positive fraction of the highest equity so far. */
  readonly drawdown: number;
}

export const TRADE_FIELDS = 9;
const EQUITY_FIELDS = 3;

/** Maximum number of equity points that a job stores: 20,000. Longer runs are thinned out by LTTB. */
export const maxEquityPoints = 20_000;

/** Packs a run. Drawdowns are computed before the equity is thinned out. `time`: opens of the candles. */
export function packRun(
  trades: Iterable<Trade> & { readonly length: number },
  equity: Float64Array,
  time: Float64Array,
  initialCapital: number,
): RunTrace {
  return { trades: packTrades(trades), equity: packEquity(equity, time, initialCapital) };
}

/** Unpacks trades in their order. */
export function unpackTrades(rows: Float64Array): JobTrade[] {
  return Array.from({ length: rows.length / TRADE_FIELDS }, (_, k) => {
    const cell = (field: number): number => rows[k * TRADE_FIELDS + field]!;
    return {
      side: cell(0) > 0 ? "long" : "short",
      quantity: Math.abs(cell(0)),
      entryTime: cell(1),
      entryPrice: cell(2),
      exitTime: cell(3),
      exitPrice: cell(4),
      pnl: cell(5),
      return: cell(6),
      fees: cell(7),
      exitReason: EXIT_REASONS[cell(8)]!,
    };
  });
}

/** Unpacks at most `points` points of the equity, chosen by LTTB. Default: all. */
export function unpackEquity(rows: Float64Array, points?: number): EquityPoint[] {
  const count = rows.length / EQUITY_FIELDS;
  const column = (field: number): Float64Array =>
    Float64Array.from({ length: count }, (_, k) => rows[k * EQUITY_FIELDS + field]!);
  const [time, equity, drawdown] = [column(0), column(1), column(2)];
  const chosen = lttb(time, equity, points ?? Math.max(2, count));
  return Array.from(chosen, (k) => ({
    timestamp: time[k]!,
    equity: equity[k]!,
    drawdown: drawdown[k]!,
  }));
}

function packTrades(trades: Iterable<Trade> & { readonly length: number }): Float64Array {
  const rows = new Float64Array(trades.length * TRADE_FIELDS);
  let at = 0;
  for (const trade of trades) {
    rows[at] = trade.side === "long" ? trade.quantity : -trade.quantity;
    rows[at + 1] = trade.entryTime;
    rows[at + 2] = trade.entryPrice;
    rows[at + 3] = trade.exitTime;
    rows[at + 4] = trade.exitPrice;
    rows[at + 5] = trade.pnl;
    rows[at + 6] = trade.return;
    rows[at + 7] = trade.fees;
    rows[at + 8] = REASON[trade.exitReason];
    at += TRADE_FIELDS;
  }
  return rows;
}

function packEquity(
  equity: Float64Array,
  time: Float64Array,
  initialCapital: number,
): Float64Array {
  const drawdown = drawdownOf(equity, initialCapital);
  const chosen = lttb(time, equity, maxEquityPoints);
  const rows = new Float64Array(chosen.length * EQUITY_FIELDS);
  for (let k = 0; k < chosen.length; k++) {
    const i = chosen[k]!;
    rows[k * EQUITY_FIELDS] = time[i]!;
    rows[k * EQUITY_FIELDS + 1] = equity[i]!;
    rows[k * EQUITY_FIELDS + 2] = drawdown[i]!;
  }
  return rows;
}
