/** `bourse backtest report`: a backtest, or a sweep and its best run, as one HTML file. */

import type { BacktestOptions, SweepResult } from "@bourse/backtest-engine";
import { sliceCandles } from "@bourse/backtest-engine/data";
import { report, type ReportOptions } from "@bourse/backtest-engine/report";
import { replaceFile } from "@bourse/kernel/files";

import { type Flags, type Surroundings, textFlag, UsageError } from "../command/command.ts";
import { isFile, withStrategy } from "./chosen-strategy.ts";
import { SWEEP_FLAGS } from "./flag-tables.ts";
import { parameterRanges, parameters, runOptions } from "./flag-values.ts";
import { loadCandles, optionsOfCandles } from "./load-candles.ts";
import { checksOf, findingsOf } from "./robustness-flags.ts";
import { snakeCase } from "./snake-case.ts";
import { runSweep } from "./sweep-command.ts";

/** Default folder of the page: the one that the command was called in. */
const FILE = "report.html";

export async function reportCommand(flags: Flags, surroundings: Surroundings): Promise<void> {
  const isSweep =
    flags["vary"] !== undefined ||
    Object.values(parameterRanges(flags)).some((range) => typeof range === "object");
  if (!isSweep) refuseSearch(flags);
  const checks = checksOf(flags);
  const set = isSweep ? {} : parameters(flags);
  const loaded = await loadCandles(flags, surroundings);
  const { candles, symbol, source, warnings } = loaded;
  const { result, swept, findings } = await withStrategy(flags, async (chosen) => {
    const found = isSweep ? await runSweep(chosen, flags, loaded, surroundings) : undefined;
    const options: BacktestOptions = {
      ...runOptions(flags),
      ...found?.best?.options,
      ...optionsOfCandles(loaded),
      parameters: found?.best?.parameters ?? set,
      symbol,
    };
    const run = await chosen.backtest(candles, options);
    const luck = await findingsOf(checks, chosen, candles, run);
    return { result: run, swept: found, findings: luck };
  });
  const { overfitting, crossValidation } = swept ?? {};
  const page = report(result, {
    candles: sliceCandles(candles, candles.length - result.time.length), // without those of --train-split
    source,
    warnings,
    robustness: {
      ...findings,
      ...(overfitting !== undefined && { overfitting }),
      ...(crossValidation !== undefined && { crossValidation }),
    },
    ...(swept === undefined ? {} : { sweep: gridOf(swept) }),
  });
  const file = textFlag(flags, "out") ?? FILE;
  await replaceFile(file, page, { mode: 0o666 });
  surroundings.stdout(
    flags["json"] === true
      ? JSON.stringify({ file, bytes: Buffer.byteLength(page) })
      : `Wrote ${file}`,
  );
}

/** @throws UsageError for a flag of a search where nothing varies */
function refuseSearch(flags: Flags): void {
  const hasThreads = isFile(textFlag(flags, "strategy") ?? "");
  const search = Object.keys(SWEEP_FLAGS).filter((flag) => flag !== "threads" || !hasThreads);
  const name = search.find((flag) => flags[flag] !== undefined);
  if (name === undefined) return;
  throw new UsageError(
    `--${name} belongs to a search; give several values to try, such as --set NAME=FROM..TO/STEP or --vary OPTION=A,B.`,
  );
}

function gridOf({ metric, grid }: SweepResult): NonNullable<ReportOptions["sweep"]> {
  return {
    metric: snakeCase(metric),
    better: metric === "maxDrawdown" ? "lower" : "higher",
    points: grid.map((row) => ({ parameters: row.parameters, value: row[metric] })),
  };
}
