/** TA-Lib's tests for 0 and prices of any size. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { indicatorCatalogue, type CatalogueIndicator } from "../../src/catalogue/index.ts";
import { withRelativeZero } from "../../src/index.ts";
import { rsi } from "../../src/talib/index.ts";

type Columns = Readonly<Record<string, Float64Array>>;
type Lines = Readonly<Record<string, Float64Array>>;

const ROWS = 200;
/** A step of each row, in thousandths; some rows in a line stand still. */
const someSteps = fc.array(fc.integer({ min: -30, max: 30 }), { minLength: ROWS, maxLength: ROWS });

function columnsOf(steps: readonly number[]): Columns {
  const close = new Float64Array(ROWS);
  let price = 1.3;
  for (const [row, step] of steps.entries()) {
    price *= row > 90 && row < 130 ? 1 : 1 + step / 1000;
    close[row] = price;
  }
  const open = close.map((one, row) => close[row - 1] ?? one);
  const reach = (row: number): number => (row > 90 && row < 130 ? 0 : 0.004);
  return {
    open,
    high: close.map((one, row) => Math.max(one, open[row]!) * (1 + reach(row))),
    low: close.map((one, row) => Math.min(one, open[row]!) * (1 - reach(row))),
    close,
    values: close,
    volume: close.map((_, row) => 1000 + (row % 9)),
    left: close,
    right: open.map((one, row) => one * (1 + (row % 5) / 100)),
    periods: close.map((_, row) => 2 + (row % 7)),
    time: close.map((_, row) => row * 60_000),
  };
}

const someColumns = someSteps.map(columnsOf);

function times(columns: Columns, factor: number): Columns {
  return Object.fromEntries(
    Object.entries(columns).map(([name, column]) => {
      const isPrice = !["volume", "periods", "time"].includes(name);
      return [name, isPrice ? column.map((value) => value * factor) : column];
    }),
  );
}

const takesValues = ({ about }: CatalogueIndicator): boolean => about.inputs.join() === "values";

function linesOf(one: CatalogueIndicator, columns: Columns, options: object): Lines {
  const found = one(takesValues(one) ? columns["values"]! : columns, options);
  return found instanceof Float64Array ? { value: found } : found;
}

function streamed(one: CatalogueIndicator, columns: Columns, options: object): Lines {
  const stream = one.stream(options);
  const rows = Array.from({ length: ROWS }, (_, row) => {
    const candle = Object.fromEntries(
      Object.entries(columns).map(([name, column]) => [name, column[row]!] as const),
    );
    const found = stream.next(takesValues(one) ? candle["values"]! : candle);
    expect(stream.value).toEqual(found);
    return typeof found === "number" ? { value: found } : found;
  });
  return Object.fromEntries(
    one.about.outputs.map((line) => [line, Float64Array.from(rows, (row) => row[line]!)]),
  );
}

/** Power of the price's unit that each line has, where prices times `factor` give the lines in that unit; else null. */
function unitsOf(plain: Lines, scaled: Lines, factor: number): readonly (number | null)[] {
  return Object.entries(plain).map(([name, line]) => {
    const isUnit = (unit: number): boolean =>
      line.every((value, row) => Object.is(value * factor ** unit + 0, scaled[name]![row]! + 0));
    return [0, 1, 2, -1].find(isUnit) ?? null;
  });
}

/** Options with `kama` for every average, where the indicator lets one choose. */
function kamaOf({ about }: CatalogueIndicator): object {
  const names = Object.entries(about.parameters).filter(([, { choices }]) =>
    choices.includes("kama"),
  );
  return Object.fromEntries(names.map(([name]) => [name, "kama"]));
}

const all = [...indicatorCatalogue.values()];
const concerned = all.filter((one) => withRelativeZero(one) !== one);
const usual = columnsOf(Array.from({ length: ROWS }, (_, row) => ((row * 37) % 41) - 20));
/** Powers of 2 round nothing. */
const TINY = 2 ** -70;
/** Functions of the number itself. */
const isOfNumbers = ({ about }: CatalogueIndicator): boolean =>
  about.family === "transforms" || about.name === "linearRegAngle";

