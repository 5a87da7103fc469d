import { describe, expect, test } from "vitest";

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
  tradeStatistics,
} from "../../src/metrics/index.ts";
import { deviation, TOLERANCE } from "./figures.ts";
import { readTruth } from "./series.ts";

type Figures = Readonly<Record<string, number | string | null>>;

interface Truth {
  readonly series: Readonly<Record<string, { readonly returns: readonly number[] }>>;
  readonly empyrical: Readonly<Record<string, Figures>>;
  readonly quantstats: Readonly<Record<string, Figures>>;
  readonly pyfolio: Readonly<Record<string, Figures>>;
  readonly edges: Readonly<
    Record<string, { readonly returns: readonly number[]; readonly empyrical: Figures }>
  >;
}

type Metric = (returns: Float64Array, periods: number) => number | null;

const truth = readTruth<Truth>("metrics.json");
const negative = (value: number): number => 0 - value;

const EMPYRICAL: Readonly<Record<string, Metric>> = {
  annual_return: annualReturn,
  cagr: annualReturn,
  annual_volatility: annualVolatility,
  sharpe_ratio: (returns, periods) => sharpeRatio(returns, periods),
  "sharpe_ratio(rf=.0001)": (returns, periods) => sharpeRatio(returns, periods, 0.0001),
  sortino_ratio: (returns, periods) => sortinoRatio(returns, periods),
  "sortino_ratio(required=.0002)": (returns, periods) => sortinoRatio(returns, periods, 0.0002),
  downside_risk: (returns, periods) => downsideRisk(returns, periods),
  "downside_risk(required=.0002)": (returns, periods) => downsideRisk(returns, periods, 0.0002),
  calmar_ratio: calmarRatio,
  "omega_ratio(required=.05)": (returns, periods) => omegaRatio(returns, perPeriod(0.05, periods)),
  "omega_ratio(rf=.0003)": (returns) => omegaRatio(returns, 0.0003),
  omega_ratio: (returns) => omegaRatio(returns),
  cum_returns_final: totalReturn,
  max_drawdown: (returns) => negative(maxDrawdown(returns)),
  stability_of_timeseries: stabilityOf,
  tail_ratio: tailRatio,
};

const QUANTSTATS: Readonly<Record<string, Metric>> = {
  comp: totalReturn,
  max_drawdown: (returns) => negative(maxDrawdown(returns)),
  geometric_mean: (returns) => annualReturn(returns, 1),
  tail_ratio: tailRatio,
  profit_factor: (returns) => tradeStatistics(returns).profitFactor,
  risk_return_ratio: (returns) => sharpeRatio(returns, 1),
  volatility: annualVolatility,
  sharpe: (returns, periods) => sharpeRatio(returns, periods),
  "sharpe(rf=.02)": (returns, periods) => sharpeRatio(returns, periods, perPeriod(0.02, periods)),
  sortino: (returns, periods) => sortinoRatio(returns, periods),
  cagr: annualReturn,
  calmar: calmarRatio,
  omega: (returns) => omegaRatio(returns),
  "omega(required=.05)": (returns, periods) => omegaRatio(returns, perPeriod(0.05, periods)),
};

const PYFOLIO: Readonly<Record<string, Metric>> = {
  "Annual return": annualReturn,
  "Cumulative returns": totalReturn,
  "Annual volatility": annualVolatility,
  "Sharpe ratio": (returns, periods) => sharpeRatio(returns, periods),
  "Calmar ratio": calmarRatio,
  Stability: stabilityOf,
  "Max drawdown": (returns) => negative(maxDrawdown(returns)),
  "Omega ratio": (returns) => omegaRatio(returns),
  "Sortino ratio": (returns, periods) => sortinoRatio(returns, periods),
  Skew: (returns) => sharpeSample(returns)!.skewness,
  Kurtosis: (returns) => sharpeSample(returns)!.kurtosis - 3,
  "Tail ratio": tailRatio,
};

/** Figures that differ here by design. */
const OTHERWISE: Readonly<Record<string, number | null>> = {
  // A period without a return ranks as one of 0 here, as in quantstats; empyrical's code leaves it out.
  "empyrical A+NaN tail_ratio": 1.0912011479778423,
  // Nothing moved: there is no line to be straight.
  "empyrical flat stability_of_timeseries": null,
};

/** Returns by name; `A+NaN` has no return where its index is 5 more than a multiple of 37. */
function returnsOf(name: string): Float64Array {
  const [base = "", gaps] = name.split("+");
  const returns = Float64Array.from(truth.series[base]!.returns);
  return gaps === undefined ? returns : returns.map((value, i) => (i % 37 === 5 ? NaN : value));
}

function expectFiguresOf(
  program: string,
  name: string,
  returns: Float64Array,
  figures: Figures,
  metrics: Readonly<Record<string, Metric>>,
): void {
  for (const [key, stated] of Object.entries(figures)) {
    const [metric = "", periods = "252"] = key.split("@");
    const label = `${program} ${name} ${key}`;
    const found = metrics[metric]!(returns, Number(periods));
    // What is infinite there is not defined here.
    const expected = label in OTHERWISE ? OTHERWISE[label]! : stated === "Infinity" ? null : stated;
    const isClose =
      typeof expected === "number" && found !== null
        ? deviation(found, expected) <= TOLERANCE
        : found === expected;
    if (!isClose) expect(`${label}: ${found}`).toBe(`${label}: ${expected}`);
  }
  const named = new Set(Object.keys(figures).map((key) => key.split("@")[0]));
  expect(named.size).toBeGreaterThan(8);
}

describe("metrics of daily returns agree", () => {
  test.each(Object.entries(truth.empyrical))("with empyrical on %s", (name, figures) => {
    expectFiguresOf("empyrical", name, returnsOf(name), figures, EMPYRICAL);
  });

  test.each(Object.entries(truth.edges))("with empyrical on returns of %s", (name, edge) => {
    const returns = Float64Array.from(edge.returns);
    expectFiguresOf("empyrical", name, returns, edge.empyrical, EMPYRICAL);
  });

  test.each(Object.entries(truth.quantstats))("with quantstats on %s", (name, figures) => {
    // A period without a return is one of 0 there.
    const returns = returnsOf(name).map((value) => (Number.isNaN(value) ? 0 : value));
    expectFiguresOf("quantstats", name, returns, figures, QUANTSTATS);
  });

  test.each(Object.entries(truth.pyfolio))("with pyfolio on %s", (name, figures) => {
    expectFiguresOf("pyfolio", name, returnsOf(name), figures, PYFOLIO);
  });

  test("the moments of a sample with gaps are those of the returns that are there", () => {
    const returns = returnsOf("A+NaN");
    const there = returns.filter((value) => !Number.isNaN(value));
    expect(momentsOf(returns)).toEqual(momentsOf(there));
    expect(there.length).toBeLessThan(returns.length);
  });

  test("the probability of a Sharpe ratio takes the plain kurtosis where quantstats takes the excess", () => {
    const sample = sharpeSample(returnsOf("A"))!;
    const found = probabilisticSharpe(sample)!;
    const stated = 0.9939705861752561;
    expect(found).toBeLessThan(stated);
    expect(found).toBeGreaterThan(stated - 1e-3);
  });
});
