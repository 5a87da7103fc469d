import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { formatUnits, glanceUnits, inUnits, parseUnits } from "../page/model/units.ts";

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
          const text = formatUnits(amount.toString(), decimals).replaceAll(",", "");
          expect(parseUnits(text, decimals)).toBe(amount);
        },
      ),
    );
  });

  test.each([
    ["1.5", 18, 1_500_000_000_000_000_000n],
    ["0.000001", 6, 1n],
    ["1.50", 1, 15n],
    ["9007199254740993", 0, 9_007_199_254_740_993n],
  ])("%s at %i decimals is %s", (text, decimals, amount) => {
    expect(parseUnits(text, decimals)).toBe(amount);
  });

  test.each([
    ["", 18, "no commas or spaces"],
    ["abc", 18, "no commas or spaces"],
    ["-1", 18, "no commas or spaces"],
    ["1e3", 18, "no commas or spaces"],
    ["0,25", 18, "no commas or spaces"],
    ["1,000", 18, "no commas or spaces"],
    ["1 000", 18, "no commas or spaces"],
    ["1.000.000", 18, "no commas or spaces"],
    ["1.", 18, "no commas or spaces"],
    ["٣", 18, "no commas or spaces"],
    ["0", 18, "above 0"],
    ["0.0000001", 6, "has 6 decimals; the amount has 7"],
    ["1".padEnd(60, "0"), 36, "No token has that many"],
  ])("%s at %i decimals is refused: %s", (text, decimals, fault) => {
    const found = parseUnits(text, decimals);
    expect(typeof found === "bigint" ? found : found.fault).toContain(fault);
  });

  test("a sentence of the node has its amounts in the unit that was typed", () => {
    const token = { address: "0xde", type: "erc20", symbol: "DEMO", decimals: 6 } as const;
    const native = { address: `0x${"0".repeat(40)}`, type: "native", symbol: "ETH" } as const;
    const eth = { ...native, decimals: 18 };
    const sentence =
      "amount: expected at most 500000, which is what the wallet has, but found 1500000.";
    expect(inUnits(sentence, "amount", token, eth)).toBe(
      "amount: expected at most 0.5 DEMO, which is what the wallet has, but found 1.5 DEMO.",
    );
    const fee = "The wallet has 0 wei, and this needs 375000000000000 wei, fees included.";
    expect(inUnits(fee, undefined, token, eth)).toBe(
      "The wallet has 0 ETH, and this needs 0.000375 ETH, fees included.",
    );
    expect(inUnits("Wait 30 s at 0x1200.", undefined, token, eth)).toBe("Wait 30 s at 0x1200.");
  });
});
