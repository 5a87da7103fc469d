/** The commands of `bourse-node` beside the server itself. */

import { answerUsage, readEnvironment, type ExitCode } from "@bourse/http";
import { hasCode, isBourseError } from "@bourse/kernel";

import { nodeEnvironment } from "../environment.ts";
import { layoutOf } from "../layout.ts";
import { auditCommand } from "./audit-command.ts";
import type { Command, NodeCommandOutput } from "./command.ts";
import { backupCommand, restoreCommand, storeCommand } from "./data-commands.ts";
import { doctorCommand } from "./doctor-command.ts";
import { initCommand } from "./init-command.ts";
import { keysCommand } from "./keys-command.ts";
import { peersCommand } from "./peers-command.ts";
import { transactionsCommand } from "./transactions-command.ts";
import { USAGE } from "./usage.ts";
import { walletCommand } from "./wallet-command.ts";

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
  ["store", storeCommand],
]);

/** Runs the command that `args` name on the data that `variables` name. */
export async function runNodeCommand(
  args: readonly string[],
  variables: Readonly<Record<string, string | undefined>>,
  output: NodeCommandOutput,
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
