import { describe, expect, test } from "vitest";

import { minutesOf, readFirstRows } from "../page/model/first-rows.ts";

const HOUR = 3_600_000;
const START = Date.UTC(2025, 0, 1);

const lines = (head: string, rows: readonly string[]): string => `${head}\n${rows.join("\n")}\n`;

describe("the first rows of a file", () => {
  test("tell the length of a candle by the distance of most of them, whatever gaps there are", () => {
    const hours = [0, 1, 2, 7, 8, 9].map((hour) => `${START + hour * HOUR},1,2,0.5,1.5,10`);
    const found = readFirstRows(lines("timestamp,open,high,low,close,volume", hours));
    expect(found?.interval).toBe("1h");
    expect(found?.rows[0]).toEqual({ time: START, values: ["1", "2", "0.5", "1.5", "10"] });
  });

  test.each([
    ["seconds", (at: number) => String((START + at * HOUR) / 1000)],
    ["microseconds", (at: number) => String((START + at * HOUR) * 1000)],
    ["ISO 8601", (at: number) => new Date(START + at * HOUR).toISOString()],
    ["dates with a blank", (at: number) => `2025-01-01 0${at}:00`],
    ["dates with dots", (at: number) => `2025.01.01 0${at}:00:00`],
    ["times of another zone", (at: number) => `2025-01-01T0${at + 2}:00:00+02:00`],
  ])("have times as %s", (_, timeAt) => {
    const found = readFirstRows(
      lines(
        "time,open,high,low,close",
        [0, 1, 2].map((at) => `${timeAt(at)},1,1,1,1`),
      ),
    );
    expect(found?.rows.map(({ time }) => time)).toEqual([START, START + HOUR, START + 2 * HOUR]);
    expect(found?.interval).toBe("1h");
  });

  test("are found without a head, between semicolons, below remarks, and newest first", () => {
    const days = ["2025-01-03", "2025-01-02", "2025-01-01"].map((day) => `${day};1;2;0.5;1.5;9`);
    expect(readFirstRows(days.join("\n"))?.interval).toBe("1d");
    const remarked = readFirstRows(
      `https://example.org\nDate;Open;High;Low;Close;Volume\n${days.join("\r\n")}`,
    );
    expect(remarked?.rows.map(({ values }) => values.at(-1))).toEqual(["9", "9", "9"]);
  });

  test("name their symbol in a column, and their values in any order", () => {
    const text = lines("unix,date,symbol,close,open,high,low", [
      "1735689600,2025-01-01 00:00:00,BTC/USDT,4,1,5,0.5",
      "1735776000,2025-01-02 00:00:00,BTC/USDT,5,4,6,3",
    ]);
    const found = readFirstRows(text);
    expect([found?.symbol, found?.interval]).toEqual(["BTCUSDT", "1d"]);
    expect(found?.rows[0]?.values.slice(0, 4)).toEqual(["1", "5", "0.5", "4"]);
  });

  test("of months are months, and a date and a time of day may stand in two columns", () => {
    const months = ["2025-01-01", "2025-02-01", "2025-03-01"].map((day) => `${day},1,1,1,1`);
    expect(readFirstRows(months.join("\n"))?.interval).toBe("1M");
    const split = ["00:00", "00:15", "00:30"].map((clock) => `2025.01.01,${clock},1,2,0.5,1.5,9`);
    const found = readFirstRows(split.join("\n"));
    expect(found?.interval).toBe("15m");
    expect(found?.rows[0]?.values).toEqual(["1", "2", "0.5", "1.5", "9"]);
  });

  test.each(["", "hello", "a,b,c\n1,2,3", "01/02/2025,1,2,3,4"])("of %j are not told", (text) => {
    expect(readFirstRows(text)).toBeUndefined();
  });
});

test("lengths of candles are compared in minutes", () => {
  expect(["30s", "15m", "4h", "1d", "1w", "1M", "x"].map(minutesOf)).toEqual([
    0.5,
    15,
    240,
    1440,
    10_080,
    undefined,
    undefined,
  ]);
});
