import { createHash } from "node:crypto";

import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { resultHash } from "../../src/result-hash/result-hash.ts";

/** The encoding by its definition: one buffer for each piece. */
function pieces(value: unknown): Buffer[] {
  if (value === null || value === undefined) return [Buffer.from("0")];
  if (typeof value === "boolean") return [Buffer.from(value ? "t" : "f")];
  if (typeof value === "number") return [Buffer.from("n"), bits(value)];
  if (typeof value === "string") return text(value);
  if (value instanceof Float64Array) {
    return [Buffer.from(`a${value.length}:`), ...Array.from(value, bits)];
  }
  if (Array.isArray(value)) return [Buffer.from(`l${value.length}:`), ...value.flatMap(pieces)];
  const members = Object.entries(value as object)
    .filter(([name, member]) => member !== undefined && name !== "elapsedMilliseconds")
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  return [
    Buffer.from(`o${members.length}:`),
    ...members.flatMap(([name, member]) => [...text(name), ...pieces(member)]),
  ];
}

function text(given: string): Buffer[] {
  const bytes = Buffer.from(given);
  return [Buffer.from(`s${bytes.length}:`), bytes];
}

function bits(given: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(Number.isNaN(given) ? NaN : given + 0);
  return bytes;
}

function byDefinition(value: unknown): string {
  return createHash("sha256")
    .update(Buffer.concat(pieces(value)))
    .digest("hex");
}

describe("the hash of a result", () => {
  test("is SHA-256 over its encoding, whatever the value", () => {
    const leaf = fc.oneof(
      fc.constantFrom(null, undefined, true, false, 0, -0, NaN, Infinity),
      fc.double(),
      fc.string({ unit: "binary" }),
      fc.float64Array(),
    );
    const plain = fc.letrec((tie) => ({
      value: fc.oneof({ depthSize: "small" }, leaf, tie("list"), tie("record")),
      list: fc.array(tie("value")),
      record: fc.dictionary(
        fc.oneof(fc.string(), fc.constant("elapsedMilliseconds")),
        tie("value"),
        { noNullPrototype: true },
      ),
    })).value;
    fc.assert(
      fc.property(plain, (value) => {
        expect(resultHash(value)).toBe(byDefinition(value));
      }),
    );
  });

  test.each([16_383, 16_384, 16_385, 100_000])(
    "is the same where %i bytes lie in one piece or at the end of what is gathered",
    (length) => {
      const values = [
        "é".repeat(length >> 1),
        ["x".repeat(length - 12), 1.5, "y", { name: "z".repeat(length), other: [1, 2] }],
        new Float64Array(length >> 3).fill(-0),
        Array.from({ length: length >> 6 }, (_, k) => ({ k, note: `row ${k}`, none: undefined })),
      ];
      for (const value of values) expect(resultHash(value)).toBe(byDefinition(value));
    },
  );

  test("refuses what is no data", () => {
    expect(() => resultHash({ run: () => 1 })).toThrow("expected plain data, found a function");
  });
});
