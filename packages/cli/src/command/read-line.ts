/** Reads what was typed after a command: each word is a flag, a flag's value or an argument, else it is refused. */

import { didYouMean } from "@bourse/kernel";
import { CommanderError, type Command as Parser } from "commander";

import { UsageError, type Command, type CommandLine, type Flags } from "./command.ts";
import { missingValue, parserOf, spelt } from "./parser.ts";

/**
 * Reads the flags and arguments of `command`, whose full name is `name`.
 *
 * @throws UsageError for a word that the command does not take, and for one that is missing
 */
export function readLine(name: string, command: Command, args: readonly string[]): CommandLine {
  const parser = parserOf(name, command).action(() => undefined);
  try {
    parser.parse(args, { from: "user" });
  } catch (error) {
    throw error instanceof CommanderError ? refusal(error, name, command, parser) : error;
  }
  const given = parser.options.flatMap((option): [string, Flags[string]][] => {
    const value = parser.getOptionValue(option.attributeName()) as Flags[string];
    return value === undefined ? [] : [[option.long?.slice(2) ?? "", value]];
  });
  return { flags: Object.fromEntries(given), words: parser.args };
}

/** A finding of commander in our words. */
function refusal(
  { code, message }: CommanderError,
  name: string,
  command: Command,
  { args }: Parser,
): UsageError {
  const { flags = {}, takes = [] } = command;
  const [, word = ""] = /'(.*)'/s.exec(message) ?? [];
  const flag = word.split(/[= ]/)[0] ?? "";
  const known = flags[flag.slice(2)];
  switch (code) {
    case "commander.unknownOption":
      if (known !== undefined) return new UsageError(`${flag} takes no value.`);
      return new UsageError(
        `There is no option ${printable(flag)}.${didYouMean(flag, flagsOf(flags))}`,
      );
    case "commander.optionMissingArgument":
      return missingValue(flag.slice(2), known?.value ?? "VALUE");
    case "commander.missingArgument":
      return missingArgument(name, command, args.length);
    case "commander.excessArguments": {
      const most = takes.length === 0 ? "" : ` ${name} takes ${takes.map(spelt).join(" ")}.`;
      return new UsageError(`unexpected argument: ${quoted(args[takes.length])}.${most}`);
    }
    default:
      return new UsageError(message);
  }
}

function missingArgument(name: string, { takes, examples }: Command, given: number): UsageError {
  const missing = takes?.[given];
  const [example] = examples ?? [];
  const line = example === undefined ? "" : `\nFor example: ${name} ${example}`;
  return new UsageError(`${name} needs ${missing?.name}: ${missing?.description}.${line}`);
}

function flagsOf(flags: object): readonly string[] {
  return [...Object.keys(flags), "env-file", "help"].map((name) => `--${name}`);
}

/** A word as an error shows it: at most 64 characters, quoted. */
export function quoted(word = ""): string {
  return JSON.stringify(word.slice(0, 64));
}

/** A word as an error shows it, without quotes. */
export function printable(word: string): string {
  return quoted(word).slice(1, -1);
}
