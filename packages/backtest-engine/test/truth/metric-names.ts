/** The figures of empyrical, quantstats and pyfolio by their names there, computed by the engine. */

import { probabilisticSharpe, sharpeSample } from "../../src/metrics/deflated-sharpe.ts";
import {
  annualReturn,
  annualVolatility,
  calmarRatio,
  downsideRisk,
  maxDrawdown,
  momentsOf,
  omegaRatio,
  perPeriod,
  sharpeRatio,
  sortinoRatio,
  stabilityOf,
  tailRatio,
  totalReturn,
} from "../../src/metrics/index.ts";
import * as sheet from "../../src/tear-sheet/index.ts";

/** Returns with what a figure may need beside them. */
export interface Series {
  readonly returns: Float64Array;
  /** The returns before a period without one was made one of 0. */
  readonly observed: Float64Array;
  readonly benchmark: Float64Array;
  /** Moment of each return, milliseconds UTC. */
  readonly time: Float64Array;
  readonly periods: number;
}

export type Figure =
  | number
  | null
  | string
  | boolean
  | readonly Figure[]
  | { readonly [name: string]: Figure };
type Names = Readonly<Record<string, (series: Series) => Figure>>;

const DAY = 86_400_000;
const WINDOW = 60;

const negative = (value: number): number => 0 - value;
const every50 = (values: Float64Array, from = 0): Figure =>
  Array.from(values)
    .filter((_, i) => i >= from && (i - from) % 50 === 0)
    .map((value) => (Number.isNaN(value) ? null : value));
const day = (time: number): string => new Date(time).toISOString().slice(0, 10);
const grouped =
  (period: sheet.CalendarPeriod) =>
  ({ returns, time }: Series): Float64Array =>
    sheet.returnsByPeriod(returns, time, period).returns;

