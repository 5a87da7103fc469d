/** The runners of simulation jobs: they read candles from a provider and have an executor simulate. */

import { type Candles, EngineError } from "@bourse/backtest-engine";
import { normaliseInterval } from "@bourse/backtest-engine/data";
import {
  totalReturnCandles,
  type ActionRules,
  type FundingRate,
} from "@bourse/backtest-engine/simulation";
import {
  portOption,
  resolveOptions,
  systemClock,
  type Clock,
  type OptionRules,
} from "@bourse/kernel";

import {
  alignBenchmark,
  benchmarkRange,
  momentsOf,
  type AlignedBenchmark,
  type BenchmarkJoin,
} from "../inputs/align-benchmark.ts";
import { readDetail } from "../inputs/read-detail.ts";
import { readFunding } from "../inputs/read-funding.ts";
import type { JobContext, JobRunners } from "../jobs/run-claimed-job.ts";
import { placeOf } from "../market-data/candle-place.ts";
import type { ExchangeDirectory } from "../market-data/exchange-directory.ts";
import type { CandleReply } from "../market-data/port.ts";
import { countCandles, MAX_CANDLES } from "../market-data/range.ts";
import {
  bestSettings,
  candleLimit,
  runSettings,
  type CandleSelection,
  type DetailFields,
  type FundingFields,
  type PortfolioFields,
  type RunData,
  type TearSheetFields,
} from "../requests/backtest-request.ts";
import { underPolicy } from "../results/gaps-found.ts";
import { jobConfiguration, type SettingsInForce } from "../results/job-configuration.ts";
import type { CandleOrigin } from "../results/run-results.ts";
import type { BacktestExecutor } from "./backtest-executor.ts";
import { openJobJournal } from "./job-journal.ts";
import { joinMarkets, type CandlesRead, type MarketsRead } from "./join-markets.ts";

/** Options of {@link createSimulationRunners}. */
export interface SimulationRunnerOptions {
  /** Sources of candles by exchange. */
  readonly exchanges: ExchangeDirectory;
  /** Runs the simulations: on this thread or on a pool. */
  readonly executor: BacktestExecutor;
  /**
   * Source of time: a range without an end goes on to now, and a sweep keeps its trials every second. Default: the
   * system's clock.
   */
  readonly clock?: Pick<Clock, "now" | "monotonic">;
}

const RULES: OptionRules<Required<SimulationRunnerOptions>> = {
  exchanges: portOption<ExchangeDirectory>(["find"]),
  executor: portOption<BacktestExecutor>(["backtest", "portfolio", "sweep", "walkForward"]),
  clock: portOption<Pick<Clock, "now" | "monotonic">>(["now", "monotonic"], {
    default: systemClock,
  }),
};

/** Runner of each type of simulation job. */
export type SimulationRunners = Required<Pick<JobRunners, "backtest" | "sweep" | "walk_forward">>;

/**
 * Creates the runners of simulation jobs for {@link createJobWorker}. They store a `BacktestRun`, `SweepRun` or
 * `WalkForwardRun` as the result, trades and equity next to it (a sweep's are those of its best combination), and grids
 * and windows separately. A job fails with the message of whatever the provider or the simulation throws.
 */
export function createSimulationRunners(given: SimulationRunnerOptions): SimulationRunners {
  const parts = resolveOptions("createSimulationRunners", given, RULES);
  const { executor, clock } = parts;
  return {
    async backtest({ request }, context) {
      if (request.symbols !== undefined) {
        const { symbols, ...rest } = request;
        const read = await readMarkets(parts, symbols, rest, context);
        const beside = await readBeside(parts, request, read, context);
        const settings = { ...placeOf(read), ...runSettings(request), ...beside.data };
        const run = await executor.portfolio(read.markets, settings, context);
        context.storeTrace(run.trace);
        context.progress({ progress: 1, candlesPerSecond: rateOf(run.figures) });
        const candles = Object.values(read.markets);
        return resultOf(parts, run.figures, request, { ...read, ...beside.origin, candles });
      }
      const read = await readCandles(parts, request, context);
      const beside = await readBeside(parts, request, loneMarket(request, read), context);
      const settings = { ...placeOf(read), ...runSettings(request), ...beside.data };
      const run = await executor.backtest(read.candles, settings, context);
      context.storeTrace(run.trace);
      context.progress({ progress: 1, candlesPerSecond: rateOf(run.figures) });
      return resultOf(parts, run.figures, request, { ...read, ...beside.origin });
    },
    async sweep({ request }, context) {
      const journal = await openJobJournal(context.work, clock);
      const { readAt = clock.now(), lastTimestamp } = journal.start ?? {};
      const then = { ...parts, clock: { now: () => readAt } };
      const read = await readCandles(then, request, context, lastTimestamp);
      journal.begin({ readAt, lastTimestamp: read.candles.time.at(-1)! }); // at least one was read
      const beside = await readBeside(parts, request, loneMarket(request, read), context);
      const settings = { ...placeOf(read), ...runSettings(request), ...beside.data };
      const { grid, ...figures } = await executor.sweep(read.candles, settings, {
        ...context,
        journal,
      });
      const origin = { ...read, ...beside.origin };
      context.storeSeparately({ grid });
      if (figures.best === null) return resultOf(parts, figures, request, origin);
      const best = { ...bestSettings(settings, figures.best), ...beside.data };
      const run = await executor.backtest(read.candles, best, context);
      context.storeTrace(run.trace);
      context.storeSeparately({ grid, bestRun: run.figures });
      const { equitySketch } = run.figures;
      const sketched = { ...figures, ...(equitySketch !== undefined && { equitySketch }) };
      return resultOf(parts, sketched, request, origin);
    },
    async walk_forward({ request }, context) {
      const read = await readCandles(parts, request, context);
      const beside = await readBeside(parts, request, loneMarket(request, read), context);
      const settings = { ...placeOf(read), ...runSettings(request), ...beside.data };
      const run = await executor.walkForward(read.candles, settings, context);
      context.storeTrace(run.trace);
      const { windows, ...figures } = run.figures;
      context.storeSeparately({ windows });
      return resultOf(parts, figures, request, { ...read, ...beside.origin });
    },
  };
}

