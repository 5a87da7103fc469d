/** `bourse-backtest strategies`: what can be run, and what can be set. */

import { builtInStrategies, type ParameterSpec } from "@bourse/backtest-engine";

import type { Flags } from "./command-line.ts";
import type { CommandOutput } from "./command-output.ts";
import { textTable } from "./text-table.ts";

export function strategiesCommand(flags: Flags, output: CommandOutput): void {
  const list = builtInStrategies.map(({ name, version, description, signalType, parameters }) => ({
    name,
    version,
    description,
    signal_type: signalType,
    parameters,
  }));
  if (flags["json"] === true) {
    output.print(JSON.stringify(list, null, 2));
    return;
  }
  for (const { name, version, description, parameters } of list) {
    const rows = Object.entries(parameters).map(([parameter, spec]) => [
      `  ${parameter}`,
      String(spec.default),
      boundsOf(spec),
    ]);
    output.print(`${name} ${version}: ${description}`);
    output.print(`${textTable(["  parameter", "default", "allowed"], rows)}\n`);
  }
}

function boundsOf(spec: ParameterSpec): string {
  if ("choices" in spec) return spec.choices.join(" | ");
  return "minimum" in spec ? `${spec.minimum} to ${spec.maximum}` : "true | false";
}
