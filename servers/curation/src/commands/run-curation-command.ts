/** The commands of `bourse-curation` beside the server itself: they open the same data, so the server must be stopped. */

import { seedCuration } from "@bourse/curation-core";
import { createClosingStack, readEnvironment } from "@bourse/http";
import { hasCode, isBourseError } from "@bourse/kernel";
import { runStoreCommand } from "@bourse/store";

import { curationEnvironment } from "../environment.ts";
import { openCurationCore } from "../open-core.ts";

/** How a command ended: 0 done, 1 refused or failed, 2 called wrongly. */
export type ExitCode = 0 | 1 | 2;

export interface CommandOutput {
  /** A line of output, without a newline at its end. */
  readonly print: (text: string) => void;
  /** A line of errors. */
  readonly complain: (text: string) => void;
}

const USAGE = `Usage: bourse-curation [start]
       bourse-curation seed
       bourse-curation store copy FROM TO

start        run the server (the default)
seed         add a dozen example drafts and their markets; once
store copy   copy a whole store to another engine or file, and verify it

Settings come from the environment, as for the server; it must be stopped first.
Exit codes: 0 done, 1 refused or failed, 2 called wrongly`;

/** Runs the command that `words` name on the data that `variables` name. */
export async function runCurationCommand(
  words: readonly string[],
  variables: Readonly<Record<string, string | undefined>>,
  output: CommandOutput,
): Promise<ExitCode> {
  if (words[0] === "seed" && words.length === 1) return await seed(variables, output);
  if (words[0] === "store" && words[1] === "copy") {
    return await runStoreCommand(words.slice(1), output.print, output.complain);
  }
  const isHelp = words.length === 1 && /^(--help|-h|help)$/.test(words[0] ?? "");
  (isHelp ? output.print : output.complain)(USAGE);
  return isHelp ? 0 : 2;
}

async function seed(
  variables: Readonly<Record<string, string | undefined>>,
  output: CommandOutput,
): Promise<ExitCode> {
  const opened = createClosingStack();
  try {
    const config = readEnvironment(curationEnvironment, variables);
    const core = await openCurationCore(
      { ...config, REQUIRE_WALLET_PROOF: "false" },
      opened,
      output.complain,
    );
    const { drafts, markets } = await seedCuration(core);
    output.print(
      drafts === 0
        ? "The examples are here already; nothing was added."
        : `Added ${drafts} drafts, ${markets} of them with a market.`,
    );
    return 0;
  } catch (error) {
    if (!isBourseError(error)) throw error;
    output.complain(`${error.code}: ${error.message}`);
    if (hasCode(error, "STORE_LOCKED")) {
      output.complain("Is the server running? Stop it, run this command, and start it again.");
    }
    return hasCode(error, "ENVIRONMENT_INVALID") ? 2 : 1;
  } finally {
    await opened.close();
  }
}
