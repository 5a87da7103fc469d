/** The figures of a run, the four that matter most first. */

import { html, type Html } from "../html.ts";
import type { ReportedRun } from "./reported-run.ts";
import { decimal, duration, percent, signedPercent } from "./words.ts";

type Figure = readonly [name: string, text: string, kind?: "won" | "lost"];

/** A list of names and values; a figure that the run does not carry is left out. */
export function figures(run: ReportedRun): Html {
  return html`<dl class="figures">
    ${figuresOf(run).map(
      ([name, text, kind]) =>
        html`<div>
          <dt>${name}</dt>
          <dd${kind === undefined ? undefined : html` class="${kind}"`}>${text}</dd>
        </div>`,
    )}
  </dl>`;
}

function figuresOf(run: ReportedRun): Figure[] {
  const list: (Figure | undefined)[] = [
    shown(run.totalReturn, (x) => ["Total return", signedPercent(x), sideOf(x)]),
    shown(run.maxDrawdown, (x) => ["Max drawdown", percent(x)]),
    shown(run.sharpe, (x) => ["Sharpe ratio", decimal(x)]),
    shown(run.totalTrades, (x) => ["Trades", decimal(x, 0)]),
    shown(run.winRate, (x) => ["Win rate", percent(x)]),
    shown(run.profitFactor, (x) => ["Profit factor", decimal(x)]),
    shown(run.finalCapital, (x) => ["Final capital", decimal(x)]),
    shown(run.buyHoldReturn, (x) => ["Buy and hold", signedPercent(x)]),
    shown(run.annualReturn, (x) => ["Annual return", signedPercent(x)]),
    shown(run.annualVolatility, (x) => ["Annual volatility", percent(x)]),
    shown(run.sortino, (x) => ["Sortino ratio", decimal(x)]),
    shown(run.calmar, (x) => ["Calmar ratio", decimal(x)]),
    shown(run.maxDrawdownDurationMinutes, (x) => ["Longest drawdown", duration(x)]),
    shown(run.exposure, (x) => ["Time in the market", percent(x)]),
    shown(run.avgReturn, (x) => ["Mean return of a trade", signedPercent(x)]),
    shown(run.bestTrade, (x) => ["Best trade", signedPercent(x)]),
    shown(run.worstTrade, (x) => ["Worst trade", signedPercent(x)]),
    shown(run.avgDurationMinutes, (x) => ["Mean duration", duration(x)]),
    shown(run.expectancy, (x) => ["Expectancy", decimal(x)]),
    shown(run.sqn, (x) => ["SQN", decimal(x)]),
    shown(run.feesPaid, (x) => ["Fees paid", decimal(x)]),
  ];
  return list.filter((figure) => figure !== undefined);
}

function shown<Value>(
  value: Value | undefined,
  figure: (value: Value) => Figure,
): Figure | undefined {
  return value === undefined ? undefined : figure(value);
}

function sideOf(value: number): "won" | "lost" {
  return value < 0 ? "lost" : "won";
}
