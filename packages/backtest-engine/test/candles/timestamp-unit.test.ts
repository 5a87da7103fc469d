import fc from "fast-check";
import { expect, test } from "vitest";

import { CandleFaults } from "../../src/candles/candle-faults.ts";
import { areSettledMilliseconds, settleTimes } from "../../src/candles/timestamp-unit.ts";

const YEARS = Date.UTC(2100, 0);
const time = fc.oneof(
  fc.integer({ min: 0, max: YEARS + 10 }),
  fc.integer({ min: Date.UTC(1979, 11), max: Date.UTC(1980, 1) }),
  fc.integer({ min: Date.UTC(1990, 0), max: Date.UTC(2040, 0) }),
  fc.constantFrom(Number.NaN, -1, 1.7e9, 1.7e15, 1_700_000_000_000.5, Infinity),
);

test("times are settled milliseconds only where settling leaves them, and without a told unit wherever it does", () => {
  const told = fc.constantFrom(undefined, "ms" as const, "s" as const);
  const anyTimes = fc.oneof(
    fc.array(fc.integer({ min: Date.UTC(1980, 0), max: YEARS - 1 }), { minLength: 1 }),
    fc.array(time, { minLength: 1, maxLength: 6 }),
  );
  fc.assert(
    fc.property(anyTimes, told, (raw, unit) => {
      const given = Float64Array.from(raw);
      const settled = given.slice();
      const faults = new CandleFaults();
      let found: string | undefined;
      try {
        found = settleTimes(
          settled,
          (i) => i + 1,
          faults,
          new Set(),
          unit === undefined ? {} : { told: unit },
        );
      } catch {
        found = undefined;
      }
      const isLeft =
        found === "ms" && faults.count === 0 && settled.every((value, i) => value === given[i]);
      const isSettled = areSettledMilliseconds(given, unit);
      expect(isSettled).toBe(isLeft);
    }),
  );
});
