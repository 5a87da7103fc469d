/** `bourse-backtest strategies`: what can be run, and what can be set. */

import { builtInStrategies, type ParameterSpec } from "@bourse/backtest-engine";

import type { Flags } from "./command-line.ts";
import type { LongCommandOutput } from "./long-command-output.ts";
import { textTable } from "./text-table.ts";

export function strategiesCommand(flags: Flags, output: LongCommandOutput): void {
  const list = builtInStrategies.map(({ name, version, description, signalType, parameters }) => ({
    name,
    version,
    description,
    signal_type: signalType,
    parameters,
  }));
  if (flags["json"] === true) {
    output.stdout(JSON.stringify(list, null, 2));
    return;
  }
  for (const { name, version, description, parameters } of list) {
    const rows = Object.entries(parameters).map(([parameter, spec]) => [
      `  ${parameter}`,
      String(spec.default),
      boundsOf(spec),
    ]);
    output.stdout(`${name} ${version}: ${description}`);
    output.stdout(`${textTable(["  parameter", "default", "allowed"], rows)}\n`);
  }
}

function boundsOf(spec: ParameterSpec): string {
  if ("choices" in spec) return spec.choices.join(" | ");
  return "minimum" in spec ? `${spec.minimum} to ${spec.maximum}` : "true | false";
}
