import { describe, expect, test } from "vitest";

import { checkInterval } from "../../src/candles/check-interval.ts";
import { normaliseInterval } from "../../src/candles/interval.ts";
import { parseCandlesCsv } from "../../src/candles/read-candles-csv.ts";
import { writeCandlesCsv } from "../../src/candles/write-candles-csv.ts";

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

  test("is none for dates, which may be older than any number", () => {
    const dates = ["1885-01-02", "1962-01-02", "1979-12-31", "1980-01-02"];
    expect([...parseCandlesCsv(csvOf(dates)).candles.time]).toEqual(dates.map(Date.parse));
    const slashes = parseCandlesCsv(csvOf(["02/01/1962", "31/01/1962"]));
    expect(slashes.candles.time[0]).toBe(Date.UTC(1962, 0, 2));
  });

  test.each([
    [["5", "6"], /timestamp 6 is no time from 1980 to 2099 in seconds, milliseconds/u],
    [[20_241_301, 20_241_302], /timestamp 20241302 is no time/u],
    [[START * 1e7], /is not a number since 1970/u],
    [["1704067200", START, START + HOUR], /row 2: timestamp 1704067200 .*before 1980/u],
    [[Date.UTC(1975, 0), START], /row 2: timestamp .*1975-01-01.*before 1980.*as dates/u],
    [["1970-01-20T17:21:07.200Z", START], /row 2: .*no time of candles.* from 1980 on/u],
    [["1799-12-31", "1800-01-01"], /row 2: timestamp "1799-12-31" is not/u],
    [["2024-01-01", "2924-01-01"], /row 3: timestamp .*2924-01-01.* after 2099/u],
    [[`${START}.5`, START + HOUR], /row 2: timestamp .* is not whole milliseconds/u],
  ])("implausible times %j are refused", (times, sentence) => {
    expect(() => parseCandlesCsv(csvOf(times))).toThrow(sentence);
  });

  test.each(["s", "ms", "us", "ns"] as const)("told to be %s, a number must fit it", (unit) => {
    const others = { s: 1e9, ms: 1e-3, us: 1e-3, ns: 1e-3 };
    const right = (START / 1000) * { s: 1, ms: 1e3, us: 1e6, ns: 1e9 }[unit];
    const mixed = csvOf([right, right * others[unit]].map(BigInt).map(String));
    const expected = { s: /row 3: .* is after 2099/u, ms: null, us: null, ns: null }[unit];
    expect(() => parseCandlesCsv(mixed, { timestampUnit: unit })).toThrow(
      expected ?? /row 3: timestamp \d+ .*1970.* is before 1980; expected \w+seconds since 1970/u,
    );
    expect(() => parseCandlesCsv(mixed)).toThrow(/before 1980/u);
  });

  test("what was written is read back, however old", () => {
    for (const times of [[0, HOUR], [0, START], [Date.UTC(1979, 0), Date.UTC(1979, 1)], [START]]) {
      const { candles } = parseCandlesCsv(csvOf(times.map((time) => new Date(time).toISOString())));
      expect([...parseCandlesCsv(writeCandlesCsv(candles)).candles.time]).toEqual(times);
    }
  });
});

describe("times that state their offset from UTC", () => {
  const day = (date: string): number => Date.parse(date);

  test.each([
    ["midnight in Berlin", ["2024-01-05 00:00:00+01:00", "2024-01-08 00:00:00+01:00"]],
    ["midnight in New York", ["2024-01-05 00:00:00-05:00", "2024-01-08 00:00:00-05:00"]],
    ["midnight in Auckland", ["2024-01-05T00:00+13:00", "2024-01-08T00:00+13:00"]],
    ["newest first", ["2024-01-08 00:00:00+01:00", "2024-01-05 00:00:00+01:00"]],
  ])("%s is the date that the file states", (_, times) => {
    const { candles } = parseCandlesCsv(csvOf(times));
    expect([...candles.time]).toEqual([day("2024-01-05"), day("2024-01-08")]);
  });

  test("are a day apart where clocks were changed", () => {
    const { candles, interval, gaps } = parseCandlesCsv(
      csvOf(["2024-03-30T00:00+01:00", "2024-03-31T00:00+01:00", "2024-04-01T00:00+02:00"]),
    );
    expect([...candles.time]).toEqual(["2024-03-30", "2024-03-31", "2024-04-01"].map(day));
    expect({ interval, gaps }).toEqual({ interval: "D", gaps: [] });
  });

  test("are one date, beside a time of day in another column, and in one lone row", () => {
    expect([...parseCandlesCsv(csvOf(["2024-01-08T00:00+01:00"])).candles.time]).toEqual([
      day("2024-01-08"),
    ]);
    const table = "Date,Time,Open,High,Low,Close\n2024-01-08,00:00+09:00,1,2,0.5,1.5\n";
    expect([...parseCandlesCsv(table).candles.time]).toEqual([day("2024-01-08")]);
  });

  test("told of a whole file move no date", () => {
    for (const times of [
      ["2024-01-05", "2024-01-08"],
      ["05/01/2024", "18/01/2024"],
    ]) {
      const { candles } = parseCandlesCsv(csvOf(times), { utcOffsetMinutes: 120 });
      expect(candles.time[0]).toBe(day("2024-01-05"));
    }
  });

  test("are instants in candles shorter than a day", () => {
    const { candles } = parseCandlesCsv(
      csvOf(["2024-01-08T00:00+01:00", "2024-01-08T12:00+01:00", "2024-01-09T00:00+01:00"]),
    );
    expect(candles.time[0]).toBe(Date.parse("2024-01-07T23:00Z"));
    const told = parseCandlesCsv(csvOf(["2024-01-08 09:00", "2024-01-08 10:00"]), {
      utcOffsetMinutes: 60,
    });
    expect(told.candles.time[0]).toBe(Date.parse("2024-01-08T08:00Z"));
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
