/** The context that a strategy by signals receives beside candles and parameters. */

import type { Calendar } from "@bourse/indicators/calendar";

import { align } from "../candles/align.ts";
import { sessionsOf } from "../candles/candle-sessions.ts";
import type { Candles } from "../candles/candles.ts";
import type { Interval } from "../candles/interval.ts";
import { resample, sourceInterval, type ResampledCandles } from "../candles/resample.ts";
import { requireColumns } from "../require-arguments.ts";
import type { IndicatorSource, StrategyContext } from "../strategy/strategy.ts";
import { IndicatorCache } from "./indicator-cache.ts";

/** Parts of a context that the caller may have. */
export interface ContextParts {
  /** Cache that belongs to these very candles. Default: a new one. */
  readonly indicators?: IndicatorSource | undefined;
  /** Interval of the candles. Default: detected when it is read. */
  readonly interval?: Interval | undefined;
  /** Calendar of the market. Default: none, and no sessions. */
  readonly calendar?: Calendar | undefined;
}

/** Resampled candles by the candles that they were made of, so that the runs of a sweep share them. */
const RESAMPLED = new WeakMap<Candles, Map<string, ResampledCandles>>();

export function contextOf(
  candles: Candles,
  { indicators, interval, calendar }: ContextParts = {},
): StrategyContext {
  const own = (): Interval => interval ?? sourceInterval(candles);
  return {
    indicators: indicators === undefined ? new IndicatorCache() : checkedSource(indicators),
    get interval() {
      return own();
    },
    get session() {
      return calendar === undefined ? undefined : sessionsOf(candles, calendar, interval);
    },
    longer(to, compute) {
      const longer = resampled(candles, to, own());
      return align(compute(longer), longer, candles, { interval: own() });
    },
  };
}

/** The same source, whose answers are columns. */
function checkedSource(source: IndicatorSource): IndicatorSource {
  return {
    get(name, period, compute) {
      const column = source.get(name, period, compute);
      requireColumns({ [name]: column });
      return column;
    },
  };
}

function resampled(candles: Candles, to: Interval | number, interval: Interval): ResampledCandles {
  const kept = RESAMPLED.get(candles) ?? new Map<string, ResampledCandles>();
  RESAMPLED.set(candles, kept);
  const key = `${interval} ${to}`;
  const found = kept.get(key) ?? resample(candles, to, { interval });
  kept.set(key, found);
  return found;
}
