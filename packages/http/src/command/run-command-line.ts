/** The command line of a server: the server itself, what all servers have, and the server's own commands. */

import { hasCode, isBourseError } from "@bourse/kernel";

import { takeEnvFiles } from "../environment/env-files.ts";
import {
  readEnvironment,
  type EnvironmentOf,
  type EnvironmentShape,
} from "../environment/read-environment.ts";
import { printLine } from "../run/print-line.ts";
import { runServer, unknownSentences, type RunServerOptions } from "../run/run-server.ts";
import { asksForHelp } from "./answer-usage.ts";
import { askHealth } from "./ask-health.ts";
import type { CommandOutput } from "./command-output.ts";
import { examineServer } from "./examine-server.ts";
import type { ServiceAddress } from "./service-address.ts";

/** Options of {@link runCommandLine}. */
export interface CommandLineOptions<
  Shape extends EnvironmentShape,
> extends RunServerOptions<Shape> {
  /** Arguments after the name of the program. */
  readonly args: readonly string[];
  /** Version of the program. */
  readonly version: string;
  /** Text of `--help`. */
  readonly usage: string;
  /** Returns the host and port that probes of the server ask. */
  readonly addressOf: (config: EnvironmentOf<Shape>) => ServiceAddress;
  /** Throws what `start` would refuse these settings with; `doctor` tells it. Default: nothing. */
  readonly checkSettings?: (config: EnvironmentOf<Shape>) => void | Promise<void>;
  /** True when the program has a `doctor` of its own. Default false. */
  readonly hasDoctor?: boolean;
  /** Runs any other command; resolves to its exit code. */
  readonly runCommand: (
    args: readonly string[],
    variables: Readonly<Record<string, string | undefined>>,
  ) => Promise<number>;
}

const OUTPUT: CommandOutput = {
  stdout: (line) => printLine(process.stdout.fd, line),
  stderr: (line) => printLine(process.stderr.fd, line),
};

/**
 * Runs what the arguments ask for: nothing or `start` the server; `health`, `doctor`, `--version`, `--help`; else a
 * command. `--env-file` may stand anywhere. Sets the exit code of the process: 0 done, 1 refused or failed, 2 called
 * wrongly.
 */
export async function runCommandLine<const Shape extends EnvironmentShape>(
  options: CommandLineOptions<Shape>,
): Promise<void> {
  const code = await codeOf(options);
  if (code !== undefined) process.exitCode = code;
}

async function codeOf<Shape extends EnvironmentShape>(
  options: CommandLineOptions<Shape>,
): Promise<number | undefined> {
  const { name, version, usage } = options;
  try {
    const { args, variables } = takeEnvFiles(options.args, options.variables);
    const [word, ...rest] = args;
    if (asksForHelp(args)) {
      OUTPUT.stdout(usage);
      return 0;
    }
    if (/^(?:--version|-V|version)$/.test(args.join(" "))) {
      OUTPUT.stdout(`${name} ${version}`);
      return 0;
    }
    if (word === undefined || word === "start") {
      if (rest.length === 0)
        return await runServer({ ...options, variables }).then(() => undefined);
      OUTPUT.stderr(
        `${name} start takes no arguments: its settings are environment variables, or lines of a file named by --env-file.`,
      );
      return 2;
    }
    const isOurs = word === "health" || (word === "doctor" && options.hasDoctor !== true);
    if (!isOurs) return await options.runCommand(args, variables);
    if (rest.length > 0) {
      OUTPUT.stderr(`${name} ${word} takes no arguments.`);
      return 2;
    }
    const config = readEnvironment(options.environment, variables);
    const address = options.addressOf(config);
    if (word === "health") return await askHealth(name, address, OUTPUT);
    const misspelt = unknownSentences({ ...options, variables });
    const refusal = await refusalOf(() => options.checkSettings?.(config));
    return await examineServer({ name, address, config, misspelt, refusal }, OUTPUT);
  } catch (error) {
    if (!isBourseError(error)) throw error;
    OUTPUT.stderr(`${error.code}: ${error.message}`);
    return hasCode(error, "ENVIRONMENT_INVALID") || hasCode(error, "ENV_FILE_INVALID") ? 2 : 1;
  }
}

/** The sentence with which settings are refused; undefined when they are not. */
async function refusalOf(check: () => void | Promise<void>): Promise<string | undefined> {
  try {
    await check();
    return undefined;
  } catch (error) {
    if (!isBourseError(error)) throw error;
    return error.message;
  }
}