/** The result that is stored: figures, origin and configuration. */
function resultOf<
  Request extends CandleSelection,
  Figures extends { readonly configuration: SettingsInForce<Request> },
>(
  { exchanges }: Pick<SimulationRunnerOptions, "exchanges">,
  { configuration, ...figures }: Figures,
  request: Request,
  read: Beside["origin"] &
    CandleOrigin &
    Pick<CandleReply, "seed"> & { readonly candles: Candles | readonly Candles[] },
) {
  const { exchange, source, warnings, gaps, benchmark } = read;
  return {
    ...figures,
    exchange,
    source,
    warnings,
    ...(gaps !== undefined && { gaps }),
    ...(benchmark !== undefined && { benchmark }),
    configuration: jobConfiguration(configuration, request, read, exchanges),
  };
}

/** Parts that reading candles takes. */
interface ReadingParts extends Omit<SimulationRunnerOptions, "clock"> {
  readonly clock: Pick<Clock, "now">;
}

/**
 * Reads the candles of a request, up to the one that opens at `lastTimestamp` when that is given.
 *
 * @throws EngineError CANDLES_TOO_FEW without a candle; CANDLES_INVALID for gaps that are refused or cannot be filled;
 * the provider's own codes
 */
async function readCandles(
  { exchanges, executor, clock }: ReadingParts,
  request: CandleSelection,
  { signal, progress }: Pick<JobContext, "signal" | "progress">,
  lastTimestamp?: number,
): Promise<CandlesRead> {
  const { symbol, interval, exchange, startTime } = request;
  const endTime = lastTimestamp === undefined ? request.endTime : lastTimestamp + 1;
  const limit = candleLimit(request, clock.now());
  const reply = await exchanges.find(exchange).candles({
    symbol,
    interval: normaliseInterval(interval),
    limit,
    allowFallback: true,
    readOnly: executor.readsOnly === true,
    signal,
    ...(startTime === undefined ? {} : { startTime }),
    ...(endTime === undefined ? {} : { endTime }),
  });
  progress({ progress: 0, candlesPerSecond: 0 });
  if (reply.candles.length > 0) {
    return {
      ...underPolicy(reply.candles, { ...placeOf(reply), ...request }),
      ...placeOf(reply),
      exchange: reply.exchange,
      source: reply.source,
      ...(reply.seed !== undefined && { seed: reply.seed }),
      warnings: [...reply.warnings, ...cutWarning(request, clock.now())],
    };
  }
  throw new EngineError(
    "CANDLES_TOO_FEW",
    `There is no candle of ${symbol} at the interval ${interval} in the requested range.`,
  );
}

/** @throws EngineError as {@link readCandles} and {@link joinMarkets} */
async function readMarkets(
  parts: ReadingParts,
  symbols: readonly string[],
  request: CandleSelection,
  context: Pick<JobContext, "signal" | "progress">,
): Promise<MarketsRead> {
  const reads: [string, CandlesRead][] = [];
  for (const symbol of symbols) {
    reads.push([symbol, await readCandles(parts, { ...request, symbol }, context)]);
  }
  const limit = candleLimit(request, parts.clock.now());
  return joinMarkets(Object.fromEntries(reads), limit);
}

/** The data beside the candles that a request asks for, and the warnings about all of it. */
interface Beside {
  readonly data: RunData;
  readonly origin: Pick<CandleOrigin, "warnings"> & { readonly benchmark?: BenchmarkJoin };
}

/** The fields of a request that ask for data beside its candles. */
type BesideFields = CandleSelection &
  TearSheetFields &
  FundingFields &
  DetailFields &
  PortfolioFields &
  ActionRules;

