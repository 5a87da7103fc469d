/**
 * Every published name explains itself: a docstring for each export and each member of it that a user touches, which
 * stands alone in a hover. `node scripts/docs-report.mjs <package>` lists what is missing.
 */
import { describe, expect, test } from "vitest";

import { isBuilt } from "../scripts/build.mjs";
import { docsReport } from "./support/docs-report.ts";
import { docstringFault, headlessFault } from "./support/docstring-fault.ts";
import { packages, readJson } from "./support/workspace.ts";

type Bounds = Readonly<Record<string, { missing: number; unclear: number; private: number }>>;

/** Findings that a package may still have; the numbers only fall (`node scripts/docs-report.mjs --update`). */
const bounds = readJson<Bounds>("test/house-docs.json");
const none = { missing: 0, unclear: 0, private: 0 };
const origin = isBuilt() ? "dist" : "src";

describe.each(packages())("$folder", (one) => {
  const bound = bounds[one.folder] ?? none;
  const report = docsReport(one, origin);

  test("every export and every member of it has a docstring", () => {
    expect(report.missing.length, report.missing.join("\n")).toBeLessThanOrEqual(bound.missing);
  });

  test("every published docstring stands alone", () => {
    expect(report.unclear.length, report.unclear.join("\n")).toBeLessThanOrEqual(bound.unclear);
  });

  test("no docstring of private code begins with a preposition", () => {
    expect(report.private.length, report.private.join("\n")).toBeLessThanOrEqual(bound.private);
  });
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

test("private code may ask a question, but not begin with a preposition", () => {
  expect(headlessFault("What a limit counts by.")).toBeNull();
  expect(headlessFault("From one address.")).toBe('begins with "From"');
});
