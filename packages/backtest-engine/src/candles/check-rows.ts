// Typed-array reads below are within 0..length-1, so `!` only tells the checker what the loop bounds say.

/** The rules that every candle keeps, and the sentences for those that do not. */

import { EngineError } from "../errors.ts";
import type { CandleFaults } from "./candle-faults.ts";
import type { Candles } from "./candles.ts";
import { isTimestamp } from "./parse-timestamp.ts";

/**
 * Adds the faults of every candle to `faults`, except those of candles in `known`, which have been named already.
 *
 * `rowOf` gives a candle's row number in its source. Prices lie above 0 unless `allowsNegative`.
 *
 * @throws EngineError CANDLES_INVALID when the columns differ in length: no row can be named then
 */
export function checkRows(
  candles: Candles,
  faults: CandleFaults,
  rowOf: (index: number) => number,
  known: ReadonlySet<number> = new Set(),
  allowsNegative = false,
): void {
  checkColumns(candles);
  const floor = floorOf(allowsNegative);
  const { length, time, open, high, low, close, volume, turnover } = candles;
  for (let i = 0; i < length; i++) {
    const t = time[i]!;
    const o = open[i]!;
    const h = high[i]!;
    const l = low[i]!;
    const c = close[i]!;
    const v = volume[i]!;
    // One comparison chain that NaN fails too; only a row that fails it is looked at closely.
    const sound =
      l > floor && l <= o && l <= c && o <= h && c <= h && h < Infinity && v >= 0 && v < Infinity;
    const later = i === 0 || t > time[i - 1]!;
    const value = turnover === undefined ? 0 : turnover[i]!;
    if (sound && later && isTimestamp(t) && value >= 0 && value < Infinity) continue;
    if (!known.has(i)) nameFaults(candles, i, rowOf, faults, known.has(i - 1), allowsNegative);
  }
}

/** Tells whether a row has the values of a candle, whatever its neighbours. */
export function hasSoundValues(candles: Candles, i: number, allowsNegative = false): boolean {
  const floor = floorOf(allowsNegative);
  const [o, h, l] = [candles.open[i]!, candles.high[i]!, candles.low[i]!];
  const [c, v, value] = [candles.close[i]!, candles.volume[i]!, candles.turnover?.[i] ?? 0];
  const isSound =
    l > floor && l <= o && l <= c && o <= h && c <= h && h < Infinity && v >= 0 && v < Infinity;
  return isSound && value >= 0 && value < Infinity && isTimestamp(candles.time[i]!);
}

/** Names the faults of a row's values. */
export function nameValueFaults(
  candles: Candles,
  i: number,
  rowOf: (index: number) => number,
  faults: CandleFaults,
  allowsNegative = false,
): void {
  nameFaults(candles, i, rowOf, faults, true, allowsNegative);
}

/** The number above which every price lies. */
function floorOf(allowsNegative: boolean): number {
  return allowsNegative ? -Infinity : 0;
}

const PRICES = ["open", "high", "low", "close"] as const;

function nameFaults(
  candles: Candles,
  i: number,
  rowOf: (index: number) => number,
  faults: CandleFaults,
  previousIsKnown: boolean,
  allowsNegative: boolean,
): void {
  const row = rowOf(i);
  const add = (column: string, value: number, problem: string): void =>
    faults.add({ row, column, text: String(value), problem: `${column} ${value} ${problem}` });
  const time = candles.time[i]!;
  if (!isTimestamp(time)) add("timestamp", time, "is no time in milliseconds from 1800 to 9999");
  else if (i > 0 && !previousIsKnown)
    nameTimeFault(time, candles.time[i - 1]!, row, rowOf(i - 1), faults);
  let pricesSound = true;
  for (const column of PRICES) {
    const price = candles[column][i]!;
    if (price > floorOf(allowsNegative) && price < Infinity) continue;
    pricesSound = false;
    faults.hasBelow0 ||= price < 0 && price > -Infinity;
    add(column, price, `is not a finite price${allowsNegative ? "" : " above 0"}`);
  }
  if (pricesSound) {
    const high = candles.high[i]!;
    const low = candles.low[i]!;
    for (const column of ["open", "close"] as const) {
      const price = candles[column][i]!;
      if (price > high) add(column, price, `is above the high ${high}`);
      if (price < low) add(column, price, `is below the low ${low}`);
    }
    if (low > high) add("low", low, `is above the high ${high}`);
  }
  const volume = candles.volume[i]!;
  if (!(volume >= 0 && volume < Infinity)) add("volume", volume, "is not finite and at least 0");
  const turnover = candles.turnover?.[i] ?? 0;
  if (!(turnover >= 0 && turnover < Infinity)) {
    add("turnover", turnover, "is not finite and at least 0");
  }
}

function nameTimeFault(
  time: number,
  previous: number,
  row: number,
  previousRow: number,
  faults: CandleFaults,
): void {
  if (time > previous) return;
  const relation = time === previous ? "repeats" : "is earlier than";
  const spelled = isTimestamp(time) ? new Date(time).toISOString() : String(time);
  faults.add({
    row,
    column: "timestamp",
    text: String(time),
    problem: `timestamp ${time} (${spelled}) ${relation} that of row ${previousRow}`,
  });
}

function checkColumns(candles: Candles): void {
  const { length, time, open, high, low, close, volume, turnover = time } = candles;
  const lengths = [time, open, high, low, close, volume, turnover].map((column) => column.length);
  if (lengths.every((found) => found === length)) return;
  throw new EngineError(
    "CANDLES_INVALID",
    `Expected columns of ${length} values each, found ${lengths.join(", ")} ` +
      "(time, open, high, low, close, volume, turnover).",
    { details: { count: 1, rows: [] } },
  );
}
