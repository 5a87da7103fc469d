// Indices stay within 0..length-1, so `!` on array reads only satisfies the type checker.

/** Candles of a finer interval, by which the order of prices inside a candle is known. */

import { CandleColumns } from "../candles/candle-columns.ts";
import type { CandleSessions } from "../candles/candle-sessions.ts";
import type { Candles } from "../candles/candles.ts";
import { createCandles } from "../candles/create-candles.ts";
import { commonStep } from "../candles/detect-interval.ts";
import { ensureValid } from "../candles/ensure-valid.ts";
import { requireCandles } from "../candles/require-candles.ts";
import { EngineError } from "../errors.ts";
import type { Decisions } from "../strategy/strategy.ts";
import type { SignalColumns } from "./signal-terms.ts";

/** Number of candles that were simulated by those of a finer interval. A type, so that stores take it as JSON. */
export type DetailUse = {
  /** Candles whose detail was simulated. */
  readonly candles: number;
  /** Candles that were simulated as they are: their detail is missing, has a gap, or is of other prices. */
  readonly missing: number;
};

/** Sessions of candles with their marks, by which a run closes its positions with them. */
export interface SessionMarks extends CandleSessions {
  readonly marks: Uint8Array;
}

/** Candles as a simulation sees them: finer ones beside those that have none. */
export interface FinerCandles extends Candles {
  /** 1 for each candle at whose end a candle of the strategy closes. */
  readonly ends?: Uint8Array;
  /** Marks of the candles by the sessions of a run that closes its positions with them. */
  readonly sessions?: SessionMarks;
  /** Length of a candle in milliseconds, of candles that grow while they are simulated. */
  readonly step?: number;
}

/** Candles of a strategy in the finer ones that replace them. */
export interface Detailed {
  readonly candles: FinerCandles;
  /** Index of the last finer candle of each candle. */
  readonly lastOf: Uint32Array;
  /** Index of the candle that each finer one belongs to. */
  readonly candleOf: Uint32Array;
  readonly use: DetailUse;
  /** Length of a finer candle in milliseconds. */
  readonly step: number;
}

/** Detail of a market that has none. */
export const NO_CANDLES: Candles = createCandles(0);

/** Tells candles of one market from candles by symbol. */
export function isCandles(detail: Candles | Readonly<Record<string, Candles>>): detail is Candles {
  return detail["time"] instanceof Float64Array;
}

/** Share by which the extremes of a candle and of its detail may differ: more is another market. */
const TOLERANCE = 0.01;

const known = new WeakMap<Candles, WeakMap<Candles, Detailed>>();

/**
 * Replaces each candle by its detail where that has no gap: its candles follow each other, and fill the candle or have
 * its open, high, low and close. Remembered for the same two series.
 *
 * @throws EngineError CANDLES_INVALID for a detail of no valid candles; OPTIONS_INVALID for one that is not finer
 */
export function detailed(
  candles: Candles,
  detail: Candles,
  allowNegativePrices?: boolean,
): Detailed {
  requireCandles(detail, 'option "detail"');
  ensureValid(detail, "detail", allowNegativePrices);
  const found = known.get(candles)?.get(detail);
  if (found !== undefined) return found;
  const made = merge(candles, detail);
  const ofCandles = known.get(candles) ?? new WeakMap<Candles, Detailed>();
  known.set(candles, ofCandles.set(detail, made));
  return made;
}

