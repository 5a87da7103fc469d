/** Views that notebooks show of a result, by the protocol of Deno's Jupyter kernel. */

import { count, numeral, percent } from "@bourse/kernel/figures";

import { html, type Html } from "../html.ts";

/** Key under which the kernel asks a value for its views. */
const DISPLAY = Symbol.for("Jupyter.display");

/** Data of a view. Names and values are text that will be escaped. */
export interface NotebookView {
  readonly title: string;
  /** Figures by name. */
  readonly figures?: readonly (readonly [name: string, value: string])[];
  /** Line of a chart, such as an equity. */
  readonly line?: Float64Array;
  /** A table: its head, and its rows. */
  readonly table?: readonly (readonly string[])[];
}

/**
 * Gives a result a view, which is made when a notebook asks for it. The key is not enumerable: copies, comparisons and
 * messages to workers have the result without it.
 */
export function withView<Result extends object>(
  result: Result,
  view: (result: Result) => NotebookView,
): Result {
  return Object.defineProperty(result, DISPLAY, {
    value: () => {
      const shown = view(result);
      return { "text/plain": plain(shown), "text/html": page(shown).html };
    },
  });
}

/** Chief figures of a run. */
export function chiefFigures(metrics: {
  readonly totalReturn: number;
  readonly buyHoldReturn: number | null;
  readonly annualReturn: number | null;
  readonly maxDrawdown: number;
  readonly sharpe: number | null;
  readonly totalTrades: number;
  readonly winRate: number;
  readonly profitFactor: number | null;
  readonly finalCapital: number;
}): readonly (readonly [string, string])[] {
  return [
    ["Total return", percent(metrics.totalReturn)],
    ["Buy and hold", percent(metrics.buyHoldReturn)],
    ["Annual return", percent(metrics.annualReturn)],
    ["Max drawdown", percent(metrics.maxDrawdown)],
    ["Sharpe ratio", numeral(metrics.sharpe)],
    ["Trades", count(metrics.totalTrades)],
    ["Win rate", percent(metrics.winRate)],
    ["Profit factor", numeral(metrics.profitFactor)],
    ["Final capital", numeral(metrics.finalCapital)],
  ];
}

function plain({ title, figures = [], table = [] }: NotebookView): string {
  const lines = figures.map(([name, value]) => `${name}: ${value}`);
  return [title, ...lines, ...table.map((row) => row.join("  "))].join("\n");
}

function page({ title, figures = [], line, table = [] }: NotebookView): Html {
  const [head, ...rows] = table;
  const cells = (row: readonly string[]): readonly Html[] =>
    row.map((cell) => html`<td>${cell}</td>`);
  const lines = (of: readonly (readonly string[])[]): readonly Html[] =>
    of.map(
      (row) =>
        html`<tr>
          ${cells(row)}
        </tr>`,
    );
  return html`<div>
    <b>${title}</b>${line === undefined ? undefined : chart(line)}
    <table>
      ${
        head &&
        html`<tr>
          ${head.map((name) => html`<th>${name}</th>`)}
        </tr>`
      }${lines([...figures, ...rows])}
    </table>
  </div>`;
}

const [WIDTH, HEIGHT] = [640, 160];

/** A line through the lowest and the highest value of each column of pixels. */
function chart(line: Float64Array): Html {
  const { low, high } = boundsOf(line, 0, line.length);
  const scale = high > low ? HEIGHT / (high - low) : 0;
  const columns = Math.min(WIDTH, line.length);
  const points = Array.from({ length: columns }, (_, column) => {
    const from = Math.floor((column * line.length) / columns);
    const found = boundsOf(line, from, Math.floor(((column + 1) * line.length) / columns));
    const x = ((column * WIDTH) / columns).toFixed(1);
    return [found.low, found.high]
      .map((value) => `${x},${(HEIGHT - (value - low) * scale).toFixed(1)}`)
      .join(" ");
  });
  return html`<svg
    viewBox="0 -4 ${WIDTH} ${HEIGHT + 8}"
    width="${WIDTH}"
    height="${HEIGHT + 8}"
    role="img"
  >
    <polyline points="${points.join(" ")}" fill="none" stroke="currentColor" />
  </svg>`;
}

function boundsOf(line: Float64Array, from: number, to: number): { low: number; high: number } {
  let [low, high] = [Infinity, -Infinity];
  for (const value of line.subarray(from, to)) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return { low, high };
}
