import { describe, expect, test } from "vitest";

import { checkInteger, checkNumber, checkText } from "../src/index.ts";

describe("an argument", () => {
  test("within its bounds passes", () => {
    checkNumber("price", 0.5, { above: 0, max: 1 });
    checkInteger("limit", 1000, { min: 1, max: 1000 });
    checkText("symbol", "BTCUSDT", 7);
    expect(() => checkNumber("any", -1e300)).not.toThrow();
  });

  test.each([
    [
      () => checkNumber("price", 0, { above: 0 }),
      '"price" must be a finite number above 0, found 0.',
    ],
    [() => checkNumber("price", Infinity), '"price" must be a finite number, found Infinity.'],
    [
      () => checkNumber("price", "1"),
      '"price" must be a finite number, found text of 1 characters.',
    ],
    [
      () => checkInteger("limit", 1001, { min: 1, max: 1000 }),
      '"limit" must be a whole number from 1 to 1000, found 1001.',
    ],
    [() => checkInteger("limit", 1.5), '"limit" must be a whole number, found 1.5.'],
    [
      () => checkText("symbol", ""),
      '"symbol" must be text of 1 to 1000 characters, found text of 0 characters.',
    ],
    [() => checkText("symbol", "x".repeat(8), 7), "found text of 8 characters."],
    [() => checkText("symbol", undefined), "found undefined."],
  ])("out of its bounds is refused with ARGUMENT_INVALID: %s", (check, message) => {
    expect(check).toThrow(message);
    expect(check).toThrow(expect.objectContaining({ code: "ARGUMENT_INVALID" }));
  });
});
