import * as fc from "fast-check";
import { expect, test } from "vitest";

import { formatPlace, parsePlace } from "../src/model/place-text.ts";

test("a place is read back from its address, whatever its parts are", () => {
  const part = fc.string({ unit: "grapheme", minLength: 1 }).filter((text) => text.isWellFormed());
  // The address is an object's own members: one of the name __proto__ would set its prototype.
  const name = part.filter((text) => text !== "__proto__");
  fc.assert(
    fc.property(part, fc.array(part), fc.dictionary(name, part), (page, rest, query) => {
      const hash = formatPlace([page, ...rest], query);
      expect(parsePlace(hash)).toEqual({ page, rest, query: { ...query } });
    }),
  );
});

test.each([
  ["", { page: "", rest: [], query: {} }],
  ["#/", { page: "", rest: [], query: {} }],
  ["#runs", { page: "runs", rest: [], query: {} }],
  ["#/runs/?tag=a", { page: "runs", rest: [], query: { tag: "a" } }],
  [
    "#/runs/17?metric=sharpe&note=a?b",
    { page: "runs", rest: ["17"], query: { metric: "sharpe", note: "a?b" } },
  ],
  ["#/a%ZZ", { page: "a%ZZ", rest: [], query: {} }],
])("the address %j", (hash, place) => {
  expect(parsePlace(hash)).toEqual(place);
});

test("parameters without a value are left out", () => {
  expect(formatPlace(["runs"], { metric: "", symbol: undefined })).toBe("#/runs");
});
