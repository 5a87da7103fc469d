/** `bourse-backtest strategies`: what can be run, and what can be set. */

import { builtInStrategies, type ParameterSpec } from "@bourse/backtest-engine";
import { readEnvironment, silentLogger } from "@bourse/http";
import { hasCode } from "@bourse/kernel";

import { backtestEnvironment } from "../environment.ts";
import { openStrategiesFolder, type StrategiesFolder } from "../strategies-folder.ts";
import { textFlag, UsageError, type Flags } from "./flags.ts";
import type { Variables } from "./load-candles.ts";
import type { LongCommandOutput } from "./long-command-output.ts";
import { textTable } from "./text-table.ts";

/** Flag of the command: another folder than that of STRATEGIES_DIR. */
export const FOLDER_FLAG = { strategies: { type: "string" } } as const;

/**
 * Lists the built-in strategies and those of the folder in `--strategies` or STRATEGIES_DIR. A file of it that cannot
 * be loaded is told among the errors.
 *
 * @throws UsageError; KernelError OPTION_INVALID for a folder that cannot be read
 */
export async function strategiesCommand(
  flags: Flags,
  variables: Variables,
  output: LongCommandOutput,
): Promise<void> {
  const own = await openFolder(textFlag(flags, "strategies"), variables);
  try {
    list(flags, own, output);
  } finally {
    await own.close();
  }
}

/** The folder as the server would load it. */
async function openFolder(
  folder: string | undefined,
  variables: Variables,
): Promise<StrategiesFolder> {
  const config = readEnvironment(backtestEnvironment, variables);
  const settings = folder === undefined ? config : { ...config, STRATEGIES_DIR: folder };
  try {
    return await openStrategiesFolder(settings, silentLogger);
  } catch (error) {
    if (folder === undefined || !hasCode(error, "OPTION_INVALID")) throw error;
    throw new UsageError(error.message.replace("STRATEGIES_DIR", "--strategies"));
  }
}

function list(flags: Flags, { registry }: StrategiesFolder, output: LongCommandOutput): void {
  const own = registry.list().filter(({ files }) => files !== undefined);
  const list = [...builtInStrategies, ...own].map((strategy) => ({
    name: strategy.name,
    version: strategy.version,
    description: strategy.description,
    signal_type: strategy.signalType,
    parameters: strategy.parameters,
    ...(strategy.files !== undefined && { files: strategy.files }),
  }));
  for (const { message } of registry.problems()) output.stderr(`warning: ${message}`);
  if (flags["json"] === true) {
    output.stdout(JSON.stringify(list, null, 2));
    return;
  }
  for (const { name, version, description, parameters, files } of list) {
    const rows = Object.entries(parameters).map(([parameter, spec]) => [
      `  ${parameter}`,
      String(spec.default),
      boundsOf(spec),
    ]);
    const from = files === undefined ? "" : ` (${Object.keys(files)[0]})`;
    output.stdout(`${name} ${version}${from}: ${description}`);
    output.stdout(`${textTable(["  parameter", "default", "allowed"], rows)}\n`);
  }
}

function boundsOf(spec: ParameterSpec): string {
  if ("choices" in spec) return spec.choices.join(" | ");
  return "minimum" in spec ? `${spec.minimum} to ${spec.maximum}` : "true | false";
}
