/** The commands of `bourse-backtest` beside the server: they compute here, on the candles that the server would use. */

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
import type { CommandOutput, ExitCode } from "./command-output.ts";
import { fetchCommand, importCommand } from "./data-commands.ts";
import type { Variables } from "./load-candles.ts";
import { reportCommand } from "./report-command.ts";
import { runCommand } from "./run-command.ts";
import { strategiesCommand } from "./strategies-command.ts";
import { sweepCommand } from "./sweep-command.ts";

const USAGE = `Usage: bourse-backtest [start]
       bourse-backtest run     [candles] [rules] [--set NAME=VALUE]... [--json]
       bourse-backtest sweep   [candles] [rules] --set NAME=FROM..TO/STEP --set NAME=A,B,C ... [search] [--json]
       bourse-backtest report  [candles] [rules] [--set ...] [search] [--out report.html]
       bourse-backtest data import FILE --symbol S --interval I [--exchange E]
       bourse-backtest data fetch [candles] [--out FILE]
       bourse-backtest strategies [--json]
       bourse-backtest audit verify [POSITION:HASH]
       bourse-backtest store copy FROM TO

candles  --csv FILE, or --symbol BTCUSDT --interval 1h --limit 1000 --from TIME --to TIME --exchange NAME
rules    --strategy wavelet_reversal --capital 10000 --fee 0.001 --slippage 0 --direction long|short|both
         --fill next_open|close --take-profit FRACTION|none --stop-loss FRACTION|none --size FRACTION
         --trading-days DAYS (of a year, above 0 and at most 366; default by the calendar of the candles)
search   --metric sharpe --random COUNT --seed 1 --threads N --top 10 --max-combinations 10000

Where candles come from is set by the environment, as for the server (DATA_PROVIDER, CSV_DIR, DATA_DIR).
Exit codes: 0 done, 1 refused or failed, 2 called wrongly`;

/** Runs the command that the arguments name. */
export async function runBacktestCommand(
  args: readonly string[],
  variables: Variables,
  output: CommandOutput,
): Promise<ExitCode> {
  if (args.length === 1 && /^(--help|-h|help)$/u.test(args[0] ?? "")) {
    output.print(USAGE);
    return 0;
  }
  if (args[0] === "store" && args[1] === "copy") {
    return await runStoreCommand(args.slice(1), output.print, output.stderr);
  }
  try {
    if (args[0] === "audit" && args[1] === "verify" && args.length <= 3) {
      return await auditCommand(args[2], variables, output);
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
  output: CommandOutput,
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
    case "start":
      throw new UsageError(
        "start takes no arguments: bourse-backtest alone starts the server too, and it reads its settings from the environment, such as BACKTEST_PORT=3003.",
      );
    case "audit":
      throw groupError("audit", rest[0], ["verify"]);
    case "store":
      throw groupError("store", rest[0], ["copy"]);
    default:
      if (name.startsWith("-")) {
        throw new UsageError(
          `There is no option ${JSON.stringify(name.slice(0, 64)).slice(1, -1)} before a command. The server reads its settings from the environment, such as BACKTEST_PORT=3003.\n\n${USAGE}`,
        );
      }
      throw new UsageError(`${noCommand("", name, COMMANDS)}\n\n${USAGE}`);
  }
}

const COMMANDS = ["start", "run", "sweep", "report", "strategies", "data", "audit", "store"];

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
  output: CommandOutput,
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

function failed(error: unknown, output: CommandOutput): ExitCode {
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
