/** The help of each command tells all that the command takes. */

import { expect, test } from "vitest";

import type { CommandSet } from "../../src/command/command-set.ts";
import { commandHelp, setHelp } from "../../src/command/help.ts";
import { SERVICES } from "../../src/packages.ts";
import { storeSet } from "../../src/store/store-set.ts";

const sets: CommandSet[] = [...(await Promise.all(SERVICES.map(({ load }) => load()))), storeSet];
const commands = sets.flatMap((set) =>
  Object.entries(set.commands).map(([words, command]) => ({ set, words, command })),
);

test.each(commands)("$set.name $words: flags, arguments and examples, in 80 columns", (one) => {
  const { set, words, command } = one;
  const text = commandHelp(set, words, command);
  expect(text).toContain(`Usage: ${set.name} ${words}`);
  for (const flag of Object.keys(command.flags ?? {})) {
    expect(text).toMatch(new RegExp(`^  --${flag}(?: |$)`, "m"));
  }
  for (const { name } of command.takes ?? []) expect(text).toContain(`\n  ${name}`);
  for (const word of ["--env-file PATH", "Exit codes: 0"]) expect(text).toContain(word);
  const [lists = ""] = text.split("\nExamples:");
  expect(lists.split("\n").filter((line) => line.length > 80)).toEqual([]);
});

test.each(sets)("$name lists each of its commands, in 80 columns", (set) => {
  const text = setHelp(set);
  for (const words of Object.keys(set.commands)) expect(text).toContain(`\n  ${words}`);
  for (const word of [`Usage: ${set.name}`, "--env-file PATH", "Examples", "Exit codes: 0"]) {
    expect(text).toContain(word);
  }
  expect(text.split("\n").filter((line) => line.length > 80)).toEqual([]);
});
