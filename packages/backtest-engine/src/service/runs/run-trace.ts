// Rows are read within their length, so `!` on typed-array reads only tells the checker what the loops say.

/** The trace of a run: its trades and equity, packed into bytes for threads and for the store. */

import { drawdownsBelow } from "../../metrics/drawdown.ts";
import { REASON } from "../../simulation/position.ts";
import { TagNames } from "../../simulation/tags.ts";
import { EXIT_REASONS, type Trade } from "../../simulation/trades.ts";
import { lttb } from "./lttb.ts";
import { packColumns, unpackColumns } from "./packed-columns.ts";
import { thinOut } from "./thin-out.ts";

/** Packed trades and equity of a run. Each array has memory of its own: a thread that is sent it copies no more. */
export interface RunTrace {
  /** Packed trades, {@link TRADES_A_PART} in each part but the last. */
  readonly trades: readonly Uint8Array[];
  /** Packed points of the equity. */
  readonly equity: Uint8Array;
  /** Symbols of a portfolio, to which its trades refer. Absent in a run on one symbol. */
  readonly symbols?: readonly string[];
  /** Tags to which the trades refer. Absent in a run without one. */
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
 * portfolio.
 */
export function packRun(
  trades: Iterable<Trade> & { readonly length: number },
  equity: Float64Array,
  time: Float64Array,
  initialCapital: number,
  symbols?: readonly string[],
): RunTrace {
  const tags = new TagNames();
  return {
    trades: packTrades(trades, tags, symbols),
    equity: packEquity(equity, time, initialCapital),
    ...(symbols !== undefined && { symbols }),
    ...(tags.names.length > 0 && { tags: tags.names }),
  };
}

/** Unpacks one part of the trades in their order. */
export function unpackTrades(part: Uint8Array): JobTrade[] {
  return tradesOf(unpackColumns(part));
}

/** Unpacks all trades of a run in their order, those of a portfolio with their symbols. */
export function tracedTrades({ trades, ...names }: RunTrace): JobTrade[] {
  return trades.flatMap((part) => tradesOf(unpackColumns(part), names));
}

/**
 * Trades by their columns: signed quantity, entry time and price, exit time and price, pnl, return, fees, the reason
 * with the place of the symbol among the `symbols` of a portfolio, and in a part with tags the numbers of both.
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
    return: cell(6, k),
    fees: cell(7, k),
    exitReason: EXIT_REASONS[cell(8, k) % REASONS]!,
    ...named("entryTag", tagOf(9, k)),
    ...named("exitTag", tagOf(10, k)),
  }));
}

function named(name: "entryTag" | "exitTag", tag: string | undefined): Partial<JobTrade> {
  return tag === undefined ? {} : { [name]: tag };
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

function packTrades(
  trades: Iterable<Trade> & { readonly length: number },
  tags: TagNames,
  symbols: readonly string[] = [],
): Uint8Array[] {
  const places = new Map(symbols.map((symbol, place) => [symbol, place]));
  const parts = Math.ceil(trades.length / TRADES_A_PART);
  const columns = Array.from({ length: parts }, (_, part) => {
    const rows = Math.min(TRADES_A_PART, trades.length - part * TRADES_A_PART);
    return Array.from({ length: TRADE_COLUMNS + TAG_COLUMNS }, () => new Float64Array(rows));
  });
  let at = 0;
  for (const trade of trades) {
    const row = at % TRADES_A_PART;
    const part = columns[(at - row) / TRADES_A_PART]!;
    part[0]![row] = trade.side === "long" ? trade.quantity : -trade.quantity;
    part[1]![row] = trade.entryTime;
    part[2]![row] = trade.entryPrice;
    part[3]![row] = trade.exitTime;
    part[4]![row] = trade.exitPrice;
    part[5]![row] = trade.pnl;
    part[6]![row] = trade.return;
    part[7]![row] = trade.fees;
    const place = trade.symbol === undefined ? 0 : (places.get(trade.symbol) ?? 0);
    part[8]![row] = REASON[trade.exitReason] + REASONS * place;
    part[9]![row] = tags.codeOf(trade.entryTag);
    part[10]![row] = tags.codeOf(trade.exitTag);
    at += 1;
  }
  const kept = tags.names.length === 0 ? TRADE_COLUMNS : undefined;
  return columns.map((part) => packColumns(part.slice(0, kept)));
}

const TRADE_COLUMNS = 9;
const TAG_COLUMNS = 2;

/** Packs times, equity and the peak so far, which changes seldom and gives the drawdown with the same bits. */
function packEquity(equity: Float64Array, time: Float64Array, initialCapital: number): Uint8Array {
  const thinned = thinOut(time, equity, maxEquityPoints, initialCapital);
  return packColumns([thinned.time, thinned.equity, thinned.peak]);
}
