/** The candles that a command runs on: a file's, or the provider's that the server would ask. */

import { parse } from "node:path";

import {
  EngineError,
  type BacktestOptions,
  type Candles,
  type Interval,
} from "@bourse/backtest-engine";
import {
  applyGapPolicy,
  detectInterval,
  firstIndexFrom,
  intervalLabel,
  intervalMilliseconds,
  normaliseInterval,
  sliceCandles,
  type LeftOutRows,
} from "@bourse/backtest-engine/data";
import { tradingYear } from "@bourse/backtest-engine/metrics";
import type { FundingRate } from "@bourse/backtest-engine/simulation";
import { readCandlesFile } from "@bourse/candles-columnar";
import { readEnvironment } from "@bourse/http/environment";
import { systemClock } from "@bourse/kernel";
import { backtestEnvironment } from "@bourse/server-backtest/parts";
import {
  checkDetailInterval,
  checkFundingSource,
  readDetail,
  readFunding,
  type GapsFound,
} from "@bourse/trading-core";
import {
  canonicalSymbol,
  checkSymbol,
  countRange,
  MAX_CANDLES,
  type CandleSource,
  type CalendarName,
  type CandlePlace,
} from "@bourse/trading-core/market-data";

import { type Flags, type Surroundings, textFlag, UsageError } from "../command/command.ts";
import { fileActions, type Actions } from "./actions-flag.ts";
import { checkDetailFlags, detailFile, type LoadedDetail } from "./detail-flags.ts";
import { allowsNegative, fileOptions } from "./file-flags.ts";
import { FILE_FLAGS } from "./flag-tables.ts";
import { timeFlag, wholeFlag } from "./flag-values.ts";
import { fileFunding } from "./funding-flag.ts";
import { calendarFlag } from "./option-flags.ts";

export interface LoadedCandles {
  readonly candles: Candles;
  readonly symbol: string;
  /** Absent when a file's candles follow no interval. */
  readonly interval?: Interval;
  /** Name of the exchange or other source. */
  readonly exchange: string;
  readonly source: CandleSource;
  /** Seed of simulated candles; absent for others. */
  readonly seed?: number;
  readonly warnings: readonly string[];
  /**
   * Time zone of the file, or of an import whose run names none; absent for UTC, for offsets that differ, and for
   * candles of an exchange.
   */
  readonly timeZone?: string;
  /** Calendar of an import; absent where the run names one, and for all other candles. */
  readonly calendar?: CalendarName;
  /** Rows of the file that are not among the candles; absent for those of a provider. */
  readonly leftOut?: LeftOutRows;
  /** Missing candles, and what was done about them. */
  readonly gaps: GapsFound;
  /** Funding rates of the time of the candles; absent without `--funding` and `--funding-csv`. */
  readonly funding?: readonly FundingRate[];
  /** Dividends and splits of `--dividends-csv` and rolls of `--rolls-csv`; none without them. */
  readonly actions?: Actions;
  /** True for rates of `--funding-csv`. */
  readonly isOwnFunding?: boolean;
  /** Finer candles; absent without `--detail` and `--detail-csv`. */
  readonly detail?: LoadedDetail;
}

/**
 * Reads `--csv` (CSV, Parquet or Arrow; all of its candles without `--from`, `--to` and `--limit`), or asks the
 * provider of DATA_PROVIDER for `--symbol` (BTCUSDT), `--interval` (1h) and `--limit` (1000) or the range from `--from`
 * to `--to`. Warnings go to the errors as well. `realOnly`: an exchange that cannot be reached is an error, and
 * simulated candles do not replace it.
 *
 * @throws UsageError, EngineError, HttpError ENVIRONMENT_INVALID, the system's error for a file that cannot be read
 */
export async function loadCandles(
  flags: Flags,
  surroundings: Surroundings,
  realOnly = false,
): Promise<LoadedCandles> {
  checkDetailFlags(flags);
  const file = textFlag(flags, "csv");
  if (file === undefined && flags["detail-csv"] === undefined) refuseFormat(flags);
  const symbol = symbolOf(textFlag(flags, "symbol"), file);
  const read =
    file === undefined
      ? await fromProvider(symbol, flags, surroundings, realOnly)
      : await fromFile(file, symbol, flags);
  const detail = read.detail ?? (await detailFile(flags, read.interval));
  const loaded =
    detail === undefined
      ? read
      : { ...read, detail, warnings: [...new Set([...read.warnings, ...detail.warnings])] };
  for (const warning of loaded.warnings) surroundings.stderr(`warning: ${warning}`);
  const funding = await fileFunding(flags, symbol);
  const actions = await fileActions(flags, symbol, surroundings);
  if (loaded.candles.length > 0)
    return { ...loaded, ...(funding !== undefined && { funding, isOwnFunding: true }), actions };
  throw new EngineError(
    "CANDLES_TOO_FEW",
    `There is no candle of ${symbol} in the requested range.`,
  );
}