export const EMPYRICAL: Names = {
  annual_return: ({ returns, periods }) => annualReturn(returns, periods),
  cagr: ({ returns, periods }) => annualReturn(returns, periods),
  annual_volatility: ({ returns, periods }) => annualVolatility(returns, periods),
  sharpe_ratio: ({ returns, periods }) => sharpeRatio(returns, periods),
  "sharpe_ratio(rf=.0001)": ({ returns, periods }) => sharpeRatio(returns, periods, 0.0001),
  sortino_ratio: ({ returns, periods }) => sortinoRatio(returns, periods),
  "sortino_ratio(required=.0002)": ({ returns, periods }) => sortinoRatio(returns, periods, 0.0002),
  downside_risk: ({ returns, periods }) => downsideRisk(returns, periods),
  "downside_risk(required=.0002)": ({ returns, periods }) => downsideRisk(returns, periods, 0.0002),
  calmar_ratio: ({ returns, periods }) => calmarRatio(returns, periods),
  "omega_ratio(required=.05)": ({ returns, periods }) =>
    omegaRatio(returns, perPeriod(0.05, periods)),
  "omega_ratio(rf=.0003)": ({ returns }) => omegaRatio(returns, 0.0003),
  omega_ratio: ({ returns }) => omegaRatio(returns),
  cum_returns_final: ({ returns }) => totalReturn(returns),
  max_drawdown: ({ returns }) => negative(maxDrawdown(returns)),
  stability_of_timeseries: ({ returns }) => stabilityOf(returns),
  tail_ratio: ({ returns }) => tailRatio(returns),
  value_at_risk: ({ returns }) => sheet.valueAtRisk(returns),
  "value_at_risk(cutoff=.01)": ({ returns }) => sheet.valueAtRisk(returns, 0.01),
  conditional_value_at_risk: ({ returns }) => sheet.conditionalValueAtRisk(returns),
  "conditional_value_at_risk(cutoff=.01)": ({ returns }) =>
    sheet.conditionalValueAtRisk(returns, 0.01),
  alpha: ({ returns, benchmark, periods }) => sheet.alpha(returns, benchmark, periods),
  "alpha(rf=.0001)": ({ returns, benchmark, periods }) =>
    sheet.alpha(returns, benchmark, periods, 0.0001),
  beta: ({ returns, benchmark }) => sheet.beta(returns, benchmark),
  excess_sharpe: ({ returns, benchmark }) => sheet.informationRatio(returns, benchmark),
  capture: ({ returns, benchmark, periods }) => sheet.captureRatio(returns, benchmark, periods),
  up_capture: (series) => captureIn(series, sheet.upMarket),
  down_capture: (series) => captureIn(series, sheet.downMarket),
  up_down_capture: (series) =>
    captureIn(series, sheet.upMarket)! / captureIn(series, sheet.downMarket)!,
  beta_fragility_heuristic: ({ returns, benchmark }) => sheet.betaFragility(returns, benchmark),
  up_alpha: (series) => alphaIn(series, sheet.upMarket),
  up_beta: (series) => betaIn(series, sheet.upMarket),
  down_alpha: (series) => alphaIn(series, sheet.downMarket),
  down_beta: (series) => betaIn(series, sheet.downMarket),
  "aggregate_returns:weekly": (series) => Array.from(weeksOfYears(series)),
  "aggregate_returns:monthly": (series) => Array.from(grouped("month")(series)),
  "aggregate_returns:quarterly": (series) => Array.from(grouped("quarter")(series)),
  "aggregate_returns:yearly": (series) => Array.from(grouped("year")(series)),
  "cum_returns:every50": ({ returns }) => every50(sheet.cumulativeReturns(returns)),
  "roll_sharpe_ratio(60):every50": ({ returns, periods }) =>
    every50(sheet.rollingSharpe(returns, WINDOW, periods), WINDOW - 1),
  "roll_max_drawdown(60):every50": ({ returns }) =>
    every50(sheet.rollingMaxDrawdown(returns, WINDOW).map(negative), WINDOW - 1),
  "roll_annual_volatility(60):every50": ({ returns, periods }) =>
    every50(sheet.rollingVolatility(returns, WINDOW, periods), WINDOW - 1),
  "roll_sortino_ratio(60):every50": ({ returns, periods }) =>
    every50(sheet.rollingSortino(returns, WINDOW, periods), WINDOW - 1),
  "roll_beta(60):every50": ({ returns, benchmark }) =>
    every50(sheet.rollingBeta(returns, benchmark, WINDOW), WINDOW - 1),
};

/** Grouping of quantstats by letter. At this version M, Q and Y leave the returns daily; ME, QE and YE would not. */
const GROUPED: Readonly<Record<string, (series: Series) => Float64Array>> = {
  W: weeksOfYears,
  M: grouped("day"),
  Q: grouped("day"),
  Y: grouped("day"),
};

/** The figures that quantstats has by period of the calendar as well. */
const BY_PERIOD: Readonly<Record<string, (returns: Float64Array) => Figure>> = {
  best: sheet.bestReturn,
  worst: sheet.worstReturn,
  win_rate: sheet.winRate,
  avg_return: sheet.averageReturn,
  expected_return: sheet.expectedReturn,
  consecutive_wins: sheet.consecutiveWins,
  consecutive_losses: sheet.consecutiveLosses,
};

