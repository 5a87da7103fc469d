/** The command `doctor`: what is installed, and what the doctor of each installed server says. */

import { spawnSync } from "node:child_process";

import { findProgram } from "./find-program.ts";
import { SERVICES, TOOLS } from "./programs.ts";

/** Prints the findings. Returns the exit code: 0 without a problem, else 1. */
export function runDoctor(
  args: readonly string[],
  folder: string,
  stdout: (line: string) => void,
): 0 | 1 {
  stdout(`ok       Node.js ${process.versions.node}`);
  let hasProblem = false;
  for (const program of [...SERVICES, ...TOOLS]) {
    const found = findProgram(program, folder);
    if ("missing" in found) stdout(`note     ${program.packageName} is not installed here`);
    else stdout(`ok       ${program.packageName} ${found.version}`);
  }
  for (const program of SERVICES) {
    const found = findProgram(program, folder);
    if ("missing" in found) continue;
    stdout(`\n${program.bin} doctor`);
    const words = [...process.execArgv, found.file, "doctor", ...args];
    const { status } = spawnSync(process.execPath, words, { stdio: "inherit" });
    hasProblem ||= status !== 0;
  }
  return hasProblem ? 1 : 0;
}
