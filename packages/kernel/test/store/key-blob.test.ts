import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { keyBlob } from "../../src/store/key-blob.ts";

describe("a key as SQLite's bytes", () => {
  test("sorts byte by byte as its text does by UTF-16 code unit", () => {
    const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));
    const key = fc
      .array(fc.oneof(unit, fc.constantFrom("\0", "\ud83d\ude00", "\ue000", "a")))
      .map((units) => units.join(""));
    fc.assert(
      fc.property(key, key, (a, b) => {
        const expected = a === b ? 0 : a < b ? -1 : 1;
        expect(Buffer.compare(keyBlob(a), keyBlob(b))).toBe(expected);
      }),
      { numRuns: 1000 },
    );
  });
});
