import { expect, test } from "vitest";

import {
  absentOr,
  anyMap,
  anyText,
  checkedCalls,
  hasCode,
  listOf,
  nullOr,
  exactObject,
  objectOf,
  optionsOf,
  trueOrFalse,
  wholeNumber,
  type CallSignatures,
} from "../src/index.ts";

interface Shop {
  buy(order: { readonly what: string; readonly tags?: readonly string[] }): Promise<string>;
  price(what: string | null): string;
  raw(value: unknown): unknown;
}

const shop: Shop & { readonly till: number } = {
  till: 5,
  buy: ({ what }) => Promise.resolve(what),
  price: String,
  raw: (value) => value,
};

const signatures: CallSignatures<Shop> = {
  buy: { order: objectOf({ what: anyText, tags: absentOr(listOf(anyText)) }) },
  price: { what: nullOr(anyText) },
  raw: "unchecked",
};

const calls = checkedCalls<Shop>("shop", shop, signatures, ["price", "raw"]);

test("a right call passes, and nothing but the calls that have a signature is offered", async () => {
  expect(await calls.buy({ what: "tea", tags: ["hot"] })).toBe("tea");
  expect(calls.price(null)).toBe("null");
  expect(calls.raw(Number.NaN)).toBeNaN();
  expect(Object.keys(calls)).toEqual(["buy", "price", "raw"]);
  expect(Object.isFrozen(calls)).toBe(true);
});

test("an asynchronous call rejects and a synchronous one throws, naming the place", async () => {
  const rejected = await calls
    .buy({ what: "tea", tags: ["hot", 5 as never] })
    .catch((error: unknown) => error);
  expect(hasCode(rejected, "ARGUMENT_INVALID")).toBe(true);
  expect(String(rejected)).toContain('"shop.buy: order.tags.1" must be text, found 5.');
  expect(() => calls.price(undefined as never)).toThrow('"shop.price: what" must be text');
});

test.each([
  [trueOrFalse, "true", "true or false, found text of 4 characters"],
  [anyMap, {}, "a Map, found an object"],
  [objectOf({ a: anyText }), ["x"], "an object with a, found an array of 1"],
  [listOf(anyText), "x", "a list, found text of 1 characters"],
])("rule %# says what it expects and never shows a text", (rule, value, words) => {
  expect(() => rule("x", value)).toThrow(`"x" must be ${words}.`);
});

test("a misspelt member is refused with the nearest known name, and options may be absent", () => {
  const order = exactObject({ symbol: anyText, orderType: absentOr(anyText) });
  expect(() => order("order", { symbol: "A", ordertype: "limit" })).toThrow(
    '"order" has no member "ordertype". Did you mean "orderType"?',
  );
  expect(() => order("order", undefined)).toThrow('"order" must be an object');
  const options = optionsOf({ limit: absentOr(wholeNumber()) });
  expect(() => options("options", undefined)).not.toThrow();
  expect(() => options("options", { limits: 5 })).toThrow('"options" has no member "limits"');
});
