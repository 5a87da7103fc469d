// Indices stay within 0..length-1, so `!` on typed-array reads only tells the checker what the loops say.

/** Indicators of a strategy: over the price, or in a chart of their own below it. */

import { html, type Html } from "../html.ts";
import { chart } from "./chart.ts";
import { brokenLine } from "./daily-charts.ts";
import type { ReportedIndicator } from "./reported-run.ts";
import { linearScale, timeScale, type Scale } from "./scale.ts";
import { day, quantity } from "./words.ts";

/** Colours of lines, by their number. */
const COLOURS = 6;

/** Lines over the price, with their legend. */
export function linesOverPrice(
  time: Float64Array,
  indicators: readonly ReportedIndicator[],
  x: Scale,
  y: Scale,
): { readonly marks: readonly Html[]; readonly legend: { kind: string; text: string }[] } {
  const over = overPrice(indicators);
  return {
    marks: over.map(
      ({ values }, k) =>
        html`<path class="line ${colour(k)}" d="${brokenLine(time, values, x, y)}" />`,
    ),
    legend: over.map(({ name }, k) => ({ kind: colour(k), text: name })),
  };
}

/** The indicators that are drawn over the price. */
export function overPrice(indicators: readonly ReportedIndicator[]): readonly ReportedIndicator[] {
  return indicators.filter(({ pane = "price" }) => pane === "price");
}

/** The indicators that have a chart of their own. */
export function belowPrice(indicators: readonly ReportedIndicator[]): readonly ReportedIndicator[] {
  return indicators.filter(({ pane }) => pane === "below");
}

/** A chart for each indicator that does not have the unit of the price. */
export function chartsBelowPrice(
  time: Float64Array,
  indicators: readonly ReportedIndicator[],
): Html[] {
  const x = timeScale(time[0]!, time.at(-1)!);
  return belowPrice(indicators).flatMap(({ name, values }, k) => {
    const known = values.filter(Number.isFinite);
    if (known.length === 0) return [];
    const low = known.reduce((a, b) => Math.min(a, b), Infinity);
    const high = known.reduce((a, b) => Math.max(a, b), -Infinity);
    const y = linearScale(low, high, 4);
    return [
      chart({
        title: name,
        id: `below-${k}`,
        description: `${name} between ${quantity(low)} and ${quantity(high)}.`,
        x,
        y,
        xText: day,
        yText: quantity,
        marks: [html`<path class="line ${colour(k)}" d="${brokenLine(time, values, x, y)}" />`],
        legend: [{ kind: colour(k), text: name }],
        size: "low",
      }),
    ];
  });
}

function colour(k: number): string {
  return `line-${k % COLOURS}`;
}
