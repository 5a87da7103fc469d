/** A backtest as one HTML page that needs nothing but itself: no script, no request, no font from elsewhere. */

import { EngineError } from "../errors.ts";
import { intervalLabel, normaliseInterval } from "../market-data/interval.ts";
import { configurationTable } from "./configuration-table.ts";
import { drawdownChart, equityChart } from "./equity-charts.ts";
import { figures } from "./figures.ts";
import { heatMap } from "./heat-map.ts";
import { html, type Html } from "./html.ts";
import { monthlyReturns } from "./monthly-returns.ts";
import { priceChart } from "./price-chart.ts";
import type { ReportedRun, ReportOptions } from "./reported-run.ts";
import { STYLE } from "./style.ts";
import { monthsTable, tradesTable } from "./tables.ts";
import { moment, spaced } from "./words.ts";

/**
 * The page as text: figures, candles with entries and exits, equity beside buy and hold, drawdown, monthly returns,
 * the trades, the configuration, and the heat map of a sweep.
 *
 * It carries its own Content-Security-Policy that allows only its style, follows the reader's light or dark, fits
 * 320 pixels and prints. Long series are drawn with their extremes kept; at most 1,000 trades are drawn and listed,
 * and the page says so. Everything that came from outside is escaped. Same input, same page.
 *
 * @throws EngineError OPTIONS_INVALID when there is no equity, or when `time`, `equity` and `candles` differ in length
 */
export function report(run: ReportedRun, options: ReportOptions = {}): string {
  checkLengths(run, options);
  const { candles, sweep, warnings = [] } = options;
  const trades = [...run.trades];
  const title = options.title ?? [spaced(run.strategy), run.symbol].filter(Boolean).join(" on ");
  const body = html`<header>
      <h1>${title}</h1>
      <p class="about">${about(run, options)}</p>
      ${
        warnings.length === 0
          ? undefined
          : html`<ul class="warnings">
              ${warnings.map((text) => html`<li>${text}</li>`)}
            </ul>`
      }
    </header>
    <main>
      ${figures(run)} ${candles === undefined ? undefined : priceChart(candles, trades)}
      ${equityChart(run, candles)} ${drawdownChart(run)}
      ${monthsTable(monthlyReturns(run.time, run.equity, run.initialCapital))}
      ${sweep === undefined ? undefined : heatMap(sweep)} ${tradesTable(trades)}
      ${run.configuration === undefined ? undefined : configurationTable(run.configuration)}
    </main>
    <footer>
      Times are UTC, money is in the quote currency. What a simulation earned says nothing certain
      about what a market will pay.
    </footer>`;
  return page(title, body);
}

function page(title: string, body: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta
          http-equiv="Content-Security-Policy"
          content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
        />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <style>
          ${{ html: STYLE }}
        </style>
      </head>
      <body>
        ${body}
      </body>
    </html>`.html
    .replaceAll(/\n\s+/gu, "\n")
    .trim();
}

function about(run: ReportedRun, { source }: ReportOptions): string {
  const { time, interval, parameters = {} } = run;
  const span = `${moment(time.at(0) ?? 0)} to ${moment(time.at(-1) ?? 0)}`;
  const candles = `${time.length} candles${interval === undefined ? "" : ` of ${lengthOf(interval)}`}`;
  const set = Object.entries(parameters).map(([name, value]) => `${spaced(name)} ${String(value)}`);
  return [span, candles, source === undefined ? "" : `source: ${source}`, set.join(", ")]
    .filter((text) => text !== "")
    .join(" · ");
}

/** Spells `60` as `1h`; a text that is not an interval stays as it is. */
function lengthOf(interval: string): string {
  try {
    return intervalLabel(normaliseInterval(interval));
  } catch {
    return interval;
  }
}

function checkLengths({ time, equity }: ReportedRun, { candles }: ReportOptions): void {
  const lengths = [time.length, equity.length, candles?.length ?? time.length];
  if (time.length > 0 && new Set(lengths).size === 1) return;
  throw new EngineError(
    "OPTIONS_INVALID",
    `report: expected as many times as equity values and candles, at least one; found ${lengths.join(", ")}.`,
  );
}
