/** The command `doctor`: what is installed, and what the doctor of each installed service says. */

import type { ExitCode, Surroundings } from "./command/command.ts";
import { runCommand } from "./command/run-command.ts";
import { versionOf } from "./find-package.ts";
import { SERVICES, TOOLS } from "./packages.ts";

/** Prints the findings. Resolves to the exit code: 0 without a problem, else 1. */
export async function runDoctor(surroundings: Surroundings): Promise<ExitCode> {
  const { stdout } = surroundings;
  stdout(`ok       Node.js ${process.versions.node}`);
  for (const one of [...SERVICES, ...TOOLS]) {
    const version = versionOf(one);
    if (version === undefined) stdout(`note     ${one.packageName} is not installed here`);
    else stdout(`ok       ${one.packageName} ${version}`);
  }
  let hasProblem = false;
  for (const service of SERVICES) {
    if (versionOf(service) === undefined) continue;
    stdout(`\nbourse ${service.word} doctor`);
    const code = await runCommand(await service.load(), ["doctor"], surroundings);
    hasProblem ||= code !== 0;
  }
  return hasProblem ? 1 : 0;
}
