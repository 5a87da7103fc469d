/** The commands of a service, called in this process. */

import type { CommandOutput, Variables } from "../../src/command/command.ts";
import { runBourse, type Surroundings } from "../../src/index.ts";

/** Runs a command and resolves to its exit code. */
export type RunWords = (
  words: readonly string[],
  variables: Variables,
  output: CommandOutput & Partial<Surroundings>,
) => Promise<number>;

const run =
  (service: string): RunWords =>
  async (words, variables, output) =>
    // Only programs of other packages have no code.
    (await runBourse([service, ...words], { ...output, variables }))!;

export const runAuth: RunWords = run("auth");
export const runCuration: RunWords = run("curation");
export const runBacktest: RunWords = run("backtest");
export const runNode: RunWords = run("node");
export const runStore: RunWords = run("store");
