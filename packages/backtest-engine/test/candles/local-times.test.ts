import { describe, expect, test } from "vitest";

import {
  candlesFromTable,
  type TableColumn,
  type TableOptions,
  type TableReading,
} from "../../src/candles/read-candle-columns.ts";
import { candlesFromKlines, candlesFromRows } from "../../src/candles/read-candle-rows.ts";
import { parseCandlesCsv, type CsvOptions } from "../../src/candles/read-candles-csv.ts";

const BERLIN = { timeZone: "Europe/Berlin" };
const NEW_YORK = { timeZone: "America/New_York" };
/** Clocks went back at 2024-10-27T01:00Z, from 03:00 to 02:00. */
const AUTUMN = ["01:30", "02:00", "02:30", "02:00", "02:30", "03:00"].map(
  (time) => `2024-10-27 ${time}`,
);
const AUTUMN_UTC = ["26T23:30", "27T00:00", "27T00:30", "27T01:00", "27T01:30", "27T02:00"].map(
  (time) => `2024-10-${time}`,
);

function csvOf(times: readonly (string | number)[], more = ""): string {
  const rows = times.map((time) => `${time},1,2,0.5,1.5,10${more}`);
  return [`timestamp,open,high,low,close,volume${more}`, ...rows, ""].join("\n");
}

function read(times: readonly (string | number)[], options: CsvOptions): string[] {
  return utc(parseCandlesCsv(csvOf(times), options).candles.time);
}

function utc(time: Float64Array): string[] {
  return [...time].map((one) => new Date(one).toISOString().slice(0, 16));
}

function rowsOf(times: readonly (string | number)[]) {
  return times.map((timestamp) => ({
    timestamp,
    open: 1,
    high: 2,
    low: 0.5,
    close: 1.5,
    volume: 10,
  }));
}

async function readTable(time: TableColumn, options: TableOptions): Promise<TableReading> {
  const { length } = time.values;
  const column = (value: number): TableColumn => ({
    values: new Float64Array(length).fill(value),
  });
  const columns = new Map([
    ["time", time],
    ["open", column(1)],
    ["high", column(2)],
    ["low", column(0.5)],
    ["close", column(1.5)],
    ["volume", column(10)],
  ]);
  const names = [...columns.keys()];
  const table = { dialect: "parquet", names, length, read: async () => columns } as const;
  return candlesFromTable(table, options);
}

/** Numbers that show a local time as if the place were at UTC. */
const wall = (times: readonly string[]): Float64Array =>
  Float64Array.from(times, (time) => Date.parse(`${time.replace(" ", "T")}Z`));

