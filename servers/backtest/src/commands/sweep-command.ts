/** `bourse-backtest sweep`: a grid of parameters or a random search on all cores, the best rows as a table. */

import { availableParallelism } from "node:os";

import { sweep, type SweepResult, type SweepRow } from "@bourse/backtest-engine";
import { sweepMetrics, type SweepMetric } from "@bourse/backtest-engine/research";
import type { SweepRequest } from "@bourse/backtest-engine/service";
import {
  backtestWorkerModule,
  createWorkerPool,
  type BacktestTasks,
} from "@bourse/backtest-engine/threads";
import { wireConfiguration, wireSweepRequest } from "@bourse/handlers/backtest";
import { didYouMean } from "@bourse/kernel";

import {
  parameterRanges,
  runOptions,
  textFlag,
  UsageError,
  wholeFlag,
  type Flags,
} from "./command-line.ts";
import { configurationOf } from "./job-configuration.ts";
import { loadCandles, type LoadedCandles, type Variables } from "./load-candles.ts";
import type { LongCommandOutput } from "./long-command-output.ts";
import { decimal, percent, progressBar, textTable } from "./text-table.ts";

export async function sweepCommand(
  flags: Flags,
  variables: Variables,
  output: LongCommandOutput,
): Promise<void> {
  topFlag(flags); // refused before the work
  const loaded = await loadCandles(flags, variables, output);
  const result = await runSweep(flags, loaded, output);
  output.stdout(
    flags["json"] === true
      ? JSON.stringify(jsonOf(result, loaded), null, 2)
      : describe(result, flags),
  );
}

/**
 * Runs the sweep that the flags ask for on `--threads` threads (default one a core).
 *
 * @throws UsageError, EngineError
 */
export async function runSweep(
  flags: Flags,
  { candles, interval }: LoadedCandles,
  output: LongCommandOutput,
): Promise<SweepResult> {
  const count = wholeFlag(flags, "random", [1, 1_000_000]);
  const seed = wholeFlag(flags, "seed", [0, Number.MAX_SAFE_INTEGER]);
  const metric = metricFlag(flags);
  const maxCombinations = wholeFlag(flags, "max-combinations", [1, 1_000_000]);
  const size = wholeFlag(flags, "threads", [1, 256]) ?? availableParallelism();
  const pool = createWorkerPool<BacktestTasks>({ module: backtestWorkerModule(), size });
  try {
    return await sweep(candles, {
      ...runOptions(flags),
      ...(interval === undefined ? {} : { interval }),
      parameters: parameterRanges(flags),
      ...(count === undefined
        ? {}
        : { search: { count, ...(seed === undefined ? {} : { seed }) } }),
      ...(metric === undefined ? {} : { metric }),
      ...(maxCombinations === undefined ? {} : { maxCombinations }),
      threads: pool,
      onProgress: ({ progress, candlesPerSecond }) =>
        output.progress(`${progressBar(progress)}  ${millions(candlesPerSecond)} candles/s`),
    });
  } finally {
    output.progress("");
    await pool.close({ deadlineMilliseconds: 0 });
  }
}

function metricFlag(flags: Flags): SweepMetric | undefined {
  const asked = textFlag(flags, "metric");
  if (asked === undefined) return undefined;
  const found = sweepMetrics.find((metric) => metric === asked || snakeCase(metric) === asked);
  if (found !== undefined) return found;
  const known = sweepMetrics.map(snakeCase);
  throw new UsageError(
    `--metric must be one of ${known.join(", ")}; found ${JSON.stringify(asked)}.${didYouMean(asked, known)}`,
  );
}

/** Number of rows of the table. @throws UsageError */
function topFlag(flags: Flags): number {
  return wholeFlag(flags, "top", [1, 1_000_000]) ?? 10;
}

function describe(result: SweepResult, flags: Flags): string {
  const { grid, metric, best, skipped, strategy, elapsedMilliseconds } = result;
  const sign = metric === "maxDrawdown" ? -1 : 1;
  const top = topFlag(flags);
  const ranked = grid
    .toSorted((a, b) => sign * ((b[metric] ?? -sign * Infinity) - (a[metric] ?? -sign * Infinity)))
    .slice(0, top);
  const names = Object.keys(best?.parameters ?? grid[0]?.parameters ?? {});
  const seconds = (elapsedMilliseconds / 1000).toFixed(1);
  const left = skipped === 0 ? "" : `, ${skipped} left out by the strategy's own rule`;
  return [
    `${strategy}: ${grid.length} combinations${left} in ${seconds} s, the best by ${snakeCase(metric)}`,
    "",
    textTable(
      [...names, snakeCase(metric), "return", "drawdown", "trades"],
      ranked.map((row) => cells(row, names, metric)),
    ),
  ].join("\n");
}

function cells(row: SweepRow, names: readonly string[], metric: SweepMetric): string[] {
  return [
    ...names.map((name) => String(row.parameters[name])),
    decimal(row[metric], 4),
    percent(row.totalReturn),
    percent(row.maxDrawdown),
    String(row.totalTrades),
  ];
}

function jsonOf(
  { elapsedMilliseconds, configuration, grid, best, ...result }: SweepResult,
  loaded: LoadedCandles,
): object {
  return {
    ...result,
    configuration: wireConfiguration<SweepRequest>(
      configurationOf(configuration, loaded),
      wireSweepRequest,
    ),
    metric: snakeCase(result.metric),
    elapsed_ms: elapsedMilliseconds,
    best: best === null ? null : snakeKeys(best),
    grid: grid.map(snakeKeys),
  };
}

/** The row's figures by the wire's names; the parameters' names are the strategy's own. */
function snakeKeys(row: SweepRow): object {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [snakeCase(name), value]));
}

/** `maxDrawdown` as `max_drawdown`. */
export function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);
}

function millions(count: number): string {
  return `${(count / 1e6).toFixed(1)} M`;
}
