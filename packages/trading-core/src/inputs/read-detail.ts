// A run has at least one candle, so `!` on its first and last only satisfies the type checker.

/** The finer candles under those of a run, from the source that its candles come from. */

import { type Candles, EngineError } from "@bourse/backtest-engine";
import {
  addIntervals,
  dividesInterval,
  type Interval,
  intervalLabel,
  intervalMilliseconds,
  normaliseInterval,
} from "@bourse/backtest-engine/data";
import {
  absentOr,
  anyFunction,
  anyNumber,
  anySignal,
  anyText,
  objectOf,
  trueOrFalse,
} from "@bourse/kernel";

import type { ExchangeDirectory } from "../market-data/exchange-directory.ts";
import type { CandleRequest } from "../market-data/port.ts";
import { countCandles, MAX_CANDLES } from "../market-data/range.ts";
import { anyExchanges, anyProvider, anyTimes } from "../part-shapes.ts";
import type { FundedCandles } from "./read-funding.ts";

/** The candles of a run, and the interval of those under them. */
export interface DetailedCandles extends FundedCandles {
  /** Length of a finer candle, in any spelling. */
  readonly detailInterval: string;
}

const DETAILED = objectOf({
  symbol: anyText,
  interval: anyText,
  candles: objectOf({ time: anyTimes }),
  source: anyText,
  detailInterval: anyText,
});

const READING = objectOf({
  allowFallback: absentOr(trueOrFalse),
  readOnly: absentOr(trueOrFalse),
  signal: absentOr(anySignal),
  onProgress: absentOr(anyFunction),
});

/** Finer candles with what the user should know of them. */
export interface DetailRead {
  /** Candles of the time of the run's, at most 1,000,000. */
  readonly candles: Candles;
  /** Canonical name of their interval. */
  readonly interval: Interval;
  /** Sentences for the user. Empty when all is as requested. */
  readonly warnings: readonly string[];
}

/**
 * Checks that candles of `detailInterval` are a detail of candles of `interval`, and that those of `count` candles are
 * at most 1,000,000. Returns the canonical name of `detailInterval`.
 *
 * @throws EngineError INTERVAL_INVALID; OPTIONS_INVALID, details {option: "detailInterval"}
 */
export function checkDetailInterval(
  interval: string,
  detailInterval: string,
  count: number = 0,
): Interval {
  anyNumber("count", count);
  const [whole, part] = [normaliseInterval(interval), normaliseInterval(detailInterval)];
  const [shown, finer] = [intervalLabel(whole), intervalLabel(part)];
  if (whole === part || !dividesInterval(part, whole)) {
    throw refusal(
      `must be shorter than the candles of ${shown} and divide them, such as 1m; found ${finer}. Take a shorter interval, or leave the option out.`,
    );
  }
  const finerCount = Math.ceil((count * intervalMilliseconds(whole)) / intervalMilliseconds(part));
  if (finerCount <= MAX_CANDLES) return part;
  throw refusal(
    `of ${finer} under ${count} candles of ${shown} is ${finerCount} candles; a job takes at most ${MAX_CANDLES}. Shorten the range, or choose a longer interval of the detail.`,
  );
}

function refusal(fault: string): EngineError {
  return new EngineError("OPTIONS_INVALID", `backtest: option "detailInterval" ${fault}`, {
    details: { option: "detailInterval" },
  });
}

/**
 * Reads the finer candles of the time of some candles.
 *
 * @throws EngineError as {@link checkDetailInterval}; EXCHANGE_UNKNOWN; CANDLES_TOO_FEW without a finer candle;
 * MARKET_DATA_UNAVAILABLE where one of the two is simulated and the other is not; the provider's own codes
 */
export async function readDetail(
  exchanges: ExchangeDirectory,
  exchange: string | undefined,
  detailed: DetailedCandles,
  reading: Pick<CandleRequest, "allowFallback" | "readOnly" | "signal" | "onProgress"> = {},
): Promise<DetailRead> {
  anyExchanges("exchanges", exchanges);
  absentOr(anyText)("exchange", exchange);
  DETAILED("detailed", detailed);
  READING("reading", reading);
  const { symbol, interval, candles, source, detailInterval } = detailed;
  const { time } = candles;
  const part = checkDetailInterval(interval, detailInterval, time.length);
  const [startTime, endTime] = [time[0]!, addIntervals(interval, time.at(-1)!, 1)];
  const provider = exchanges.find(exchange);
  anyProvider("exchanges.find()", provider);
  const { candles: finer, ...reply } = await provider.candles({
    ...reading,
    symbol,
    interval: part,
    startTime,
    endTime,
    limit: Math.min(MAX_CANDLES, countCandles(part, startTime, endTime)),
  });
  const label = intervalLabel(part);
  if (finer.length === 0) {
    throw new EngineError(
      "CANDLES_TOO_FEW",
      `There is no candle of ${symbol} at the interval ${label} in the time of the run. Leave the detail out, or take an interval that the source has.`,
    );
  }
  if (reply.source !== source && [reply.source, source].includes("simulated")) {
    throw new EngineError(
      "MARKET_DATA_UNAVAILABLE",
      `The candles of ${symbol} are ${source}, their detail is ${reply.source}, and one run must not have both. Run it again when the exchange answers, or let all come from the exchange "simulated".`,
    );
  }
  const isImported = (source === "csv") !== (reply.source === "csv");
  const mixed = `The candles of ${symbol} come from ${source}, those of ${label} under them from ${reply.source}.`;
  return {
    candles: finer,
    interval: part,
    warnings: [...reply.warnings, ...(isImported ? [mixed] : [])],
  };
}