describe("local times of a zone", () => {
  test("are instants by its clock, in both halves of the year", () => {
    expect(read(["2024-01-02 09:00", "2024-07-01 09:00", "2024-07-01 10:00"], BERLIN)).toEqual([
      "2024-01-02T08:00",
      "2024-07-01T07:00",
      "2024-07-01T08:00",
    ]);
  });

  test("have both readings of an hour that comes twice, by their order", () => {
    expect(read(AUTUMN, BERLIN)).toEqual(AUTUMN_UTC);
    expect(read(AUTUMN.toReversed(), BERLIN)).toEqual(AUTUMN_UTC);
    const { format } = parseCandlesCsv(csvOf(AUTUMN), BERLIN);
    expect(format.assumptions).toEqual([]);
    const hourly = AUTUMN.filter((time) => time.endsWith("00"));
    expect(read(hourly, BERLIN)).toEqual(AUTUMN_UTC.filter((time) => time.endsWith("00")));
  });

  test("have them in every reader", async () => {
    const rows = rowsOf(AUTUMN.map((time) => time.replace(" ", "T")));
    expect(utc(candlesFromRows(rows, BERLIN).candles.time)).toEqual(AUTUMN_UTC);
    const klines = rows.map((row) => Object.values(row));
    expect(utc(candlesFromKlines(klines, BERLIN).candles.time)).toEqual(AUTUMN_UTC);
    const texts = await readTable({ values: AUTUMN }, BERLIN);
    expect(utc(texts.candles.time)).toEqual(AUTUMN_UTC);
    const numbers = { values: wall(AUTUMN), unit: "us", lacksZone: true } as const;
    const stamps = await readTable(numbers, BERLIN);
    expect(utc(stamps.candles.time)).toEqual(AUTUMN_UTC);
    for (const reading of [texts, stamps]) expect(reading.timeZone).toBe("Europe/Berlin");
    const digits = AUTUMN.map((time) => time.replaceAll(/\D/gu, ""));
    expect(read(digits, BERLIN)).toEqual(AUTUMN_UTC);
  });

  test("are the first of two where no row tells, which is stated", () => {
    const { candles, format } = parseCandlesCsv(
      csvOf(["2024-10-27 01:00", "2024-10-27 02:00", "2024-10-27 03:00", "2024-10-27 04:00"]),
      BERLIN,
    );
    expect(utc(candles.time)[1]).toBe("2024-10-27T00:00");
    expect(format.assumptions).toEqual([
      "Row 3: the clock of Europe/Berlin shows the time twice, and no row tells which is meant; the first was taken.",
    ]);
    expect(read(["2024-10-27 02:30"], BERLIN)).toEqual(["2024-10-27T00:30"]);
  });

  test("have a time for each symbol of a file of several", () => {
    const rows = AUTUMN.flatMap((time) => [`${time},1,2,0.5,1.5,10,A`, `${time},3,4,2,3,1,B`]);
    const file = ["timestamp,open,high,low,close,volume,symbol", ...rows].join("\n");
    for (const symbol of ["A", "B"]) {
      const { candles } = parseCandlesCsv(file, { ...BERLIN, symbol });
      expect(utc(candles.time)).toEqual(AUTUMN_UTC);
    }
  });

  test("that the clock skips are refused with row and zone, or skipped", async () => {
    const times = ["2024-03-31 01:30", "2024-03-31 02:00", "2024-03-31 02:30", "2024-03-31 03:00"];
    const sentence =
      /row 3: timestamp 2024-03-31 02:00:00 does not exist in Europe\/Berlin.*row 4: /su;
    expect(() => read(times, BERLIN)).toThrow(sentence);
    expect(read(times, { ...BERLIN, badRows: "skip" })).toEqual([
      "2024-03-31T00:30",
      "2024-03-31T01:00",
    ]);
    expect(() => candlesFromRows(rowsOf(times), BERLIN)).toThrow(/row 2: .*Europe\/Berlin/u);
    const column = { values: wall(times), unit: "ms", lacksZone: true } as const;
    await expect(readTable(column, BERLIN)).rejects.toThrow(/row 2: .*Europe\/Berlin/u);
  });

  test("leave times with an offset, and numbers, as they are", () => {
    const stated = ["2024-07-01T09:00-04:00", "2024-07-01T14:00Z", "2024-07-01 17:00"];
    expect(read(stated, BERLIN)).toEqual([
      "2024-07-01T13:00",
      "2024-07-01T14:00",
      "2024-07-01T15:00",
    ]);
    const numbers = [0, 1].map((hour) => Date.UTC(2024, 6, 1, hour));
    expect(read(numbers, BERLIN)).toEqual(["2024-07-01T00:00", "2024-07-01T01:00"]);
  });
});

