/** Runs what the words after `bourse` ask for. */

import { pathToFileURL } from "node:url";

import { takeEnvFiles } from "@bourse/http/environment";
import { didYouMean, hasCode } from "@bourse/kernel";

import { checkSurroundings } from "./check-surroundings.ts";
import type { Surroundings } from "./command/command.ts";
import { printable, quoted } from "./command/read-line.ts";
import { runCommand } from "./command/run-command.ts";
import { checkInstalled, findProgram, MissingPackageError } from "./find-package.ts";
import { SERVICES, TOOLS, type ServicePackage, type ToolPackage } from "./packages.ts";
import { storeSet } from "./store/store-set.ts";
import { topCommands } from "./top-commands.ts";
import { topHelp } from "./top-help.ts";
import { version } from "./version.ts";

/**
 * Runs the command that `args` name. Resolves to the exit code: 0 done, or the server has started; 1 refused, failed or
 * not installed; 2 called wrongly. Undefined when a program of another package was run in this process, which sets the
 * code itself.
 *
 * @throws KernelError ARGUMENT_INVALID for words that are no texts; OPTION_INVALID for surroundings of another shape
 */
export async function runBourse(
  args: readonly string[],
  surroundings: Surroundings,
): Promise<number | undefined> {
  checkSurroundings(args, surroundings);
  try {
    return await run(args, surroundings);
  } catch (error) {
    if (error instanceof MissingPackageError) {
      surroundings.stderr(error.message);
      return 1;
    }
    if (!hasCode(error, "ENV_FILE_INVALID")) throw error;
    surroundings.stderr(`${error.code}: ${error.message}`);
    return 2;
  }
}

async function run(
  given: readonly string[],
  surroundings: Surroundings,
): Promise<number | undefined> {
  const { settings, words } = settingsFirst(given);
  const [word = "", ...rest] = words;
  const tool = TOOLS.find((one) => one.word === word);
  if (tool !== undefined) return await runTool(tool, [...settings, ...rest]);
  const { args, variables } = takeEnvFiles([...settings, ...rest], surroundings.variables);
  if (word === "help" && args.length > 0) return await run([...args, "--help"], surroundings);
  if (/^(?:--version|-V|version)$/.test(word) && args.length === 0) {
    surroundings.stdout(`bourse ${version}`);
    return 0;
  }
  if (/^(?:--help|-h|help)?$/.test(word)) {
    (word === "" ? surroundings.stderr : surroundings.stdout)(topHelp());
    return word === "" ? 2 : 0;
  }
  const around = { ...surroundings, variables };
  const service = SERVICES.find((one) => one.word === word);
  if (service !== undefined) return await runService(service, args, around);
  if (word === "store") return await runCommand(storeSet, args, around);
  if (Object.hasOwn(topCommands.commands, word)) {
    return await runCommand(topCommands, [word, ...args], around);
  }
  return noCommand(word, surroundings);
}

async function runService(
  found: ServicePackage,
  args: readonly string[],
  surroundings: Surroundings,
): Promise<number> {
  checkInstalled(found);
  const service = await found.load();
  if (/^(?:--version|-V|version)$/.test(args.join(" "))) {
    surroundings.stdout(await service.version());
    return 0;
  }
  if (args[0] === "start") {
    surroundings.stderr(`Type: bourse start ${found.word}`);
    return 2;
  }
  return await runCommand(service, args, surroundings);
}

/** Runs a tool in this process, so that signals, the terminal and the exit code are the program's own. */
async function runTool(tool: ToolPackage, args: readonly string[]): Promise<undefined> {
  const file = findProgram(tool, process.cwd());
  process.argv.splice(1, process.argv.length - 1, file, ...args);
  await import(pathToFileURL(file).href);
}

function noCommand(word: string, { stderr }: Surroundings): 2 {
  const named = [...SERVICES, ...TOOLS].map((one) => one.word);
  const known = [...Object.keys(topCommands.commands), ...named, "store", "help"];
  const isFlag = word.startsWith("-");
  const near = didYouMean(word, isFlag ? ["--env-file", "--help", "--version"] : known);
  const asked = isFlag ? `option ${printable(word)}` : `command ${quoted(word)}`;
  stderr(`There is no ${asked}${isFlag ? " before a command" : ""}.${near}`);
  stderr(`Commands: ${known.join(", ")}`);
  stderr('"bourse --help" explains each of them.');
  return 2;
}

/** Parts the words at the command: `--env-file` may stand before it. */
function settingsFirst(args: readonly string[]): {
  readonly settings: readonly string[];
  readonly words: readonly string[];
} {
  let at = 0;
  while (args[at]?.startsWith("--env-file") === true) at += args[at] === "--env-file" ? 2 : 1;
  return { settings: args.slice(0, at), words: args.slice(at) };
}
