import { expect, test } from "vitest";

import { Decimal, type RoundingMode } from "../../src/index.ts";

const one = Decimal.parse("1.25");
const refused = expect.objectContaining({ code: "ARGUMENT_INVALID" }) as Error;

test("a rounding mode that there is not is refused, also where nothing is to round", () => {
  for (const mode of ["half_up", "up", "", undefined, null, 5] as unknown as RoundingMode[]) {
    expect(() => one.rounded(1, mode)).toThrow(refused);
    expect(() => one.rounded(5, mode)).toThrow(refused);
    expect(() => one.dividedBy(one, 2, mode)).toThrow(refused);
    expect(() => one.roundedToStep(one, mode)).toThrow(refused);
  }
  expect(() => one.toFixed(1, "half_up" as RoundingMode)).toThrow(refused);
});

test("the decimal of another copy of the package is one", () => {
  const foreign = { units: 5n, scale: 1 } as Decimal;
  expect(one.plus(foreign).toString()).toBe("1.75");
  expect(one.equals(foreign)).toBe(false);
});
