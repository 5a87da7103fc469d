/** The program of a server, such as `bourse-auth`: it starts the server, and has no command. */

import { isBourseError } from "@bourse/kernel";

import { takeEnvFiles } from "../environment/env-files.ts";
import type { EnvironmentShape } from "../environment/read-environment.ts";
import { printLine } from "./print-line.ts";
import { runServer } from "./run-server.ts";
import type { ServerProgram } from "./server-program.ts";

/** Arguments and variables of {@link runServerProgram}. */
export interface ProgramInput {
  /** Arguments after the name of the program. */
  readonly args: readonly string[];
  /** Environment variables: `process.env`. */
  readonly variables: Readonly<Record<string, string | undefined>>;
}

/**
 * Runs a server until it is told to end. It takes no argument but `start`, `--env-file PATH` (any number of times),
 * `--version` and `--help`. Other words end it with the exit code 2 and name the command of `bourse` to type.
 */
export async function runServerProgram<const Shape extends EnvironmentShape>(
  program: ServerProgram<Shape>,
  input: ProgramInput,
): Promise<void> {
  const { name, version } = program;
  try {
    const { args, variables } = takeEnvFiles(input.args, input.variables);
    const words = args.join(" ");
    if (words === "" || words === "start") await runServer({ ...program, variables });
    else if (/^(?:--help|-h|help)$/.test(words)) printLine(process.stdout.fd, usageOf(name));
    else if (/^(?:--version|-V|version)$/.test(words)) {
      printLine(process.stdout.fd, `${name} ${version}`);
    } else end(refusalOf(name, args), 2);
  } catch (error) {
    if (!isBourseError(error)) throw error;
    end(`${error.code}: ${error.message}`, 2);
  }
}

/** Service of a program, such as auth of `bourse-auth`. */
function serviceOf(name: string): string {
  return name.replace(/^bourse-/, "");
}

function usageOf(name: string): string {
  const service = serviceOf(name);
  return `Usage: ${name} [start] [--env-file PATH]

Starts the ${service} server; Ctrl-C ends it. Its settings are environment variables,
which the README lists with their defaults.

--env-file PATH  settings from a file of NAME=value lines; may be repeated.
                 A variable that is set already wins
--version        print the version
--help           print this text

Commands on its data are those of the package @bourse/cli: bourse ${service} --help
Exit codes: 0 ended as asked, 1 did not start or failed, 2 called wrongly;
130 when a second Ctrl-C ended it at once`;
}

function refusalOf(name: string, [word = "", ...rest]: readonly string[]): string {
  if (word.startsWith("-") || word === "start") {
    return `${name} start takes no arguments: its settings are environment variables, or lines of a file named by --env-file.`;
  }
  const shown = [word, ...rest].map((one) =>
    /^[\w@%+=:,./-]+$/.test(one) ? one : JSON.stringify(one),
  );
  return `${name} starts the server and has no commands. Type: bourse ${serviceOf(name)} ${shown.join(" ")}`;
}

function end(sentence: string, code: 2): void {
  printLine(process.stderr.fd, sentence);
  process.exitCode = code;
}
