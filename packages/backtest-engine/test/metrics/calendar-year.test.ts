import type { Calendar } from "@bourse/indicators/calendar";
import { describe, expect, test } from "vitest";

import { backtest, backtestPortfolio } from "../../src/backtest/index.ts";
import { validateCandles } from "../../src/data/index.ts";
import { datesOf, openingTimes, walkAt } from "../simulation/session-candles.ts";

const NEW_YORK: Calendar = {
  zone: "America/New_York",
  sessions: [["09:30", "16:00"]],
  holidays: ["2024-07-04"],
};

const DATE = Date.UTC(2024, 6, 4);
const DAY = 86_400_000;
const isHoliday = (time: number): boolean => Math.floor(time / DAY) * DAY === DATE;

const series = {
  days: datesOf("XNYS", "2024-01-02", "2024-10-01"),
  "half hours": openingTimes("XNYS", 30, "2024-05-01", "2024-08-01"),
} as const;

const yearOf = (times: readonly number[], calendar?: Calendar) => {
  const result = backtest(walkAt(times, 3), {
    strategy: "rsi",
    ...(calendar !== undefined && { calendar }),
  });
  return [result.tradingDays, result.barsPerYear];
};

describe.each(["days", "half hours"] as const)("%s of US shares", (name) => {
  const whole = series[name];
  const candles = name === "days" ? 1 : 13;
  const open = whole.filter((time) => !isHoliday(time));

  test("have the same year with a weekday on which nothing traded, with a calendar and without", () => {
    for (const times of [whole, open]) {
      for (const calendar of [undefined, "XNYS", NEW_YORK] as const) {
        expect(yearOf(times, calendar)).toEqual([252, 252 * candles]);
      }
    }
  });

  test("have a gap on a weekday on which nothing traded, until holidays name it", () => {
    const reported = validateCandles(walkAt(open, 3), { calendar: "XNYS" });
    expect(reported).toMatchObject({ calendar: "XNYS", missing: candles });
    expect(reported.gaps).toHaveLength(1);
    const named = validateCandles(walkAt(open, 3), { calendar: NEW_YORK });
    expect(named).toMatchObject({ calendar: "custom", gaps: [], missing: 0 });
  });
});

describe("the year of a result", () => {
  test("is the same with early closes", () => {
    const whole = series["half hours"];
    const early = whole.filter(
      (time) => !(new Date(time).getUTCDate() % 9 === 3 && time % DAY >= 17 * 3_600_000),
    );
    expect(early.length).toBeLessThan(whole.length - 30);
    expect(yearOf(early)).toEqual(yearOf(whole));
    const [few, all] = [early, whole].map((times) =>
      backtest(walkAt(times, 3), { strategy: "rsi", calendar: "XNYS", flatByClose: true }),
    );
    expect([few!.tradingDays, few!.barsPerYear]).toEqual([all!.tradingDays, all!.barsPerYear]);
  });

  test("is told with the name of the calendar that the run was given", () => {
    const candles = walkAt(series.days, 3);
    const named = backtest(candles, { calendar: "XNYS" });
    expect(named).toMatchObject({ calendar: "XNYS", tradingDays: 252, barsPerYear: 252 });
    expect(backtest(candles, { calendar: NEW_YORK }).calendar).toBe("custom");
    expect("calendar" in backtest(candles)).toBe(false);
    expect(backtestPortfolio({ A: candles }, { calendar: "XNYS" }).calendar).toBe("XNYS");
    expect(backtest(candles, { calendar: NEW_YORK }).configuration.options.calendar).toEqual(
      NEW_YORK,
    );
  });
});
