/** Requests of the three kinds of simulation job. They are stored in the job as they were submitted. */

import type { ParameterValue, SweepRow } from "@bourse/backtest-engine";
import { dataOptions, type DataOptions, type Plain } from "@bourse/backtest-engine/checks";
import { type GapPolicy, type Interval, normaliseInterval } from "@bourse/backtest-engine/data";
import type {
  LookAheadAuditOptions,
  MonteCarloOptions,
  OptionValue,
  SplitScore,
  SweepMetric,
} from "@bourse/backtest-engine/research";
import type { Funding, SimulationOptions } from "@bourse/backtest-engine/simulation";
import type { Rebalance } from "@bourse/backtest-engine/strategies";

import type { BenchmarkCandles } from "../inputs/align-benchmark.ts";
import { countRange } from "../market-data/range.ts";

/**
 * The candles that a job runs on. Request types are type aliases and not interfaces, so that the store accepts them as
 * plain JSON objects.
 */
export type CandleSelection = {
  /**
   * Symbol as the exchange spells it, in upper case: 1–64 characters. A portfolio's is a label, its candles have those
   * of `symbols`.
   */
  readonly symbol: string;
  /** Candle length in any spelling that `normaliseInterval` takes, such as `1h` or `60`. */
  readonly interval: string;
  /**
   * Number of candles: the newest of the range. 1–1,000,000. Default: all candles from `startTime` on, at most
   * 1,000,000; without `startTime` 1,000.
   */
  readonly limit?: number;
  /** Name of the exchange in the service's directory. Default: the directory's default exchange. */
  readonly exchange?: string;
  /** Open of the first candle at the earliest, milliseconds UTC, inclusive. Default: as far back as `limit` reaches. */
  readonly startTime?: number;
  /** Open of the last candle at the latest, milliseconds UTC, exclusive. Default: now. */
  readonly endTime?: number;
  /**
   * Policy for missing candles: they are counted (`report`), they fail the job (`refuse`), or each becomes a candle of
   * the close before with no volume (`fill`). Default `report`.
   */
  readonly gaps?: GapPolicy;
};

/** Fields of a request that make it a portfolio: several symbols that share the cash of one account. */
export type PortfolioFields = {
  /**
   * Symbols, each once, 1–100; `limit` times their number is at most 1,000,000. Default: none, the request is a
   * backtest of `symbol`.
   */
  readonly symbols?: readonly string[];
  /** Weights by symbol, as `backtestPortfolio` has them. Default: the same for each. */
  readonly weights?: Readonly<Record<string, number>>;
  /** Number of moments between two restorations of the weights, as `backtestPortfolio` has it. Default: never. */
  readonly rebalanceEvery?: number;
  /** Calendar of that, as `backtestPortfolio` has it. Default: the strategy's own, else none. */
  readonly rebalance?: Rebalance;
};

/** Fields of a request that ask how much of its run is luck, and whether its strategy looks ahead. */
export type RobustnessFields = {
  /** Options of `monteCarlo`, which draws from the run's trades or returns. Default: nothing is drawn. */
  readonly monteCarlo?: Plain<MonteCarloOptions>;
  /** Options of `auditLookAhead` on all candles of the request. Default: no audit; refused with `symbols`. */
  readonly lookAhead?: Plain<LookAheadAuditOptions>;
};

/** Field of a request that asks for the funding of perpetual contracts. */
export type FundingFields = {
  /**
   * True: the funding rates of the exchange are read with the candles and applied, as the option `funding` of
   * `backtest`. Rates of the caller's own, by symbol in a portfolio, are applied in their place. Default false.
   */
  readonly funding?: boolean | Plain<Funding>;
};

/** Field of a request that asks for shorter candles under those of the run. */
export type DetailFields = {
  /**
   * Length of candles of the same source that are read as the option `detail` of `backtest`, in any spelling; it
   * divides `interval`, and the shorter candles are at most 1,000,000. Default: none.
   */
  readonly detailInterval?: string;
};

