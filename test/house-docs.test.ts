/**
 * Every published name explains itself: a docstring for each export and each member of it that a user touches, which
 * stands alone in a hover. `node scripts/docs-report.mjs <package>` lists what is missing.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { isBuilt } from "../scripts/build.mjs";
import { docsReport, wordingFaults } from "./support/docs-report.ts";
import { docstringFault, wordingFault } from "./support/docstring-fault.ts";
import { packages, root } from "./support/workspace.ts";

const origin = isBuilt() ? "dist" : "src";

describe.each(packages())("$folder", (one) => {
  const report = docsReport(one, origin);

  test("every export and every member of it has a docstring", () => {
    expect(report.missing).toEqual([]);
  });

  test("every published docstring stands alone", () => {
    expect(report.unclear).toEqual([]);
  });

  test("every docstring of private code and of tests stands alone", () => {
    expect(report.private).toEqual([]);
  });
});

test.each(["bench", "examples", "scripts", "solidity", "test"])(
  "every docstring in %s stands alone",
  (folder) => {
    expect(wordingFaults(folder)).toEqual([]);
  },
);

test("no line of a comment is longer than 120 characters, but for a word that is", () => {
  const files = execFileSync("git", ["ls-files", "*.ts", "*.tsx", "*.mjs"], { cwd: root })
    .toString()
    .split("\n")
    .filter(
      (file) => file !== "" && existsSync(join(root, file)) && !/\/(?:texts|calls)\.ts$/.test(file),
    );
  expect(files.length).toBeGreaterThan(1500);
  const long = files.flatMap((file) =>
    readFileSync(join(root, file), "utf8")
      .split("\n")
      .flatMap((line, at) =>
        line.length > 120 && !/\S{100}/.test(line) && /^\s*(?:\*|\/\*\*|\/\/)/.test(line)
          ? [`${file}:${at + 1}`]
          : [],
      ),
  );
  expect(long).toEqual([]);
});

test.each([
  ["Of a token.", 'begins with "Of"'],
  ["How long it lasts.", 'begins with "How"'],
  ["Seconds.", "is one word"],
  ["All of them.", "has no noun"],
  ["@throws AuthError FORBIDDEN", "says nothing"],
  ["Idle timeout in seconds. Default 300.", null],
])("the docstring %j: %s", (doc, fault) => {
  expect(docstringFault(doc)).toBe(fault);
});

test.each([
  ["What a limit counts by.", 'begins with "What"'],
  ["From one address.", 'begins with "From"'],
  ["By path.", 'begins with "By"'],
  ["Wei.", "is one word"],
  ["@throws AuthError FORBIDDEN", null],
])("the private docstring %j: %s", (doc, fault) => {
  expect(wordingFault(doc)).toBe(fault);
});
