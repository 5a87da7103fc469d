import { runInNewContext } from "node:vm";

import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { checkJson, frozenJson } from "../src/index.ts";

const cyclic: Record<string, unknown> = { name: "me" };
cyclic["self"] = cyclic;
const nested = (levels: number): unknown =>
  JSON.parse(`${"[".repeat(levels)}1${"]".repeat(levels)}`) as unknown;

describe("plain JSON", () => {
  test("passes, and its frozen copy is what JSON would give back", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const text = JSON.stringify(value);
        // A key of that name is refused: see below.
        fc.pre(!text.includes('"__proto__"'));
        checkJson(value);
        expect(frozenJson(value)).toEqual(JSON.parse(text));
      }),
    );
  });

  test("of another realm and without a prototype passes", () => {
    checkJson(runInNewContext("({ a: [1, { b: null }] })"));
    checkJson(Object.assign(Object.create(null) as object, { a: 1 }));
    const shared = { a: 1 };
    checkJson([shared, shared]);
    expect(Object.isFrozen(shared), "checking leaves the value as it was").toBe(false);
  });

  test.each<[string, unknown, string]>([
    ["undefined", { a: undefined }, "found undefined at a."],
    ["NaN", [1, NaN], "found NaN at 1."],
    ["an infinity", { a: { b: [-Infinity] } }, "found -Infinity at a.b.0."],
    ["a bigint", 1n, "found a bigint."],
    ["a function", { f: () => 1 }, "found a function at f."],
    ["a symbol", Symbol("s"), "found a symbol."],
    ["a symbol key", { [Symbol("s")]: 1 }, "found a symbol key."],
    ["a hole", Array.from({ length: 2 }).fill(1, 1), "found undefined at 0."],
    ["a date", { at: new Date() }, "found an object that is not plain at at."],
    ["a map", new Map(), "found an object that is not plain."],
    ["a typed array", new Float64Array(1), "found an object that is not plain."],
    ["a class instance", new (class Order {})(), "found an object that is not plain."],
    [
      "a __proto__ key",
      JSON.parse('{"a":{"__proto__":{"admin":true}}}'),
      "found a __proto__ key at a.__proto__.",
    ],
    ["a cycle", cyclic, "found a cycle or nesting past 64 levels"],
    ["deep nesting", nested(65), "found a cycle or nesting past 64 levels"],
  ])("is not %s", (_, value, message) => {
    expect(() => checkJson(value)).toThrow(message);
    expect(() => frozenJson(value)).toThrow(expect.objectContaining({ code: "JSON_INVALID" }));
  });

  test("may nest exactly as deep as allowed", () => {
    checkJson(nested(64));
    checkJson(nested(3), { maxDepth: 3 });
    expect(() => checkJson(nested(4), { maxDepth: 3 })).toThrow("past 3 levels");
  });
});

describe("a frozen copy", () => {
  test("can't be changed, and neither does the original change it", () => {
    const original = { list: [{ price: 1 }] };
    const copy = frozenJson(original);
    original.list[0]!.price = 2;
    original.list.push({ price: 3 });
    expect(copy).toEqual({ list: [{ price: 1 }] });
    expect(() => copy.list.push({ price: 4 })).toThrow(TypeError);
    expect(() => (copy.list[0]!.price = 5)).toThrow(TypeError);
  });

  test("is made of what is frozen already, too", () => {
    const held = { price: 1 };
    const given = Object.freeze({ held });
    const copy = frozenJson(given);
    held.price = 2;
    expect(copy).toEqual({ held: { price: 1 } });
  });
});
