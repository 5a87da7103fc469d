/** Every figure of empyrical, quantstats and pyfolio on daily returns, each by its name there. */

import { describe, expect, test } from "vitest";

import { deviation } from "../../../indicators/test/truth/figures.ts";
import { readTruth } from "../../../indicators/test/truth/series.ts";
import { momentsOf, sharpeRatio, sortinoRatio } from "../../src/metrics/index.ts";
import {
  adjustedSortino,
  excessKurtosis,
  probabilisticAdjustedSortinoRatio,
  probabilisticRatio,
  probabilisticSharpeRatio,
  probabilisticSortinoRatio,
  returnsByPeriod,
} from "../../src/tear-sheet/index.ts";
import { EMPYRICAL, PYFOLIO, QUANTSTATS, type Figure, type Series } from "./metric-names.ts";

type Figures = Readonly<Record<string, Figure | string>>;

interface Truth {
  readonly series: Readonly<
    Record<
      string,
      {
        readonly first: string;
        readonly returns: readonly number[];
        readonly benchmark: readonly number[];
      }
    >
  >;
  readonly empyrical: Readonly<Record<string, Figures>>;
  readonly quantstats: Readonly<Record<string, Figures>>;
  readonly pyfolio: Readonly<Record<string, Figures>>;
  readonly edges: Readonly<
    Record<string, { readonly returns: readonly number[]; readonly empyrical: Figures }>
  >;
}

/** The most by which a figure may differ, relative to it. */
const TOLERANCE = 1e-12;
const DAY = 86_400_000;
const truth = readTruth<Truth>(new URL("metrics.json", import.meta.url));

/** Figures that differ here by design, with the value that they have here. */
const OTHERWISE: Readonly<Record<string, Figure>> = {
  // A period without a return ranks as one of 0 here, as in quantstats; empyrical's code leaves it out.
  "empyrical A+NaN tail_ratio": 1.0912011479778423,
  // A period without a return is left out; empyrical has no figure then.
  "empyrical A+NaN value_at_risk": -0.05056134862982749,
  "empyrical A+NaN value_at_risk(cutoff=.01)": -0.08543469357487615,
  // Such periods count towards the lowest 5 % there.
  "empyrical A+NaN conditional_value_at_risk": -0.07530323726261301,
  // A correlation with what is not there has no figure in numpy; the filled series that the ratios take has one.
  "quantstats A+NaN autocorr_penalty": 1.0511765776714925,
  // Nothing moved: there is no line to be straight.
  "empyrical flat stability_of_timeseries": null,
};

function seriesOf(name: string, periods = 252): Series {
  const [base = "", gaps] = name.split("+");
  const { first, returns, benchmark } = truth.series[base]!;
  const gapless = Float64Array.from(returns);
  const start = Date.parse(first);
  const observed =
    gaps === undefined ? gapless : gapless.map((value, i) => (i % 37 === 5 ? NaN : value));
  return {
    returns: observed,
    observed,
    benchmark: Float64Array.from(benchmark),
    time: gapless.map((_, i) => start + i * DAY),
    periods,
  };
}

/** The series as quantstats reads it: a period without a return is one of 0. */
function filled(series: Series): Series {
  return { ...series, returns: series.returns.map((value) => (Number.isNaN(value) ? 0 : value)) };
}

/** Fails unless both are equal within the tolerance; null stands for NaN and, here, for what is infinite there. */
function expectSame(found: Figure, stated: Figure | string, label: string): void {
  const expected = stated === "Infinity" || stated === "-Infinity" ? null : stated;
  if (typeof found === "number" && typeof expected === "number") {
    // Below 1 the tolerance is absolute for what is a difference of numbers near 1.
    const error = deviation(found, expected, 0.01);
    if (!(error <= TOLERANCE)) expect(`${label}: ${found}`).toBe(`${label}: ${expected}`);
    return;
  }
  if (Array.isArray(found) && Array.isArray(expected)) {
    expect(found.length, `${label}: length`).toBe(expected.length);
    for (const [i, value] of found.entries()) {
      expectSame(value as Figure, expected[i] as Figure, `${label} at ${i}`);
    }
    return;
  }
  expect(found, label).toEqual(expected);
}

