/** The parser of a command, which commander makes out of the command's description. */

import { Argument, Command as Parser, Help, Option } from "commander";

import {
  UsageError,
  type Argument as Word,
  type Command,
  type Flag,
  type FlagTable,
} from "./command.ts";

/** Columns that a help text has at most, and that its terms have before their descriptions go to the next line. */
const WIDTH = 80;
const TERM_WIDTH = 28;

/** Makes the parser of `command`, whose full name is `name`. It neither prints nor ends the process. */
export function parserOf(name: string, { flags = {}, takes = [], ...command }: Command): Parser {
  const { summary } = command;
  const about = [`${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`, command.details].filter(
    (text) => text !== undefined,
  );
  const parser = plainParser(name, flags).description(about.join("\n\n"));
  for (const [flag, one] of Object.entries(flags)) {
    parser.addOption(optionOf(flag, one, (word) => word.slice(2) in flags));
  }
  for (const word of takes) parser.addArgument(argumentOf(word));
  const hasFlags = Object.keys(flags).length > 0;
  return parser.usage([...takes.map(spelt), ...(hasFlags ? ["[flags]"] : [])].join(" "));
}

/** A parser that has nothing to read yet; its help describes `flags`. */
export function plainParser(name: string, flags: FlagTable = {}): Parser {
  return new Parser(name)
    .helpOption(false)
    .helpCommand(false)
    .exitOverride()
    .configureOutput({ writeErr: () => undefined, getOutHelpWidth: () => WIDTH })
    .configureHelp({
      optionTerm: (option) => option.flags.replaceAll(/[<>]/g, ""),
      // Asked for the help alone: to make the sentences takes longer than to read a line.
      optionDescription: ({ long }) => descriptionOf(flags[long?.slice(2) ?? ""]),
      argumentTerm: (argument) => argument.name(),
      subcommandTerm: (command) => command.name(),
      padWidth: (command, help) =>
        Math.min(TERM_WIDTH, Help.prototype.padWidth.call(help, command, help)),
      formatItem,
    });
}

/** A paragraph in lines that a terminal shows whole. */
export function wrapped(text: string): string {
  return new Help().boxWrap(text, WIDTH);
}

/** One row of a list: the term, and beside it or below it the description. */
function formatItem(term: string, width: number, description: string, help: Help): string {
  const indent = " ".repeat(width + 4);
  const text = help.boxWrap(description, WIDTH - indent.length).replaceAll("\n", `\n${indent}`);
  return term.length > width ? `  ${term}\n${indent}${text}` : `  ${term.padEnd(width)}  ${text}`;
}

/** An argument as a usage line shows it: `EMAIL`, `[NAME]`, `[SCOPE...]`. */
export function spelt({ name, isOptional = false, isMany = false }: Word): string {
  const word = isMany ? `${name}...` : name;
  return isOptional ? `[${word}]` : word;
}

function argumentOf({ name, isOptional = false, isMany = false, description }: Word): Argument {
  const word = isMany ? `${name}...` : name;
  return new Argument(isOptional ? `[${word}]` : `<${word}>`, description);
}

function optionOf(name: string, flag: Flag, isFlag: (word: string) => boolean): Option {
  const { value, isMany = false, heading = "Flags" } = flag;
  const term = value === undefined ? `--${name}` : `--${name} <${value}>`;
  const option = new Option(term).helpGroup(`${heading}:`);
  if (value === undefined) return option;
  // Commander takes whatever word comes next, and the last of several.
  return option.argParser<string | readonly string[]>((text, before) => {
    if (text.startsWith("--") && isFlag(text)) throw missingValue(name, value);
    if (isMany) return [before ?? [], text].flat();
    if (before === undefined) return text;
    throw new UsageError(`--${name} is given twice; give it once.`);
  });
}

function descriptionOf(flag: Flag | undefined): string {
  if (flag === undefined) return "";
  const preset = flag.default === undefined ? "" : ` (default ${flag.default})`;
  return `${flag.description}${flag.isMany === true ? "; may be repeated" : ""}${preset}`;
}

/** Refusal of a flag without its value. */
export function missingValue(name: string, value: string): UsageError {
  return new UsageError(`--${name} needs a value: --${name} ${value}`);
}
