/**
 * Every published name explains itself: a docstring for each export and each member of it that a user touches, which
 * stands alone in a hover. `node scripts/docs-report.mjs <package>` lists what is missing.
 */
import { describe, expect, test } from "vitest";

import { isBuilt } from "../scripts/build.mjs";
import { docsReport } from "./support/docs-report.ts";
import { docstringFault, headlessFault } from "./support/docstring-fault.ts";
import { packages } from "./support/workspace.ts";

const origin = isBuilt() ? "dist" : "src";

describe.each(packages())("$folder", (one) => {
  const report = docsReport(one, origin);

  test("every export and every member of it has a docstring", () => {
    expect(report.missing).toEqual([]);
  });

  test("every published docstring stands alone", () => {
    expect(report.unclear).toEqual([]);
  });

  test("no docstring of private code begins with a preposition", () => {
    expect(report.private).toEqual([]);
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
