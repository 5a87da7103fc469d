/** Trades and equity of a run as Apache Arrow and Apache Parquet, for notebooks and other programs. */

import { EngineError, type Trade } from "@bourse/backtest-engine";
import { drawdownOf } from "@bourse/backtest-engine/metrics";
import {
  float64,
  tableFromArrays,
  tableToIPC,
  timestamp,
  TimeUnit,
  utf8,
  type DataType,
} from "@uwdata/flechette";
import { parquetWriteBuffer } from "hyparquet-writer";

/** Equity of a run, such as a result of `backtest`. */
export interface EquityOfRun {
  /** Open times of the candles in milliseconds UTC, ascending. */
  readonly time: Float64Array;
  /** Account value at the close of each candle, in the quote currency. */
  readonly equity: Float64Array;
  /** Peak before the first candle that drawdowns are measured from, in the quote currency. Default: none. */
  readonly initialCapital?: number;
  /** Drawdown at each close as a positive fraction of the highest equity so far. Default: computed. */
  readonly drawdown?: Float64Array;
}

/** A trade by its times, with or without the indices of its candles. */
export type ResultTrade = Omit<Trade, "entryIndex" | "exitIndex">;

/** The trades of a run, or a run itself for its equity. */
export type ResultTable = Iterable<ResultTrade> | EquityOfRun;

/**
 * Writes trades, or equity and drawdown, as an Arrow IPC file (Feather 2), uncompressed. Columns have the names of the
 * HTTP routes: `side`, `quantity`, `entry_time` … of trades, `timestamp`, `equity`, `drawdown` of a run. Times are
 * timestamps in milliseconds, UTC.
 *
 * @throws EngineError OPTIONS_INVALID for anything else
 */
export function toArrow(source: ResultTable): Uint8Array {
  const columns = columnsOf(source);
  const values = Object.fromEntries(columns.map(({ name, data }) => [name, data]));
  const types = Object.fromEntries(columns.map(({ name, kind }) => [name, ARROW[kind]()]));
  const table = tableFromArrays(values, { types, useProxy: false });
  const bytes = tableToIPC(table, { format: "file" });
  if (bytes === null) throw new TypeError("flechette wrote no bytes without a sink");
  return bytes;
}

/**
 * Writes the same table as {@link toArrow} as a Parquet file, compressed with Snappy.
 *
 * @throws EngineError OPTIONS_INVALID for anything else
 */
export function toParquet(source: ResultTable): Uint8Array {
  const columnData = columnsOf(source).map(({ name, kind, data }) => ({
    name,
    type: PARQUET[kind],
    data: kind === "time" ? data.map((time) => new Date(Number(time))) : data,
  }));
  return new Uint8Array(parquetWriteBuffer({ columnData }));
}

interface Column {
  readonly name: string;
  readonly kind: "number" | "text" | "time";
  readonly data: (number | string | null)[];
}

const ARROW: Readonly<Record<Column["kind"], () => DataType>> = {
  number: float64,
  text: utf8,
  time: () => timestamp(TimeUnit.MILLISECOND, "UTC"),
};

const PARQUET = { number: "DOUBLE", text: "STRING", time: "TIMESTAMP" } as const;

function columnsOf(source: ResultTable): readonly Column[] {
  try {
    if (Symbol.iterator in source) return tradeColumns([...source]);
    return equityColumns(source);
  } catch {
    // Told below: what cannot be read is no table.
  }
  throw new EngineError(
    "OPTIONS_INVALID",
    "Expected the trades of a run, or its time and equity as Float64Array of one length, found neither.",
    { details: { option: "source" } },
  );
}

function equityColumns({
  time,
  equity,
  initialCapital = 0,
  drawdown = drawdownOf(equity, initialCapital),
}: EquityOfRun): readonly Column[] {
  const areColumns = [time, equity, drawdown].every((column) => column instanceof Float64Array);
  const isTable =
    areColumns &&
    time.length === equity.length &&
    equity.length === drawdown.length &&
    time.every(Number.isSafeInteger);
  if (!isTable || !Number.isFinite(initialCapital)) {
    throw new TypeError("no equity");
  }
  return [
    { name: "timestamp", kind: "time", data: [...time] },
    { name: "equity", kind: "number", data: [...equity] },
    { name: "drawdown", kind: "number", data: [...drawdown] },
  ];
}

const TRADE_COLUMNS = [
  ["side", "side", "text"],
  ["quantity", "quantity", "number"],
  ["entry_time", "entryTime", "time"],
  ["entry_price", "entryPrice", "number"],
  ["exit_time", "exitTime", "time"],
  ["exit_price", "exitPrice", "number"],
  ["pnl", "pnl", "number"],
  ["return", "return", "number"],
  ["fees", "fees", "number"],
  ["exit_reason", "exitReason", "text"],
  ["funding", "funding", "number"],
  ["symbol", "symbol", "text"],
  ["entry_tag", "entryTag", "text"],
  ["exit_tag", "exitTag", "text"],
] as const satisfies readonly (readonly [string, keyof ResultTrade, Column["kind"]])[];

/** Columns that every trade has, and of the others those that any has. */
function tradeColumns(trades: readonly ResultTrade[]): readonly Column[] {
  return TRADE_COLUMNS.flatMap(([name, field, kind], at) => {
    const isOptional = at >= 10;
    if (isOptional && !trades.some((trade) => trade[field] !== undefined)) return [];
    return [{ name, kind, data: trades.map((trade) => cellOf(trade[field], kind, isOptional)) }];
  });
}

function cellOf(
  value: string | number | null | undefined,
  kind: Column["kind"],
  isOptional: boolean,
): number | string | null {
  if (value === null || (isOptional && value === undefined)) return null; // a trade may have no return
  const isCell =
    kind === "time"
      ? Number.isSafeInteger(value)
      : typeof value === (kind === "text" ? "string" : "number");
  if (isCell) return value ?? null;
  throw new TypeError("a trade lacks a field");
}
