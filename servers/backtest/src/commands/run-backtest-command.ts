/** The commands of `bourse-backtest` beside the server: they compute here, on the candles that the server would use. */

import { asksForHelp, type ExitCode } from "@bourse/http";
import { didYouMean, hasCode, isBourseError } from "@bourse/kernel";
import { runStoreCommand } from "@bourse/store";

import { auditCommand } from "./audit-command.ts";
import { fetchSetCommand, verifySetCommand } from "./candle-set-commands.ts";
import { LIMIT_FLAGS } from "./chosen-strategy.ts";
import {
  CANDLE_FLAGS,
  flagTypes,
  FUNDING_FLAGS,
  inFlags,
  JSON_FLAG,
  PORTFOLIO_FLAGS,
  readCommandLine,
  RUN_FLAGS,
  SHEET_FLAGS,
  SWEEP_FLAGS,
  UsageError,
} from "./command-line.ts";
import { fetchCommand, importCommand } from "./data-commands.ts";
import {
  DEAD_LETTER_COMMANDS,
  DEAD_LETTER_FLAGS,
  deadLettersCommand,
} from "./dead-letters-command.ts";
import { fileFault } from "./file-fault.ts";
import type { Variables } from "./load-candles.ts";
import type { LongCommandOutput } from "./long-command-output.ts";
import { lookAheadCommand } from "./look-ahead-command.ts";
import { newCommand } from "./new-command.ts";
import { optionsCommand } from "./options-command.ts";
import { reportCommand } from "./report-command.ts";
import { ROBUSTNESS_FLAGS } from "./robustness-flags.ts";
import { runCommand } from "./run-command.ts";
import { FOLDER_FLAG, strategiesCommand } from "./strategies-command.ts";
import { sweepCommand } from "./sweep-command.ts";
import { USAGE } from "./usage.ts";
import { WINDOW_FLAGS, walkForwardCommand } from "./walk-forward-command.ts";

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
    if (args[0] === "audit" && args[1] === "look-ahead") {
      const flags = flagsOf(args.slice(2), {
        ...CANDLE_FLAGS,
        ...RUN_FLAGS,
        ...LIMIT_FLAGS,
        ...JSON_FLAG,
        runs: { type: "string" },
      });
      return await lookAheadCommand(flags, variables, output);
    }
    if (args[0] === "dead-letters" && DEAD_LETTER_COMMANDS.includes(args[1] ?? "")) {
      const line = readCommandLine(args.slice(1), DEAD_LETTER_FLAGS);
      return await deadLettersCommand(line, variables, output);
    }
    if (args[0] === "data") return await dataCommand(args.slice(1), variables, output);
    await dispatch(args, variables, output);
    return 0;
  } catch (error) {
    return failed(error, args, output);
  }
}

const FUNDING = flagTypes(FUNDING_FLAGS);

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
        flagsOf(rest, {
          ...CANDLE_FLAGS,
          ...RUN_FLAGS,
          ...LIMIT_FLAGS,
          ...ROBUSTNESS_FLAGS,
          ...JSON_FLAG,
          ...flagTypes(PORTFOLIO_FLAGS),
          ...flagTypes(SHEET_FLAGS),
          ...FUNDING,
        }),
        variables,
        output,
      );
    case "sweep":
      return sweepCommand(
        flagsOf(rest, {
          ...CANDLE_FLAGS,
          ...RUN_FLAGS,
          ...LIMIT_FLAGS,
          ...SWEEP_FLAGS,
          ...FUNDING,
          ...JSON_FLAG,
        }),
        variables,
        output,
      );
    case "walk-forward": {
      const { study: _, pbo: __, cpcv: ___, top: ____, ...search } = SWEEP_FLAGS;
      const known = {
        ...CANDLE_FLAGS,
        ...RUN_FLAGS,
        ...LIMIT_FLAGS,
        ...search,
        ...WINDOW_FLAGS,
        ...FUNDING,
      };
      return walkForwardCommand(flagsOf(rest, { ...known, ...JSON_FLAG }), variables, output);
    }
    case "report":
      return reportCommand(
        flagsOf(rest, {
          ...CANDLE_FLAGS,
          ...RUN_FLAGS,
          ...LIMIT_FLAGS,
          ...SWEEP_FLAGS,
          ...ROBUSTNESS_FLAGS,
          ...FUNDING,
          ...JSON_FLAG,
          ...out,
        }),
        variables,
        output,
      );
    case "strategies":
      return await strategiesCommand(
        flagsOf(rest, { ...FOLDER_FLAG, ...JSON_FLAG }),
        variables,
        output,
      );
    case "options":
      return optionsCommand(flagsOf(rest, JSON_FLAG), output);
    case "new": {
      const line = readCommandLine(rest, { style: { type: "string" } });
      if (line.positionals.length > 1) throw new UsageError("new takes one NAME.");
      return await newCommand(line.positionals[0], line.flags, output);
    }
    case "audit":
      throw groupError("audit", rest[0], ["verify", "look-ahead"]);
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
  const words = new Intl.ListFormat("en-GB", { type: "disjunction" }).format(known);
  const takes = `${group} takes ${words}`;
  if (name === undefined || known.includes(name)) return new UsageError(`${takes}.`);
  return new UsageError(`${noCommand(`${group} `, name, known)} ${takes}.`);
}

async function dataCommand(
  [name, ...rest]: readonly string[],
  variables: Variables,
  output: LongCommandOutput,
): Promise<ExitCode> {
  if (name === "fetch") {
    const text = { type: "string" } as const;
    const flags = flagsOf(rest, { ...CANDLE_FLAGS, ...JSON_FLAG, out: text, symbols: text });
    if (flags["symbols"] !== undefined) return await fetchSetCommand(flags, variables, output);
    await fetchCommand(flags, variables, output);
    return 0;
  }
  if (name === "verify") {
    const line = readCommandLine(rest, JSON_FLAG);
    if (line.positionals.length > 1) throw new UsageError("data verify takes one FOLDER.");
    return await verifySetCommand(line.positionals[0], line.flags, output);
  }
  if (name !== "import") throw groupError("data", name, ["import", "fetch", "verify"]);
  const { flags, positionals } = readCommandLine(rest, { ...CANDLE_FLAGS, ...JSON_FLAG });
  if (positionals.length > 1) throw new UsageError("data import takes one FILE.");
  await importCommand(positionals[0], flags, variables, output);
  return 0;
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
