import { expect, test } from "vitest";

import { summary } from "../scripts/tests.mjs";

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
