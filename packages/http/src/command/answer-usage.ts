/** The answer of a command line to a call for help, and to words that are no command. */

import { didYouMean } from "@bourse/kernel";

import type { CommandOutput } from "./command-output.ts";

/** Usage of a program: its text and the words that begin a command. */
export interface Usage {
  /** Text of `--help`. */
  readonly text: string;
  /** First words of the commands, in the order of the text. */
  readonly commands: readonly string[];
}

/** Returns true for arguments that ask for help, wherever they do. */
export function asksForHelp(args: readonly string[]): boolean {
  return args[0] === "help" || args.some((word) => word === "--help" || word === "-h");
}

/**
 * Prints the usage when `args` ask for help; otherwise says on standard error what is wrong with them, with the nearest
 * command where one is near, and how to get the usage. Returns the exit code: 0 for help, 2 for wrong usage.
 */
export function answerUsage(
  name: string,
  args: readonly string[],
  { text, commands }: Usage,
  { stdout, stderr }: CommandOutput,
): 0 | 2 {
  if (asksForHelp(args)) {
    stdout(text);
    return 0;
  }
  const [word = ""] = args;
  const shown = JSON.stringify(word.slice(0, 64));
  if (commands.includes(word)) {
    stderr(`"${name} ${args.join(" ")}" is no command: a word is missing, wrong, or one too many.`);
    for (const line of linesOf(name, word, text)) stderr(line);
  } else if (word.startsWith("-")) {
    stderr(
      `There is no option ${shown.slice(1, -1)} before a command.${didYouMean(word, OPTIONS)}`,
    );
  } else {
    stderr(`There is no command ${shown}.${didYouMean(word, commands)}`);
    stderr(`Commands: ${commands.join(", ")}`);
  }
  stderr(`"${name} --help" explains each of them.`);
  return 2;
}

const OPTIONS = ["--env-file", "--help", "--version"];

/** Lines of the usage that show the commands of a word. */
function linesOf(name: string, word: string, text: string): readonly string[] {
  return text.split("\n").filter((line) => line.trimStart().startsWith(`${name} ${word}`));
}
