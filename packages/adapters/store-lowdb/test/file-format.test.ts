import {
  createDocumentSums,
  defineCollection,
  storedDocument,
  type Entity,
  type StoredDocument,
} from "@bourse/kernel";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { formatFile, parseFile, type FileContent } from "../src/file-format.ts";

const items = defineCollection<Entity & { readonly n?: number }>()({
  name: "items",
  indexes: { by_n: { fields: ["n"] } },
});

const sums = createDocumentSums(new Uint8Array(32).fill(7));
const write = (content: FileContent): Buffer =>
  Buffer.from([...formatFile(content, sums)].join(""));
const read = (bytes: Buffer): FileContent => parseFile(bytes, "file", sums);

const documents = fc.uniqueArray(
  fc.record({
    id: fc.string({ unit: "binary", minLength: 1, maxLength: 20 }),
    text: fc.string({ unit: "binary" }),
    n: fc.double({ noNaN: true, noDefaultInfinity: true }),
    deep: fc.jsonValue(),
  }),
  { selector: ({ id }) => id, maxLength: 8 },
);

function contentOf(values: readonly Entity[]): FileContent {
  const rows = values.map((value, at) => {
    const bytes = at % 2 === 0 ? undefined : Buffer.from(value.id);
    return storedDocument(items, value, at + 1, bytes);
  });
  return new Map([["items", { indexes: items.indexes, documents: rows }]]);
}

/** JSON values of fast-check may hold the one key that a document may not. */
const isStorable = (values: readonly Entity[]): boolean => {
  try {
    return contentOf(values).size > 0;
  } catch {
    return false;
  }
};

describe("the format of the file", () => {
  test("gives back every document with its version and bytes, whatever text or number it holds", () => {
    fc.assert(
      fc.property(documents.filter(isStorable), (values) => {
        const content = contentOf(values);
        const found = read(write(content)).get("items")!;
        const { documents: rows } = content.get("items")!;
        const plain = ({ row, bytes }: StoredDocument) => [row, bytes];
        expect(found.documents.map(plain)).toEqual(rows.map(plain));
        expect(found.indexes).toEqual(items.indexes);
      }),
      { numRuns: 200 },
    );
  });

  test("notices any byte that changed and any end that is missing", () => {
    fc.assert(
      fc.property(
        documents.filter(isStorable),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        (values, where, change) => {
          const whole = write(contentOf(values));
          const at = where % (whole.length - 1);
          const changed = Buffer.from(whole);
          changed[at]! ^= change;
          expect(() => read(changed)).toThrow(
            expect.objectContaining({
              code: expect.stringMatching(
                /^STORE_(CORRUPT|FORMAT_UNSUPPORTED|KEY_INVALID)$/,
              ) as unknown,
            }) as Error,
          );
          expect(() => read(whole.subarray(0, at))).toThrow(
            expect.objectContaining({ code: "STORE_CORRUPT" }) as Error,
          );
        },
      ),
      { numRuns: 300 },
    );
  });

  test("is written in pieces of some 64 KiB, however large the file is", () => {
    const text = "x".repeat(1000);
    const content = contentOf(Array.from({ length: 3000 }, (_, n) => ({ id: `n${n}`, text })));
    const pieces = [...formatFile(content, sums)];
    expect(pieces.join("").length).toBeGreaterThan(3_000_000);
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(2 * 65_536);
  });
});
