import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { formatUnits, glanceUnits, parseUnits } from "../page/model/units.ts";

describe("token amounts", () => {
  test("at a glance they are cut, never rounded up, and say so", () => {
    expect(glanceUnits("9999999814745682187513", 18)).toBe("9,999.9998…");
    expect(glanceUnits("1500000", 6)).toBe("1.5");
    expect(glanceUnits("1", 18)).toBe("0…");
  });

  test("what is formatted is read back exactly, at any number of decimals", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 2n ** 256n - 1n }),
        fc.integer({ min: 0, max: 36 }),
        (amount, decimals) => {
          expect(parseUnits(formatUnits(amount.toString(), decimals), decimals)).toBe(amount);
        },
      ),
    );
  });

  test.each([
    ["1.5", 18, 1_500_000_000_000_000_000n],
    ["0.000001", 6, 1n],
    ["1,000", 0, 1000n],
    ["1.50", 1, 15n],
    ["9007199254740993", 0, 9_007_199_254_740_993n],
  ])("%s at %i decimals is %s", (text, decimals, amount) => {
    expect(parseUnits(text, decimals)).toBe(amount);
  });

  test.each([
    ["", 18, "Enter a number"],
    ["abc", 18, "Enter a number"],
    ["-1", 18, "Enter a number"],
    ["1e3", 18, "Enter a number"],
    ["0", 18, "above 0"],
    ["0.0000001", 6, "has 6 decimals; the amount has 7"],
    ["1".padEnd(60, "0"), 36, "No token has that many"],
  ])("%s at %i decimals is refused: %s", (text, decimals, fault) => {
    const found = parseUnits(text, decimals);
    expect(typeof found === "bigint" ? found : found.fault).toContain(fault);
  });
});
