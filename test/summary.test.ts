import { existsSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { summary } from "../scripts/tests.mjs";
import { leftToOthers, TAKE_TURNS } from "../scripts/turns.mjs";
import { root } from "./support/workspace.ts";

const MDNS = "packages/adapters/peers-libp2p/test/mdns.test.ts > two nodes find each other";
const told = {
  passed: ["one"],
  skipped: [MDNS, "other.test.ts > needs a folder"],
  failures: [{ file: "a.test.ts", name: "two", message: "    two broke" }],
  broken: ["no such file"],
};

test("failed tests and errors outside of all tests are failures", () => {
  const { passed, failed, failures, skipped } = summary(told);
  expect({ passed, failed }).toEqual({ passed: 1, failed: 2 });
  expect(failures).toEqual(["two\n    two broke", "no such file"]);
  expect(skipped).toEqual(told.skipped);
});

test("in continuous integration a skipped test has failed, unless its reason is known", () => {
  const { failed, failures, skipped } = summary(told, { allSkipsFail: true });
  expect(failed).toBe(3);
  expect(failures.at(-1)).toContain("other.test.ts > needs a folder");
  expect(skipped).toEqual([MDNS]);
});

test("each of the longest files is there, and runs at every second commit", () => {
  expect(TAKE_TURNS.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  expect([...leftToOthers(6), ...leftToOthers(7)].toSorted()).toEqual(TAKE_TURNS.toSorted());
  expect(leftToOthers(6)).toHaveLength(TAKE_TURNS.length / 2);
});
