// The run has a candle, so `!` on its first one only satisfies the type checker.

/** A backtest as one HTML page that needs nothing but itself: no request, no font, no script from elsewhere. */

import { datedTimes } from "../candles/dated-times.ts";
import { intervalLabel, parseInterval } from "../candles/interval.ts";
import { EngineError } from "../errors.ts";
import { html, type Html } from "../html.ts";
import { tearSheet } from "../tear-sheet/index.ts";
import { checkReport } from "./check-report.ts";
import { configurationTable } from "./configuration-table.ts";
import { distributionChart, rollingCharts } from "./daily-charts.ts";
import { deepestOf, drawdownTable } from "./drawdown-table.ts";
import { drawdownChart, equityChart } from "./equity-charts.ts";
import { figures } from "./figures.ts";
import { heatMap } from "./heat-map.ts";
import { chartsBelowPrice } from "./indicator-charts.ts";
import { monthlyReturns } from "./monthly-returns.ts";
import { priceChart } from "./price-chart.ts";
import { priceData } from "./price-data.ts";
import type { ReportedRun, ReportOptions } from "./reported-run.ts";
import { robustnessTables } from "./robustness.ts";
import { statisticsTables } from "./statistics.ts";
import { STYLE } from "./style.ts";
import { monthsTable, tradesTable } from "./tables.ts";
import { tagTables } from "./tag-tables.ts";
import { tradeMap } from "./trade-map.ts";
import { moment, spaced } from "./words.ts";
import { ZOOM_SCRIPT, ZOOM_SCRIPT_SOURCE, ZOOM_STYLE } from "./zoom-script.ts";

/** Policy that the page carries itself; it works in a file, too. */
const PAGE_POLICY = `default-src 'none'; script-src ${ZOOM_SCRIPT_SOURCE}; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'`;

/** Policy for a server that sends the page: its own style, its own script, nothing from anywhere, and in no frame. */
export const REPORT_POLICY: string = `${PAGE_POLICY}; frame-ancestors 'none'`;

/** Indicators drawn at most. */
const INDICATORS = 12;
/** Drawdowns that are shaded in the chart of the equity. */
const SHADED = 5;

/**
 * The page as text: figures, candles with entries and exits and the indicators, equity beside buy and hold, drawdowns
 * as a chart and a table, monthly returns, the statistics of a tear sheet, rolling figures, the distribution of daily
 * returns, what of the run is luck, a map of the trades, the trades by tag, the trades, the configuration, and the heat
 * map of a sweep.
 *
 * It carries its own Content-Security-Policy, which lets in its style and its one script alone. With candles that
 * script lets the price chart zoom and move; without scripts and on paper a static picture stands there. The page
 * follows the reader's light or dark, fits 320 pixels and prints. Long series are drawn with their extremes kept; at
 * most 1,000 trades are drawn and listed, and the page says so. Everything that came from outside is escaped. Same
 * input, same page.
 *
 * @throws EngineError OPTIONS_INVALID for a part of a wrong shape, when there is no equity, when `time` and `equity`
 * differ in length, and when `candles` are fewer than these or do not begin and end with them
 */
export function report(run: ReportedRun, options: ReportOptions = {}): string {
  checkReport(run, options);
  checkLengths(run, options);
  const { candles, sweep, warnings = [] } = options;
  const { timeZone = "UTC" } = run;
  const dated = datedTimes(run.time, timeZone);
  const trades = [...run.trades];
  const indicators = (options.indicators ?? []).slice(0, INDICATORS);
  const benchmark = options.benchmark ?? benchmarkOf(candles);
  const sheet = tearSheet(run, benchmark === undefined ? {} : { benchmark: benchmark.candles });
  const deepest = deepestOf(sheet, SHADED).map(
    ({ startIndex, endIndex }) => [sheet.time[startIndex]!, sheet.time[endIndex]!] as const,
  );
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
      ${figures(run)} ${candles === undefined ? undefined : priceChart(candles, trades, indicators)}
      ${candles === undefined ? undefined : chartsBelowPrice(candles.time, indicators)}
      ${equityChart(run, candles, deepest)} ${drawdownChart(run)} ${drawdownTable(sheet, dated[0]!)}
      ${monthsTable(monthlyReturns(dated, run.equity, run.initialCapital))}
      ${statisticsTables(sheet.figures, timeZone, benchmark?.name)} ${rollingCharts(sheet)}
      ${distributionChart(sheet)} ${robustnessTables(options.robustness)} ${tradeMap(trades)}
      ${tagTables(trades)} ${sweep === undefined ? undefined : heatMap(sweep)}
      ${tradesTable(trades)}
      ${run.configuration === undefined ? undefined : configurationTable(run.configuration)}
    </main>
    <footer>
      ${detailText(run)} Times are
      UTC${timeZone === "UTC" ? "" : `, days and months those of ${timeZone}`}, money is in the
      quote currency. What a simulation earned says nothing certain about what a market will pay.
    </footer>`;
  const data = candles === undefined ? undefined : priceData(candles, trades, indicators);
  return page(title, body, data);
}

/** A sentence on the finer candles of the run; empty without them. */
function detailText({ detail }: ReportedRun): string {
  if (detail === undefined) return "";
  return `Detail: ${detail.candles} candles simulated by their finer ones, ${detail.missing} without a whole detail as they are.`;
}

function page(title: string, body: Html, data: Html | undefined): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta http-equiv="Content-Security-Policy" content="${{ html: PAGE_POLICY }}" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <style>
          ${{ html: STYLE }}
          ${{ html: data === undefined ? "" : ZOOM_STYLE }}
        </style>
      </head>
      <body>
        ${body}
      </body>
    </html>`.html
    .replaceAll(/\n\s+/gu, "\n")
    .trim()
    .replace("</body>", () => `${scriptsOf(data)}</body>`);
}

/** The script comes in last, with every character as its hash has it. */
function scriptsOf(data: Html | undefined): string {
  return data === undefined ? "" : `${data.html}<script>${ZOOM_SCRIPT}</script>`;
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
  const known = parseInterval(interval);
  return known === undefined ? interval : intervalLabel(known);
}

/** Buying and holding what was traded. */
function benchmarkOf(candles: ReportOptions["candles"]): ReportOptions["benchmark"] {
  return candles === undefined ? undefined : { name: "buy and hold", candles };
}

function checkLengths(
  { time, equity }: ReportedRun,
  { candles, indicators = [] }: ReportOptions,
): void {
  const drawn = [
    ...(candles === undefined ? [] : [candles.length]),
    ...(candles === undefined ? [] : indicators.map(({ values }) => values.length)),
  ];
  const rows = candles !== undefined && isThinned(time, candles) ? candles.length : time.length;
  const isEven = equity.length === time.length && drawn.every((length) => length === rows);
  if (time.length > 0 && isEven) return;
  const lengths = [time.length, equity.length, ...drawn];
  throw new EngineError(
    "OPTIONS_INVALID",
    `report: expected as many times as equity values, candles and values of each indicator, at least one; found ${lengths.join(", ")}. Only an equity that was thinned out has fewer points than there are candles.`,
  );
}

/** True for an equity with fewer points than candles: thinning it out keeps the first and the last one. */
function isThinned(time: Float64Array, candles: NonNullable<ReportOptions["candles"]>): boolean {
  const { length } = candles;
  return (
    length > time.length &&
    candles.time[0] === time[0] &&
    candles.time[length - 1] === time[time.length - 1]
  );
}
