/** Text of `bourse --help`. */

import { Command as Parser } from "commander";

import { COMMON_FLAGS, examplesOf, rowOf } from "./command/help.ts";
import { plainParser } from "./command/parser.ts";
import { SERVICES, TOOLS } from "./packages.ts";
import { storeSet } from "./store/store-set.ts";
import { topCommands } from "./top-commands.ts";

/** Lists the services and all commands that are of none. */
export function topHelp(): string {
  const parser = plainParser("bourse").usage("COMMAND ...").description(topCommands.about);
  const add = (row: Parser, heading: string): unknown => parser.addCommand(row.helpGroup(heading));
  for (const { word, about } of SERVICES) {
    add(new Parser(`${word} COMMAND ...`).summary(about), "Commands of a service:");
  }
  for (const [words, command] of Object.entries(topCommands.commands)) {
    add(rowOf(words, command), "Commands:");
  }
  for (const [words, command] of Object.entries(storeSet.commands)) {
    add(rowOf(`store ${words}`, command), "Commands:");
  }
  for (const { word, about } of TOOLS) {
    add(new Parser(`${word} SERVICE ...`).summary(about), "Commands:");
  }
  add(new Parser("help [COMMAND ...]").summary("explain a service or a command"), "Commands:");
  return [
    parser.helpInformation().trimEnd(),
    `${COMMON_FLAGS}\n  --version        print the version`,
    ...examplesOf(topCommands.examples),
    `Each server is a package of its own, such as @bourse/server-auth; bourse says
which one to install when it is missing. Settings are environment variables;
the README of each server lists them.
Exit codes: 0 done, 1 refused, failed or not installed, 2 called wrongly;
130 for a server that a second Ctrl-C ended at once`,
  ].join("\n\n");
}
