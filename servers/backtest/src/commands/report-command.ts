/** `bourse-backtest report`: a backtest, or a sweep and its best run, as one HTML file. */

import type { BacktestOptions, SweepResult } from "@bourse/backtest-engine";
import { report, type ReportOptions } from "@bourse/backtest-engine/report";
import { replaceFile } from "@bourse/kernel/files";

import { withStrategy } from "./chosen-strategy.ts";
import {
  parameterRanges,
  parameters,
  runOptions,
  snakeCase,
  textFlag,
  type Flags,
} from "./command-line.ts";
import { loadCandles, type Variables } from "./load-candles.ts";
import type { LongCommandOutput } from "./long-command-output.ts";
import { runSweep } from "./sweep-command.ts";

/** Default folder of the page: the one that the command was called in. */
const FILE = "report.html";

export async function reportCommand(
  flags: Flags,
  variables: Variables,
  output: LongCommandOutput,
): Promise<void> {
  const isSweep = Object.values(parameterRanges(flags)).some((range) => typeof range === "object");
  const set = isSweep ? {} : parameters(flags);
  const loaded = await loadCandles(flags, variables, output);
  const { candles, symbol, interval, source, warnings } = loaded;
  const { result, swept } = await withStrategy(flags, async (chosen) => {
    const found = isSweep ? await runSweep(chosen, flags, loaded, output) : undefined;
    const options: BacktestOptions = {
      ...runOptions(flags),
      ...found?.best?.options,
      parameters: found?.best?.parameters ?? set,
      symbol,
      ...(interval === undefined ? {} : { interval }),
    };
    return { result: await chosen.backtest(candles, options), swept: found };
  });
  const page = report(result, {
    candles,
    source,
    warnings,
    ...(swept === undefined ? {} : { sweep: gridOf(swept) }),
  });
  const file = textFlag(flags, "out") ?? FILE;
  await replaceFile(file, page, { mode: 0o666 });
  output.stdout(
    flags["json"] === true
      ? JSON.stringify({ file, bytes: Buffer.byteLength(page) })
      : `Wrote ${file}`,
  );
}

function gridOf({ metric, grid }: SweepResult): NonNullable<ReportOptions["sweep"]> {
  return {
    metric: snakeCase(metric),
    better: metric === "maxDrawdown" ? "lower" : "higher",
    points: grid.map((row) => ({ parameters: row.parameters, value: row[metric] })),
  };
}
