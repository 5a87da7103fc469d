/** `bourse backtest strategies`: what can be run, and what can be set. */

import { builtInStrategies, type ParameterSpec } from "@bourse/backtest-engine";
import { readEnvironment, silentLogger } from "@bourse/http/environment";
import { hasCode } from "@bourse/kernel";
import { backtestEnvironment, strategyOptions } from "@bourse/server-backtest/parts";
import { openStrategiesFolder, type StrategiesFolder } from "@bourse/trading-core/threads";

import {
  type Flags,
  type FlagTable,
  type Surroundings,
  textFlag,
  UsageError,
  type Variables,
} from "../command/command.ts";
import { textTable } from "./text-table.ts";

/** Flag of the command: another folder than that of STRATEGIES_DIR. */
export const FOLDER_FLAG = {
  strategies: { value: "FOLDER", description: "strategies of one's own; as STRATEGIES_DIR" },
} as const satisfies FlagTable;

/**
 * Lists the built-in strategies and those of the folder in `--strategies` or STRATEGIES_DIR. A file of it that cannot
 * be loaded is told among the errors.
 *
 * @throws UsageError; KernelError OPTION_INVALID for a folder that cannot be read
 */
export async function strategiesCommand(flags: Flags, surroundings: Surroundings): Promise<void> {
  const own = await openFolder(textFlag(flags, "strategies"), surroundings.variables);
  try {
    list(flags, own, surroundings);
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
  const options = strategyOptions(
    folder === undefined ? config : { ...config, STRATEGIES_DIR: folder },
  );
  try {
    return await openStrategiesFolder({ ...options, size: config.WORKERS, logger: silentLogger });
  } catch (error) {
    if (folder === undefined || !hasCode(error, "OPTION_INVALID")) throw error;
    throw new UsageError(error.message.replace("STRATEGIES_DIR", "--strategies"));
  }
}

function list(flags: Flags, { registry }: StrategiesFolder, surroundings: Surroundings): void {
  const own = registry.list().filter(({ files }) => files !== undefined);
  const list = [...builtInStrategies, ...own].map((strategy) => ({
    name: strategy.name,
    version: strategy.version,
    description: strategy.description,
    signal_type: strategy.signalType,
    parameters: strategy.parameters,
    ...(strategy.files !== undefined && { files: strategy.files }),
  }));
  for (const { message } of registry.problems()) surroundings.stderr(`warning: ${message}`);
  if (flags["json"] === true) {
    surroundings.stdout(JSON.stringify(list, null, 2));
    return;
  }
  for (const { name, version, description, parameters, files } of list) {
    const rows = Object.entries(parameters).map(([parameter, spec]) => [
      `  ${parameter}`,
      String(spec.default),
      boundsOf(spec),
    ]);
    const from = files === undefined ? "" : ` (${Object.keys(files)[0]})`;
    surroundings.stdout(`${name} ${version}${from}: ${description}`);
    surroundings.stdout(`${textTable(["  parameter", "default", "allowed"], rows)}\n`);
  }
}

function boundsOf(spec: ParameterSpec): string {
  if ("choices" in spec) return spec.choices.join(" | ");
  return "minimum" in spec ? `${spec.minimum} to ${spec.maximum}` : "true | false";
}