describe("days of a zone", () => {
  const DAYS = ["2018-11-02", "2018-11-03", "2018-11-04", "2018-11-05"];
  const MIDNIGHTS = DAYS.map((day) => `${day}T00:00`);

  test.each(["America/Sao_Paulo", "America/New_York", "Asia/Tokyo", "Pacific/Auckland"])(
    "never move in %s, even where its clock skips midnight",
    async (timeZone) => {
      const withTimes = DAYS.map((day) => `${day} 00:00:00`);
      const slashes = DAYS.map((day) => day.split("-").toReversed().join("/"));
      const digits = DAYS.map((day) => day.replaceAll("-", ""));
      const own = DAYS.map((day) => `${day}T00:00:00-05:00`);
      const utcs = DAYS.map((day) => Date.parse(day));
      for (const times of [DAYS, withTimes, digits, own, utcs]) {
        expect(read(times, { timeZone })).toEqual(MIDNIGHTS);
        expect(read(times.toReversed(), { timeZone })).toEqual(MIDNIGHTS);
      }
      expect(read(slashes, { timeZone, dateOrder: "dmy" })).toEqual(MIDNIGHTS);
      expect(read([...DAYS, DAYS[3]!], { timeZone, duplicates: "same" })).toEqual(MIDNIGHTS);
      expect(utc(candlesFromRows(rowsOf(DAYS), { timeZone }).candles.time)).toEqual(MIDNIGHTS);
      const column = { values: wall(MIDNIGHTS), unit: "us", lacksZone: true } as const;
      expect(utc((await readTable(column, { timeZone })).candles.time)).toEqual(MIDNIGHTS);
    },
  );

  test("are those of the zone for instants that are no midnights of their own", () => {
    const instants = ["2024-03-29T23:00Z", "2024-03-30T23:00Z", "2024-03-31T22:00Z"];
    expect(read(instants, BERLIN)).toEqual([
      "2024-03-30T00:00",
      "2024-03-31T00:00",
      "2024-04-01T00:00",
    ]);
    expect(read(instants, {})).toEqual(instants.map((time) => time.slice(0, 16)));
    expect(read(instants.map(Date.parse), BERLIN)[2]).toBe("2024-04-01T00:00");
  });

  test("keep the date that is written in digits, whatever the offset", () => {
    for (const digits of [
      ["20240102", "20240103"],
      ["202401020000", "202401030000"],
    ]) {
      const told = parseCandlesCsv(csvOf(digits), { utcOffsetMinutes: 60 });
      expect(utc(told.candles.time)).toEqual(["2024-01-02T00:00", "2024-01-03T00:00"]);
      expect(told.timeZone).toBe("+01:00");
    }
  });
});

describe("the time zone of a reading", () => {
  test.each<[readonly (string | number)[], CsvOptions, string]>([
    [["2024-01-02", "2024-01-03"], {}, "UTC"],
    [["2024-01-02T00:00Z", "2024-01-02T01:00+00:00"], {}, "UTC"],
    [[Date.UTC(2024, 0), Date.UTC(2024, 1)], { utcOffsetMinutes: 60 }, "UTC"],
    [["2024-01-02 00:00", "2024-01-02 01:00"], { utcOffsetMinutes: -570 }, "-09:30"],
    [["2024-01-02T00:00+05:30", "2024-01-03T00:00+05:30"], {}, "+05:30"],
    [["2024-03-30T00:00+01:00", "2024-04-01T00:00+02:00"], {}, "offsets"],
    [["2024-03-30T00:00+01:00", "2024-04-01T00:00+02:00"], BERLIN, "Europe/Berlin"],
    [["2024-01-02", "2024-01-03"], NEW_YORK, "America/New_York"],
  ])("of %j with %j is %s", (times, options, timeZone) => {
    expect(parseCandlesCsv(csvOf(times), options).timeZone).toBe(timeZone);
  });

  test("is that of a table, and of rows", async () => {
    const values = wall(["2024-01-01T23:00", "2024-01-02T23:00"]);
    const column = { values, unit: "us", zone: "Europe/Berlin" } as const;
    const reading = await readTable(column, {});
    expect(reading.timeZone).toBe("Europe/Berlin");
    expect(utc(reading.candles.time)).toEqual(["2024-01-02T00:00", "2024-01-03T00:00"]);
    const offset = rowsOf(["2024-01-01T23:00+02:00", "2024-01-02T23:00+02:00"]);
    expect(candlesFromRows(offset).timeZone).toBe("+02:00");
    expect(candlesFromRows(offset, NEW_YORK).timeZone).toBe("America/New_York");
  });
});

test("a zone that is not known, or beside an offset, is refused", async () => {
  const refusals: [CsvOptions, RegExp][] = [
    [{ timeZone: "Mars/Olympus" }, /option "timeZone": expected an IANA time zone/u],
    [{ ...BERLIN, utcOffsetMinutes: 60 }, /"timeZone" takes the place of.*"utcOffsetMinutes"/u],
  ];
  for (const [options, sentence] of refusals) {
    expect(() => read(AUTUMN, options)).toThrow(sentence);
    await expect(readTable({ values: AUTUMN }, options)).rejects.toThrow(sentence);
  }
  expect(() => candlesFromRows(rowsOf(AUTUMN), { timeZone: "Mars/Olympus" })).toThrow(
    expect.objectContaining({ code: "OPTIONS_INVALID", details: { option: "timeZone" } }),
  );
});
