import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { Decimal, type RoundingMode } from "../../src/index.ts";

/** An exact fraction over bigint: the model that decimals are held against. */
interface Fraction {
  readonly top: bigint;
  readonly bottom: bigint;
}

const fraction = ({ units, scale }: Decimal): Fraction => ({
  top: units,
  bottom: 10n ** BigInt(scale),
});
const same = (a: Fraction, b: Fraction): boolean => a.top * b.bottom === b.top * a.bottom;

const decimals = fc
  .tuple(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), fc.integer({ min: 0, max: 30 }))
  .map(([units, scale]) => Decimal.fromUnits(units, scale));
const modes = fc.constantFrom<RoundingMode>("floor", "ceil", "half-even", "half-up");
const parse = (text: string): Decimal => Decimal.parse(text);

describe("text", () => {
  test.each([
    ["0", "0"],
    ["-0", "0"],
    ["-0.00", "0"],
    ["12.50", "12.5"],
    ["100", "100"],
    ["-3.0001000", "-3.0001"],
    ["0.00000001", "0.00000001"],
    ["123456789012345678901234567890.123456789", "123456789012345678901234567890.123456789"],
  ])("%s reads as %s", (text, canonical) => {
    expect(parse(text).toString()).toBe(canonical);
    expect(JSON.stringify({ price: parse(text) })).toBe(`{"price":"${canonical}"}`);
  });

  test.each([
    "",
    " ",
    "1 ",
    "+1",
    ".5",
    "5.",
    "01",
    "-01.5",
    "1e5",
    "0x1",
    "1,5",
    "NaN",
    "Infinity",
    "--1",
    "١",
    "1\n",
  ])("%j is refused with DECIMAL_INVALID", (text) => {
    expect(() => parse(text)).toThrow(expect.objectContaining({ code: "DECIMAL_INVALID" }));
  });

  test("a number where text belongs is refused", () => {
    expect(() => parse(1.5 as unknown as string)).toThrow("Expected text, found number.");
  });

  test("exactly as many digits as allowed pass, one more does not", () => {
    const digits = (count: number): string => `-${"9".repeat(count - 2)}.99`;
    expect(Decimal.parse(digits(100)).toString()).toBe(digits(100));
    expect(() => Decimal.parse(digits(101))).toThrow("Expected at most 100 digits");
    expect(() => parse("9".repeat(101))).toThrow("Expected at most 100 digits, found 101.");
    expect(() => Decimal.parse("1".repeat(5_000_000))).toThrow("text of 5000000 characters");
    expect(Decimal.parse("1".repeat(200), { maxDigits: 200 }).units).toBe(BigInt("1".repeat(200)));
  });

  test("what is written reads back as the same value", () => {
    fc.assert(
      fc.property(decimals, (value) => {
        expect(parse(value.toString()).equals(value)).toBe(true);
        expect(value.toString()).toMatch(/^(?:0|-?(?:0|[1-9]\d*)(?:\.\d*[1-9])?)$/u);
      }),
    );
  });
});

describe("floats", () => {
  test("become their shortest decimal and come back as the same bits", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(Decimal.fromNumber(value).toNumber()).toBe(value === 0 ? 0 : value);
      }),
    );
    expect(Decimal.fromNumber(0.1).toString()).toBe("0.1");
    expect(Decimal.fromNumber(1e21).toString()).toBe("1000000000000000000000");
    expect(Decimal.fromNumber(-1.5e-7).toString()).toBe("-0.00000015");
    expect(Decimal.fromNumber(5e-324).scale).toBe(324);
  });

  test.each([NaN, Infinity, -Infinity])("%s is refused", (value) => {
    expect(() => Decimal.fromNumber(value)).toThrow("Expected a finite number");
  });

  test("a decimal past every float is refused instead of becoming Infinity", () => {
    const huge = Decimal.parse("9".repeat(400), { maxDigits: 400 });
    expect(() => huge.toNumber()).toThrow(expect.objectContaining({ code: "DECIMAL_INVALID" }));
  });
});

