/** The candles of several symbols as those of one portfolio. */

import { type Candles, EngineError } from "@bourse/backtest-engine";
import { firstIndexFrom, sliceCandles } from "@bourse/backtest-engine/data";
import { anyNumber, anyText, objectOf, recordOf, refuseArgument } from "@bourse/kernel";

import { commonPlace, type CandlePlace } from "../market-data/candle-place.ts";
import type { CandleReply } from "../market-data/port.ts";
import { allGaps } from "../results/gaps-found.ts";
import type { CandleOrigin } from "../results/run-results.ts";
import type { Markets } from "./run-backtest.ts";

/** The candles of one symbol with their origin. */
export type CandlesRead = CandleOrigin & Pick<CandleReply, "candles" | "seed" | keyof CandlePlace>;

/** The candles of a portfolio with their origin. */
export type MarketsRead = CandleOrigin &
  Pick<CandleReply, "seed" | keyof CandlePlace> & {
    /** Candles by symbol. */
    readonly markets: Markets;
  };

/**
 * Joins the candles of several symbols. Those that reach the `limit` may begin at different times; all of them are cut
 * to the latest of these beginnings, so that they are the candles of one range.
 *
 * @throws EngineError CANDLES_TOO_FEW for a symbol whose candles all lie before it; MARKET_DATA_UNAVAILABLE where some
 * of the candles are simulated and others are not
 */
export function joinMarkets(
  reads: Readonly<Record<string, CandlesRead>>,
  limit: number = Infinity,
): MarketsRead {
  recordOf(objectOf({ candles: objectOf({ length: anyNumber }), source: anyText }))("reads", reads);
  anyNumber("limit", limit);
  const all = Object.values(reads);
  if (all.length === 0) refuseArgument("reads", "the candles of at least one symbol", reads);
  const sources = new Set(all.map(({ source }) => source));
  const listed = Object.entries(reads)
    .map(([symbol, { source }]) => `${symbol} ${source}`)
    .join(", ");
  if (sources.size > 1 && sources.has("simulated")) {
    throw new EngineError(
      "MARKET_DATA_UNAVAILABLE",
      `Only some of the candles are simulated (${listed}), and one account must not trade both kinds. Run it again when the exchange answers, or let all come from the exchange "simulated".`,
    );
  }
  const [first] = all as [CandlesRead, ...CandlesRead[]]; // a portfolio has at least one symbol
  const gaps = allGaps(all.map((read) => read.gaps));
  const warnings = new Set(all.flatMap((read) => read.warnings));
  if (sources.size > 1) warnings.add(`The candles come from several sources: ${listed}.`);
  return {
    markets: fromOneMoment(reads, limit),
    exchange: [...new Set(all.map(({ exchange }) => exchange))].join(","),
    source: first.source,
    ...(first.seed !== undefined && { seed: first.seed }),
    warnings: [...warnings],
    ...commonPlace(all),
    ...(gaps !== undefined && { gaps }),
  };
}

function fromOneMoment(reads: Readonly<Record<string, CandlesRead>>, limit: number): Markets {
  const full = Object.values(reads).filter(({ candles }) => candles.length >= limit);
  const start = Math.max(...full.map(({ candles }) => candles.time[0]!)); // a limit is at least 1
  return Object.fromEntries(
    Object.entries(reads).map(([symbol, { candles }]): [string, Candles] => {
      const from = firstIndexFrom(candles.time, start);
      if (from === 0) return [symbol, candles];
      if (from < candles.length) return [symbol, sliceCandles(candles, from)];
      throw new EngineError(
        "CANDLES_TOO_FEW",
        `There is no candle of ${symbol} from ${new Date(start).toISOString()} on, where those of the others begin. Give a range in which each symbol has candles.`,
      );
    }),
  );
}
