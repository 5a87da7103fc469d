import { grouped } from "@bourse/ui/numeral";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { product } from "../page/model/amounts.ts";

describe("an amount", () => {
  test.each([
    ["100000", "100,000"],
    ["-1234567.10000001", "−1,234,567.10000001"],
    ["0.000000001", "0.000000001"],
    ["1000000000000000", "1,000,000,000,000,000"],
    ["12", "12"],
    ["unlimited", "unlimited"],
  ])("of %s is shown as %s, with every digit", (text, shown) => {
    expect(grouped(text)).toBe(shown);
  });

  test("that is not there is a dash", () => {
    expect(grouped(null)).toBe("–");
  });

  test.each([
    ["0.1", "0.2", "0.02"],
    ["1.5", "64000.10", "96000.15"],
    ["0.00000001", "1e-9", "0.00000000000000001"],
    ["2", "1.5e21", "3000000000000000000000"],
    ["3", "0", "0"],
  ])("of %s at %s is %s, exactly", (quantity, price, cost) => {
    expect(product(quantity, price)).toBe(cost);
  });

  test("is unknown where a quantity or a price is no number", () => {
    expect([product("", "1"), product("1", "x"), product("1,5", "2")]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test("of whole numbers is their product, whatever their size", () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.bigInt(), (a, b) => {
        expect(product(String(a), String(b))).toBe(String(a * b));
      }),
    );
  });
});
