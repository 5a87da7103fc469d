import {
  addIntervals,
  checkCanonicalInterval,
  dividesInterval,
  INTERVALS,
  intervalLabel,
  intervalMilliseconds,
  intervalOpen,
  intervalOpenFrom,
  intervalsBetween,
  isClosed,
  normaliseInterval,
  type Interval,
} from "@bourse/backtest-engine/data";
import { isBourseError } from "@bourse/kernel";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

const anyWord = fc.oneof(
  fc.constantFrom<string>(...INTERVALS),
  fc
    .tuple(fc.integer({ min: 1, max: 120 }), fc.constantFrom("s", "m", "h", "d", "w", "M", ""))
    .map(([count, unit]) => `${count}${unit}`),
  fc.integer({ min: 1, max: 300_000_000 }).map((seconds) => `${seconds}s`),
);
const anyInterval = anyWord.map(normaliseInterval);
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
    ["10s", "10s"],
    ["60s", "1"],
    ["90s", "90s"],
    ["45m", "45"],
    ["90m", "90"],
    ["8h", "480"],
    ["24h", "D"],
    ["86400s", "D"],
    ["36h", "2160"],
    ["1D", "D"],
    ["3d", "3D"],
    ["72h", "3D"],
    ["7d", "7D"],
    ["2w", "2W"],
    ["3M", "3M"],
    ["12M", "12M"],
    ["3653d", "3653D"],
    ["120M", "120M"],
  ])("%s names the interval %s", (word, interval) => {
    expect(normaliseInterval(word)).toBe(interval);
  });

  test("a minute and a month differ by case alone", () => {
    expect(normaliseInterval("1m")).not.toBe(normaliseInterval("1M"));
  });

  test("seven days begin on a Thursday, and a week on Monday", () => {
    expect(normaliseInterval("7d")).not.toBe(normaliseInterval("1w"));
    expect(new Date(intervalOpen("7D", Date.UTC(2026, 10, 18))).getUTCDay()).toBe(4);
    expect(new Date(intervalOpen("2W", Date.UTC(2026, 10, 18))).getUTCDay()).toBe(1);
  });

  const wrong = [
    "",
    "0",
    "0m",
    "-3m",
    "+3m",
    "01m",
    "1.5h",
    "1e3",
    "1y",
    "M1",
    "1h30m",
    "10 m",
    "d",
    "w",
    "1H",
    "1S",
  ];
  const wide = [`1${"0".repeat(30)}m`, "3654d", "522w", "121M", "x".repeat(9_999)];
  test.each([...wrong, ...wide, " 1h", "1h ", "1h\n", "toString", "__proto__"])(
    "%s is refused with what is accepted",
    (word) => {
      let thrown: unknown;
      try {
        normaliseInterval(word);
      } catch (error) {
        thrown = error;
      }
      expect(isBourseError(thrown) && thrown.code).toBe("INTERVAL_INVALID");
      expect((thrown as Error).message).toContain("45m");
      expect((thrown as Error).message.length).toBeLessThan(300);
    },
  );

  test("every label is an accepted word for its own interval", () => {
    fc.assert(
      fc.property(anyInterval, (interval) => {
        expect(normaliseInterval(intervalLabel(interval))).toBe(interval);
      }),
    );
  });

  test("a canonical name is its own, and only a canonical name passes a provider's check", () => {
    fc.assert(
      fc.property(anyWord, (word) => {
        const interval = normaliseInterval(word);
        expect(normaliseInterval(interval)).toBe(interval);
        expect(() => checkCanonicalInterval(interval)).not.toThrow();
        if (word !== interval) {
          expect(() => checkCanonicalInterval(word as Interval)).toThrow(`Write "${interval}"`);
        }
      }),
    );
  });

  test("two canonical names differ in more than letter case, and cut time differently", () => {
    // Enough that two lengths of one origin do not agree on all opens.
    const opens = (interval: Interval) =>
      Array.from({ length: 3 }, (_, n) => addIntervals(interval, intervalOpen(interval, 1e9), n));
    fc.assert(
      fc.property(anyInterval, anyInterval, (one, other) => {
        fc.pre(one !== other);
        expect(one.toLowerCase()).not.toBe(other.toLowerCase());
        expect(opens(one)).not.toEqual(opens(other));
      }),
    );
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

  test("quarters begin in January, April, July and October, and a year of months in January", () => {
    const open = (interval: Interval, time: number) =>
      new Date(intervalOpen(interval, time)).toISOString().slice(0, 10);
    const months = Array.from({ length: 12 }, (_, month) => open("3M", Date.UTC(2025, month, 15)));
    expect([...new Set(months)]).toEqual(["2025-01-01", "2025-04-01", "2025-07-01", "2025-10-01"]);
    expect(open("12M", Date.UTC(2025, 6))).toBe("2025-01-01");
    expect(open("3M", Date.UTC(1969, 11, 31))).toBe("1969-10-01");
    expect(addIntervals("120M", 0, -1_000_000)).toBe(-8.64e15);
  });

  test.each<[Interval, Interval, boolean]>([
    ["5", "10", true],
    ["15", "45", true],
    ["30", "45", false],
    ["240", "480", true],
    ["60", "420", true],
    ["1", "90s", false],
    ["1s", "90s", true],
    ["D", "3D", true],
    ["D", "2W", true],
    ["W", "2W", true],
    ["7D", "W", false],
    ["4D", "4W", true],
    ["W", "14D", false],
    ["W", "M", false],
    ["7D", "M", false],
    ["240", "M", true],
    ["420", "M", false],
    ["M", "12M", true],
    ["2M", "3M", false],
    ["M", "30D", false],
  ])("candles of %s make candles of %s: %s", (part, whole, does) => {
    expect(dividesInterval(part, whole)).toBe(does);
  });

  test("where one interval divides another, each open of the longer one is one of the shorter", () => {
    const anyPart = fc.constantFrom<Interval>("1s", "1", "5", "60", "D", "W", "M");
    fc.assert(
      fc.property(anyPart, anyInterval, anyTime, (part, whole, time) => {
        fc.pre(dividesInterval(part, whole));
        const open = intervalOpen(whole, time);
        expect(intervalOpen(part, open)).toBe(open);
      }),
    );
  });

  test("longer intervals come later in the list", () => {
    const lengths = INTERVALS.map(intervalMilliseconds);
    expect(lengths).toEqual(lengths.toSorted((a, b) => a - b));
  });
});