describe("TA-Lib's tests for 0", () => {
  test.each(all.filter((one) => !isOfNumbers(one)).map((one) => [one.about.name, one] as const))(
    "%s of tiny prices is that of usual ones unless it has such a test",
    (_, one) => {
      const units = [{}, kamaOf(one)].flatMap((options) =>
        unitsOf(linesOf(one, usual, options), linesOf(one, times(usual, TINY), options), TINY),
      );
      expect(units.includes(null)).toBe(concerned.includes(one));
    },
  );
});

describe.each(concerned.map((one) => [one.about.name, one] as const))(
  "%s with tests for 0 relative to the prices",
  (name, one) => {
    const own = withRelativeZero(one);
    const optionsOf = fc.constantFrom({}, kamaOf(one));
    const isPrice = /^(accBands|apo|bbands|kama|ma|macdExt|mavp|stdDev)$/u.test(name);

    test("has the same bits for prices times a power of 2, as arrays and as a stream", () => {
      fc.assert(
        fc.property(
          someColumns,
          fc.integer({ min: -200, max: 200 }),
          optionsOf,
          (columns, exponent, options) => {
            const factor = 2 ** exponent;
            const plain = linesOf(own, columns, options);
            const scaled = times(columns, factor);
            const back = isPrice ? factor : 1;
            for (const lines of [linesOf(own, scaled, options), streamed(own, scaled, options)]) {
              for (const [line, values] of Object.entries(plain)) {
                expect(lines[line]).toEqual(values.map((value) => value * back));
              }
            }
          },
        ),
        { numRuns: 10 },
      );
    });

    test("is for prices × 1e-12 what it is for prices, and TA-Lib's for those that begin with 1–2", () => {
      const plain = linesOf(own, usual, {});
      const tiny = linesOf(own, times(usual, 1e-12), {});
      const unit = isPrice ? 1e-12 : 1;
      for (const [line, values] of Object.entries(plain)) {
        for (const [row, value] of values.entries()) {
          // While nothing moves, the range of an RSI is that of its rounding, which is another one here.
          if (name === "stochRsi" && row > 90 && row < 135) continue;
          const found = tiny[line]![row]! / unit;
          if (Number.isNaN(value)) expect(found).toBeNaN();
          else expect(Math.abs(found - value)).toBeLessThanOrEqual(1e-6 * (1 + Math.abs(value)));
        }
      }
      if (name !== "mfi") expect(plain).toEqual(linesOf(one, usual, {}));
    });
  },
);

describe("an indicator with relative tests for 0", () => {
  const own = withRelativeZero(rsi);

  test("says of a wrong call what the indicator says", () => {
    const close = columnsOf(Array.from({ length: ROWS }, () => 1))["close"]!;
    expect(own.about).toBe(rsi.about);
    expect(own.warmUp({ period: 9 })).toBe(rsi.warmUp({ period: 9 }));
    expect(() => own([1, 2] as never)).toThrow("rsi: expected the columns values as Float64Array");
    expect(() => own(close, { length: 3 } as never)).toThrow('rsi: unknown option "length"');
    expect(() => own(close, {}, close)).toThrow("none of them a column");
    expect(() => own.stream().next("1" as never)).toThrow("rsi: expected a row with the numbers");
    const out = new Float64Array(close.length);
    expect(own(close, {}, out)).toBe(out);
  });

  test("takes its scale from the first price that is a number other than 0", () => {
    const close = columnsOf(Array.from({ length: ROWS }, (_, row) => (row % 7) - 3))["close"]!;
    const late = Float64Array.from([NaN, 0, 0, ...close.map((price) => price * 1e-14)]);
    const stream = own.stream();
    expect([...late].map((price) => stream.next(price))).toEqual([...own(late)]);
    expect(own(late).at(-1)).toBeCloseTo(rsi(Float64Array.from([0, 0, ...close])).at(-1)!, 6);
    expect(rsi(late).at(-1)).toBe(0);
  });
});
