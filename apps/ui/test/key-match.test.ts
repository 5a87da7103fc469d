import { expect, test } from "vitest";

import type { Command } from "../src/model/commands.ts";
import { matchPress, nameOf } from "../src/model/key-match.ts";

const command = (keys: string, label = keys): Command => ({ label, keys, run: () => {} });
const COMMANDS = [command("g r"), command("g d"), command("j"), command("?"), command("mod+k")];
const press = { ctrlKey: false, metaKey: false, altKey: false };

/** The labels of the commands that the presses run, in order. */
function heard(names: readonly string[], commands: readonly Command[] = COMMANDS): string[] {
  let pending = "";
  const run: string[] = [];
  for (const name of names) {
    const match = matchPress(commands, pending, name);
    ({ pending } = match);
    if (match.command !== undefined) run.push(match.command.label);
  }
  return run;
}

test("a sequence runs its command, a single key its own", () => {
  expect(heard(["g", "r", "j", "?"])).toEqual(["g r", "j", "?"]);
});

test("a key that does not go on with a sequence counts for itself", () => {
  expect(heard(["g", "j"])).toEqual(["j"]);
  expect(heard(["g", "g", "d"])).toEqual(["g d"]);
  expect(heard(["x", "r"])).toEqual([]);
});

test("the newest command of the same keys runs", () => {
  expect(heard(["j"], [command("j", "old"), command("j", "new")])).toEqual(["new"]);
});

test("Control and Command are one modifier, and Shift is in the letter's case", () => {
  expect(nameOf({ ...press, key: "K", ctrlKey: true })).toBe("mod+k");
  expect(nameOf({ ...press, key: "k", metaKey: true })).toBe("mod+k");
  expect(nameOf({ ...press, key: "J" })).toBe("J");
  expect(nameOf({ ...press, key: "?" })).toBe("?");
  expect(nameOf({ ...press, key: "j", altKey: true })).toBe("alt+j");
});