/** @throws EngineError as {@link readBenchmark} and {@link readFunding} */
async function readBeside(
  parts: ReadingParts,
  request: BesideFields,
  read: MarketsRead,
  context: Pick<JobContext, "signal" | "progress">,
): Promise<Beside> {
  const benchmark = await readBenchmark(parts, request, read, context);
  const funded = await withFunding(parts, request, read, benchmark, context);
  return await withDetail(parts, request, read, funded, context);
}

/** @throws EngineError as {@link readFunding} */
async function withFunding(
  parts: ReadingParts,
  request: BesideFields,
  read: MarketsRead,
  beside: Beside,
  context: Pick<JobContext, "signal">,
): Promise<Beside> {
  const { funding: own = false } = request;
  if (typeof own === "object") return { ...beside, data: { ...beside.data, funding: own } };
  if (!own) return beside;
  const { exchange, symbols, symbol } = request;
  const interval = normaliseInterval(request.interval);
  const { source } = read;
  const rates: Record<string, readonly FundingRate[]> = {};
  const warnings = [...beside.origin.warnings];
  for (const [name, candles] of Object.entries(read.markets)) {
    const funded = { symbol: name, interval, candles, source };
    const found = await readFunding(parts.exchanges, exchange, funded, context.signal);
    rates[name] = found.rates;
    warnings.push(...found.warnings);
  }
  const funding = symbols === undefined ? rates[symbol]! : rates; // the lone market has the request's name
  return { data: { ...beside.data, funding }, origin: { ...beside.origin, warnings } };
}

/** @throws EngineError as {@link readDetail} */
async function withDetail(
  { exchanges, executor }: ReadingParts,
  { detailInterval, exchange, symbols, symbol, ...request }: BesideFields,
  { markets, source }: MarketsRead,
  beside: Beside,
  { signal }: Pick<JobContext, "signal">,
): Promise<Beside> {
  if (detailInterval === undefined) return beside;
  const interval = normaliseInterval(request.interval);
  const reading = { allowFallback: true, readOnly: executor.readsOnly === true, signal };
  const finer: Record<string, Candles> = {};
  const warnings = new Set(beside.origin.warnings);
  for (const [name, candles] of Object.entries(markets)) {
    const asked = { symbol: name, interval, candles, source, detailInterval };
    const found = await readDetail(exchanges, exchange, asked, reading);
    finer[name] = found.candles;
    for (const warning of found.warnings) warnings.add(warning);
  }
  const detail = symbols === undefined ? finer[symbol]! : finer; // the lone market has the request's name
  return {
    data: { ...beside.data, detail },
    origin: { ...beside.origin, warnings: [...warnings] },
  };
}

/** The candles of a request for one symbol as a market. */
function loneMarket({ symbol }: CandleSelection, read: CandlesRead): MarketsRead {
  return { ...read, markets: { [symbol]: read.candles } };
}

/**
 * Reads the candles of the benchmark, unless they are among those of the run.
 *
 * @throws EngineError as {@link readCandles} and {@link alignBenchmark}
 */
async function readBenchmark(
  parts: ReadingParts,
  { symbols, tearSheet, benchmark, ...request }: BesideFields,
  { markets, source, warnings }: MarketsRead,
  context: Pick<JobContext, "signal" | "progress">,
): Promise<Beside> {
  if (!(tearSheet ?? benchmark !== undefined)) return { data: {}, origin: { warnings } };
  const symbol = benchmark ?? (symbols === undefined ? request.symbol : undefined);
  if (symbol === undefined) return { data: { benchmark: null }, origin: { warnings } };
  const times = momentsOf(markets);
  const { [symbol]: market } = markets;
  const own = market && totalReturnCandles(market, request, symbol);
  if (own !== undefined) {
    return besideOf(alignBenchmark({ symbol, candles: own, source }, { times, source }), warnings);
  }
  const [startTime, endTime] = benchmarkRange(times); // a run without candles was refused
  const count = countCandles(normaliseInterval(request.interval), startTime, endTime);
  const limit = Math.min(MAX_CANDLES, count);
  const read = await readCandles(parts, { ...request, symbol, startTime, endTime, limit }, context);
  const all = [...new Set([...warnings, ...read.warnings])];
  return besideOf(alignBenchmark({ symbol, ...read }, { times, source }), all);
}

function besideOf({ candles, join, warnings }: AlignedBenchmark, read: readonly string[]): Beside {
  return {
    data: { benchmark: candles },
    origin: { warnings: [...read, ...warnings], benchmark: join },
  };
}

/** Tells of a range that a limit cut short. */
function cutWarning({ limit, ...request }: CandleSelection, now: number): readonly string[] {
  const { interval, startTime, endTime } = request;
  if (limit === undefined || startTime === undefined) return [];
  const count = countCandles(normaliseInterval(interval), startTime, Math.min(endTime ?? now, now));
  return count > limit
    ? [`The range has ${count} candles; limit cut it to the newest ${limit}.`]
    : [];
}

function rateOf(run: { readonly candles: number; readonly elapsedMilliseconds: number }): number {
  const { candles, elapsedMilliseconds } = run;
  return elapsedMilliseconds > 0 ? Math.round((1000 * candles) / elapsedMilliseconds) : 0;
}