/** The options of a run that came with its candles. */
export function optionsOfCandles({
  interval,
  timeZone,
  calendar,
  funding,
  detail,
  actions,
}: LoadedCandles): Pick<
  BacktestOptions,
  "interval" | "timeZone" | "calendar" | "funding" | "detail" | keyof Actions
> {
  return {
    ...actions,
    ...(interval !== undefined && { interval }),
    ...(timeZone !== undefined && { timeZone }),
    ...(calendar !== undefined && { calendar }),
    ...(funding !== undefined && { funding }),
    ...(detail !== undefined && { detail: detail.candles }),
  };
}

/** @throws UsageError for a flag that tells the format of a file where there is none */
export function refuseFormat(flags: Flags): void {
  // Candles of a provider have these too.
  const { gaps: _, "time-zone": __, "allow-negative-prices": ___, ...format } = FILE_FLAGS;
  const name = Object.keys(format).find((flag) => flags[flag] !== undefined);
  if (name === undefined) return;
  throw new UsageError(`--${name} tells the format of a candle file; give it with --csv FILE.`);
}

/** @throws UsageError for a zone where no file is read and nothing is counted by days */
export function refuseZone(flags: Flags): void {
  if (flags["time-zone"] === undefined || flags["csv"] !== undefined) return;
  throw new UsageError(
    "--time-zone tells the clock of a candle file here; give it with --csv FILE.",
  );
}

/** The symbol asked for; without one the file's name, which is what its owner calls the candles. */
function symbolOf(asked: string | undefined, file: string | undefined): string {
  if (asked === undefined && file !== undefined) return parse(file).name;
  const symbol = canonicalSymbol(asked ?? "BTCUSDT");
  checkSymbol(symbol);
  return symbol;
}

async function fromFile(file: string, symbol: string, flags: Flags): Promise<LoadedCandles> {
  if (flags["funding"] === true) {
    throw new UsageError(
      "--funding and --csv exclude each other: its rates come from an exchange of perpetual contracts, such as --exchange bybitperpetual; give rates of a file with --funding-csv FILE.",
    );
  }
  if (flags["exchange"] !== undefined) {
    throw new UsageError("--exchange and --csv exclude each other: a file has its own candles.");
  }
  const range = rangeOf(flags);
  const asked = textFlag(flags, "interval");
  const told = asked === undefined ? {} : { interval: normaliseInterval(asked) };
  const { gaps: policy, ...options } = fileOptions(flags);
  const reading = await readCandlesFile(file, { ...options, ...told });
  const { candles: all, format, skipped, duplicates, timeZone } = reading;
  const candles = withinRange(all, range);
  const interval = told.interval ?? detectInterval(candles);
  const under = applyGapPolicy(
    candles,
    policy,
    told.interval,
    calendarFlag(flags),
    allowsNegative(flags),
  );
  const found = gapsFound(under);
  const warnings = [...gapWarning(file, found, candles, interval), ...format.assumptions];
  return {
    candles: under.candles,
    symbol,
    ...(interval === undefined ? {} : { interval }),
    exchange: "csv",
    source: "csv",
    warnings,
    ...(["UTC", "offsets"].includes(timeZone) ? {} : { timeZone }),
    leftOut: { skipped, duplicates },
    gaps: found,
  };
}

/** The newest candles of a file's within `--from` and `--to`, at most `--limit`; without it all of them. */
function withinRange(candles: Candles, { startTime, endTime, limit }: Range): Candles {
  const to = endTime === undefined ? candles.length : firstIndexFrom(candles.time, endTime);
  const start = startTime === undefined ? 0 : firstIndexFrom(candles.time, startTime);
  const from = Math.max(start, limit === undefined ? 0 : to - limit);
  return from === 0 && to === candles.length
    ? candles
    : sliceCandles(candles, Math.min(from, to), to);
}

interface Range {
  readonly startTime?: number;
  readonly endTime?: number;
  readonly limit?: number;
}

/** The range of `--from`, `--to` and `--limit`. @throws UsageError */
function rangeOf(flags: Flags): Range {
  const startTime = timeFlag(flags, "from");
  const endTime = timeFlag(flags, "to");
  if (startTime !== undefined && endTime !== undefined && startTime >= endTime) {
    throw new UsageError("--from must be before --to.");
  }
  const limit = wholeFlag(flags, "limit", [1, MAX_CANDLES]);
  return {
    ...(startTime !== undefined && { startTime }),
    ...(endTime !== undefined && { endTime }),
    ...(limit !== undefined && { limit }),
  };
}

function gapsFound({ policy, report, filled }: ReturnType<typeof applyGapPolicy>): GapsFound {
  return { policy, count: report.gaps.length, missing: report.missing, filled };
}

/** Tells of missing candles, which no run trades on unless they are filled. */
function gapWarning(
  name: string,
  { count, missing, filled }: GapsFound,
  { time }: Candles,
  interval: Interval | undefined,
): readonly string[] {
  if (count === 0) return [];
  if (filled > 0) {
    return [
      `${name} has ${count} gaps; they were filled with ${filled} candles of the close before.`,
    ];
  }
  const closes = interval !== undefined && isClosedAtTimes(time, intervalMilliseconds(interval));
  const which = closes ? ", holidays that no calendar names among them" : "";
  return [`${name} has ${count} gaps${which}; ${missing} missing candles are not traded on.`];
}

