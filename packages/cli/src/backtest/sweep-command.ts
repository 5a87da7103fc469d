/** `bourse backtest sweep`: a grid of parameters or a random search on all cores, the best rows as a table. */

import { sweep, type SweepResult, type SweepRow } from "@bourse/backtest-engine";
import { sweepMetrics, type SweepMetric } from "@bourse/backtest-engine/research";
import { writeSweepCsv, type CombinationRow } from "@bourse/backtest-engine/tables";
import { wireConfiguration, wireOptionSet, wireSweepRequest } from "@bourse/handlers/backtest";
import { didYouMean } from "@bourse/kernel";
import { numeral, percent } from "@bourse/kernel/figures";
import type { SweepRequest } from "@bourse/trading-core";

import { type Flags, type Surroundings, textFlag, UsageError } from "../command/command.ts";
import { assessmentFields, assessmentLines } from "./assessment-text.ts";
import { withStrategy, type ChosenStrategy } from "./chosen-strategy.ts";
import { detailFields, detailLines } from "./detail-flags.ts";
import { SWEEP_TABLES } from "./flag-tables.ts";
import { parameterRanges, runOptions, wholeFlag } from "./flag-values.ts";
import { configurationOf } from "./job-configuration.ts";
import { loadCandles, type LoadedCandles, optionsOfCandles } from "./load-candles.ts";
import { searchOptions, studyOf } from "./search-flags.ts";
import { snakeCase } from "./snake-case.ts";
import { paragraph, tableFiles, writeTables } from "./table-files.ts";
import { progressBar, textTable } from "./text-table.ts";

export async function sweepCommand(flags: Flags, surroundings: Surroundings): Promise<void> {
  topFlag(flags); // refused before the work
  const files = tableFiles(flags, SWEEP_TABLES);
  const loaded = await loadCandles(flags, surroundings);
  const result = await withStrategy(flags, (chosen) =>
    runSweep(chosen, flags, loaded, surroundings),
  );
  const written = await writeTables(files, {
    combinations: { csv: () => writeSweepCsv({ grid: result.grid.map(withWireOptions) }) },
  });
  surroundings.stdout(
    flags["json"] === true
      ? JSON.stringify(jsonOf(result, loaded), null, 2)
      : [describe(result, loaded, flags), ...paragraph(written)].join("\n\n"),
  );
}

/** A row with its options under the names of their fields. */
export function withWireOptions({ options, ...row }: SweepRow): CombinationRow {
  return { ...row, ...(options !== undefined && { options: wireOptionSet(options) }) };
}

/**
 * Runs the sweep that the flags ask for on `--threads` threads (default one a core).
 *
 * @throws UsageError, EngineError
 */
export async function runSweep(
  { strategy, threads }: ChosenStrategy,
  flags: Flags,
  loaded: LoadedCandles,
  surroundings: Surroundings,
): Promise<SweepResult> {
  const asked = searchOptions(flags);
  const metric = metricFlag(flags);
  const maxCombinations = wholeFlag(flags, "max-combinations", [1, 1_000_000]);
  const study = await studyOf(flags);
  try {
    return await sweep(loaded.candles, {
      ...runOptions(flags),
      ...optionsOfCandles(loaded),
      strategy,
      parameters: parameterRanges(flags),
      ...asked,
      ...(study === undefined ? {} : { journal: study }),
      ...(metric === undefined ? {} : { metric }),
      ...(maxCombinations === undefined ? {} : { maxCombinations }),
      threads,
      onProgress: ({ progress, candlesPerSecond }) =>
        surroundings.progress?.(
          `${progressBar(progress)}  ${millions(candlesPerSecond)} candles/s`,
        ),
    });
  } finally {
    surroundings.progress?.("");
    await study?.close();
  }
}

/** The figure of `--metric`, in either spelling. @throws UsageError */
export function metricFlag(flags: Flags): SweepMetric | undefined {
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
  if (flags["top"] !== undefined && flags["json"] === true) {
    throw new UsageError("--top and --json exclude each other: the JSON has every combination.");
  }
  return wholeFlag(flags, "top", [1, 1_000_000]) ?? 10;
}

function describe(result: SweepResult, { detail }: LoadedCandles, flags: Flags): string {
  const { grid, metric, best, skipped, strategy, elapsedMilliseconds } = result;
  const sign = metric === "maxDrawdown" ? -1 : 1;
  const top = topFlag(flags);
  const options = Object.keys(optionsOf(grid[0]));
  const ranked = grid
    .filter(({ stoppedAt }) => stoppedAt === undefined)
    .toSorted((a, b) => sign * ((b[metric] ?? -sign * Infinity) - (a[metric] ?? -sign * Infinity)))
    .slice(0, top);
  const names = Object.keys(best?.parameters ?? grid[0]?.parameters ?? {});
  const seconds = (elapsedMilliseconds / 1000).toFixed(1);
  const rule = flags["constraint"] === undefined ? "the strategy's own rule" : "rules";
  const left = skipped === 0 ? "" : `, ${skipped} left out by ${rule}`;
  const stopped = grid.filter(({ stoppedAt }) => stoppedAt !== undefined).length;
  const early = stopped === 0 ? "" : `, ${stopped} stopped early`;
  return [
    `${strategy}: ${grid.length} combinations${left}${early} in ${seconds} s, the best by ${snakeCase(metric)}`,
    ...detailLines(result.detail, detail?.interval),
    "",
    textTable(
      [...names, ...options, snakeCase(metric), "return", "drawdown", "trades"],
      ranked.map((row) => cells(row, names, options, metric)),
    ),
    ...assessmentLines(result),
  ].join("\n");
}

/** Values of a row's options that vary, by the names of their fields. */
function optionsOf(row: SweepRow | null | undefined): Readonly<Record<string, unknown>> {
  return wireOptionSet(row?.options ?? {});
}

function cells(
  row: SweepRow,
  names: readonly string[],
  options: readonly string[],
  metric: SweepMetric,
): string[] {
  const varied = optionsOf(row);
  return [
    ...names.map((name) => String(row.parameters[name])),
    ...options.map((name) => (varied[name] === null ? "none" : JSON.stringify(varied[name]))),
    numeral(row[metric], 4),
    percent(row.totalReturn),
    percent(row.maxDrawdown),
    String(row.totalTrades),
  ];
}

function jsonOf(
  {
    elapsedMilliseconds,
    configuration,
    grid,
    best,
    overfitting,
    crossValidation,
    ...result
  }: SweepResult,
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
    gaps: loaded.gaps,
    ...detailFields(result.detail, loaded.detail?.interval),
    best: best === null ? null : snakeKeys(best),
    ...assessmentFields({ overfitting, crossValidation }),
    grid: grid.map(snakeKeys),
  };
}

/** The row's figures by the wire's names; the parameters' names are the strategy's own. */
function snakeKeys(row: SweepRow): object {
  const { options, ...figures } = row;
  return {
    ...Object.fromEntries(
      Object.entries(figures).map(([name, value]) => [snakeCase(name), value as unknown]),
    ),
    ...(options !== undefined && { options: wireOptionSet(options) }),
  };
}

function millions(count: number): string {
  return `${(count / 1e6).toFixed(1)} M`;
}
