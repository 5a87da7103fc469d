import { describe, expect, test } from "vitest";

import {
  annualGrowth,
  annualReturn,
  annualVolatility,
  calmarRatio,
  downsideRisk,
  maxDrawdown,
  omegaRatio,
  perPeriod,
  sharpeRatio,
  sortinoRatio,
  stabilityOf,
  tailRatio,
  totalReturn,
  tradeDrawdown,
  tradeStatistics,
} from "../../src/metrics/index.ts";
import { hasReferenceData, readExpected } from "../indicators/reference-data.ts";

interface ReturnCase {
  readonly metric: string;
  readonly series: string;
  readonly expected: number;
  readonly periods?: number;
  readonly risk_free?: number;
  readonly required_return?: number;
  readonly required_return_annual?: number;
  readonly tolerance?: number;
}

interface TradeCase {
  readonly metric: string;
  readonly start?: number;
  readonly end?: number;
  readonly days?: number;
  readonly expected?: number;
  readonly profits?: readonly number[];
  readonly expectancy?: number;
  readonly expectancy_ratio?: number;
  readonly starting_balance?: number;
  readonly relative?: boolean;
  readonly high_index?: number;
  readonly low_index?: number;
  readonly abs?: number;
  readonly account_ratio?: number;
}

interface Vectors {
  readonly empyrical: {
    readonly series: Readonly<Record<string, readonly (number | null)[]>>;
    readonly cases: readonly ReturnCase[];
  };
  readonly freqtrade: { readonly cases: readonly TradeCase[] };
}

const vectors = hasReferenceData
  ? readExpected<Vectors>("metrics_vectors.json")
  : { empyrical: { series: {}, cases: [] }, freqtrade: { cases: [] } };

const PERIODS = 252;

const METRICS: Readonly<
  Record<string, (returns: Float64Array, given: ReturnCase, periods: number) => number | null>
> = {
  max_drawdown: (returns) => -maxDrawdown(returns),
  annual_return: (returns, _, periods) => annualReturn(returns, periods),
  cagr: (returns, _, periods) => annualReturn(returns, periods),
  annual_volatility: (returns, _, periods) => annualVolatility(returns, periods),
  calmar: (returns, _, periods) => calmarRatio(returns, periods),
  sharpe: (returns, given, periods) => sharpeRatio(returns, periods, given.risk_free),
  sortino: (returns, given, periods) => sortinoRatio(returns, periods, given.required_return),
  downside_risk: (returns, given, periods) => downsideRisk(returns, periods, given.required_return),
  omega: (returns, given, periods) =>
    omegaRatio(
      returns,
      (given.risk_free ?? 0) + perPeriod(given.required_return_annual ?? 0, periods),
    ),
  cum_returns_final: (returns) => totalReturn(returns),
  stability_of_timeseries: (returns) => stabilityOf(returns),
  tail_ratio: (returns) => tailRatio(returns),
};

describe.skipIf(!hasReferenceData)("empyrical agrees", () => {
  const cases = vectors.empyrical.cases.map((given) => ({ given, name: JSON.stringify(given) }));
  test.each(cases)("$name", ({ given }) => {
    const series = Float64Array.from(vectors.empyrical.series[given.series]!, (v) => v ?? NaN);
    const found = METRICS[given.metric]!(series, given, given.periods ?? PERIODS);
    expect(Math.abs(found! - given.expected)).toBeLessThanOrEqual(given.tolerance ?? 1e-8);
  });
});

describe.skipIf(!hasReferenceData)("freqtrade agrees", () => {
  const of = (metric: string): TradeCase[] =>
    vectors.freqtrade.cases.filter((given) => given.metric === metric);

  test.each(of("cagr"))("yearly growth from $start to $end in $days days", (given) => {
    const found = annualGrowth(given.start!, given.end!, given.days! / 365);
    expect(found).toBeCloseTo(given.expected!, 4);
  });

  test.each(of("expectancy"))("expectancy of $profits", (given) => {
    const found = tradeStatistics(Float64Array.from(given.profits!));
    expect(found.expectancy).toBeCloseTo(given.expectancy!, 8);
    expect(found.expectancyRatio).toBeCloseTo(given.expectancy_ratio!, 8);
  });

  test.each(of("max_drawdown_trades"))("drawdown of $profits, relative: $relative", (given) => {
    const by = given.relative === true ? "fraction" : "amount";
    const found = tradeDrawdown(Float64Array.from(given.profits!), given.starting_balance!, by)!;
    expect(found.amount).toBeCloseTo(given.abs!, 8);
    expect(found.fraction).toBeCloseTo(given.account_ratio!, 6);
    expect(found.highIndex).toBe(given.high_index ?? found.highIndex);
    expect(found.lowIndex).toBe(given.low_index ?? found.lowIndex);
  });
});
