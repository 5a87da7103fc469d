/** The commands of `bourse-backtest` beside the server: their flags, and what runs them. */

import type { ExitCode } from "@bourse/http";

import { fetchSetCommand, verifySetCommand } from "./candle-set-commands.ts";
import { LIMIT_FLAGS } from "./chosen-strategy.ts";
import {
  CANDLE_FLAGS,
  FILE_FLAGS,
  flagTypes,
  FUNDING_FLAGS,
  JSON_FLAG,
  PORTFOLIO_FLAGS,
  RUN_FLAGS,
  SHEET_FLAGS,
  STRATEGY_FLAGS,
  SWEEP_FLAGS,
  type CommandLine,
  type FlagTypes,
} from "./command-line.ts";
import { fetchCommand, importCommand } from "./data-commands.ts";
import { deadLettersCommand } from "./dead-letters-command.ts";
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
import { WINDOW_FLAGS, walkForwardCommand } from "./walk-forward-command.ts";

/** A command that computes here. */
export interface Command {
  /** Flags that the command applies or refuses; it has no other. */
  readonly flags: FlagTypes;
  /** Word for the one argument that the command takes beside its flags. Absent where it takes none. */
  readonly argument?: string;
  /** Runs the command. Resolves to its exit code, or to nothing for 0. */
  readonly run: (
    line: CommandLine,
    variables: Variables,
    output: LongCommandOutput,
  ) => Promise<ExitCode | void>;
}

const TEXT = { type: "string" } as const;
const FUNDING = flagTypes(FUNDING_FLAGS);
const { top: _, ...REPORTED_SEARCH } = SWEEP_FLAGS;
const { study: __, pbo: ___, cpcv: ____, ...WALKED_SEARCH } = REPORTED_SEARCH;

const letters = (name: string, flags: FlagTypes): Command => ({
  flags,
  ...(name !== "list" && { argument: flags["all"] === undefined ? "ID" : "ID, or --all" }),
  run: ({ flags: given, positionals }, variables, output) =>
    deadLettersCommand({ flags: given, positionals: [name, ...positionals] }, variables, output),
});

/** The commands by their words. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  run: {
    flags: {
      ...CANDLE_FLAGS,
      ...RUN_FLAGS,
      ...LIMIT_FLAGS,
      ...ROBUSTNESS_FLAGS,
      ...JSON_FLAG,
      ...flagTypes(PORTFOLIO_FLAGS),
      ...flagTypes(SHEET_FLAGS),
      ...FUNDING,
    },
    run: ({ flags }, variables, output) => runCommand(flags, variables, output),
  },
  sweep: {
    flags: {
      ...CANDLE_FLAGS,
      ...RUN_FLAGS,
      ...LIMIT_FLAGS,
      ...SWEEP_FLAGS,
      ...FUNDING,
      ...JSON_FLAG,
    },
    run: ({ flags }, variables, output) => sweepCommand(flags, variables, output),
  },
  "walk-forward": {
    flags: {
      ...CANDLE_FLAGS,
      ...RUN_FLAGS,
      ...LIMIT_FLAGS,
      ...WALKED_SEARCH,
      ...WINDOW_FLAGS,
      ...FUNDING,
      ...JSON_FLAG,
    },
    run: ({ flags }, variables, output) => walkForwardCommand(flags, variables, output),
  },
  report: {
    flags: {
      ...CANDLE_FLAGS,
      ...RUN_FLAGS,
      ...LIMIT_FLAGS,
      ...REPORTED_SEARCH,
      ...ROBUSTNESS_FLAGS,
      ...FUNDING,
      ...JSON_FLAG,
      out: TEXT,
    },
    run: ({ flags }, variables, output) => reportCommand(flags, variables, output),
  },
  "audit look-ahead": {
    flags: { ...CANDLE_FLAGS, ...STRATEGY_FLAGS, ...LIMIT_FLAGS, ...JSON_FLAG, runs: TEXT },
    run: ({ flags }, variables, output) => lookAheadCommand(flags, variables, output),
  },
  "data import": {
    flags: { symbol: TEXT, interval: TEXT, exchange: TEXT, ...FILE_FLAGS, ...JSON_FLAG },
    argument: "FILE",
    run: ({ flags, positionals }, variables, output) =>
      importCommand(positionals[0], flags, variables, output),
  },
  "data fetch": {
    flags: { ...CANDLE_FLAGS, ...JSON_FLAG, out: TEXT, symbols: TEXT },
    run: ({ flags }, variables, output) =>
      flags["symbols"] === undefined
        ? fetchCommand(flags, variables, output)
        : fetchSetCommand(flags, variables, output),
  },
  "data verify": {
    flags: JSON_FLAG,
    argument: "FOLDER",
    run: ({ flags, positionals }, __, output) => verifySetCommand(positionals[0], flags, output),
  },
  strategies: {
    flags: { ...FOLDER_FLAG, ...JSON_FLAG },
    run: ({ flags }, variables, output) => strategiesCommand(flags, variables, output),
  },
  options: {
    flags: JSON_FLAG,
    run: async ({ flags }, __, output) => optionsCommand(flags, output),
  },
  new: {
    flags: { style: TEXT },
    argument: "NAME",
    run: ({ flags, positionals }, __, output) => newCommand(positionals[0], flags, output),
  },
  "dead-letters list": letters("list", { queue: TEXT, limit: TEXT, ...JSON_FLAG }),
  "dead-letters show": letters("show", { queue: TEXT }),
  "dead-letters retry": letters("retry", { queue: TEXT, all: { type: "boolean" } }),
  "dead-letters drop": letters("drop", { queue: TEXT, all: { type: "boolean" } }),
};
