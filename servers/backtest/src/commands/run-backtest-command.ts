/** The commands of `bourse-backtest` beside the server: they compute here, on the candles that the server would use. */

import { asksForHelp, type ExitCode } from "@bourse/http";
import { didYouMean, hasCode, isBourseError } from "@bourse/kernel";
import { runStoreCommand } from "@bourse/store";

import { STORE_SCHEMA } from "../store-url.ts";
import { auditCommand } from "./audit-command.ts";
import { inFlags, readCommandLine, UsageError } from "./command-line.ts";
import { COMMANDS, type Command } from "./commands.ts";
import { fileFault } from "./file-fault.ts";
import type { Variables } from "./load-candles.ts";
import type { LongCommandOutput } from "./long-command-output.ts";
import { USAGE } from "./usage.ts";

/** Runs the command that the arguments name. */
export async function runBacktestCommand(
  args: readonly string[],
  variables: Variables,
  output: LongCommandOutput,
): Promise<ExitCode> {
  if (asksForHelp(args)) {
    output.stdout(USAGE.text);
    return 0;
  }
  if (args[0] === "store" && args[1] === "copy") {
    const options = { schema: STORE_SCHEMA };
    return await runStoreCommand(args.slice(1), output.stdout, output.stderr, options);
  }
  try {
    if (args[0] === "audit" && args[1] === "verify" && args.length <= 3) {
      return await auditCommand(args[2], variables, output);
    }
    return await dispatch(args, variables, output);
  } catch (error) {
    return failed(error, args, output);
  }
}

/** Words that need a second one, with those that they take. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  data: ["import", "fetch", "verify"],
  audit: ["verify", "look-ahead"],
  "dead-letters": ["list", "show", "retry", "drop"],
  store: ["copy"],
};

async function dispatch(
  [name = "", ...rest]: readonly string[],
  variables: Variables,
  output: LongCommandOutput,
): Promise<ExitCode> {
  const group = GROUPS[name];
  const words = group === undefined ? name : `${name} ${rest[0] ?? ""}`;
  const command = Object.hasOwn(COMMANDS, words) ? COMMANDS[words] : undefined;
  if (command !== undefined) {
    const line = lineOf(group === undefined ? rest : rest.slice(1), words, command);
    return (await command.run(line, variables, output)) ?? 0;
  }
  if (group !== undefined) throw groupError(name, rest[0], group);
  throw new UsageError(noSuchWord(name));
}

/** The flags and arguments of a command. @throws UsageError for one that it does not have */
function lineOf(
  args: readonly string[],
  words: string,
  { flags, argument }: Command,
): ReturnType<typeof readCommandLine> {
  const line = readCommandLine(args, flags);
  const [first, second] = line.positionals;
  const isTooMany = argument === undefined ? first !== undefined : second !== undefined;
  if (!isTooMany) return line;
  if (argument !== undefined) throw new UsageError(`${words} takes one ${argument}.`);
  throw new UsageError(`unexpected argument: ${JSON.stringify(first)}.`);
}

function noSuchWord(name: string): string {
  if (name.startsWith("-")) {
    return `There is no option ${JSON.stringify(name.slice(0, 64)).slice(1, -1)} before a command. The server reads its settings from the environment, such as BACKTEST_PORT=3003.\n${SEE_HELP}`;
  }
  return `${noCommand("", name, USAGE.commands)}\nCommands: ${USAGE.commands.join(", ")}\n${SEE_HELP}`;
}

const SEE_HELP = '"bourse-backtest --help" explains each of them.';

function noCommand(group: string, name: string, known: readonly string[]): string {
  const asked = JSON.stringify(`${group}${name.slice(0, 64)}`);
  return `There is no command ${asked}.${didYouMean(name, known)}`;
}

/** Refusal of a group of commands without one of them, or with one that is not there. */
function groupError(group: string, name: string | undefined, known: readonly string[]): UsageError {
  const words = new Intl.ListFormat("en-GB", { type: "disjunction" }).format(known);
  const takes = `${group} takes ${words}`;
  if (name === undefined || known.includes(name)) return new UsageError(`${takes}.`);
  return new UsageError(`${noCommand(`${group} `, name, known)} ${takes}.`);
}

function failed(error: unknown, args: readonly string[], output: LongCommandOutput): ExitCode {
  if (error instanceof UsageError) {
    output.stderr(error.message);
    return 2;
  }
  if (isBourseError(error)) {
    // A strategy's own words keep the names of its code.
    const isOwn = hasCode(error, "STRATEGY_INVALID", "STRATEGY_FAILED");
    output.stderr(`${error.code}: ${isOwn ? error.message : inFlags(error.message, args)}`);
    return hasCode(error, "ENVIRONMENT_INVALID") ? 2 : 1;
  }
  if (isSystemError(error)) {
    output.stderr(fileFault(error));
    return 1;
  }
  throw error;
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error;
}
