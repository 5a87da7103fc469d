/** `bourse-backtest run`: one backtest, its figures as a table or as JSON. */

import type { BacktestResult } from "@bourse/backtest-engine";
import type { BacktestRequest } from "@bourse/backtest-engine/service";
import { tearSheet } from "@bourse/backtest-engine/tear-sheet";
import { wireBacktestResult, wireTrade } from "@bourse/handlers/backtest";

import { withStrategy } from "./chosen-strategy.ts";
import {
  parameters,
  PORTFOLIO_FLAGS,
  runOptions,
  snakeCase,
  UsageError,
  type Flags,
} from "./command-line.ts";
import { figuresText } from "./figures-text.ts";
import { configurationOf } from "./job-configuration.ts";
import { loadCandles, type LoadedCandles, type Variables } from "./load-candles.ts";
import type { LongCommandOutput } from "./long-command-output.ts";
import { portfolioCommand } from "./portfolio-command.ts";
import {
  checksOf,
  findingsLines,
  findingsOf,
  type Checks,
  type Findings,
} from "./robustness-flags.ts";
import { textList } from "./text-table.ts";

export async function runCommand(
  flags: Flags,
  variables: Variables,
  output: LongCommandOutput,
): Promise<void> {
  if (flags["symbols"] !== undefined) return await portfolioCommand(flags, variables, output);
  for (const { flag } of PORTFOLIO_FLAGS) {
    if (flags[flag] === undefined) continue;
    throw new UsageError(
      `--${flag} needs --symbols: it belongs to a portfolio of several symbols.`,
    );
  }
  const set = parameters(flags);
  const rules = runOptions(flags);
  const checks = checksOf(flags);
  const loaded = await loadCandles(flags, variables, output);
  const [result, findings] = await withStrategy(flags, async (chosen) => {
    const run = await chosen.backtest(loaded.candles, {
      ...rules,
      parameters: set,
      symbol: loaded.symbol,
      ...(loaded.interval === undefined ? {} : { interval: loaded.interval }),
    });
    return [run, await findingsOf(checks, chosen, loaded.candles, run)] as const;
  });
  const sheet = flags["tear-sheet"] === true ? sheetOf(result, loaded) : undefined;
  output.stdout(
    flags["json"] === true
      ? JSON.stringify({ ...jsonOf(result, loaded, checks, findings), ...sheet }, null, 2)
      : [
          describe(result, loaded),
          ...findingsLines(findings),
          ...(sheet === undefined ? [] : ["", textOf(sheet)]),
        ].join("\n"),
  );
}

interface Sheet {
  readonly tear_sheet: Readonly<Record<string, number | null>>;
}

/** Figures of the daily returns beside holding the same candles, under the names of the wire. */
function sheetOf(result: BacktestResult, { candles }: LoadedCandles): Sheet {
  const { figures } = tearSheet(result, { benchmark: candles });
  const rows = Object.entries<number | null>({ ...figures });
  const named = rows.map(([name, value]): [string, number | null] => [snakeCase(name), value]);
  return { tear_sheet: Object.fromEntries<number | null>(named) };
}

/** A line for each figure; fractions are plain. */
function textOf({ tear_sheet: figures }: Sheet): string {
  const rows = Object.entries(figures).map(
    ([name, value]) =>
      [
        name.replaceAll("_", " "),
        value === null ? "–" : String(Number(value.toPrecision(6))),
      ] as const,
  );
  return `Tear sheet of daily returns (fractions are plain)\n${textList(rows)}`;
}

/** The result in the server's spelling, with the parameters and the trades. */
function jsonOf(
  result: BacktestResult,
  loaded: LoadedCandles,
  checks: Checks,
  findings: Findings,
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
        configuration: { ...computed, request: { ...computed.request, ...checks } },
        exchange: loaded.exchange,
        source: loaded.source,
        warnings: loaded.warnings,
        gaps: loaded.gaps,
      },
      { symbol: loaded.symbol, interval: loaded.interval ?? "" },
    ),
    parameters: inForce,
    trades: trades.toArray().map(wireTrade),
  };
}

function describe(result: BacktestResult, { symbol, source }: LoadedCandles): string {
  const set = Object.entries(result.parameters).map(([name, value]) => `${name}=${String(value)}`);
  const span = `${iso(result.firstTimestamp)} to ${iso(result.lastTimestamp)}`;
  return [
    `${result.strategy} on ${symbol}: ${result.candles} candles from ${span}, source ${source}`,
    set.join(" "),
    rulesOf(result),
    "",
    figuresText(result),
  ].join("\n");
}

/** The rules that the figures hold under, on two lines. */
function rulesOf({ configuration }: BacktestResult): string {
  const { options, daysPerYearFrom, engineVersion } = configuration;
  const { fee, slippage, positionSize, fill, direction, takeProfit, stopLoss, daysPerYear } =
    options;
  const year = daysPerYearFrom === "given" ? "as given" : "by the calendar of the candles";
  return [
    `fee ${String(fee)}, slippage ${JSON.stringify(slippage)}, size ${JSON.stringify(positionSize)}, fill ${fill}, direction ${direction}, take profit ${String(takeProfit ?? "none")}, stop loss ${String(stopLoss ?? "none")}`,
    `${String(daysPerYear)} trading days a year ${year}, engine ${engineVersion}`,
  ].join("\n");
}

function iso(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
