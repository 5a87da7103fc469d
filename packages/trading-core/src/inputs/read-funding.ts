// A run has at least one candle, so `!` on its first and last only satisfies the type checker.

/** The funding rates of a run, from the exchange that its candles come from. */

import { type Candles, EngineError } from "@bourse/backtest-engine";
import { addIntervals, checkCanonicalInterval, type Interval } from "@bourse/backtest-engine/data";
import type { FundingRate } from "@bourse/backtest-engine/simulation";
import { absentOr, anyFunction, anySignal, anyText, objectOf } from "@bourse/kernel";

import type { ExchangeDirectory } from "../market-data/exchange-directory.ts";
import type { CandleSource } from "../market-data/port.ts";
import { anyExchanges, anyTimes } from "../part-shapes.ts";

/** The candles that funding rates are read for. */
export interface FundedCandles {
  /** Symbol of the candles. */
  readonly symbol: string;
  /** Length of a candle. */
  readonly interval: Interval;
  /** The candles, at least one. */
  readonly candles: Pick<Candles, "time">;
  /** Kind of source that they were read from. */
  readonly source: CandleSource;
}

const FUNDED = objectOf({
  symbol: anyText,
  candles: objectOf({ time: anyTimes }),
  source: anyText,
});

/** Funding rates with what the user should know of them. */
export interface FundingRead {
  /** Rates of the time of the candles, oldest first. */
  readonly rates: readonly FundingRate[];
  /** Sentences for the user. Empty when all is as requested. */
  readonly warnings: readonly string[];
}

/**
 * Checks that an exchange has funding rates.
 *
 * @throws EngineError OPTIONS_INVALID, details {option: "funding"}; EXCHANGE_UNKNOWN
 */
export function checkFundingSource(
  exchanges: ExchangeDirectory,
  exchange: string | undefined,
): void {
  anyExchanges("exchanges", exchanges);
  absentOr(anyText)("exchange", exchange);
  const provider = exchanges.find(exchange);
  objectOf({ fundingRates: absentOr(anyFunction) })("exchanges.find()", provider);
  if (provider.fundingRates !== undefined) return;
  const known = exchanges.names.filter((name) => exchanges.find(name).fundingRates !== undefined);
  const there = known.length === 0 ? "and there is none here" : `here ${known.join(" and ")}`;
  throw new EngineError(
    "OPTIONS_INVALID",
    `backtest: option "funding" needs an exchange of perpetual contracts, ${there}; ${exchange ?? exchanges.defaultName} has no funding rates.`,
    { details: { option: "funding" } },
  );
}

/**
 * Reads the funding rates of the time of some candles.
 *
 * @throws EngineError as {@link checkFundingSource}; MARKET_DATA_UNAVAILABLE for simulated candles; the provider's own
 * codes
 */
export async function readFunding(
  exchanges: ExchangeDirectory,
  exchange: string | undefined,
  funded: FundedCandles,
  signal?: AbortSignal,
): Promise<FundingRead> {
  checkFundingSource(exchanges, exchange);
  FUNDED("funded", funded);
  absentOr(anySignal)("signal", signal);
  const { symbol, interval, candles, source } = funded;
  checkCanonicalInterval(interval);
  const { time } = candles;
  const name = exchange ?? exchanges.defaultName;
  if (source === "simulated") {
    throw new EngineError(
      "MARKET_DATA_UNAVAILABLE",
      `The candles of ${symbol} are simulated, because ${name} does not answer, and its funding rates do not belong to them. Run it again when the exchange answers, or without funding.`,
      { details: { exchange: name } },
    );
  }
  const rates = await exchanges.find(exchange).fundingRates!({
    symbol,
    startTime: time[0]!,
    endTime: addIntervals(interval, time.at(-1)!, 1),
    ...(signal !== undefined && { signal }),
  });
  const none = `${name} had no funding payment of ${symbol} in the range.`;
  const imported = `The candles of ${symbol} were imported; its funding rates are those of ${name}.`;
  const warnings = [
    ...(rates.length === 0 ? [none] : []),
    ...(source === "csv" && rates.length > 0 ? [imported] : []),
  ];
  return { rates, warnings };
}
