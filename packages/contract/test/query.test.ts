import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod";

import { parseSearch, q, queryText } from "../src/index.ts";

const item = fc.string().map((text) => text.replaceAll(",", "").trim());

describe("query codecs", () => {
  test.each([
    ["integer", q.integer(), fc.integer()],
    ["boolean", q.boolean(), fc.boolean()],
    ["list", q.list(), fc.array(item.filter((text) => text !== ""))],
  ] as const)("%s: what queryText writes is read back as the same value", (_, codec, values) => {
    const schema: z.ZodType = codec;
    fc.assert(
      fc.property(values as fc.Arbitrary<unknown>, (value) => {
        expect(schema.parse(queryText(value))).toEqual(value);
        expect(z.encode(schema, value)).toBe(queryText(value));
      }),
    );
  });

  test.each(["", " 1", "1 ", "+1", "1.0", "1e3", "0x10", "١", "9999999999999999"])(
    "integer refuses %j",
    (text) => {
      expect(q.integer().safeParse(text).success).toBe(false);
    },
  );

  test("integer keeps its bounds, inclusive", () => {
    const schema = q.integer({ min: 1, max: 100 });
    const inside = ["0", "1", "100", "101"].map((text) => schema.safeParse(text).success);
    expect(inside).toEqual([false, true, true, false]);
  });

  test("boolean reads true, false, 1 and 0 in any case, and nothing else", () => {
    const read = (text: string): unknown => q.boolean().safeParse(text).data;
    expect(["true", "True", "1", "FALSE", "0", "yes", ""].map(read)).toEqual([
      true,
      true,
      true,
      false,
      false,
      undefined,
      undefined,
    ]);
  });

  test("list drops empty items and the space around the others", () => {
    expect(q.list().parse(" a ,,b,")).toEqual(["a", "b"]);
  });
});

describe("parseSearch", () => {
  test("reads what URLSearchParams writes", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.string({ unit: "grapheme" })), (values) => {
        const search = `?${new URLSearchParams(values).toString()}`;
        expect({ ...parseSearch(search)?.values }).toEqual({ ...values });
      }),
    );
  });

  test("keeps the first of a repeated name, and tells all of its values", () => {
    const found = parseSearch("?a=1&b=2&a=3");
    expect({ ...found?.values }).toEqual({ a: "1", b: "2" });
    expect([...(found?.repeated ?? [])]).toEqual([["a", ["1", "3"]]]);
  });

  test("knows no brackets and no prototypes", () => {
    const found = parseSearch("?a[b]=1&__proto__=2&constructor=3");
    expect(Object.keys(found?.values ?? {})).toEqual(["a[b]", "__proto__", "constructor"]);
    expect(found?.repeated.size).toBe(0);
  });

  test.each(["?a=%", "?a=%zz", "?a=%c0%80", "?%ff=1"])("%s is undefined", (search) => {
    expect(parseSearch(search)).toBeUndefined();
  });
});
