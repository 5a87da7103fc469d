import {
  addIntervals,
  INTERVALS,
  INTERVAL_WORDS,
  intervalLabel,
  intervalMilliseconds,
  intervalOpen,
  intervalOpenFrom,
  intervalsBetween,
  isClosed,
  normaliseInterval,
} from "@bourse/backtest-engine/data";
import { isBourseError } from "@bourse/kernel";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

const anyInterval = fc.constantFrom(...INTERVALS);
/** 1970 to 2100. */
const anyTime = fc.integer({ min: 0, max: 4_102_444_800_000 });

describe("normaliseInterval", () => {
  test.each([
    ["1", "1"],
    ["1m", "1"],
    ["60", "60"],
    ["1h", "60"],
    ["720", "720"],
    ["12h", "720"],
    ["D", "D"],
    ["1d", "D"],
    ["1440", "D"],
    ["1w", "W"],
    ["W", "W"],
    ["1M", "M"],
    ["M", "M"],
  ])("%s names the interval %s", (word, interval) => {
    expect(normaliseInterval(word)).toBe(interval);
  });

  test("a minute and a month differ by case alone", () => {
    expect(normaliseInterval("1m")).not.toBe(normaliseInterval("1M"));
  });

  test.each(["", "2", "60m", "d", "1D", " 1h", "toString", "__proto__", "x".repeat(9_999)])(
    "%s is refused with what is accepted",
    (word) => {
      let thrown: unknown;
      try {
        normaliseInterval(word);
      } catch (error) {
        thrown = error;
      }
      expect(isBourseError(thrown) && thrown.code).toBe("INTERVAL_INVALID");
      expect((thrown as Error).message).toContain("12h");
      expect((thrown as Error).message.length).toBeLessThan(300);
    },
  );

  test("every label is an accepted word for its own interval", () => {
    for (const interval of INTERVALS) {
      expect(INTERVAL_WORDS[intervalLabel(interval)]).toBe(interval);
    }
  });
});

describe("opens", () => {
  test("a week opens on Monday and a month on its first day", () => {
    const wednesday = Date.UTC(2026, 10, 18, 13, 5);
    expect(new Date(intervalOpen("W", wednesday)).toISOString()).toBe("2026-11-16T00:00:00.000Z");
    expect(new Date(intervalOpen("M", wednesday)).toISOString()).toBe("2026-11-01T00:00:00.000Z");
    expect(new Date(intervalOpen("240", wednesday)).toISOString()).toBe("2026-11-18T12:00:00.000Z");
  });

  test("months step over the year's end and February's length", () => {
    const january = Date.UTC(2024, 0);
    expect(addIntervals("M", january, 1)).toBe(Date.UTC(2024, 1));
    expect(addIntervals("M", january, -1)).toBe(Date.UTC(2023, 11));
    expect(intervalsBetween("M", Date.UTC(2023, 10), Date.UTC(2024, 2))).toBe(4);
  });

  test("an open holds its time and the next open lies behind it", () => {
    fc.assert(
      fc.property(anyInterval, anyTime, (interval, time) => {
        const open = intervalOpen(interval, time);
        const next = addIntervals(interval, open, 1);
        expect(open).toBeLessThanOrEqual(time);
        expect(next).toBeGreaterThan(time);
        expect(intervalOpen(interval, open)).toBe(open);
        expect(intervalOpen(interval, next - 1)).toBe(open);
        expect(intervalOpenFrom(interval, open)).toBe(open);
        expect(intervalOpenFrom(interval, open + 1)).toBe(next);
      }),
    );
  });

  test("counting and stepping are inverse", () => {
    fc.assert(
      fc.property(
        anyInterval,
        anyTime,
        fc.integer({ min: -600, max: 600 }),
        (interval, time, n) => {
          const open = intervalOpen(interval, time);
          expect(intervalsBetween(interval, open, addIntervals(interval, open, n))).toBe(n);
        },
      ),
    );
  });

  test("a candle is closed from the instant of the next open on", () => {
    fc.assert(
      fc.property(anyInterval, anyTime, (interval, time) => {
        const open = intervalOpen(interval, time);
        const next = addIntervals(interval, open, 1);
        expect(isClosed(interval, open, next - 1)).toBe(false);
        expect(isClosed(interval, open, next)).toBe(true);
      }),
    );
  });

  test("longer intervals come later in the list", () => {
    const lengths = INTERVALS.map(intervalMilliseconds);
    expect(lengths).toEqual(lengths.toSorted((a, b) => a - b));
  });
});
