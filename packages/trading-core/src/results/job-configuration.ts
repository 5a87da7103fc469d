/** The configuration of a job's result: the request with every default filled in, to be submitted again. */

import type { Candles, Configuration } from "@bourse/backtest-engine";
import { dataOptions } from "@bourse/backtest-engine/checks";
import { normaliseInterval } from "@bourse/backtest-engine/data";
import {
  absentOr,
  anyNumber,
  anyText,
  listOf,
  objectOf,
  recordOf,
  trueOrFalse,
} from "@bourse/kernel";

import type { ExchangeDirectory } from "../market-data/exchange-directory.ts";
import type { CandleReply } from "../market-data/port.ts";
import { countCandles, MAX_CANDLES } from "../market-data/range.ts";
import { anyFunding, anyTimes } from "../part-shapes.ts";
import type {
  CandleSelection,
  DetailFields,
  FundingFields,
  RunSettings,
  TearSheetFields,
} from "../requests/backtest-request.ts";

/** Versions of what computed a result, and the origin of its trading days. */
type Versions = Readonly<Omit<Configuration<unknown>, "options">>;

/** The configuration of a run whose candles are not known yet. A type alias, so that the store accepts it as JSON. */
export type SettingsInForce<Request extends CandleSelection> = {
  readonly [Name in keyof Versions]: Versions[Name];
} & {
  /** Settings of the request with their defaults filled in. */
  readonly settings: RunSettings<Request>;
};

/** The configuration of a job's result. */
export type JobConfiguration<Request extends CandleSelection> = {
  readonly [Name in keyof Versions]: Versions[Name];
} & {
  /**
   * Request with every default filled in and its range fixed: submitted again, it gives the same figures, bit for bit,
   * as long as the source has the same candles.
   */
  readonly request: Request;
  /** Seed of the simulated candles; null for candles from elsewhere. */
  readonly dataSeed: number | null;
};

/** Settings of requests under the names that the engine's options have too. */
const SETTINGS: ReadonlySet<string> = new Set([
  ...dataOptions,
  "interval",
  "strategy",
  "parameters",
  "weights",
  "rebalanceEvery",
  "rebalance",
  "metric",
  "search",
  "optionRanges",
  "constraints",
  "earlyStopping",
  "overfitting",
  "crossValidation",
  "trainCandles",
  "testCandles",
  "stepCandles",
  "isAnchored",
  "purgeCandles",
  "embargoCandles",
]);

const VERSIONS = {
  engineVersion: anyText,
  strategyVersion: anyText,
  daysPerYearFrom: anyText,
  strategyFiles: absentOr(recordOf(anyText)),
};
const IN_FORCE = objectOf({ ...VERSIONS, settings: objectOf({}) });
const ASKED = objectOf({
  symbol: anyText,
  interval: anyText,
  exchange: absentOr(anyText),
  limit: absentOr(anyNumber),
  startTime: absentOr(anyNumber),
  endTime: absentOr(anyNumber),
  gaps: absentOr(anyText),
  tearSheet: absentOr(trueOrFalse),
  benchmark: absentOr(anyText),
  funding: absentOr(anyFunding),
  detailInterval: absentOr(anyText),
});
const READ = objectOf({ exchange: anyText, source: anyText, seed: absentOr(anyNumber) });
const NAMES = objectOf({ names: listOf(anyText), defaultName: anyText });

function checkParts(inForce: unknown, asked: unknown, read: unknown, exchanges: unknown): void {
  IN_FORCE("inForce", inForce);
  ASKED("asked", asked);
  READ("read", read);
  const { candles } = read as { readonly candles: unknown };
  listOf(objectOf({ time: anyTimes, length: anyNumber }))("read.candles", [candles].flat());
  NAMES("exchanges", exchanges);
}

/** Picks the settings that a request can name from the options of a run. */
export function settingsInForce<Request extends CandleSelection>(
  configuration: Configuration<object>,
): SettingsInForce<Request> {
  objectOf({ ...VERSIONS, options: objectOf({}) })("configuration", configuration);
  const { options, ...versions } = configuration;
  const settings = Object.entries(options).filter(([name]) => SETTINGS.has(name));
  return { ...versions, settings: Object.fromEntries(settings) as unknown as RunSettings<Request> };
}

/** Completes the configuration with the candles of the run, the training part included. */
export function jobConfiguration<Request extends CandleSelection>(
  inForce: SettingsInForce<Request>,
  asked: CandleSelection & TearSheetFields & FundingFields & DetailFields,
  read: Pick<CandleReply, "exchange" | "source" | "seed"> & {
    readonly candles: Candles | readonly Candles[];
  },
  exchanges: Pick<ExchangeDirectory, "names" | "defaultName">,
): JobConfiguration<Request> {
  checkParts(inForce, asked, read, exchanges);
  const { settings, ...versions } = inForce;
  const { symbol, interval, exchange, gaps, tearSheet, benchmark, funding, detailInterval } = asked;
  const { candles, ...origin } = read;
  const all = [candles].flat();
  const startTime = Math.min(...all.map(({ time }) => time[0]!)); // a run without candles was refused
  const endTime = Math.max(...all.map(({ time, length }) => time[length - 1]!)) + 1;
  const longest = Math.max(...all.map(({ length }) => length));
  // Imported candles may follow no interval, which is spelt as an empty text.
  const count = interval === "" ? 0 : countCandles(normaliseInterval(interval), startTime, endTime);
  // What answered in the place of an exchange is named, so that the exchange does not answer the next time: a
  // simulation, or imported candles. Funding rates and a detail come from the exchange that was asked for.
  const isAlone = funding !== true && detailInterval === undefined;
  const isStandIn =
    (origin.source === "simulated" || (origin.source === "csv" && isAlone)) &&
    exchanges.names.includes(origin.exchange);
  const request = {
    ...settings,
    ...(tearSheet !== undefined && { tearSheet }),
    ...(benchmark !== undefined && { benchmark }),
    ...(funding !== undefined && { funding }),
    ...(detailInterval !== undefined && { detailInterval }),
    symbol,
    interval,
    exchange: isStandIn ? origin.exchange : (exchange ?? exchanges.defaultName),
    startTime,
    endTime,
    ...(gaps !== undefined && { gaps }),
    limit: Math.min(Math.floor(MAX_CANDLES / all.length), Math.max(count, longest)),
  };
  return { ...versions, request: request as unknown as Request, dataSeed: origin.seed ?? null };
}
