/** `bourse backtest run`: one backtest, its figures as a table or as JSON. */

import type { BacktestResult } from "@bourse/backtest-engine";
import { wireBacktestResult, wireTrade } from "@bourse/handlers/backtest";
import { jobTearSheet, type BacktestRequest, type JobTearSheet } from "@bourse/trading-core";

import { type Flags, type Surroundings, UsageError } from "../command/command.ts";
import { loadBenchmark, type LoadedBenchmark } from "./benchmark-flag.ts";
import { withStrategy } from "./chosen-strategy.ts";
import { detailFields, detailLines } from "./detail-flags.ts";
import { figuresText, rejectedLines } from "./figures-text.ts";
import { PORTFOLIO_FLAGS, RUN_TABLES } from "./flag-tables.ts";
import { parameters, runOptions } from "./flag-values.ts";
import { isoTime } from "./iso-time.ts";
import { configurationOf } from "./job-configuration.ts";
import { loadCandles, type LoadedCandles, optionsOfCandles } from "./load-candles.ts";
import { portfolioCommand } from "./portfolio-command.ts";
import {
  checksOf,
  findingsLines,
  findingsOf,
  type Checks,
  type Findings,
} from "./robustness-flags.ts";
import { sheetText } from "./sheet-text.ts";
import { paragraph, runTables, tableFiles, writeTables } from "./table-files.ts";

export async function runCommand(flags: Flags, surroundings: Surroundings): Promise<void> {
  if (flags["symbols"] !== undefined) return await portfolioCommand(flags, surroundings);
  for (const { flag } of PORTFOLIO_FLAGS) {
    if (flags[flag] === undefined) continue;
    throw new UsageError(
      `--${flag} needs --symbols: it belongs to a portfolio of several symbols.`,
    );
  }
  const set = parameters(flags);
  const rules = runOptions(flags);
  const checks = checksOf(flags);
  const files = tableFiles(flags, RUN_TABLES);
  const loaded = await loadCandles(flags, surroundings);
  const { symbol, candles, source } = loaded;
  const markets = { [symbol]: candles };
  const benchmark = await loadBenchmark(
    flags,
    { markets, source, actions: { ...rules, ...loaded.actions } },
    surroundings,
  );
  const [result, findings] = await withStrategy(flags, async (chosen) => {
    const run = await chosen.backtest(candles, {
      ...rules,
      ...optionsOfCandles(loaded),
      parameters: set,
      symbol,
    });
    return [run, await findingsOf(checks, chosen, candles, run)] as const;
  });
  const sheet =
    benchmark.candles === undefined ? undefined : jobTearSheet(result, benchmark.candles);
  const written = await writeTables(files, runTables(result, result));
  const found = { ...findings, ...(sheet !== undefined && { tearSheet: sheet }) };
  surroundings.stdout(
    flags["json"] === true
      ? JSON.stringify(jsonOf(result, loaded, checks, benchmark, found), null, 2)
      : [
          [describe(result, loaded), ...findingsLines(findings)].join("\n"),
          ...sheetText(sheet, benchmark.join),
          ...paragraph(written),
        ].join("\n\n"),
  );
}

/** The result in the server's spelling, with the parameters and the trades. */
function jsonOf(
  result: BacktestResult,
  loaded: LoadedCandles,
  checks: Checks,
  { fields, join, warnings }: LoadedBenchmark,
  findings: Findings & { readonly tearSheet?: JobTearSheet },
): object {
  const {
    parameters: inForce,
    configuration,
    trades,
    symbol: _,
    interval: ____,
    equity: __,
    time: ___,
    ...figures
  } = result;
  const computed = configurationOf<BacktestRequest>(configuration, loaded);
  return {
    ...wireBacktestResult(
      {
        ...figures,
        ...findings,
        configuration: { ...computed, request: { ...computed.request, ...checks, ...fields } },
        exchange: loaded.exchange,
        source: loaded.source,
        warnings: [...loaded.warnings, ...warnings],
        gaps: loaded.gaps,
        ...(join !== undefined && { benchmark: join }),
      },
      { symbol: loaded.symbol, interval: loaded.interval ?? "" },
    ),
    ...loaded.leftOut,
    ...detailFields(result.detail, loaded.detail?.interval),
    parameters: inForce,
    trades: trades.toArray().map(wireTrade),
  };
}

function describe(result: BacktestResult, loaded: LoadedCandles): string {
  const { symbol, source } = loaded;
  const set = Object.entries(result.parameters).map(([name, value]) => `${name}=${String(value)}`);
  const span = `${isoTime(result.firstTimestamp)} to ${isoTime(result.lastTimestamp)}`;
  return [
    `${result.strategy} on ${symbol}: ${result.candles} candles from ${span}, source ${source}`,
    set.join(" "),
    rulesOf(result),
    ...leftOutLines(loaded),
    ...detailLines(result.detail, loaded.detail?.interval),
    "",
    figuresText(result, loaded.funding && result.fundingPaid),
    ...actionLines(result.actions),
    ...rejectedLines(result),
  ].join("\n");
}

/** Lines on the dividends, splits and rolls that met a position. */
export function actionLines(actions: BacktestResult["actions"] = []): readonly string[] {
  const { dividend = [], split = [], roll = [] } = Object.groupBy(actions, ({ kind }) => kind);
  const cashOf = (some: typeof actions): string =>
    some.reduce((sum, { cash }) => sum + cash, 0).toFixed(2);
  const ofShares = `dividends booked: ${dividend.length}, ${cashOf(dividend)} in all; splits: ${split.length}`;
  return [
    ...(dividend.length + split.length > 0 ? [ofShares] : []),
    ...(roll.length > 0 ? [`rolls: ${roll.length}, ${cashOf(roll)} of fees in all`] : []),
  ];
}

/** A line on the rows of a file that are not among the candles. */
function leftOutLines({ leftOut }: LoadedCandles): readonly string[] {
  const { skipped, duplicates } = leftOut ?? { skipped: { count: 0 }, duplicates: { count: 0 } };
  if (skipped.count + duplicates.count === 0) return [];
  return [`rows of the file left out: ${skipped.count} skipped, ${duplicates.count} repeated`];
}

/** The rules that the figures hold under, on two lines. */
function rulesOf(result: BacktestResult): string {
  const { configuration, tradingDays, barsPerYear, timeZone, calendar } = result;
  const { options, daysPerYearFrom, engineVersion } = configuration;
  const { fee, slippage, positionSize, fill, direction, takeProfit, stopLoss, contract } = options;
  const year = daysPerYearFrom === "given" ? "as given" : "as counted from the candles";
  const days = timeZone === "UTC" ? "" : `, days of ${timeZone}`;
  const named = calendar === "custom" ? "hours as given" : `hours of ${calendar}`;
  const hours = calendar === undefined ? "" : `, ${named}`;
  const traded = contract === undefined ? "" : `, contract ${JSON.stringify(contract)}`;
  return [
    `fee ${String(fee)}, slippage ${JSON.stringify(slippage)}, size ${JSON.stringify(positionSize)}, fill ${fill}, direction ${direction}, take profit ${String(takeProfit ?? "none")}, stop loss ${String(stopLoss ?? "none")}${traded}`,
    `${tradingDays} trading days a year ${year}, ${barsPerYear} candles a year${days}${hours}, engine ${engineVersion}`,
  ].join("\n");
}
