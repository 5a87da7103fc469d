import fc from "fast-check";
import { expect, test } from "vitest";

import { isoTime } from "../../src/time/iso-time.ts";

const MOST = 8.64e15;

test("every time of the calendar is spelled as a date spells it, whatever was spelled before", () => {
  const near = fc
    .tuple(fc.integer({ min: -MOST, max: MOST }), fc.array(fc.integer({ min: -2e8, max: 2e8 })))
    .map(([start, steps]) => steps.map((step) => start + step).filter((t) => Math.abs(t) <= MOST));
  const any = fc.array(fc.double({ min: -MOST, max: MOST, noNaN: true }));
  fc.assert(
    fc.property(fc.oneof(near, any), (times) => {
      for (const time of times) expect(isoTime(time)).toBe(new Date(time).toISOString());
    }),
  );
});

test("a fraction of a millisecond before 1970 leaves the next time as it is", () => {
  expect(isoTime(-0.5)).toBe("1970-01-01T00:00:00.000Z");
  expect(isoTime(-1)).toBe("1969-12-31T23:59:59.999Z");
});

test("null stays null, and what is no time is refused", () => {
  expect(isoTime(null)).toBeNull();
  for (const time of [Number.NaN, Infinity, MOST + 1])
    expect(() => isoTime(time)).toThrow(RangeError);
});