function merge(candles: Candles, detail: Candles): Detailed {
  const { length, time } = candles;
  const step = commonStep(time) ?? Infinity;
  const finer = commonStep(detail.time) ?? 0;
  if (!(finer < step)) {
    throw new EngineError(
      "OPTIONS_INVALID",
      `simulate: option "detail" must be candles of a shorter interval than ${step / 1000} seconds, found ${finer / 1000}.`,
      { details: { option: "detail" } },
    );
  }
  const columns = new CandleColumns(detail.length + length, false);
  const ends: number[] = [];
  const candleOf: number[] = [];
  const lastOf = new Uint32Array(length);
  let used = 0;
  let from = 0;
  for (let i = 0; i < length; i++) {
    const opens = time[i]!;
    const next = time[i + 1] ?? Infinity;
    // A day of daylight saving time may have 25 hours, a month 31 days.
    const closes = next - opens <= 1.5 * step ? next : opens + step;
    while (detail.time[from]! < opens) from++;
    let to = from;
    while (detail.time[to]! < closes) to++;
    const isUsed = isWhole(candles, i, detail, from, to, finer, closes);
    const [source, first, last] = isUsed ? [detail, from, to] : [candles, i, i + 1];
    for (let k = first; k < last; k++) {
      columns.push(rowOf(source, k));
      ends.push(Number(k === last - 1));
      candleOf.push(i);
    }
    lastOf[i] = ends.length - 1;
    used += Number(isUsed);
    from = to;
  }
  return {
    candles: { ...columns.finish(), ends: Uint8Array.from(ends) },
    lastOf,
    candleOf: Uint32Array.from(candleOf),
    use: { candles: used, missing: length - used },
    step: finer,
  };
}

function rowOf(candles: Candles, k: number): Parameters<CandleColumns["push"]>[0] {
  return {
    time: candles.time[k]!,
    open: candles.open[k]!,
    high: candles.high[k]!,
    low: candles.low[k]!,
    close: candles.close[k]!,
    volume: candles.volume[k]!,
    turnover: 0,
  };
}

/** Tells whether the finer candles of `[from, to)` are all that happened in candle `i`. */
function isWhole(
  { time, open, high, low, close }: Candles,
  i: number,
  detail: Candles,
  from: number,
  to: number,
  finer: number,
  closes: number,
): boolean {
  if (from === to) return false;
  let [top, bottom] = [-Infinity, Infinity];
  for (let k = from; k < to; k++) {
    if (k > from && detail.time[k]! - detail.time[k - 1]! !== finer) return false;
    top = Math.max(top, detail.high[k]!);
    bottom = Math.min(bottom, detail.low[k]!);
  }
  const isSame =
    top === high[i]! &&
    bottom === low[i]! &&
    detail.open[from] === open[i] &&
    detail.close[to - 1] === close[i];
  if (isSame) return true;
  const fills = detail.time[from] === time[i] && detail.time[to - 1]! + finer >= closes;
  return fills && isNear(top, high[i]!) && isNear(bottom, low[i]!);
}

const isNear = (one: number, other: number): boolean =>
  Math.abs(one - other) <= TOLERANCE * Math.max(Math.abs(one), Math.abs(other));

/** Number of candles that the detail of one market simulates, those of a trader's market under any symbol. */
export function detailUse(
  candles: Candles,
  detail: Candles | Readonly<Record<string, Candles>> | undefined,
  allowNegativePrices?: boolean,
): { readonly detail?: DetailUse } {
  if (detail === undefined) return {};
  const own = isCandles(detail) ? detail : (Object.values(detail)[0] ?? NO_CANDLES);
  return { detail: detailed(candles, own, allowNegativePrices).use };
}

/** Decisions taken at the closes of candles, at the closes of the finer ones that end there. */
export function finerDecisions(
  { signals, warmUp, tags }: Decisions,
  { lastOf, candles: { length } }: Detailed,
): Decisions {
  const finer = { signals: new Uint8Array(length), warmUp: lastOf[warmUp] ?? length };
  for (const [i, last] of lastOf.entries()) finer.signals[last] = signals[i]!;
  if (tags === undefined) return finer;
  const placed: (string | undefined)[] = Array.from({ length });
  for (const [i, last] of lastOf.entries()) placed[last] = tags[i];
  return { ...finer, tags: placed };
}

/** Own terms of single signals, likewise. */
export function finerColumns(columns: SignalColumns, detail: Detailed): SignalColumns {
  const placed = (column: Float64Array | undefined): Float64Array | undefined => {
    if (column === undefined) return undefined;
    const finer = new Float64Array(detail.candles.length).fill(NaN);
    for (const [i, last] of detail.lastOf.entries()) finer[last] = column[i]!;
    return finer;
  };
  const { sizes, stopLosses, takeProfits } = columns;
  return {
    ...columns,
    sizes: placed(sizes),
    stopLosses: placed(stopLosses),
    takeProfits: placed(takeProfits),
  };
}