export const QUANTSTATS: Names = {
  ...Object.fromEntries(
    Object.entries(BY_PERIOD).flatMap(([name, figure]) => [
      [name, ({ returns }: Series) => figure(returns)],
      ...Object.entries(GROUPED).map(
        ([letter, group]) =>
          [`${name}(${letter})`, (series: Series) => figure(group(series))] as const,
      ),
    ]),
  ),
  comp: ({ returns }) => totalReturn(returns),
  geometric_mean: ({ returns }) => sheet.expectedReturn(returns),
  ghpr: ({ returns }) => sheet.expectedReturn(returns),
  // Rounded up to a whole per cent there.
  exposure: ({ returns }) => wholePercent(sheet.exposureOf(returns)),
  avg_win: ({ returns }) => sheet.averageWin(returns),
  avg_loss: ({ returns }) => sheet.averageLoss(returns),
  autocorr_penalty: ({ returns }) => sheet.autocorrelationPenalty(returns),
  skew: ({ returns }) => sheet.skewness(returns),
  kurtosis: ({ returns }) => sheet.excessKurtosis(returns),
  ulcer_index: ({ returns }) => sheet.ulcerIndex(returns),
  ulcer_performance_index: ({ returns }) => sheet.ulcerPerformanceIndex(returns),
  upi: ({ returns }) => sheet.ulcerPerformanceIndex(returns),
  // The deviation is that of the returns that are there.
  serenity_index: ({ returns, observed }) =>
    (sheet.serenityIndex(returns)! * momentsOf(observed).deviation!) /
    momentsOf(returns).deviation!,
  risk_of_ruin: ({ returns }) => sheet.riskOfRuin(returns),
  ror: ({ returns }) => sheet.riskOfRuin(returns),
  value_at_risk: ({ returns }) => sheet.normalValueAtRisk(returns),
  var: ({ returns }) => sheet.normalValueAtRisk(returns),
  "value_at_risk(confidence=.99)": ({ returns }) => sheet.normalValueAtRisk(returns, 0.99),
  conditional_value_at_risk: ({ returns }) => sheet.expectedShortfall(returns),
  cvar: ({ returns }) => sheet.expectedShortfall(returns),
  expected_shortfall: ({ returns }) => sheet.expectedShortfall(returns),
  "conditional_value_at_risk(confidence=.99)": ({ returns }) =>
    sheet.expectedShortfall(returns, 0.99),
  tail_ratio: ({ returns }) => tailRatio(returns),
  payoff_ratio: ({ returns }) => sheet.payoffRatio(returns),
  win_loss_ratio: ({ returns }) => sheet.payoffRatio(returns),
  profit_ratio: ({ returns }) => sheet.profitRatio(returns),
  profit_factor: ({ returns }) => sheet.profitFactor(returns),
  cpc_index: ({ returns }) => sheet.cpcIndex(returns),
  common_sense_ratio: ({ returns }) => sheet.commonSenseRatio(returns),
  outlier_win_ratio: ({ returns }) => sheet.outlierWinRatio(returns),
  outlier_loss_ratio: ({ returns }) => sheet.outlierLossRatio(returns),
  recovery_factor: ({ returns }) => sheet.recoveryFactor(returns),
  risk_return_ratio: ({ returns }) => sharpeRatio(returns, 1),
  max_drawdown: ({ returns }) => negative(maxDrawdown(returns)),
  kelly_criterion: ({ returns }) => sheet.kellyCriterion(returns),
  gain_to_pain_ratio: ({ returns }) => sheet.gainToPainRatio(returns),
  // Of the exposure in whole per cent there.
  rar: ({ returns }) => {
    const exposure = sheet.exposureOf(returns);
    return (sheet.exposureAdjustedReturn(returns, 252)! * exposure) / wholePercent(exposure);
  },
  probabilistic_sharpe_ratio: (series) => excessTwice(series, sharpeRatio(series.returns, 1)!),
  probabilistic_sortino_ratio: (series) => excessTwice(series, sortinoRatio(series.returns, 1)!),
  probabilistic_adjusted_sortino_ratio: (series) =>
    excessTwice(series, sheet.adjustedSortino(series.returns, 1)!),
  volatility: ({ returns, periods }) => annualVolatility(returns, periods),
  "volatility(not annual)": ({ returns }) => annualVolatility(returns, 1),
  sharpe: ({ returns, periods }) => sharpeRatio(returns, periods),
  "sharpe(rf=.02)": ({ returns, periods }) =>
    sharpeRatio(returns, periods, perPeriod(0.02, periods)),
  smart_sharpe: ({ returns, periods }) => sheet.smartSharpe(returns, periods),
  sortino: ({ returns, periods }) => sortinoRatio(returns, periods),
  "sortino(rf=.02)": ({ returns, periods }) =>
    sortinoRatio(returns, periods, perPeriod(0.02, periods)),
  smart_sortino: ({ returns, periods }) => sheet.smartSortino(returns, periods),
  adjusted_sortino: ({ returns, periods }) => sheet.adjustedSortino(returns, periods),
  cagr: ({ returns, periods }) => annualReturn(returns, periods),
  calmar: ({ returns, periods }) => calmarRatio(returns, periods),
  omega: ({ returns }) => omegaRatio(returns),
  "omega(required=.05)": ({ returns, periods }) => omegaRatio(returns, perPeriod(0.05, periods)),
  treynor_ratio: ({ returns, benchmark }) => sheet.treynorRatio(returns, benchmark),
  "greeks.alpha": ({ returns, benchmark, periods }) =>
    sheet.jensenAlpha(returns, benchmark, periods),
  "greeks.beta": ({ returns, benchmark }) => sheet.beta(returns, benchmark),
  r_squared: ({ returns, benchmark }) => sheet.rSquared(returns, benchmark),
  r2: ({ returns, benchmark }) => sheet.rSquared(returns, benchmark),
  information_ratio: ({ returns, benchmark }) => sheet.informationRatio(returns, benchmark),
  "outliers(.95):count": ({ observed }) => sheet.outliersOf(observed).length,
  "remove_outliers(.95):count": ({ observed }) => sheet.withoutOutliers(observed).length,
  "to_drawdown_series:every50": ({ returns }) => every50(sheet.drawdownSeries(returns)),
  "drawdown_details:worst5": (series) =>
    worstFive(series).map(({ startIndex, valleyIndex, endIndex, ...period }) => [
      day(series.time[startIndex]!),
      day(series.time[valleyIndex]!),
      day(series.time[endIndex]!),
      endIndex - startIndex + 1,
      period.depth * -100,
      period.depthWithoutOutliers === null ? null : period.depthWithoutOutliers * -100,
    ]),
  monthly_returns: (series) => monthsByYear(series),
  "rolling_sharpe(60):every50": ({ returns }) => every50(sheet.rollingSharpe(returns, WINDOW, 252)),
  "rolling_sortino(60):every50": ({ returns }) =>
    every50(sheet.rollingSortino(returns, WINDOW, 252)),
  "rolling_volatility(60):every50": ({ returns }) =>
    every50(sheet.rollingVolatility(returns, WINDOW, 252)),
  // A period without a return has no value there.
  "compsum:every50": ({ returns, observed }) =>
    every50(
      sheet.cumulativeReturns(returns).map((value, i) => (Number.isNaN(observed[i]) ? NaN : value)),
    ),
};