/** Fields of a request that ask for the tear sheet of a backtest. */
export type TearSheetFields = {
  /** True: the result has a tear sheet. Default: true with `benchmark`, else false. */
  readonly tearSheet?: boolean;
  /**
   * Symbol of the same exchange that the tear sheet compares with: bought at the first candle and held. Candles of a
   * day or longer are joined by trading day, shorter ones by time, as `alignBenchmark` does. Default: `symbol`; for a
   * portfolio none.
   */
  readonly benchmark?: string;
};

/**
 * A request for one backtest: its candles, and options of `backtest` under their own names; with `symbols` those of
 * `backtestPortfolio`.
 */
export type BacktestRequest = CandleSelection &
  PortfolioFields &
  RobustnessFields &
  TearSheetFields &
  FundingFields &
  DetailFields &
  DataOptions & {
    /** Initial capital in the quote currency, above 0. */
    readonly initialCapital: number;
    /** Fee of each fill as a fraction of its notional, 0 to below 0.5. */
    readonly fee: number;
    /** Name of the strategy in the service's registry. Default `wavelet_reversal`. */
    readonly strategy?: string;
    /** Parameters of the strategy. Default: the strategy's own values. */
    readonly parameters?: Readonly<Record<string, ParameterValue>>;
  };

/** Numbers that a sweep tries, both ends included. Plain JSON. */
type NumberRangeRequest = {
  /** First value. */
  readonly from: number;
  /** Last value, inclusive. */
  readonly to: number;
  /** Distance between two values, above 0. It may be left out in a search only. */
  readonly step?: number;
  /** Scale on which a search draws. Default `linear`. */
  readonly scale?: "linear" | "log";
};

/** The values that a sweep tries of one parameter: one value, a list, or a range. Plain JSON. */
export type ParameterRangeRequest = ParameterValue | readonly ParameterValue[] | NumberRangeRequest;

/** A request for a sweep: a backtest request whose parameters may be lists and ranges. */
export type SweepRequest = Omit<
  BacktestRequest,
  "parameters" | keyof PortfolioFields | keyof RobustnessFields | keyof TearSheetFields
> & {
  /** Values to try, by parameter. Default: one run with the strategy's own values. */
  readonly parameters?: Readonly<Record<string, ParameterRangeRequest>>;
  /** Metric by which `best` is chosen. Default `sharpe`. */
  readonly metric?: SweepMetric;
  /** Values to try, by option of the simulation. Default: options do not vary. */
  readonly optionRanges?: Readonly<Record<string, readonly OptionValue[] | NumberRangeRequest>>;
  /** Rules that every combination must keep. Default: the strategy's own. */
  readonly constraints?: readonly string[];
  /** Rules by which trials are stopped early. Default: none is stopped. */
  readonly earlyStopping?: {
    /** Leading fractions of the candles after which a trial may be stopped, rising. Default 0.25 and 0.5. */
    readonly fractions?: readonly number[];
    /** Number of trials that must have reached a fraction before one is stopped there. Default 10. */
    readonly startup?: number;
  };
  /** Probability that the choice is overfitting. Default: not computed. */
  readonly overfitting?: {
    /** Number of blocks, even. Default 16. */
    readonly blocks?: number;
    /** Figure to compare by. Default `sharpe`. */
    readonly score?: SplitScore;
  };
  /** Cross-validation of the choice. Default: not computed. */
  readonly crossValidation?: {
    /** Number of groups of candles. Default 6. */
    readonly groups?: number;
    /** Number of groups that test in each split. Default 2. */
    readonly testGroups?: number;
    /** Number of training candles dropped before each test group. Default 0. */
    readonly purgeCandles?: number;
    /** Number of training candles dropped after each test group. Default 0. */
    readonly embargoCandles?: number;
    /** Figure to choose by. Default `sharpe`. */
    readonly score?: SplitScore;
  };
  /** Search instead of the whole grid. Default: the whole grid. */
  readonly search?: {
    /** Number of combinations to run, each at most once. At least 1. */
    readonly count: number;
    /** Way to choose them. Default `random`. */
    readonly method?: "random" | "tpe";
    /** Seed of the draw, a whole number. Default 1. */
    readonly seed?: number;
  };
};