/** True where a year has fewer candles than one without an hour of rest. */
function isClosedAtTimes(time: Float64Array, step: number): boolean {
  const { barsPerYear } = tradingYear(time, { intervalMilliseconds: step });
  return barsPerYear * step < 364 * DAY;
}

/** Tells of candles that begin or end a day and two candles or more within the range that was asked for. */
function endsWarning(
  symbol: string,
  { time, length }: Candles,
  interval: Interval,
  { startTime, endTime, limit }: Range,
): readonly string[] {
  if (length === 0) return [];
  const step = intervalMilliseconds(interval);
  const patience = Math.max(DAY, 2 * step);
  const end = Math.min(endTime ?? Infinity, systemClock.now());
  const [first, last] = [time[0]!, time.at(-1)!]; // there is one
  const day = (at: number): string => new Date(at).toISOString().slice(0, 16);
  return [
    ...(startTime !== undefined && length !== limit && first - startTime >= patience
      ? [`${symbol} has no candle before ${day(first)}, so it was probably listed then.`]
      : []),
    ...(end - last - step >= patience
      ? [
          `${symbol} has no candle after ${day(last)}, so it was probably delisted or renamed then, or is halted.`,
        ]
      : []),
  ];
}

const DAY = 86_400_000;

/** Every candle of a range that has a start, else the newest thousand. */
function rangeLimit(interval: Interval, { startTime, endTime, limit }: Range): number {
  if (limit !== undefined) return limit;
  if (startTime === undefined) return 1000;
  return countRange(
    interval,
    { startTime, ...(endTime !== undefined && { endTime }) },
    systemClock.now(),
  );
}

/** Nothing stands behind the exchange of such a command, so that it may be as slow as one request of it may be. */
const PATIENCE = { silenceMilliseconds: 15_000 };

async function fromProvider(
  symbol: string,
  flags: Flags,
  surroundings: Surroundings,
  realOnly: boolean,
): Promise<LoadedCandles> {
  const interval = normaliseInterval(textFlag(flags, "interval") ?? "1h");
  const range = rangeOf(flags);
  const isFunded = flags["funding"] === true;
  const asked = textFlag(flags, "detail");
  const finer = asked === undefined ? undefined : checkDetailInterval(interval, asked);
  const { openMarketData } = await import("@bourse/server-backtest/market-data");
  const data = openMarketData(
    readEnvironment(backtestEnvironment, surroundings.variables),
    surroundings.stderr,
    realOnly ? PATIENCE : {},
  );
  try {
    if (isFunded) checkFundingSource(data.exchanges, textFlag(flags, "exchange"));
    const { candles, exchange, source, seed, warnings, ...told } = await data.exchanges
      .find(textFlag(flags, "exchange"))
      .candles({
        symbol,
        interval,
        ...range,
        limit: rangeLimit(interval, range),
        allowFallback: !realOnly,
        onProgress: progressOf(symbol, interval, surroundings),
      });
    const known = seed === undefined ? {} : { seed };
    const own = calendarFlag(flags);
    const { timeZone, calendar: ofImport } = told;
    const calendar = own ?? ofImport;
    const place: CandlePlace = {
      ...(flags["time-zone"] === undefined && timeZone !== undefined && { timeZone }),
      ...(own === undefined && ofImport !== undefined && { calendar: ofImport }),
    };
    const under = applyGapPolicy(
      candles,
      fileOptions(flags).gaps,
      interval,
      calendar,
      allowsNegative(flags),
    );
    const gaps = gapsFound(under);
    const funded = { symbol, interval, candles, source };
    const funding =
      isFunded && candles.length > 0
        ? await readFunding(data.exchanges, textFlag(flags, "exchange"), funded)
        : undefined;
    const detail =
      finer === undefined || candles.length === 0
        ? undefined
        : await readDetail(
            data.exchanges,
            textFlag(flags, "exchange"),
            { ...funded, detailInterval: finer },
            { allowFallback: !realOnly, onProgress: progressOf(symbol, finer, surroundings) },
          );
    return {
      candles: under.candles,
      ...(funding !== undefined && { funding: funding.rates }),
      ...(detail !== undefined && { detail }),
      symbol,
      interval,
      exchange,
      source,
      ...known,
      ...place,
      warnings: [
        ...warnings,
        ...gapWarning(symbol, gaps, candles, interval),
        ...(source === "simulated" ? [] : endsWarning(symbol, candles, interval, range)),
        ...(funding?.warnings ?? []),
      ],
      gaps,
    };
  } finally {
    surroundings.progress?.("");
    await data.close();
  }
}

function progressOf(
  symbol: string,
  interval: Interval,
  { progress }: Surroundings,
): (received: number) => void {
  return (received) => progress?.(`${symbol} ${intervalLabel(interval)}: ${received} candles`);
}
