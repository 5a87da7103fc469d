// Indices of drawdowns stay within the days, so `!` only satisfies the type checker.

/** The deepest drawdowns by day, as a table. */

import { html, type Html } from "../html.ts";
import type { DrawdownPeriod, TearSheet } from "../tear-sheet/index.ts";
import { wide } from "./tables.ts";
import { day, decimal, percent } from "./words.ts";

/** Drawdowns in the table at most. */
const ROWS = 10;
const HEAD = ["Peak", "Lowest", "Recovered", "Depth", "Days to the lowest", "Days in all"];

/** Nothing without a drawdown. */
export function drawdownTable(sheet: TearSheet, started: number): Html | undefined {
  const deepest = deepestOf(sheet, ROWS);
  if (deepest.length === 0) return undefined;
  return html`<section>
    <h2>Deepest drawdowns</h2>
    ${wide(
      "Deepest drawdowns",
      html`<table class="drawdowns">
        <thead>
          <tr>
            ${HEAD.map((name) => html`<th scope="col">${name}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${deepest.map((period) => rowOf(sheet.time, period, started))}
        </tbody>
      </table>`,
    )}
  </section>`;
}

/** The deepest drawdowns, the deepest first. */
export function deepestOf({ drawdowns }: TearSheet, count: number): readonly DrawdownPeriod[] {
  return drawdowns.toSorted((a, b) => b.depth - a.depth).slice(0, count);
}

function rowOf(time: Float64Array, period: DrawdownPeriod, started: number): Html {
  const { peakIndex, startIndex, valleyIndex, endIndex, isRecovered, depth } = period;
  return html`<tr>
    <td>${day(peakIndex < 0 ? started : time[peakIndex]!)}</td>
    <td>${day(time[valleyIndex]!)}</td>
    <td>${isRecovered ? day(time[endIndex + 1]!) : "not yet"}</td>
    <td>${percent(depth)}</td>
    <td>${decimal(valleyIndex - startIndex + 1, 0)}</td>
    <td>${decimal(endIndex - startIndex + 1, 0)}</td>
  </tr>`;
}
