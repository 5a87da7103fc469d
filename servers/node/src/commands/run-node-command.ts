/** The commands of `bourse-node` beside the server itself. */

import { answerUsage, readEnvironment } from "@bourse/http";
import { hasCode, isBourseError } from "@bourse/kernel";

import { nodeEnvironment } from "../environment.ts";
import { layoutOf } from "../layout.ts";
import { auditCommand } from "./audit-command.ts";
import type { Command, CommandOutput, ExitCode } from "./command.ts";
import { backupCommand, restoreCommand } from "./data-commands.ts";
import { doctorCommand } from "./doctor-command.ts";
import { initCommand } from "./init-command.ts";
import { keysCommand } from "./keys-command.ts";
import { peersCommand } from "./peers-command.ts";
import { transactionsCommand } from "./transactions-command.ts";
import { walletCommand } from "./wallet-command.ts";

const USAGE = `Usage: bourse-node [start]
       bourse-node init
       bourse-node keys create NAME [SCOPE …] [--days N] [--payee ADDRESS …] [--spend TOKEN=CALL/DAY …]
       bourse-node keys list | revoke ID
       bourse-node transactions [list [all] | send ID | accept ID | replace ID | cancel ID]
       bourse-node wallet [password]
       bourse-node peers
       bourse-node doctor
       bourse-node audit verify [POSITION:HASH]
       bourse-node backup FOLDER
       bourse-node restore FOLDER

start     run the node (the default)
init      make the keys of a new node in an empty folder, without starting it
keys      API keys; scopes are share, read, transfer and admin (default: read). --days ends the key after N days; with the
          scope transfer, --payee names whom it may pay, --spend how much of a token in a call and in 24 hours
transactions
          those that are not final, with what they wait for. After a restore they are parked: send sends one, accept
          takes the chain's own transaction for it; cancel gives any up, replace raises the fees of a sent one
wallet    address, node id and encryption key of this node. password gives the keystore of a stopped node another password:
          the old one from KEYSTORE_PASSWORD_FILE, the new one from KEYSTORE_NEW_PASSWORD_FILE, or both from the terminal
peers     where this node is reached, and whom it knows
doctor    what is in order, what is not, and what to do about it
audit     check the chain of the audit trail, and that a row noted earlier is still there
backup    copy all data to a new folder, also while the node runs
restore   verify such a folder and put it where DATA_DIR is; that must be empty

Settings come from the environment, as for the node itself.
Exit codes: 0 done, 1 refused or failed, 2 called wrongly`;

const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ["keys", keysCommand],
  ["init", initCommand],
  ["transactions", transactionsCommand],
  ["wallet", walletCommand],
  ["peers", peersCommand],
  ["doctor", doctorCommand],
  ["audit", auditCommand],
  ["backup", backupCommand],
  ["restore", restoreCommand],
]);

/** Runs the command that `args` name on the data that `variables` name. */
export async function runNodeCommand(
  args: readonly string[],
  variables: Readonly<Record<string, string | undefined>>,
  output: CommandOutput,
): Promise<ExitCode> {
  const [name = "", ...rest] = args;
  const command = COMMANDS.get(name);
  try {
    if (command !== undefined) {
      const config = readEnvironment(nodeEnvironment, variables);
      const layout = layoutOf(config.DATA_DIR);
      const code = await command(rest, { ...output, config, layout });
      if (code !== undefined) return code;
    }
  } catch (error) {
    if (!isBourseError(error)) throw error;
    output.stderr(`${error.code}: ${error.message}`);
    return hasCode(error, "ENVIRONMENT_INVALID") ? 2 : 1;
  }
  return answerUsage("bourse-node", args, USAGE, output);
}