/** A request for a walk-forward: a sweep on each training window, traded on the test window that follows it. */
export type WalkForwardRequest = Omit<
  SweepRequest,
  "trainSplit" | "overfitting" | "crossValidation"
> & {
  /** Length of a training window in candles, the purged ones included. At least 1. */
  readonly trainCandles: number;
  /** Length of a test window in candles. At least 1. */
  readonly testCandles: number;
  /** Distance between two windows in candles. At least `testCandles`, which is the default. */
  readonly stepCandles?: number;
  /** True: every training window begins at the first candle and grows. Default false: it moves along. */
  readonly isAnchored?: boolean;
  /** Number of last training candles that are dropped, so that no trade reaches into the test. Default 0. */
  readonly purgeCandles?: number;
  /** Number of candles left untraded between a training window and its test. Default 0. */
  readonly embargoCandles?: number;
};

/** Options of a request's run: everything but the selection of candles, with the interval in its canonical spelling. */
export type RunSettings<Request extends CandleSelection> = Omit<
  Request,
  Exclude<
    keyof CandleSelection | keyof TearSheetFields | keyof FundingFields | keyof DetailFields,
    "interval"
  >
> & {
  /** Candle length in its canonical spelling. */
  readonly interval: Interval;
};

/** Finer candles of a run. */
type Detail = NonNullable<SimulationOptions["detail"]>;

/** Data of a run beside its candles. */
export interface RunData {
  /**
   * Candles that the tear sheet compares with, at times of the run; null for a tear sheet without a benchmark.
   * Default: no tear sheet is computed.
   */
  readonly benchmark?: BenchmarkCandles | null;
  /** Funding rates, those of a portfolio by symbol. Default: none. */
  readonly funding?: Funding;
  /** Finer candles, those of a portfolio by symbol. Default: none. */
  readonly detail?: Detail;
}

/** Settings of a run with the data that it needs beside its candles. */
export type RunInput<Request extends CandleSelection> = RunSettings<Request> & RunData;

/** Number of candles of a request with neither a limit nor a start. */
const DEFAULT_LIMIT = 1000;

/**
 * Computes the number of candles that a request asks for at the time `now`, milliseconds UTC.
 *
 * @throws EngineError INTERVAL_INVALID; OPTIONS_INVALID for a range of more than 1,000,000 candles
 */
export function candleLimit(
  { interval, limit, startTime, endTime }: CandleSelection,
  now: number,
): number {
  if (limit !== undefined) return limit;
  if (startTime === undefined) return DEFAULT_LIMIT;
  const range = { startTime, ...(endTime !== undefined && { endTime }) };
  return countRange(normaliseInterval(interval), range, now);
}

/**
 * Splits the options of the run off a request; the rest of the request selects its candles.
 *
 * @throws EngineError INTERVAL_INVALID
 */
export function runSettings<Request extends CandleSelection>(
  request: Request,
): RunSettings<Request> {
  const {
    symbol: _,
    exchange: __,
    limit: ___,
    startTime: ____,
    endTime: _____,
    gaps: ______,
    ...rest
  } = request;
  const given: TearSheetFields & FundingFields & DetailFields & typeof rest = rest;
  const {
    tearSheet: _______,
    benchmark: ________,
    funding: _________,
    detailInterval: __________,
    ...settings
  } = given;
  return { ...settings, interval: normaliseInterval(request.interval) } as RunSettings<Request>;
}

/** Picks the settings of a sweep's best combination: those of its request, without the search, with what it chose. */
export function bestSettings(
  settings: RunSettings<SweepRequest>,
  { parameters, options }: Pick<SweepRow, "parameters" | "options">,
): RunSettings<BacktestRequest> {
  const kept = new Set<string>([...dataOptions, "strategy", "interval"]);
  const given = Object.fromEntries(Object.entries(settings).filter(([name]) => kept.has(name)));
  return { ...given, ...options, parameters } as RunSettings<BacktestRequest>;
}