function expectFigures(
  program: string,
  name: string,
  series: Series,
  figures: Figures,
  names: Readonly<Record<string, (series: Series) => Figure>>,
): void {
  for (const [key, stated] of Object.entries(figures)) {
    const [metric = "", periods = "252"] = key.split("@");
    const label = `${program} ${name} ${key}`;
    const figure = names[metric];
    if (figure === undefined) throw new Error(`${label} has no counterpart.`);
    const expected = label in OTHERWISE ? OTHERWISE[label]! : stated;
    expectSame(figure({ ...series, periods: Number(periods) }), expected, label);
  }
}

describe("metrics of daily returns agree", () => {
  test.each(Object.entries(truth.empyrical))("with empyrical on %s", (name, figures) => {
    expectFigures("empyrical", name, seriesOf(name), figures, EMPYRICAL);
  });

  test.each(Object.entries(truth.edges))("with empyrical on returns of %s", (name, edge) => {
    const series = { ...seriesOf("A"), returns: Float64Array.from(edge.returns) };
    expectFigures("empyrical", name, series, edge.empyrical, EMPYRICAL);
  });

  test.each(Object.entries(truth.quantstats))("with quantstats on %s", (name, figures) => {
    expectFigures("quantstats", name, filled(seriesOf(name)), figures, QUANTSTATS);
  });

  test.each(Object.entries(truth.pyfolio))("with pyfolio on %s", (name, figures) => {
    expectFigures("pyfolio", name, seriesOf(name), figures, PYFOLIO);
  });

  test.each([
    ["empyrical", truth.empyrical["A"]!, EMPYRICAL],
    ["quantstats", truth.quantstats["A"]!, QUANTSTATS],
    ["pyfolio", truth.pyfolio["A"]!, PYFOLIO],
  ])("every figure of %s in the file has a counterpart, and none more", (_, figures, names) => {
    const stated = Object.keys(figures).map((key) => key.split("@")[0]!);
    expect([...new Set(stated)].toSorted()).toEqual(Object.keys(names).toSorted());
  });

  test("a figure that is off by one part in 10^11 is noticed", () => {
    const off = { sharpe: () => 1.0202779352154072 * (1 + 1e-11) };
    const stated = { "sharpe@252": 1.0202779352154072 };
    expect(() => expectFigures("quantstats", "A", seriesOf("A"), stated, off)).toThrow(/sharpe/);
  });
});

describe("the definition stands where a program departs from it", () => {
  const { returns } = seriesOf("A");

  test("the probabilistic ratios take the excess kurtosis once; quantstats takes 3 from it again", () => {
    const ratios = [
      [sharpeRatio(returns, 1), probabilisticSharpeRatio(returns), 0.9939705861752561],
      [sortinoRatio(returns, 1), probabilisticSortinoRatio(returns), 0.999938612982675],
      [adjustedSortino(returns, 1), probabilisticAdjustedSortinoRatio(returns), 0.9966164715459415],
    ] as const;
    for (const [ratio, found, stated] of ratios) {
      // Φ⁻¹ is monotonic: a larger variance under the root brings the probability nearer to a half.
      expect(found).toBeLessThan(stated);
      expect(found).toBe(probabilisticRatio(returns, ratio));
      const variance = (kurtosis: number): number =>
        1 + ratio! ** 2 / 2 - 0.33938621469970776 * ratio! + (kurtosis / 4) * ratio! ** 2;
      expect(variance(excessKurtosis(returns)!)).toBeGreaterThan(variance(4.570903706359084 - 3));
    }
  });

  test("a year ends on the last of December, and its last days stay out of the January before", () => {
    const { time, returns: weeks } = returnsByPeriod(returns, seriesOf("A").time, "week");
    expect(new Set(time.map((monday) => new Date(monday).getUTCDay()))).toEqual(new Set([1]));
    expect(weeks).toHaveLength(Math.ceil((returns.length + 2) / 7));
    expect(momentsOf(weeks).deviation).not.toBeCloseTo(0.0972703, 6);
  });
});
