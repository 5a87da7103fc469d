/** Runs what the words after `bourse` ask for: a program of another package, or one of its own few commands. */

import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

import { didYouMean } from "@bourse/kernel";

import { runDoctor } from "./doctor.ts";
import { findProgram } from "./find-program.ts";
import { SERVICES, TOOLS, type Program } from "./programs.ts";
import { USAGE } from "./usage.ts";

/** Output of `bourse` itself, line by line; the programs that it runs write on their own. */
export interface BourseOutput {
  /** Writes a line to standard output. */
  readonly stdout: (line: string) => void;
  /** Writes a line to standard error. */
  readonly stderr: (line: string) => void;
}

const PROGRAMS: readonly Program[] = [...SERVICES, ...TOOLS];
const WORDS = ["start", ...PROGRAMS.map(({ word }) => word), "doctor", "help"];

/**
 * Runs the command that `args` name. Resolves to the exit code: 0 done, 1 refused, failed or not installed, 2 called
 * wrongly; undefined when a program of another package was started in this process, which sets the code itself.
 */
export async function runBourse(
  args: readonly string[],
  output: BourseOutput,
): Promise<number | undefined> {
  const { settings, words } = settingsFirst(args);
  const [word = "", ...rest] = words;
  if (word === "" || word === "--help" || word === "-h") return help(output, word === "" ? 2 : 0);
  if (/^(?:--version|-V|version)$/.test(word)) {
    const manifest = createRequire(import.meta.url)("../package.json") as { version: string };
    output.stdout(`bourse ${manifest.version}`);
    return 0;
  }
  if (word === "help") {
    if (rest.length === 0) return help(output, 0);
    return await delegate(rest[0] ?? "", ["--help"], PROGRAMS, output);
  }
  if (word === "doctor") return runDoctor([...settings, ...rest], process.cwd(), output.stdout);
  if (word === "start") return await start(rest, settings, output);
  return await delegate(word, [...settings, ...rest], PROGRAMS, output);
}

async function start(
  [service, ...rest]: readonly string[],
  settings: readonly string[],
  output: BourseOutput,
): Promise<number | undefined> {
  if (service !== undefined && !service.startsWith("-")) {
    return await delegate(service, ["start", ...settings, ...rest], SERVICES, output);
  }
  if (service === "--help" || service === "-h") return help(output, 0);
  const names = SERVICES.map(({ word }) => word).join(", ");
  output.stderr(`bourse start needs the name of a service: ${names}.`);
  output.stderr("For example: bourse start auth");
  return 2;
}

async function delegate(
  word: string,
  args: readonly string[],
  programs: readonly Program[],
  { stderr }: BourseOutput,
): Promise<number | undefined> {
  const program = programs.find((one) => one.word === word);
  if (program === undefined) {
    const isService = programs === SERVICES;
    const known = isService ? SERVICES.map((one) => one.word) : WORDS;
    const kind = isService ? "service" : word.startsWith("-") ? "option" : "command";
    stderr(
      `There is no ${kind} ${JSON.stringify(word.slice(0, 64))}.${didYouMean(word, isService ? known : [...known, ...OPTIONS])}`,
    );
    stderr(isService ? `Services: ${known.join(", ")}` : `Commands: ${known.join(", ")}`);
    stderr('"bourse --help" explains each of them.');
    return 2;
  }
  const found = findProgram(program, process.cwd());
  if ("missing" in found) {
    stderr(found.missing);
    return 1;
  }
  // In this process, so that signals, the terminal and the exit code are the program's own.
  process.argv.splice(1, process.argv.length - 1, found.file, ...args);
  await import(pathToFileURL(found.file).href);
  return undefined;
}

const OPTIONS = ["--env-file", "--help", "--version"];

/** Takes `--env-file` before the command out of the words: it belongs to the program that runs. */
function settingsFirst(args: readonly string[]): {
  readonly settings: readonly string[];
  readonly words: readonly string[];
} {
  let at = 0;
  while (args[at]?.startsWith("--env-file") === true) at += args[at] === "--env-file" ? 2 : 1;
  return { settings: args.slice(0, at), words: args.slice(at) };
}

function help({ stdout, stderr }: BourseOutput, code: 0 | 2): 0 | 2 {
  (code === 0 ? stdout : stderr)(USAGE);
  return code;
}
