/** Help texts, generated from the descriptions of the commands. */

import { Command as Parser } from "commander";

import type { CommandSet } from "./command-set.ts";
import type { Command } from "./command.ts";
import { parserOf, plainParser, spelt, wrapped } from "./parser.ts";

/** Flags that every command takes, as each help shows them. */
export const COMMON_FLAGS = `Everywhere:
  --env-file PATH  settings from a file of NAME=value lines; may be repeated.
                   A variable that is set already wins
  --help           print this text`;

const EXIT_CODES = "Exit codes: 0 done, 1 refused or failed, 2 called wrongly";

/** Help of one command, by its words in its set. */
export function commandHelp({ name }: CommandSet, words: string, command: Command): string {
  const full = `${name} ${words}`;
  const { examples = [] } = command;
  return [
    parserOf(full, command).helpInformation().trimEnd(),
    COMMON_FLAGS,
    ...examplesOf(examples.map((example) => `${full} ${example}`)),
    EXIT_CODES,
  ].join("\n\n");
}

/** Help of a set of commands, or of those that begin with `group`. */
export function setHelp(set: CommandSet, group?: string): string {
  const { name, about, commands, examples, notes } = set;
  const shown = Object.entries(commands).filter(
    ([words]) => group === undefined || words.startsWith(`${group} `),
  );
  const parser = plainParser(group === undefined ? name : `${name} ${group}`)
    .usage(group === undefined ? "COMMAND ..." : `${verbsOf(shown).join("|")} ...`)
    .description(group === undefined ? about : "");
  for (const [words, command] of shown) parser.addCommand(rowOf(words, command));
  return [
    parser.helpInformation().trimEnd(),
    `"${name} COMMAND --help" explains a command and its flags.`,
    COMMON_FLAGS,
    ...examplesOf(group === undefined ? examples : []),
    ...(notes === undefined || group !== undefined ? [] : [wrapped(notes)]),
    EXIT_CODES,
  ].join("\n\n");
}

function verbsOf(shown: readonly (readonly [words: string, command: Command])[]): string[] {
  return shown.map(([words]) => words.split(" ").slice(1).join(" "));
}

/** Row of a list of commands. */
export function rowOf(words: string, { takes = [], flags = {}, summary }: Command): Parser {
  const more = Object.keys(flags).length > 0 ? ["[flags]"] : [];
  return new Parser([words, ...takes.map(spelt), ...more].join(" ")).summary(summary);
}

/** The block of examples; nothing without one. */
export function examplesOf(lines: readonly string[]): readonly string[] {
  if (lines.length === 0) return [];
  return [["Examples:", ...lines.map((line) => `  ${line.replaceAll("\n", "\n  ")}`)].join("\n")];
}
