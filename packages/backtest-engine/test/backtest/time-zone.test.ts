import { describe, expect, test } from "vitest";

import { backtest } from "../../src/backtest/index.ts";
import { tradingYear } from "../../src/metrics/index.ts";
import { report } from "../../src/report/index.ts";
import { sweep } from "../../src/sweep/index.ts";
import { tearSheet } from "../../src/tear-sheet/index.ts";
import { walkForward } from "../../src/walk-forward/index.ts";
import { fromBars, type Bar } from "../candles/make-candles.ts";

const HOUR = 3_600_000;
const AUCKLAND = "Pacific/Auckland";
const strategy = {
  strategy: "ma_crossover",
  parameters: { fast_period: 3, slow_period: 8 },
} as const;

function candlesAt(times: readonly number[]) {
  return fromBars(
    times.map((time, i): Bar => {
      const close = 100 + ((i * 7) % 23);
      return [time, close, close + 1, close - 1, close, 5];
    }),
  );
}

/** The hours from 10:00 to 16:00 in Auckland, 21:00 to 03:00 UTC, of weekdays from Monday, 2024-01-08 on. */
function aucklandHours(days: number): number[] {
  return Array.from({ length: days }, (_, day) => day)
    .filter((day) => day % 7 < 5)
    .flatMap((day) => [0, 1, 2, 3, 4, 5].map((hour) => Date.UTC(2024, 0, 7 + day, 21 + hour)));
}

const datesOf = (time: Float64Array): string[] =>
  [...time].map((one) => new Date(one).toISOString().slice(0, 10));

describe("days by the dates of a zone", () => {
  test("are those of its sessions, and not of UTC", () => {
    const candles = candlesAt(aucklandHours(5));
    const run = backtest(candles, { ...strategy, timeZone: AUCKLAND });
    const days = ["2024-01-08", "2024-01-09", "2024-01-10", "2024-01-11", "2024-01-12"];
    expect(datesOf(tearSheet(run).time)).toEqual(days);
    const { time } = backtest(candles, strategy);
    expect(datesOf(tearSheet({ ...run, time, timeZone: "UTC" }).time)).toEqual([
      "2024-01-07",
      ...days,
    ]);
  });

  test("have all candles of a session, however few sessions there are", () => {
    const hours = aucklandHours(8).slice(-12); // a Friday and a Monday
    const time = Float64Array.from(hours);
    expect(tradingYear(time, { timeZone: AUCKLAND })).toEqual({
      tradingDays: 252,
      barsPerYear: 6 * 252,
    });
    expect(tradingYear(time).barsPerYear).toBe(3 * 252);
    const { tradingDays, barsPerYear, timeZone } = backtest(candlesAt(hours), {
      ...strategy,
      interval: "60",
      timeZone: AUCKLAND,
    });
    expect({ tradingDays, barsPerYear, timeZone }).toEqual({
      tradingDays: 252,
      barsPerYear: 6 * 252,
      timeZone: AUCKLAND,
    });
  });

  test.each(["America/Los_Angeles", "Asia/Tokyo", AUCKLAND])(
    "never move daily candles in %s",
    (timeZone) => {
      const times = Array.from({ length: 60 }, (_, day) => Date.UTC(2024, 0, 1 + day));
      const candles = candlesAt(times);
      const options = { ...strategy, initialCapital: 10_000 };
      const [here, there] = [
        backtest(candles, options),
        backtest(candles, { ...options, timeZone }),
      ];
      expect(there.barsPerYear).toBe(here.barsPerYear);
      const [one, two] = [here, there].map((run) => tearSheet(run, { benchmark: candles }));
      expect(two!.figures).toEqual(one!.figures);
      expect([...two!.time]).toEqual([...one!.time]);
    },
  );

  test("join hours of a benchmark to daily candles by date", () => {
    const days = candlesAt(Array.from({ length: 40 }, (_, day) => Date.UTC(2024, 0, 8 + day)));
    const hours = candlesAt(aucklandHours(40));
    const sheet = tearSheet(backtest(days, strategy), { benchmark: hours, timeZone: AUCKLAND });
    const held = datesOf(sheet.time).filter((_, day) => !Number.isNaN(sheet.benchmark![day]));
    expect(held).toEqual(datesOf(sheet.time).filter((_, day) => day % 7 < 5));
  });

  test("stay in order where the clock is set back over midnight", () => {
    const start = Date.parse("2021-11-06T12:00Z");
    const time = Float64Array.from({ length: 48 }, (_, i) => start + (i * HOUR) / 2);
    const equity = time.map((_, i) => 100 + i);
    const run = { time, equity, initialCapital: 100, timeZone: "America/Havana" };
    expect(datesOf(tearSheet(run).time)).toEqual(["2021-11-06", "2021-11-07"]);
  });
});

describe("the time zone of a run", () => {
  test("is in its configuration where it was given, and gives the same again", () => {
    const candles = candlesAt(aucklandHours(30));
    const run = backtest(candles, { ...strategy, timeZone: AUCKLAND });
    expect(run.configuration.options.timeZone).toBe(AUCKLAND);
    const again = backtest(candles, run.configuration.options);
    expect(again.configuration.options).toEqual(run.configuration.options);
    expect([again.sharpe, again.timeZone]).toEqual([run.sharpe, AUCKLAND]);
    const plain = backtest(candles, strategy);
    expect(plain.timeZone).toBe("UTC");
    expect(plain.configuration.options).not.toHaveProperty("timeZone");
  });

  test("is that of sweeps and of the windows of a walk-forward", async () => {
    const candles = candlesAt(aucklandHours(30));
    const ranges = {
      strategy: "ma_crossover",
      parameters: { fast_period: [2, 3], slow_period: 8 },
    };
    const swept = await sweep(candles, { ...ranges, timeZone: AUCKLAND });
    expect(swept.configuration.options.timeZone).toBe(AUCKLAND);
    const options = { ...ranges, trainCandles: 60, testCandles: 30, timeZone: AUCKLAND };
    const walked = await walkForward(candles, options);
    expect(walked.configuration.options.timeZone).toBe(AUCKLAND);
  });

  test("names the days of a report", () => {
    const candles = candlesAt(aucklandHours(30));
    const run = backtest(candles, { ...strategy, timeZone: AUCKLAND });
    expect(report(run)).toContain(`calendar days (${AUCKLAND})`);
    expect(report(run)).toMatch(/Times\s+are\s+UTC, days and months\s+those of Pacific\/Auckland/u);
    expect(report(backtest(candles, strategy))).not.toContain("days and months");
  });

  test.each(["Mars/Olympus", "", 5, null])("%j is refused by every function", (timeZone) => {
    const candles = candlesAt(aucklandHours(5));
    const refusal = expect.objectContaining({
      code: "OPTIONS_INVALID",
      details: { option: "timeZone" },
    }) as Error;
    const wrong = { timeZone } as { timeZone: string };
    const run = backtest(candles, strategy);
    expect(() => backtest(candles, { ...strategy, ...wrong })).toThrow(refusal);
    expect(() => tearSheet(run, wrong)).toThrow(refusal);
    expect(() => tradingYear(candles.time, wrong)).toThrow(refusal);
  });
});
