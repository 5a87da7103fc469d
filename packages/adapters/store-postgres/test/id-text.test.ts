import { encodeId } from "@bourse/kernel";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { idBound, idOfText, idText } from "../src/id-text.ts";

const unit = fc.oneof(
  fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
  fc.constantFrom("\0", "\u0001", "\u0002", "\ud83d\ude00", "\ud800", "\ue000", "\uffff", "a"),
);
const id = fc.array(unit, { maxLength: 6 }).map((units) => units.join(""));

/** UTF-8 byte by byte, as COLLATE "C" compares. */
function compare(a: string, b: string): number {
  return Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b)));
}

describe("an id as PostgreSQL's text", () => {
  test("is itself for ordinary ids, and always text that UTF-8 can hold", () => {
    expect(idText("job-1 é 漢")).toBe("job-1 é 漢");
    fc.assert(
      fc.property(id, (one) => {
        expect(idText(one).isWellFormed()).toBe(true);
        expect(idText(one)).not.toContain("\0");
        expect(idOfText(idText(one))).toBe(one);
      }),
      { numRuns: 2000 },
    );
  });

  test("sorts as the port's order of ids", () => {
    fc.assert(
      fc.property(id, id, (a, b) => {
        expect(compare(idText(a), idText(b))).toBe(a === b ? 0 : a < b ? -1 : 1);
      }),
      { numRuns: 2000 },
    );
  });

  test("has a bound for every bound of keys, with the same ids below it", () => {
    const bound = fc.oneof(
      id.map(encodeId),
      fc.tuple(id, fc.constantFrom("\0", "\u0006")).map(([one, end]) => encodeId(one) + end),
      fc.constantFrom("", "\u0001", "\u0004abcd", "\u0005", "\u0006"),
    );
    fc.assert(
      fc.property(id, bound, (one, key) => {
        const text = idBound(key);
        expect(text === null || compare(idText(one), text) < 0).toBe(encodeId(one) < key);
      }),
      { numRuns: 5000 },
    );
  });
});
