// Indices stay within 0..length-1, so `!` on typed-array reads only tells the checker what the loops say.

/** Charts of the daily returns: rolling figures and the distribution. */

import { html, type Html } from "../html.ts";
import {
  histogramOf,
  rollingBeta,
  rollingSharpe,
  rollingSortino,
  rollingVolatility,
} from "../tear-sheet/index.ts";
import type { TearSheet } from "../tear-sheet/index.ts";
import { chart, down, linePath } from "./chart.ts";
import { lineIndices } from "./reduce.ts";
import { linearScale, timeScale, type Scale } from "./scale.ts";
import { day, decimal, percent, signedPercent } from "./words.ts";

/** Columns of a line; each may draw four points. */
const COLUMNS = 400;
/** Classes of the distribution. */
const CLASSES = 40;

interface Line {
  readonly kind: "strategy" | "held";
  readonly text: string;
  readonly values: Float64Array;
}

/** Figures of a window of half a year, a quarter or a month: the longest of which the run has two. */
export function rollingCharts(sheet: TearSheet): Html[] {
  const { returns, benchmark, figures } = sheet;
  const window = [2, 4, 12]
    .map((parts) => Math.round(figures.periodsPerYear / parts))
    .find((days) => days >= 10 && returns.length >= 2 * days);
  if (window === undefined) return [];
  const periods = figures.periodsPerYear;
  const title = (name: string): string => `${name} of ${window} days`;
  const charts = [
    rollingChart(sheet.time, title("Rolling Sharpe and Sortino ratio"), decimal, [
      { kind: "strategy", text: "Sharpe", values: rollingSharpe(returns, window, periods) },
      { kind: "held", text: "Sortino", values: rollingSortino(returns, window, periods) },
    ]),
    rollingChart(sheet.time, title("Rolling volatility"), percent, [
      { kind: "strategy", text: "strategy", values: rollingVolatility(returns, window, periods) },
      ...(benchmark === null
        ? []
        : [
            {
              kind: "held" as const,
              text: "benchmark",
              values: rollingVolatility(benchmark, window, periods),
            },
          ]),
    ]),
  ];
  if (benchmark !== null) {
    charts.push(
      rollingChart(sheet.time, title("Rolling beta"), decimal, [
        { kind: "strategy", text: "beta", values: rollingBeta(returns, benchmark, window) },
      ]),
    );
  }
  return charts.filter((one) => one !== undefined);
}

function rollingChart(
  time: Float64Array,
  title: string,
  yText: (value: number) => string,
  lines: readonly Line[],
): Html | undefined {
  const known = lines.flatMap(({ values }) => Array.from(values.filter(Number.isFinite)));
  if (known.length === 0) return undefined;
  const [low, high] = rangeOf(known);
  const first = lines.map(({ values }) => values.findIndex(Number.isFinite));
  const start = Math.min(...first.filter((index) => index >= 0));
  const x = timeScale(time[start]!, time.at(-1)!);
  const y = linearScale(Math.min(0, low), Math.max(0, high), 4);
  return chart({
    title,
    description: `Between ${yText(low)} and ${yText(high)}; ${yText(known.at(-1)!)} at the end.`,
    x,
    y,
    xText: day,
    yText,
    marks: lines.map(
      ({ kind, values }) =>
        html`<path class="line ${kind}" d="${brokenLine(time, values, x, y)}" />`,
    ),
    legend: lines.map(({ kind, text }) => ({ kind, text })),
    size: "low",
  });
}

/** A line that is interrupted where a value is not defined. */
export function brokenLine(time: Float64Array, values: Float64Array, x: Scale, y: Scale): string {
  let path = "";
  for (let from = 0; from < values.length;) {
    if (!Number.isFinite(values[from]!)) {
      from++;
      continue;
    }
    let to = from + 1;
    while (to < values.length && Number.isFinite(values[to]!)) to++;
    const part = values.subarray(from, to);
    const start = from;
    path += linePath(
      lineIndices(part, COLUMNS).map((i) => [x.place(time[start + i]!), y.place(part[i]!)]),
    );
    from = to;
  }
  return path;
}

/** Histogram of the days on which the account moved; nothing below ten of them. */
export function distributionChart({ returns, figures }: TearSheet): Html | undefined {
  const moved = returns.filter((value) => value !== 0);
  if (moved.length < 10) return undefined;
  const classes = histogramOf(moved, CLASSES);
  const x = linearScale(classes[0]!.from, classes.at(-1)!.to, 6);
  const highest = classes.reduce((most, { count }) => Math.max(most, count), 0);
  const y = linearScale(0, highest, 4);
  const bars = classes.map(({ from, to, count }) => {
    const [left, right] = [x.place(from), x.place(to)];
    const kind = from + to < 0 ? "fall" : "rise";
    const words = `${signedPercent(from)} to ${signedPercent(to)}: ${decimal(count, 0)} days`;
    return html`<path
      class="bar ${kind}"
      d="M${left} ${down(y.place(0))}V${down(y.place(count))}H${right}V${down(y.place(0))}z"
      ><title>${words}</title></path
    >`;
  });
  const risk = figures.valueAtRisk;
  return chart({
    title: "Distribution of daily returns",
    description: `Daily returns between ${signedPercent(figures.worstDay)} and ${signedPercent(figures.bestDay)}; 5 % of all days are below ${signedPercent(risk)}.`,
    x,
    y,
    xText: signedPercent,
    yText: (value) => decimal(value, 0),
    marks: [
      ...bars,
      ...(risk === null ? [] : [html`<path class="line held" d="M${x.place(risk)} 0V100" />`]),
    ],
    legend: [
      { kind: "rise", text: "days that won" },
      { kind: "fall", text: "days that lost" },
      ...(risk === null ? [] : [{ kind: "held", text: `value at risk ${signedPercent(risk)}` }]),
    ],
    size: "middle",
  });
}

function rangeOf(values: readonly number[]): readonly [low: number, high: number] {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return [low, high];
}
