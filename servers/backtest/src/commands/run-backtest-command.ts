/** The commands of `bourse-backtest` beside the server: they compute here, on the candles that the server would use. */

import { asksForHelp, type ExitCode } from "@bourse/http";
import { didYouMean, hasCode, isBourseError } from "@bourse/kernel";
import { runStoreCommand } from "@bourse/store";

import { auditCommand } from "./audit-command.ts";
import {
  CANDLE_FLAGS,
  inFlags,
  JSON_FLAG,
  readCommandLine,
  RUN_FLAGS,
  SWEEP_FLAGS,
  UsageError,
} from "./command-line.ts";
import { fetchCommand, importCommand } from "./data-commands.ts";
import {
  DEAD_LETTER_COMMANDS,
  DEAD_LETTER_FLAGS,
  deadLettersCommand,
} from "./dead-letters-command.ts";
import type { Variables } from "./load-candles.ts";
import type { LongCommandOutput } from "./long-command-output.ts";
import { reportCommand } from "./report-command.ts";
import { runCommand } from "./run-command.ts";
import { strategiesCommand } from "./strategies-command.ts";
import { sweepCommand } from "./sweep-command.ts";
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
    return await runStoreCommand(args.slice(1), output.stdout, output.stderr);
  }
  try {
    if (args[0] === "audit" && args[1] === "verify" && args.length <= 3) {
      return await auditCommand(args[2], variables, output);
    }
    if (args[0] === "dead-letters" && DEAD_LETTER_COMMANDS.includes(args[1] ?? "")) {
      const line = readCommandLine(args.slice(1), DEAD_LETTER_FLAGS);
      return await deadLettersCommand(line, variables, output);
    }
    await dispatch(args, variables, output);
    return 0;
  } catch (error) {
    return failed(error, output);
  }
}

async function dispatch(
  args: readonly string[],
  variables: Variables,
  output: LongCommandOutput,
): Promise<void> {
  const [name = "", ...rest] = args;
  const out = { out: { type: "string" } } as const;
  switch (name) {
    case "run":
      return runCommand(
        flagsOf(rest, { ...CANDLE_FLAGS, ...RUN_FLAGS, ...JSON_FLAG }),
        variables,
        output,
      );
    case "sweep":
      return sweepCommand(
        flagsOf(rest, { ...CANDLE_FLAGS, ...RUN_FLAGS, ...SWEEP_FLAGS, ...JSON_FLAG }),
        variables,
        output,
      );
    case "report":
      return reportCommand(
        flagsOf(rest, { ...CANDLE_FLAGS, ...RUN_FLAGS, ...SWEEP_FLAGS, ...JSON_FLAG, ...out }),
        variables,
        output,
      );
    case "strategies":
      return strategiesCommand(flagsOf(rest, JSON_FLAG), output);
    case "data":
      return dataCommand(rest, variables, output);
    case "audit":
      throw groupError("audit", rest[0], ["verify"]);
    case "dead-letters":
      throw groupError("dead-letters", rest[0], DEAD_LETTER_COMMANDS);
    case "store":
      throw groupError("store", rest[0], ["copy"]);
    default:
      throw new UsageError(noSuchWord(name));
  }
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
  const takes = `${group} takes ${known.join(" or ")}`;
  if (name === undefined || known.includes(name)) return new UsageError(`${takes}.`);
  return new UsageError(`${noCommand(`${group} `, name, known)} ${takes}.`);
}

async function dataCommand(
  [name, ...rest]: readonly string[],
  variables: Variables,
  output: LongCommandOutput,
): Promise<void> {
  if (name === "fetch") {
    const flags = flagsOf(rest, { ...CANDLE_FLAGS, ...JSON_FLAG, out: { type: "string" } });
    return await fetchCommand(flags, variables, output);
  }
  if (name !== "import") throw groupError("data", name, ["import", "fetch"]);
  const { flags, positionals } = readCommandLine(rest, { ...CANDLE_FLAGS, ...JSON_FLAG });
  if (positionals.length > 1) throw new UsageError("data import takes one FILE.");
  return await importCommand(positionals[0], flags, variables, output);
}

/** The flags of a command without other arguments. */
function flagsOf(
  args: readonly string[],
  options: Parameters<typeof readCommandLine>[1],
): ReturnType<typeof readCommandLine>["flags"] {
  const { flags, positionals } = readCommandLine(args, options);
  if (positionals.length === 0) return flags;
  throw new UsageError(`unexpected argument: ${JSON.stringify(positionals[0])}.`);
}

function failed(error: unknown, output: LongCommandOutput): ExitCode {
  if (error instanceof UsageError) {
    output.stderr(error.message);
    return 2;
  }
  if (isBourseError(error)) {
    output.stderr(`${error.code}: ${inFlags(error.message)}`);
    return hasCode(error, "ENVIRONMENT_INVALID") ? 2 : 1;
  }
  if (error instanceof Error && "syscall" in error) {
    output.stderr(error.message);
    return 1;
  }
  throw error;
}
