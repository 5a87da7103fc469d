/** `bourse backtest walk-forward`: parameters chosen on one stretch of candles and traded on the next, repeatedly. */

import { walkForward, type WalkForwardResult } from "@bourse/backtest-engine";
import { resultHash } from "@bourse/backtest-engine/research";
import { writeWindowsCsv } from "@bourse/backtest-engine/tables";
import { wireWalkForwardResult } from "@bourse/handlers/backtest";
import { count, numeral, percent } from "@bourse/kernel/figures";
import type { WalkForwardRequest } from "@bourse/trading-core";

import {
  type Flag,
  type Flags,
  type FlagTable,
  type Surroundings,
  UsageError,
} from "../command/command.ts";
import { withStrategy } from "./chosen-strategy.ts";
import { detailFields, detailLines } from "./detail-flags.ts";
import { rejectedLines } from "./figures-text.ts";
import { WALK_FORWARD_TABLES } from "./flag-tables.ts";
import { parameterRanges, runOptions, wholeFlag } from "./flag-values.ts";
import { configurationOf } from "./job-configuration.ts";
import { loadCandles, type LoadedCandles, optionsOfCandles } from "./load-candles.ts";
import { searchOptions } from "./search-flags.ts";
import { metricFlag, withWireOptions } from "./sweep-command.ts";
import { paragraph, runTables, tableFiles, writeTables, type Tables } from "./table-files.ts";
import { progressBar, textList, textTable } from "./text-table.ts";

/** Flags of the windows, in candles. */
export const WINDOW_FLAGS: FlagTable = Object.fromEntries(
  Object.entries<Flag>({
    train: { value: "CANDLES", description: "candles to choose on; needed" },
    test: { value: "CANDLES", description: "candles to trade on; needed" },
    step: { value: "CANDLES", description: "candles from one window to the next; as --test" },
    purge: { value: "CANDLES", description: "candles left out before a test", default: "0" },
    embargo: { value: "CANDLES", description: "candles left out after a test", default: "0" },
    anchored: { description: "each window begins at the first candle" },
  }).map(([name, flag]) => [name, { ...flag, heading: "Windows" }]),
);

export async function walkForwardCommand(flags: Flags, surroundings: Surroundings): Promise<void> {
  const windows = windowOptions(flags);
  const metric = metricFlag(flags);
  const maxCombinations = wholeFlag(flags, "max-combinations", [1, 1_000_000]);
  const files = tableFiles(flags, WALK_FORWARD_TABLES);
  const loaded = await loadCandles(flags, surroundings);
  const result = await withStrategy(flags, ({ strategy, threads }) =>
    walkForward(loaded.candles, {
      ...runOptions(flags),
      ...optionsOfCandles(loaded),
      ...windows,
      strategy,
      parameters: parameterRanges(flags),
      ...searchOptions(flags),
      ...(metric === undefined ? {} : { metric }),
      ...(maxCombinations === undefined ? {} : { maxCombinations }),
      threads,
      onProgress: ({ progress }) => surroundings.progress?.(progressBar(progress)),
    }),
  ).finally(() => surroundings.progress?.(""));
  const written = await writeTables(files, tablesOf(result));
  surroundings.stdout(
    flags["json"] === true
      ? JSON.stringify(jsonOf(result, loaded), null, 2)
      : [describe(result, loaded), ...paragraph(written)].join("\n\n"),
  );
}

function tablesOf(result: WalkForwardResult): Tables {
  const { outOfSample, windows, configuration } = result;
  const { timeZone } = configuration.options;
  const account = {
    ...result,
    initialCapital: outOfSample.initialCapital,
    ...(timeZone !== undefined && { timeZone }),
  };
  const rows = windows.map(({ inSample, ...window }) => ({
    ...window,
    inSample: inSample && withWireOptions(inSample),
  }));
  return {
    ...runTables(account, outOfSample),
    windows: { csv: () => writeWindowsCsv({ windows: rows }) },
  };
}

/** @throws UsageError without the lengths of training and test */
function windowOptions(flags: Flags): Parameters<typeof walkForward>[1] {
  const count = (name: string, least: number): number | undefined =>
    wholeFlag(flags, name, [least, 1_000_000]);
  const [trainCandles, testCandles] = [count("train", 1), count("test", 1)];
  if (trainCandles === undefined || testCandles === undefined) {
    throw new UsageError(
      "walk-forward needs --train CANDLES to choose on and --test CANDLES to trade on.",
    );
  }
  const [step, purge, embargo] = [count("step", 1), count("purge", 0), count("embargo", 0)];
  return {
    trainCandles,
    testCandles,
    ...(step !== undefined && { stepCandles: step }),
    ...(purge !== undefined && { purgeCandles: purge }),
    ...(embargo !== undefined && { embargoCandles: embargo }),
    ...(flags["anchored"] === true && { isAnchored: true }),
  };
}

function describe(result: WalkForwardResult, { symbol, source, detail }: LoadedCandles): string {
  const { strategy, metric, windows, outOfSample, elapsedMilliseconds } = result;
  const rows = windows.map(({ testFromTime, testToTime, inSample, outOfSample: test }) => [
    `${day(testFromTime)} to ${day(testToTime)}`,
    inSample === null ? "nothing to trade" : setOf(inSample.parameters),
    numeral(inSample?.[metric] ?? null, 4),
    numeral(test?.[metric] ?? null, 4),
    percent(test?.totalReturn ?? null),
    count(test?.totalTrades ?? 0),
  ]);
  return [
    `${strategy} on ${symbol}: ${windows.length} windows in ${(elapsedMilliseconds / 1000).toFixed(1)} s, source ${source}`,
    ...detailLines(result.detail, detail?.interval),
    "",
    textTable(["test", "parameters", `trained ${metric}`, "tested", "return", "trades"], rows),
    "",
    "All tests as one account",
    textList([
      ["Total return", percent(outOfSample.totalReturn)],
      ["Max drawdown", percent(outOfSample.maxDrawdown)],
      ["Trades", count(outOfSample.totalTrades)],
      ["Sharpe ratio", numeral(outOfSample.sharpe)],
      ["Final capital", numeral(outOfSample.finalCapital)],
    ]),
    ...rejectedLines(result),
  ].join("\n");
}

/** The result in the server's spelling. */
function jsonOf(result: WalkForwardResult, loaded: LoadedCandles): object {
  const { strategy, metric, windows, outOfSample, configuration, elapsedMilliseconds } = result;
  const { candles, symbol, interval = "", exchange, source, warnings, gaps } = loaded;
  const wire = wireWalkForwardResult(
    {
      strategy,
      metric,
      windows,
      outOfSample,
      ...(result.lateCloses !== undefined && { lateCloses: result.lateCloses }),
      candles: candles.length,
      firstTimestamp: candles.time[0]!, // there is one
      lastTimestamp: candles.time.at(-1)!,
      exchange,
      source,
      warnings,
      gaps,
      configuration: configurationOf<WalkForwardRequest>(configuration, loaded),
      elapsedMilliseconds,
      resultHash: resultHash(result),
    },
    { symbol, interval },
  );
  return { ...wire, ...detailFields(result.detail, loaded.detail?.interval) };
}

function setOf(parameters: Readonly<Record<string, unknown>>): string {
  return Object.entries(parameters)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join(" ");
}

function day(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}
