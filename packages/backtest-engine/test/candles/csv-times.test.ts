import { describe, expect, test } from "vitest";

import { checkInterval } from "../../src/candles/check-interval.ts";
import { parseCandlesCsv } from "../../src/candles/read-candles-csv.ts";
import { writeCandlesCsv } from "../../src/candles/write-candles-csv.ts";
import { normaliseInterval } from "../../src/market-data/interval.ts";

const HOUR = 3_600_000;
const START = Date.UTC(2024, 0, 1);

function csvOf(times: readonly (string | number)[]): string {
  return [
    "timestamp,open,high,low,close,volume",
    ...times.map((time) => `${time},1,2,0.5,1.5,10`),
    "",
  ].join("\n");
}

describe("the unit of numeric times", () => {
  test.each([
    ["s", "000000000"],
    ["ms", "000000000000"],
    ["us", "000000000000000"],
    ["ns", "000000000000000000"],
  ] as const)("%s is detected and told", (unit, zeros) => {
    const digits = { s: 0, ms: 3, us: 6, ns: 9 }[unit];
    const rows = [0, 1, 2].map((hour) => `${START / 1000 + hour * 3600}${"0".repeat(digits)}`);
    expect(rows[0]!.length - 1).toBe(zeros.length);
    const reading = parseCandlesCsv(csvOf(rows));
    expect([...reading.candles.time]).toEqual([START, START + HOUR, START + 2 * HOUR]);
    expect(reading).toMatchObject({ timestampUnit: unit, gaps: [] });
  });

  test("is none for ISO 8601, and a fraction of a second counts", () => {
    const iso = parseCandlesCsv(csvOf(["2024-01-01", "2024-01-01T01:00Z"]));
    expect(iso).toMatchObject({ timestampUnit: "iso" });
    expect([...iso.candles.time]).toEqual([START, START + HOUR]);
    const fractions = parseCandlesCsv(csvOf([`${START / 1000}.5`, `${START / 1000 + 1}.0`]));
    expect([...fractions.candles.time]).toEqual([START + 500, START + 1000]);
  });

  test("is that of the newest time, so that a long history may begin in the seventies", () => {
    const times = [Date.UTC(1975, 0), Date.UTC(1976, 0), START];
    expect([...parseCandlesCsv(csvOf(times)).candles.time]).toEqual(times);
  });

  test.each([
    [["5", "6"], /timestamp 6 is no time from 1980 to 2099 in seconds, milliseconds/u],
    [[20_240_101, 20_240_102], /timestamp 20240102 is no time/u],
    [[START * 1e7], /is not a number since 1970/u],
    [["1704067200", START, START + HOUR], /row 2: timestamp 1704067200 .*in January 1970/u],
    [["2024-01-01", "2924-01-01"], /row 3: timestamp .*2924-01-01.* after 2099/u],
    [[`${START}.5`, START + HOUR], /row 2: timestamp .* is not whole milliseconds/u],
  ])("implausible times %j are refused", (times, sentence) => {
    expect(() => parseCandlesCsv(csvOf(times))).toThrow(sentence);
  });

  test("what was written is read back, however old", () => {
    for (const times of [[0, HOUR], [0, START], [Date.UTC(1979, 0), Date.UTC(1979, 1)], [START]]) {
      const { candles } = parseCandlesCsv(csvOf(times.map((time) => new Date(time).toISOString())));
      expect([...parseCandlesCsv(writeCandlesCsv(candles)).candles.time]).toEqual(times);
    }
  });
});

describe("the interval of candles", () => {
  const hourly = (hours: readonly number[]) =>
    parseCandlesCsv(csvOf(hours.map((hour) => START + hour * HOUR))).candles;

  test.each([
    ["1h", [0, 1, 2], true],
    ["1h", [0, 2, 5, 6], true],
    ["1h", [0, 24, 48], false],
    ["1h", [0, 7, 14], false],
    ["1d", [0, 1, 2], false],
    ["1d", [0, 24, 72], true],
    ["1M", [0, 744, 1440], true],
    ["1d", [0, 744, 1440], false],
    ["1w", [0], true],
  ] as const)("%s with candles at the hours %j: %s", (word, hours, isSound) => {
    const check = (): void => checkInterval(hourly(hours), normaliseInterval(word));
    if (isSound) expect(check).not.toThrow();
    else expect(check).toThrow(/the candles must be .* apart/u);
  });
});