export const PYFOLIO: Names = {
  "Annual return": ({ returns, periods }) => annualReturn(returns, periods),
  "Cumulative returns": ({ returns }) => totalReturn(returns),
  "Annual volatility": ({ returns, periods }) => annualVolatility(returns, periods),
  "Sharpe ratio": ({ returns, periods }) => sharpeRatio(returns, periods),
  "Calmar ratio": ({ returns, periods }) => calmarRatio(returns, periods),
  Stability: ({ returns }) => stabilityOf(returns),
  "Max drawdown": ({ returns }) => negative(maxDrawdown(returns)),
  "Omega ratio": ({ returns }) => omegaRatio(returns),
  "Sortino ratio": ({ returns, periods }) => sortinoRatio(returns, periods),
  // Those of scipy, which are not corrected for bias.
  Skew: ({ returns }) => sharpeSample(returns)!.skewness,
  Kurtosis: ({ returns }) => sharpeSample(returns)!.kurtosis - 3,
  "Tail ratio": ({ returns }) => tailRatio(returns),
  "Daily value at risk": ({ returns }) => sheet.sigmaValueAtRisk(returns),
  Alpha: ({ returns, benchmark, periods }) => sheet.alpha(returns, benchmark, periods),
  Beta: ({ returns, benchmark }) => sheet.beta(returns, benchmark),
  "value_at_risk(weekly, sigma 2)": (series) => sheet.sigmaValueAtRisk(weeksOfYears(series)),
  common_sense_ratio: ({ returns, periods }) =>
    tailRatio(returns)! * (1 + annualReturn(returns, periods)!),
  "var_cov_var_normal(1e6,.99)": ({ returns }) => -1e6 * sheet.normalValueAtRisk(returns, 0.99)!,
  gen_drawdown_table: (series) =>
    worstFive(series).map(({ peakIndex, valleyIndex, endIndex, isRecovered, depth }) => {
      const first = series.time[0]!;
      const start = first + peakIndex * DAY;
      const end = series.time[endIndex]! + DAY;
      const recovered = isRecovered ? day(end) : null;
      const days = isRecovered ? weekdays(start, end) : null;
      return [depth * 100, day(start), day(series.time[valleyIndex]!), recovered, days];
    }),
};

