// Rows are read within their length, so `!` on typed-array reads only tells the checker what the loops say.

/** The trace of a run: its trades and equity, packed into bytes for threads and for the store. */

import { drawdownsBelow } from "@bourse/backtest-engine/metrics";
import {
  EXIT_REASONS,
  ledgerOf,
  type LedgerRows,
  TagNames,
  type Trade,
  type TradeLedger,
  type TradeList,
} from "@bourse/backtest-engine/simulation";
import {
  absentOr,
  anyText,
  listOf,
  objectOf,
  refuseArgument,
  type ArgumentRule,
} from "@bourse/kernel";

import { lttb } from "./lttb.ts";
import { packColumns, unpackColumns } from "./packed-columns.ts";
import { thinOut } from "./thin-out.ts";

/** Packed trades and equity of a run. */
export interface RunTrace {
  /** Packed trades, {@link TRADES_A_PART} in each part but the last. */
  readonly trades: readonly Uint8Array[];
  /** Packed points of the equity. */
  readonly equity: Uint8Array;
  /** Symbols of a portfolio, to which its trades refer. Absent in a run on one symbol. */
  readonly symbols?: readonly string[];
  /** Tags of the run, to which its trades refer. Absent in a run without one. */
  readonly tags?: readonly string[];
}

/** Names that the numbers of packed trades refer to. */
export type TraceNames = Pick<RunTrace, "symbols" | "tags">;

/** A trade as a job stores it: with times instead of indices of candles. */
export type JobTrade = Omit<Trade, "entryIndex" | "exitIndex">;

/** One point of the equity curve. */
export interface EquityPoint {
  /** Open of the candle at whose close the equity was measured, milliseconds UTC. */
  readonly timestamp: number;
  /** Value of the account in the quote currency. */
  readonly equity: number;
  /** Drawdown as a positive fraction of the highest equity so far. */
  readonly drawdown: number;
}

/** Number of trades in one part. */
export const TRADES_A_PART = 5000;

/** The last number of a trade is its exit reason plus this many times the place of its symbol. */
const REASONS = 256;

/** Maximum number of equity points that a job stores: 20,000. Longer runs are thinned out by LTTB. */
export const maxEquityPoints = 20_000;

/**
 * Packs a run. Peaks are found before the equity is thinned out. `time`: opens of the candles; `symbols`: those of a
 * portfolio, in the order of its markets.
 */
export function packRun(
  trades: TradeList | readonly Trade[],
  equity: Float64Array,
  time: Float64Array,
  initialCapital: number,
  symbols?: readonly string[],
): RunTrace {
  const ledger = ledgerOf(trades, time);
  const { names } = ledger.tags;
  return {
    trades: packTrades(ledger),
    equity: packEquity(equity, time, initialCapital),
    ...(symbols !== undefined && { symbols }),
    ...(names.length > 0 && { tags: names }),
  };
}

/** Unpacks one part of the trades in their order. */
export function unpackTrades(part: Uint8Array): JobTrade[] {
  return tradesOf(unpackColumns(part));
}

const anyBytes: ArgumentRule = (argument, value) => {
  if (!(value instanceof Uint8Array)) refuseArgument(argument, "a Uint8Array", value);
};
const TRACE = objectOf({
  trades: listOf(anyBytes),
  equity: anyBytes,
  symbols: absentOr(listOf(anyText)),
  tags: absentOr(listOf(anyText)),
});

/** Unpacks all trades of a run in their order, those of a portfolio with their symbols. */
export function tracedTrades(trace: RunTrace): JobTrade[] {
  TRACE("trace", trace);
  const { trades, ...names } = trace;
  return trades.flatMap((part) => tradesOf(unpackColumns(part), names));
}

/**
 * Trades by their columns: signed quantity, entry time and price, exit time and price, pnl, return, fees, the reason
 * with the place of the symbol among the `symbols` of a portfolio; in a part with tags or funding the numbers of both
 * tags, 0 for none; in a run with funding rates the funding.
 */