describe("arithmetic is exact", () => {
  test("sums, differences, products and comparisons are those of fractions", () => {
    fc.assert(
      fc.property(decimals, decimals, (a, b) => {
        const [x, y] = [fraction(a), fraction(b)];
        const bottom = x.bottom * y.bottom;
        const cross = x.top * y.bottom - y.top * x.bottom;
        expect(
          same(fraction(a.plus(b)), { top: x.top * y.bottom + y.top * x.bottom, bottom }),
        ).toBe(true);
        expect(same(fraction(a.minus(b)), { top: cross, bottom })).toBe(true);
        expect(same(fraction(a.times(b)), { top: x.top * y.top, bottom })).toBe(true);
        expect(a.compare(b)).toBe(cross < 0n ? -1 : Number(cross > 0n));
        expect(a.equals(b)).toBe(cross === 0n);
      }),
    );
  });

  test("equal values have equal fields, however they were made", () => {
    expect(parse("1.50")).toEqual(Decimal.fromUnits(15n, 1));
    expect(parse("0.1").plus(parse("0.2"))).toEqual(parse("0.3"));
    expect(parse("2.5").times(parse("4"))).toEqual(parse("10"));
    expect(parse("0.000")).toEqual(Decimal.zero);
  });

  test("a value can't be changed", () => {
    expect(Object.isFrozen(parse("1.5"))).toBe(true);
  });
});

describe("rounding", () => {
  const table: readonly [string, RoundingMode, string][] = [
    ["2.5", "floor", "2"],
    ["2.5", "ceil", "3"],
    ["2.5", "half-even", "2"],
    ["2.5", "half-up", "3"],
    ["3.5", "half-even", "4"],
    ["-2.5", "floor", "-3"],
    ["-2.5", "ceil", "-2"],
    ["-2.5", "half-even", "-2"],
    ["-2.5", "half-up", "-3"],
    ["2.4999", "half-up", "2"],
    ["-0.4", "half-even", "0"],
    ["7", "ceil", "7"],
  ];
  test.each(table)("%s by %s is %s", (value, mode, rounded) => {
    expect(parse(value).rounded(0, mode).toString()).toBe(rounded);
  });

  test("gives the neighbour on the side that the mode names, by less than a unit and at most half of one", () => {
    fc.assert(
      fc.property(
        decimals,
        decimals,
        fc.integer({ min: 0, max: 10 }),
        modes,
        (a, b, scale, mode) => {
          fc.pre(b.sign !== 0);
          const quotient = a.dividedBy(b, scale, mode);
          expect(quotient.scale).toBeLessThanOrEqual(scale);
          // The error in units of the last place, times |b|: quotient − a / b, without a division.
          const error = quotient
            .times(b)
            .minus(a)
            .times(Decimal.fromUnits(BigInt(b.sign)));
          const unit = b.absolute().times(Decimal.fromUnits(1n, scale));
          expect(error.absolute().compare(unit)).toBe(-1);
          const nearest = error.plus(error).absolute().compare(unit) <= 0;
          const holds: Readonly<Record<RoundingMode, boolean>> = {
            floor: error.sign <= 0,
            ceil: error.sign >= 0,
            "half-even": nearest,
            "half-up": nearest,
          };
          expect(holds[mode]).toBe(true);
        },
      ),
    );
  });

  test("to a step gives a multiple of it, the same as dividing and multiplying", () => {
    fc.assert(
      fc.property(decimals, decimals, modes, (value, step, mode) => {
        fc.pre(step.sign !== 0);
        const size = step.absolute();
        const rounded = value.roundedToStep(size, mode);
        expect(rounded).toEqual(value.dividedBy(size, 0, mode).times(size));
        expect(rounded.roundedToStep(size, "floor")).toEqual(rounded);
      }),
    );
    expect(parse("1.23456").roundedToStep(parse("0.001"), "floor").toString()).toBe("1.234");
    expect(parse("101.3").roundedToStep(parse("2.5"), "half-even").toString()).toBe("102.5");
    expect(() => parse("1").roundedToStep(Decimal.zero, "floor")).toThrow('"step" must be above 0');
  });

  test("to fixed digits pads with zeros, and rounds half to even unless told otherwise", () => {
    expect(parse("1.005").toFixed(2)).toBe("1.00");
    expect(parse("1.005").toFixed(2, "half-up")).toBe("1.01");
    expect(parse("-0.004").toFixed(2)).toBe("0.00");
    expect(parse("12").toFixed(3)).toBe("12.000");
    expect(parse("12.7").toFixed(0)).toBe("13");
  });

  test("by zero is refused", () => {
    expect(() => parse("1").dividedBy(Decimal.zero, 2, "floor")).toThrow("1 was divided by zero.");
  });

  test("to a scale out of bounds is refused", () => {
    for (const scale of [-1, 1001, 0.5]) {
      expect(() => parse("1").rounded(scale, "floor")).toThrow(
        '"scale" must be a whole number from 0 to 1000',
      );
    }
  });
});
