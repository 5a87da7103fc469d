import fc from "fast-check";
import { expect, test } from "vitest";

import {
  count,
  everyDigit,
  fixed,
  grouped,
  isShortened,
  numeral,
  percent,
  price,
  signedPercent,
} from "../src/figures/index.ts";

/** Any number from 1e-9 to 1e15, of either sign. */
const anySize = fc
  .tuple(
    fc.double({ min: 1, max: 9.999, noNaN: true }),
    fc.integer({ min: -9, max: 14 }),
    fc.boolean(),
  )
  .map(([factor, power, isBelow]) => factor * 10 ** power * (isBelow ? -1 : 1));

const valueOf = (text: string): number => Number(text.replaceAll(",", "").replace("−", "-"));

test("a number of any size is shown within half of its last digit, and never as zero", () => {
  fc.assert(
    fc.property(anySize, fc.integer({ min: 0, max: 6 }), (value, digits) => {
      const text = numeral(value, digits);
      const shown = text.split(".")[1]?.length ?? 0;
      expect(shown).toBeGreaterThanOrEqual(digits);
      expect(valueOf(text)).not.toBe(0);
      expect(text).not.toMatch(/e/iu);
      const error = Math.abs(valueOf(text) - value);
      expect(error).toBeLessThanOrEqual(0.5 * 10 ** -shown * (1 + 1e-6) + Math.abs(value) * 1e-15);
    }),
  );
});

test("the part before the point is whole, in groups of three, and its sign can be seen", () => {
  fc.assert(
    fc.property(anySize, (value) => {
      const [whole = ""] = numeral(value).split(".");
      expect(whole).toMatch(/^−?\d{1,3}(?:,\d{3})*$/u);
      expect(whole.startsWith("−")).toBe(value < 0);
      const digits = whole.replaceAll(/[−,]/gu, "");
      expect(digits.length).toBeGreaterThanOrEqual(String(Math.trunc(Math.abs(value))).length);
    }),
  );
});

test("every digit of a number is there in the long text", () => {
  fc.assert(
    fc.property(anySize, (value) => {
      expect(valueOf(everyDigit(value))).toBe(value);
    }),
  );
});

/** Every form of a figure, with the number that its text stands for. */
const FORMS: readonly (readonly [name: string, text: (value: number) => string, of: number])[] = [
  ["numeral", numeral, 1],
  ["percent", percent, 100],
  ["gain", signedPercent, 100],
  ["price", price, 1],
  ["price of a tick", (value) => price(value, 2), 1],
];

test.each(FORMS)("%s: what is shown, read back, is the value within its digits", (_, text, of) => {
  fc.assert(
    fc.property(anySize, (value) => {
      const shown = text(value).replace(/ %$/u, "").replace("+", "");
      if (shown === "≈ 0") return;
      expect(shown).toMatch(/^−?\d{1,3}(?:,\d{3})*(?:\.\d+)?$/u);
      const last = 10 ** -(shown.split(".")[1]?.length ?? 0);
      const error = Math.abs(valueOf(shown) - value * of);
      expect(error).toBeLessThanOrEqual(0.5 * last * (1 + 1e-6) + Math.abs(value * of) * 1e-15);
      expect(valueOf(shown)).not.toBe(0);
    }),
  );
});

test("no form of a figure shows what is no number, a sign of zero or an exponent", () => {
  const strange = [NaN, Infinity, -Infinity, -0, 0, 1e21, 1e300, -1e21, 5e-324, 1e-10, -1e-10];
  const forms = [...FORMS.map(([, text]) => text), count, everyDigit];
  for (const value of strange) {
    for (const text of forms) {
      const shown = text(value);
      expect(shown, `${value}`).not.toMatch(/NaN|Infinity|∞|e[+-]?\d|-/iu);
      if (!Number.isFinite(value)) expect(shown).toBe("–");
      if (value === 0) expect(shown).toMatch(/^0(?:\.0+)?(?: %)?$/u);
    }
  }
  for (const text of [numeral, percent, signedPercent, price, count, everyDigit]) {
    expect(text(null)).toBe("–");
    expect(text(undefined)).toBe("–");
  }
});

test("a text says that it is shortened where the whole number has other digits", () => {
  fc.assert(
    fc.property(anySize, fc.integer({ min: 0, max: 6 }), (value, digits) => {
      const text = numeral(value, digits);
      expect(isShortened(text, everyDigit(value)) || valueOf(text) === value).toBe(true);
      expect(isShortened(everyDigit(value), everyDigit(value))).toBe(false);
    }),
  );
  expect(isShortened("5.10 %", `${everyDigit(0.051, 2)} %`)).toBe(false);
  expect(isShortened("0.00", everyDigit(0))).toBe(false);
  expect(isShortened("≈ 0", everyDigit(1e-12))).toBe(true);
  expect(isShortened("–", everyDigit(null))).toBe(false);
});

test("a fraction as per cent has no rounding of binary fractions", () => {
  expect(everyDigit(0.0512, 2)).toBe("5.12");
  expect(everyDigit(1e-9, 2)).toBe("0.0000001");
  expect(percent(0.000_012_345)).toBe("0.0012 %");
  expect(signedPercent(0.051)).toBe("+5.10 %");
  expect(signedPercent(-0.051)).toBe("−5.10 %");
  expect(signedPercent(1e-13)).toBe("≈ 0 %");
});

test("decimals that are texts keep each digit, and digits of one column their number", () => {
  expect(grouped("-1234567.10000001")).toBe("−1,234,567.10000001");
  expect(grouped("-0.00")).toBe("0.00");
  expect(grouped(null)).toBe("–");
  expect(fixed(-0.001, 2)).toBe("0.00");
  expect(count(1_234_567)).toBe("1,234,567");
});

test("ends of the range, nothing and noise", () => {
  expect(numeral(1e-9)).toBe("0.0000000010");
  expect(numeral(-1e-9, 4)).toBe("−0.0000000010");
  expect(numeral(1e15)).toBe("1,000,000,000,000,000.00");
  expect(numeral(0.004)).toBe("0.0040");
  expect(numeral(0.04)).toBe("0.04");
  expect(numeral(0)).toBe("0.00");
  expect(numeral(-0)).toBe("0.00");
  expect(numeral(1e-17)).toBe("≈ 0");
  expect(numeral(null)).toBe("–");
  expect(numeral(Number.NaN)).toBe("–");
  expect(everyDigit(0.1)).toBe("0.1");
  expect(everyDigit(1e-9)).toBe("0.000000001");
});