/** The probability with the kurtosis that quantstats takes: the excess less 3 once more. */
function excessTwice({ returns, observed }: Series, ratio: number): number | null {
  return probabilisticSharpe({
    sharpe: ratio,
    count: returns.length,
    skewness: sheet.skewness(observed)!,
    kurtosis: sheet.excessKurtosis(observed)!,
  });
}

/**
 * Weeks as the three programs group them: by the number of the ISO week and the year of the calendar. The last days of
 * December thereby join the first week of the January before, twelve months earlier.
 */
function weeksOfYears({ returns, time }: Series): Float64Array {
  const weeks = new Map<string, number>();
  for (let from = 0; from < time.length;) {
    const year = new Date(time[from]!).getUTCFullYear();
    const next = time.findIndex((moment) => new Date(moment).getUTCFullYear() > year);
    const to = next < 0 ? time.length : next;
    const part = sheet.returnsByPeriod(returns.slice(from, to), time.slice(from, to), "week");
    for (const [k, monday] of part.time.entries()) {
      const key = `${year}-${String(isoWeek(monday)).padStart(2, "0")}`;
      weeks.set(key, (1 + (weeks.get(key) ?? 0)) * (1 + part.returns[k]!) - 1);
    }
    from = to;
  }
  return Float64Array.from(
    [...weeks].toSorted(([a], [b]) => (a < b ? -1 : 1)),
    ([, value]) => value,
  );
}

/** Number of the ISO week that begins on a Monday: that of its Thursday within the year. */
function isoWeek(monday: number): number {
  const thursday = monday + 3 * DAY;
  return 1 + Math.floor((thursday - Date.UTC(new Date(thursday).getUTCFullYear(), 0)) / (7 * DAY));
}

function worstFive({ returns }: Series): sheet.DrawdownPeriod[] {
  return sheet
    .drawdownPeriods(returns)
    .toSorted((a, b) => b.depth - a.depth)
    .slice(0, 5);
}

function monthsByYear(series: Series): Figure {
  const months = sheet.returnsByPeriod(series.returns, series.time, "month");
  const years = sheet.returnsByPeriod(series.returns, series.time, "year");
  return Object.fromEntries(
    Array.from(years.time, (start, k) => {
      const year = new Date(start).getUTCFullYear();
      const row = Array.from({ length: 12 }, (_, month) => {
        const place = months.time.indexOf(Date.UTC(year, month));
        return place < 0 ? 0 : months.returns[place]!;
      });
      return [String(year), [...row, years.returns[k]!]];
    }),
  );
}

function captureIn(series: Series, market: typeof sheet.upMarket): number | null {
  const { returns, benchmark } = market(series.returns, series.benchmark);
  return sheet.captureRatio(returns, benchmark, series.periods);
}

function alphaIn(series: Series, market: typeof sheet.upMarket): number | null {
  const { returns, benchmark } = market(series.returns, series.benchmark);
  return sheet.alpha(returns, benchmark, series.periods);
}

function betaIn(series: Series, market: typeof sheet.upMarket): number | null {
  const { returns, benchmark } = market(series.returns, series.benchmark);
  return sheet.beta(returns, benchmark);
}

function wholePercent(fraction: number): number {
  return Math.ceil(fraction * 100) / 100;
}

function weekdays(from: number, to: number): number {
  let count = 0;
  for (let time = from; time <= to; time += DAY) {
    const weekday = new Date(time).getUTCDay();
    if (weekday > 0 && weekday < 6) count++;
  }
  return count;
}
