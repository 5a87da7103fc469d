/** Each word that is typed after a command is used or refused. */

import { expect, test } from "vitest";

import type { Command } from "../../src/command/command.ts";
import { readLine } from "../../src/command/read-line.ts";

const command: Command = {
  summary: "measure something",
  takes: [
    { name: "FILE", description: "file to measure" },
    { name: "MORE", isOptional: true, description: "another one" },
  ],
  flags: {
    from: { value: "TIME", description: "first time" },
    set: { value: "NAME=VALUE", isMany: true, description: "a value" },
    json: { description: "print JSON" },
  },
  run: () => Promise.resolve(),
};

const read = (...args: string[]) => readLine("bourse measure", command, args);

test("flags may stand anywhere, with a blank or an equals sign, and a value may be a negative number", () => {
  expect(read("--from", "-5", "a", "--set=x=1", "b", "--json", "--set", "y=2")).toEqual({
    flags: { from: "-5", set: ["x=1", "y=2"], json: true },
    words: ["a", "b"],
  });
  expect(read("a", "--", "--json")).toEqual({ flags: {}, words: ["a", "--json"] });
});

test.each([
  [["a", "--form", "1"], 'There is no option --form. Did you mean "--from"?'],
  [["a", "--fro", "1"], 'There is no option --fro. Did you mean "--from"?'],
  [["a", "-j"], "There is no option -j."],
  [["a", "--from"], "--from needs a value: --from TIME"],
  [["a", "--from", "--json"], "--from needs a value: --from TIME"],
  [["a", "--from", "1", "--from", "2"], "--from is given twice; give it once."],
  [["a", "--json=yes"], "--json takes no value."],
  [["--json"], "bourse measure needs FILE: file to measure."],
  [["a", "b", "c"], 'unexpected argument: "c". bourse measure takes FILE [MORE].'],
])("%j is refused", (args, sentence) => {
  expect(() => read(...args)).toThrow(sentence);
});
