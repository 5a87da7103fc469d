// Indices stay within 0..length-1, so `!` on array reads only satisfies the type checker.

/** One axis of time for several series of candles. */

import type { Candles } from "../../candles/candles.ts";

export interface Timeline {
  /** Every moment at which a candle of any series opens, rising. */
  readonly time: Float64Array;
  /** The mean over the series of close / first close, NaN with a first close of 0 or below; 1 until a series begins. */
  readonly benchmark: Float64Array;
  /** The moment of each candle, by series; undefined for a single series, whose candles are the moments. */
  readonly moments: readonly Uint32Array[] | undefined;
}

export function timelineOf(series: readonly Candles[]): Timeline {
  const [only, ...others] = series;
  if (only !== undefined && others.length === 0) return timelineOfOne(only);
  const time = mergeTimes(series);
  const moments = series.map((candles) => momentsOf(candles, time));
  const benchmark = new Float64Array(time.length);
  for (const [k, candles] of series.entries()) {
    let next = 0;
    let growth = 1;
    for (let moment = 0; moment < time.length; moment++) {
      if (moments[k]![next] === moment) growth = growthAt(candles.close, next++);
      benchmark[moment]! += growth / series.length;
    }
  }
  return { time, benchmark, moments };
}

/** Growth of the first close; NaN where that is 0 or below, and nothing grows from it. */
function growthAt(close: Float64Array, i: number): number {
  return close[0]! > 0 ? close[i]! / close[0]! : NaN;
}

/** A single series is its own axis; its benchmark is made when it is asked for. */
function timelineOfOne({ time, close }: Candles): Timeline {
  let benchmark: Float64Array | undefined;
  return {
    time,
    get benchmark() {
      benchmark ??= close.map((_, i) => growthAt(close, i));
      return benchmark;
    },
    moments: undefined,
  };
}

function mergeTimes(series: readonly Candles[]): Float64Array {
  const all = new Float64Array(series.reduce((sum, candles) => sum + candles.length, 0));
  let end = 0;
  for (const { time } of series) {
    all.set(time, end);
    end += time.length;
  }
  return all.toSorted().filter((moment, i, sorted) => i === 0 || moment !== sorted[i - 1]);
}

function momentsOf({ time }: Candles, axis: Float64Array): Uint32Array {
  const moments = new Uint32Array(time.length);
  let moment = 0;
  for (let i = 0; i < time.length; i++) {
    while (axis[moment] !== time[i]) moment++;
    moments[i] = moment;
  }
  return moments;
}
