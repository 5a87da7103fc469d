/** The commands of `bourse-curation`. They open the server's data, so the server must be stopped first. */

import { existsSync } from "node:fs";

import { createMasterKeySource } from "@bourse/credentials/master-key-file";
import { seedCuration, type CurationCore } from "@bourse/curation-core";
import {
  answerUsage,
  createClosingStack,
  endSessions,
  readEnvironment,
  verifyAudit,
  type CommandOutput,
  type ExitCode,
  type Usage,
} from "@bourse/http";
import { hasCode, isBourseError } from "@bourse/kernel";
import { checkStoreExists, runStoreCommand } from "@bourse/store";

import { adminCodePath } from "../admin-code-file.ts";
import { curationEnvironment, type CurationEnvironment } from "../environment.ts";
import { masterKeyPlace, openCurationCore, STORE_SCHEMA, storeUrl } from "../open-core.ts";
import { ADMIN_USAGE, type AskYesOrNo, isAdminCommand, runAdminCommand } from "./admin-command.ts";

/** Usage of the program. */
export const USAGE: Usage = {
  commands: ["start", "seed", "admin", "sessions", "audit", "store", "health", "doctor"],
  text: `Usage: bourse-curation [start]
       bourse-curation seed
${ADMIN_USAGE}
       bourse-curation sessions end
       bourse-curation audit verify [POSITION:HASH]
       bourse-curation store copy FROM TO
       bourse-curation health | doctor

start         run the server (the default) on http://127.0.0.1:3001
seed          add example drafts and markets; only once
admin list    list the admins
admin grant   make an account an admin. USER is its id, username, e-mail or
              wallet; id:, wallet:, email: or user: before it says which.
              The command shows the account and asks; --yes answers
admin revoke  take the role from an admin, likewise; the last one keeps it
admin invite  write a new one-time code for an e-mail address into
              DATA_DIR/curation-admin-code
sessions end  end the sessions of all accounts, as after a restored backup
audit verify  check the chain of the audit trail, and that a row noted
              earlier is still there
store copy    copy a whole store to another engine or file, and verify it
health        ask the running server whether it is ready
doctor        say what is in order, what is not, and what to do about it

--env-file PATH  settings from a file of NAME=value lines; may be repeated.
                 A variable that is set already wins
--version        print the version
--help           print this text

Examples
  ADMIN_EMAILS=ada@example.com bourse-curation   the code of the first admin
                                                 is in data/curation-admin-code
  bourse-curation seed
  bourse-curation --env-file production.env
  bourse-curation admin grant user:ada

Settings are environment variables; the README lists them with their defaults.
The server must be stopped before seed, admin, sessions, audit and store.
Exit codes: 0 done, 1 refused or failed, 2 called wrongly`,
};

/**
 * Runs the command in `args` on the data that the environment `variables` name. `ask` puts the questions of commands to
 * a person; undefined where there is nobody.
 */
export async function runCurationCommand(
  args: readonly string[],
  variables: Readonly<Record<string, string | undefined>>,
  output: CommandOutput,
  ask?: AskYesOrNo,
): Promise<ExitCode> {
  if (args[0] === "seed" && args.length === 1) return await onCore(variables, output, seed);
  if (isAdminCommand(args)) {
    return await onCore(variables, output, (core, config) =>
      runAdminCommand(core, args, adminCodePath(config.DATA_DIR), output, ask),
    );
  }
  if (args[0] === "sessions" && args[1] === "end" && args.length === 2) {
    return await onCore(
      variables,
      output,
      ({ sessions, trail }) => endSessions(sessions, trail, output),
      true,
    );
  }
  if (args[0] === "audit" && args[1] === "verify" && args.length <= 3) {
    return await onCore(
      variables,
      output,
      ({ trail }) => verifyAudit(trail, args[2], output),
      true,
    );
  }
  if (args[0] === "store" && args[1] === "copy") {
    return await copyStore(args, variables, output);
  }
  return answerUsage("bourse-curation", args, USAGE, output);
}

type CoreCommand = (
  core: CurationCore,
  config: CurationEnvironment,
  output: CommandOutput,
) => Promise<ExitCode>;

async function seed(
  core: CurationCore,
  _config: CurationEnvironment,
  output: CommandOutput,
): Promise<ExitCode> {
  const { drafts, markets } = await seedCuration(core);
  output.stdout(
    drafts === 0
      ? "The store already has the examples; nothing was added."
      : `Added ${drafts} drafts, ${markets} of them with a market.`,
  );
  return 0;
}

async function onCore(
  variables: Readonly<Record<string, string | undefined>>,
  output: CommandOutput,
  command: CoreCommand,
  mustExist = false,
): Promise<ExitCode> {
  const opened = createClosingStack();
  try {
    const config = readEnvironment(curationEnvironment, variables);
    if (mustExist) await checkStoreExists(storeUrl(config), STORE_SCHEMA);
    const settings = { ...config, REQUIRE_WALLET_PROOF: "false" } as const;
    const { core } = await openCurationCore(settings, opened, output.stderr);
    return await command(core, config, output);
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

/** The copy is read and written under the server's master key; one that is not there yet means stores without a key. */
async function copyStore(
  args: readonly string[],
  variables: Readonly<Record<string, string | undefined>>,
  output: CommandOutput,
): Promise<ExitCode> {
  const place = masterKeyPlace(readEnvironment(curationEnvironment, variables));
  const { find } = createMasterKeySource({ ...place, warn: output.stderr });
  const isKeyed = place.given !== undefined || existsSync(place.path);
  return await runStoreCommand(args.slice(1), output.stdout, output.stderr, {
    schema: STORE_SCHEMA,
    ...(isKeyed && { checksumKey: () => find({ isNew: false }) }),
  });
}