export function tradesOf(
  columns: readonly Float64Array[],
  { symbols, tags = [] }: TraceNames = {},
): JobTrade[] {
  const names = new TagNames(tags);
  const tagOf = (field: number, row: number): string | undefined =>
    names.nameOf(columns[field]?.[row] ?? 0);
  const cell = (field: number, row: number): number => columns[field]![row]!;
  return Array.from({ length: columns[0]?.length ?? 0 }, (_, k) => ({
    ...(symbols !== undefined && { symbol: symbols[Math.floor(cell(8, k) / REASONS)]! }),
    side: cell(0, k) > 0 ? "long" : "short",
    quantity: Math.abs(cell(0, k)),
    entryTime: cell(1, k),
    entryPrice: cell(2, k),
    exitTime: cell(3, k),
    exitPrice: cell(4, k),
    pnl: cell(5, k),
    return: Number.isNaN(cell(6, k)) ? null : cell(6, k),
    fees: cell(7, k),
    ...(columns[11] !== undefined && { funding: cell(11, k) }),
    exitReason: EXIT_REASONS[cell(8, k) % REASONS]!,
    ...named("entryTag", tagOf(9, k)),
    ...named("exitTag", tagOf(10, k)),
  }));
}

function named(name: "entryTag" | "exitTag", tag: string | undefined): Partial<JobTrade> {
  return tag === undefined ? {} : { [name]: tag };
}

/** Unpacks the points of the equity of a run, at most {@link maxEquityPoints}. */
export function tracedEquity(trace: RunTrace): EquityPoint[] {
  TRACE("trace", trace);
  return unpackEquity(trace.equity);
}

/** Unpacks at most `points` points of the equity, chosen by LTTB. Default: all. */
export function unpackEquity(bytes: Uint8Array, points?: number): EquityPoint[] {
  const [time, equity, peak] = unpackColumns(bytes) as [Float64Array, Float64Array, Float64Array];
  return equityPoints(time, equity, drawdownsBelow(peak, equity), points);
}

/** The points of an equity, at most `points` of them, chosen by LTTB. Default: all. */
export function equityPoints(
  time: Float64Array,
  equity: Float64Array,
  drawdown: Float64Array,
  points: number = Math.max(2, time.length),
): EquityPoint[] {
  return Array.from(lttb(time, equity, points), (k) => ({
    timestamp: time[k]!,
    equity: equity[k]!,
    drawdown: drawdown[k]!,
  }));
}

function packTrades(ledger: TradeLedger): Uint8Array[] {
  const { length, hasFunding } = ledger;
  const isTagged = hasFunding || ledger.tags.names.length > 0;
  return Array.from({ length: Math.ceil(length / TRADES_A_PART) }, (_, part) => {
    const first = part * TRADES_A_PART;
    const rows = ledger.rows(first, Math.min(length, first + TRADES_A_PART));
    return packColumns([
      rows.signedQuantity,
      rows.entryTime,
      rows.entryPrice,
      rows.exitTime,
      rows.exitPrice,
      rows.pnl,
      rows.return,
      rows.fees,
      reasonsAtMarkets(rows),
      ...(isTagged ? [rows.entryTag, rows.exitTag] : []),
      ...(hasFunding ? [rows.funding] : []),
    ]);
  });
}

function reasonsAtMarkets({ reason, market }: LedgerRows): Float64Array {
  const codes = new Float64Array(reason.length);
  for (let row = 0; row < codes.length; row++) codes[row] = reason[row]! + REASONS * market[row]!;
  return codes;
}

/** Packs times, equity and the peak so far, which changes seldom and gives the drawdown with the same bits. */
function packEquity(equity: Float64Array, time: Float64Array, initialCapital: number): Uint8Array {
  const thinned = thinOut(time, equity, maxEquityPoints, initialCapital);
  return packColumns([thinned.time, thinned.equity, thinned.peak]);
}
