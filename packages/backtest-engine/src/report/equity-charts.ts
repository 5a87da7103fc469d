// Indices stay within 0..length-1, so `!` on typed-array reads only tells the checker what the loops say.

/** The charts of the equity beside buy and hold, and of the drawdown. */

import { html, type Html } from "../html.ts";
import { drawdownOf } from "../metrics/index.ts";
import { chart, down, linePath } from "./chart.ts";
import { highest, lineIndices, lowest } from "./reduce.ts";
import type { ReportedRun, ReportOptions } from "./reported-run.ts";
import { linearScale, timeScale, type Scale } from "./scale.ts";
import { day, decimal, percent, quantity, signedPercent } from "./words.ts";

/** Columns of a line; each may draw four points. */
const COLUMNS = 400;

/** `shaded`: spans of time that are drawn dark, such as the deepest drawdowns. */
export function equityChart(
  run: ReportedRun,
  candles: ReportOptions["candles"],
  shaded: readonly (readonly [from: number, to: number])[] = [],
): Html {
  const { equity, time, initialCapital } = run;
  const held = candles === undefined ? undefined : heldWorth(candles, initialCapital);
  const x = timeScale(time[0]!, time[time.length - 1]!);
  const lines = held === undefined ? [equity] : [equity, held];
  const y = linearScale(
    Math.min(initialCapital, ...lines.map((line) => line[lowest(line, 0, line.length)]!)),
    Math.max(initialCapital, ...lines.map((line) => line[highest(line, 0, line.length)]!)),
  );
  const last = equity[equity.length - 1]!;
  return chart({
    title: "Equity",
    description: `The account begins with ${decimal(initialCapital)} and ends with ${decimal(last)}, ${signedPercent(last / initialCapital - 1)}.`,
    x,
    y,
    xText: day,
    yText: quantity,
    marks: [
      ...shaded.map(([from, to]) => {
        const [left, right] = [x.place(Math.max(time[0]!, from)), x.place(to)];
        return html`<path class="shade" d="M${left} 0V100H${right}V0z" />`;
      }),
      ...(held === undefined
        ? []
        : [html`<path class="line held" d="${lineOf(candles!.time, held, x, y)}" />`]),
      html`<path class="line strategy" d="${lineOf(time, equity, x, y)}" />`,
    ],
    legend: [
      { kind: "strategy", text: "strategy" },
      ...(held === undefined ? [] : [{ kind: "held", text: "buy and hold" }]),
      ...(shaded.length === 0 ? [] : [{ kind: "shade", text: "deepest drawdowns" }]),
    ],
    size: "middle",
  });
}

export function drawdownChart(run: ReportedRun): Html {
  const { equity, time, initialCapital } = run;
  const depths = drawdownOf(equity, initialCapital).map((depth) => -depth);
  const deepest = depths[lowest(depths, 0, depths.length)]!;
  const x = timeScale(time[0]!, time[time.length - 1]!);
  const y = linearScale(Math.min(deepest, -0.001), 0, 3);
  const line = lineOf(time, depths, x, y);
  const top = down(y.place(0));
  return chart({
    title: "Drawdown",
    description: `At its deepest the account stood ${percent(-deepest)} below its peak.`,
    x,
    y,
    xText: day,
    yText: (value) => percent(value),
    marks: [
      html`<path class="depth" d="${line}L100 ${top}L0 ${top}z" /><path
          class="line depth-line"
          d="${line}"
        />`,
    ],
    legend: [{ kind: "depth-line", text: "below the peak" }],
    size: "low",
  });
}

function lineOf(time: Float64Array, values: Float64Array, x: Scale, y: Scale): string {
  return linePath(
    lineIndices(values, COLUMNS).map((index) => [x.place(time[index]!), y.place(values[index]!)]),
  );
}

/** All of the capital in at the first close, without a fee; undefined where the figures have no buy and hold either. */
function heldWorth(
  candles: NonNullable<ReportOptions["candles"]>,
  capital: number,
): Float64Array | undefined {
  if (candles.close[0]! <= 0) return undefined;
  const units = capital / candles.close[0]!;
  return candles.close.map((price) => price * units);
}
