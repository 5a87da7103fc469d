/** Runs the command of a set that the words name, and turns what it throws into sentences and an exit code. */

import { didYouMean, hasCode, isBourseError } from "@bourse/kernel";

import type { CommandSet } from "./command-set.ts";
import { UsageError, type Command, type ExitCode, type Surroundings } from "./command.ts";
import { fileFault, isSystemError } from "./file-fault.ts";
import { commandHelp, setHelp } from "./help.ts";
import { printable, quoted, readLine } from "./read-line.ts";

/** Runs what `args`, the words after the name of the set, ask for. Resolves to the exit code. */
export async function runCommand(
  set: CommandSet,
  args: readonly string[],
  surroundings: Surroundings,
): Promise<ExitCode> {
  const found = find(set, args);
  try {
    if (asksForHelp(args)) {
      surroundings.stdout(helpFor(set, args));
      return 0;
    }
    if (found === undefined) throw noCommand(set, args);
    const line = readLine(`${set.name} ${found.words}`, found.command, found.rest);
    return (await found.command.run(line, surroundings)) ?? 0;
  } catch (error) {
    return failed(error, set, found, args, surroundings);
  }
}

interface Found {
  readonly words: string;
  readonly command: Command;
  readonly rest: readonly string[];
}

/** The command whose words `args` begin with. */
function find(set: CommandSet, args: readonly string[]): Found | undefined {
  for (const count of [2, 1]) {
    const words = args.slice(0, count).join(" ");
    const command = Object.hasOwn(set.commands, words) ? set.commands[words] : undefined;
    if (command === undefined) continue;
    const rest = args.slice(count);
    // Beside `wallet` there is `wallet password`: a second word is meant for a command of that kind.
    const isVerb = command.takes === undefined && rest[0]?.startsWith("-") === false;
    if (isVerb && count === 1 && verbsOf(set, words).length > 0) return undefined;
    return { words, command, rest };
  }
  return undefined;
}

/** True for arguments that ask for help, wherever they do. */
function asksForHelp(args: readonly string[]): boolean {
  return args[0] === "help" || args.some((word) => word === "--help" || word === "-h");
}

/** Help of the command, the group or the set that the words name. */
function helpFor(set: CommandSet, args: readonly string[]): string {
  const words = args.filter((word) => word !== "help" && !word.startsWith("-"));
  const found = find(set, words);
  if (found !== undefined) return commandHelp(set, found.words, found.command);
  const [group = ""] = words;
  if (group === "") return setHelp(set);
  if (verbsOf(set, group).length > 0) return setHelp(set, group);
  throw noCommand(set, words);
}

/** Second words of the commands that begin with `group`. */
function verbsOf({ commands }: CommandSet, group: string): readonly string[] {
  return Object.keys(commands).flatMap((words) => {
    const [first, second] = words.split(" ");
    return first === group && second !== undefined ? [second] : [];
  });
}

/** Refusal of words that name no command, with the nearest one. */
function noCommand(set: CommandSet, [word, second]: readonly string[]): UsageError {
  const { name, commands } = set;
  const help = `"${name} --help" explains each of them.`;
  const known = [...new Set(Object.keys(commands).map((words) => words.split(" ")[0] ?? ""))];
  const list = `Commands: ${known.join(", ")}\n${help}`;
  if (word === undefined) return new UsageError(`${name} needs a command.\n${list}`);
  const verbs = verbsOf(set, word);
  if (verbs.length > 0) {
    const takes = `${word} takes ${new Intl.ListFormat("en-GB", { type: "disjunction" }).format(verbs)}.`;
    if (second === undefined) return new UsageError(`${takes}\n${help}`);
    const asked = quoted(`${word} ${second}`);
    return new UsageError(
      `There is no command ${asked}.${didYouMean(second, verbs)} ${takes}\n${help}`,
    );
  }
  if (word.startsWith("-")) {
    const hint = didYouMean(word, ["--env-file", "--help", "--version"]);
    return new UsageError(
      `There is no option ${printable(word)} before a command.${hint}\n${help}`,
    );
  }
  return new UsageError(`There is no command ${quoted(word)}.${didYouMean(word, known)}\n${list}`);
}

function failed(
  error: unknown,
  set: CommandSet,
  found: Found | undefined,
  args: readonly string[],
  { stderr }: Surroundings,
): ExitCode {
  if (error instanceof UsageError) {
    stderr(error.message);
    return 2;
  }
  if (isBourseError(error)) {
    stderr(`${error.code}: ${set.messageOf?.(error, args) ?? error.message}`);
    if (hasCode(error, "STORE_LOCKED")) {
      stderr("Is the server running? Stop it, run this command, and start it again.");
      if (found?.command.whileRunning !== undefined) stderr(found.command.whileRunning);
    }
    return hasCode(error, "ENVIRONMENT_INVALID", "ENV_FILE_INVALID") ? 2 : 1;
  }
  if (isSystemError(error)) {
    stderr(fileFault(error));
    return 1;
  }
  throw error;
}
