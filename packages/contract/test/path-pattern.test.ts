import fc from "fast-check";
import { expect, test } from "vitest";

import { PathPattern } from "../src/route/path-pattern.ts";

const segment = fc.constantFrom("a", "b", "a.b", ":x", ":y", ":z");
const template = fc
  .uniqueArray(segment, { minLength: 1, maxLength: 5 })
  .map((parts) => `/${parts.join("/")}`);
const path = fc
  .array(fc.constantFrom("a", "b", "A", "a.b", "axb", "", "%2F"), { minLength: 1, maxLength: 6 })
  .map((parts) => `/${parts.join("/")}`);

test("matches what its own expression matches, with the same groups", () => {
  fc.assert(
    fc.property(template, path, (from, to) => {
      const pattern = new PathPattern(from);
      const plain = new RegExp(pattern.source).exec(to);
      const match = pattern.exec(to);
      expect(match === null ? null : [...match]).toEqual(plain === null ? null : [...plain]);
      expect({ ...match?.groups }).toEqual({ ...plain?.groups });
      expect([match?.index, match?.input]).toEqual([plain?.index, plain?.input]);
    }),
    { numRuns: 2000 },
  );
});

test("works wherever an expression does", () => {
  const pattern = new PathPattern("/jobs/:uuid");
  expect(pattern.test("/jobs/7")).toBe(true);
  expect("/jobs/7".replace(pattern, "$<uuid>")).toBe("7");
  expect(pattern.names).toEqual(["uuid"]);
});
