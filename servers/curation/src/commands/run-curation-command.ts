/** The commands of `bourse-curation`. They open the server's data, so the server must be stopped first. */

import { seedCuration } from "@bourse/curation-core";
import { createClosingStack, readEnvironment } from "@bourse/http";
import { hasCode, isBourseError } from "@bourse/kernel";
import { runStoreCommand } from "@bourse/store";

import { curationEnvironment } from "../environment.ts";
import { openCurationCore } from "../open-core.ts";

/** Exit code of a command: 0 success, 1 failure, 2 wrong usage. */
export type ExitCode = 0 | 1 | 2;

/** Output streams of a command. */
export interface CommandOutput {
  /** Writes a line of output; `text` has no newline at its end. */
  readonly stdout: (text: string) => void;
  /** Writes a line of errors. */
  readonly stderr: (text: string) => void;
}

const USAGE = `Usage: bourse-curation [start]
       bourse-curation seed
       bourse-curation store copy FROM TO

start        run the server (the default)
seed         add example drafts and markets; only once
store copy   copy a whole store to another engine or file, and verify it

Settings come from the environment, as for the server; it must be stopped first.
Exit codes: 0 success, 1 failure, 2 wrong usage`;

/** Runs the command in `args` on the data that the environment `variables` name. */
export async function runCurationCommand(
  args: readonly string[],
  variables: Readonly<Record<string, string | undefined>>,
  output: CommandOutput,
): Promise<ExitCode> {
  if (args[0] === "seed" && args.length === 1) return await seed(variables, output);
  if (args[0] === "store" && args[1] === "copy") {
    return await runStoreCommand(args.slice(1), output.stdout, output.stderr);
  }
  const isHelp = args.length === 1 && /^(--help|-h|help)$/.test(args[0] ?? "");
  (isHelp ? output.stdout : output.stderr)(USAGE);
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
      output.stderr,
    );
    const { drafts, markets } = await seedCuration(core);
    output.stdout(
      drafts === 0
        ? "The store already has the examples; nothing was added."
        : `Added ${drafts} drafts, ${markets} of them with a market.`,
    );
    return 0;
  } catch (error) {
    if (!isBourseError(error)) throw error;
    output.stderr(`${error.code}: ${error.message}`);
    if (hasCode(error, "STORE_LOCKED")) {
      output.stderr("Is the server running? Stop it, run this command, and start it again.");
    }
    return hasCode(error, "ENVIRONMENT_INVALID") ? 2 : 1;
  } finally {
    await opened.close();
  }
}
