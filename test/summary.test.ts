import { expect, test } from "vitest";

import { summary } from "../scripts/tests.mjs";

const failure = (name: string) => ({ file: "a.test.ts", name, message: `    ${name} broke` });
const run = (passed: string[], failed: string[] = [], broken: string[] = []) => ({
  passed,
  skipped: [],
  failures: failed.map(failure),
  broken,
});

test("what fails in both runs has failed", () => {
  const { passed, failed, failures, unstable } = summary(
    run(["one"], ["two"]),
    run(["one"], ["two"]),
  );
  expect({ passed, failed, unstable }).toEqual({ passed: 1, failed: 1, unstable: [] });
  expect(failures).toEqual(["two\n    two broke"]);
});

test("what passes by itself is counted as passed and named with what it said at first", () => {
  const { passed, failed, unstable } = summary(run(["one"], ["two"]), run(["one", "two"]));
  expect({ passed, failed }).toEqual({ passed: 2, failed: 0 });
  expect(unstable).toEqual(["two\n    two broke"]);
});

test("what the second run does not reach has failed", () => {
  expect(summary(run(["one"], ["two"]), run(["one"])).failed).toBe(1);
});

test("one of two tests of the same name that fails again is not passed by the other", () => {
  expect(summary(run(["two"], ["two"]), run(["two"], ["two"])).failed).toBe(1);
});

test("an error outside of all tests is a failure in either run", () => {
  expect(summary(run(["one"], [], ["no such file"])).failures).toEqual(["no such file"]);
  expect(summary(run([], ["two"]), run(["two"], [], ["no such file"])).failures).toEqual([
    "no such file",
  ]);
});
