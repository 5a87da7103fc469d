import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  CSV_DIALECTS,
  parseCandlesCsv,
  readCandlesCsv,
  type Candles,
  type CsvDialect,
  type CsvOptions,
} from "../../src/data/index.ts";
import { faultsOf } from "./faults-of.ts";
import { candlesArbitrary } from "./make-candles.ts";

const DAY = 86_400_000;
const iso = (time: number): string => new Date(time).toISOString();
const dotted = (time: number): string => iso(time).slice(0, 10).replaceAll("-", ".");

/** Writes candles as each program does, independently of the reader. */
const WRITERS: Readonly<Record<CsvDialect, (candles: Candles, extra: number) => string>> = {
  plain: (candles) =>
    ["timestamp,open,high,low,close,volume", ...rows(candles, (time) => `${time}`)].join("\n"),
  yahoo: (candles, extra) =>
    [
      "Date,Open,High,Low,Close,Adj Close,Volume",
      ...rows(candles, iso, ",", (close) => `${close},${close * extra}`),
    ].join("\n"),
  yfinance: (candles) => {
    const { time, open, high, low, close, volume } = candles;
    const lines = [...time].map(
      (t, i) =>
        `${iso(t).replace("T", " ").slice(0, 19)}+00:00,${close[i]},${high[i]},${low[i]},${open[i]},${volume[i]}`,
    );
    return [
      "Price,Close,High,Low,Open,Volume",
      "Ticker,GOOG,GOOG,GOOG,GOOG,GOOG",
      "Datetime,,,,,",
      ...lines,
      "",
    ].join("\n");
  },
  tradingview: (candles) =>
    ["time,open,high,low,close,Volume", ...rows(candles, (time) => `${time / 1000}`)].join("\n"),
  binance: (candles) =>
    [...candles.time]
      .map((t, i) => {
        const { open, high, low, close, volume } = candles;
        return `${t}000,${open[i]},${high[i]},${low[i]},${close[i]},${volume[i]},${t}999,7,1,2,3,0`;
      })
      .join("\r\n"),
  bybit: (candles) =>
    rows(candles, (time) => `${time}`)
      .map((line) => `${line},7`)
      .toReversed()
      .join("\n"),
  metatrader4: (candles) =>
    rows(candles, (time) => `${dotted(time)},${iso(time).slice(11, 16)}`).join("\r\n"),
  metatrader5: (candles) =>
    [
      "<DATE>\t<TIME>\t<OPEN>\t<HIGH>\t<LOW>\t<CLOSE>\t<TICKVOL>\t<VOL>\t<SPREAD>",
      ...rows(candles, (time) => `${dotted(time)}\t${iso(time).slice(11, 19)}`, "\t").map(
        (line) => `${line}\t0\t12`,
      ),
    ].join("\r\n"),
};

function rows(
  { time, open, high, low, close, volume }: Candles,
  timeOf: (time: number) => string,
  delimiter = ",",
  closeOf: (close: number) => string = String,
): string[] {
  return [...time].map((t, i) =>
    [timeOf(t), open[i], high[i], low[i], closeOf(close[i]!), volume[i]].join(delimiter),
  );
}

const bytes = ({ time, open, high, low, close, volume }: Candles): number[][] =>
  [time, open, high, low, close, volume].map((column) => [...column]);

const someCandles = candlesArbitrary({ minLength: 2, maxLength: 40 });
const [three] = fc.sample(candlesArbitrary({ minLength: 3, maxLength: 3 }), {
  numRuns: 1,
  seed: 5,
});

describe("the format of a candle file", () => {
  test.each(CSV_DIALECTS)(
    "property: a file of %s gives its candles and is named so",
    async (name) => {
      await fc.assert(
        fc.asyncProperty(
          someCandles,
          fc.integer({ min: 1, max: 90 }),
          fc.boolean(),
          async (candles, size, isWide) => {
            const text = WRITERS[name](candles, 1);
            const file = isWide ? utf16(text) : new TextEncoder().encode(text);
            const reading = parseCandlesCsv(file);
            expect(bytes(reading.candles)).toEqual(bytes(candles));
            expect(reading.format.dialect).toBe(name);
            const pieces = Array.from({ length: Math.ceil(file.length / size) }, (_, i) =>
              file.subarray(i * size, (i + 1) * size),
            );
            expect(await readCandlesCsv(pieces)).toEqual(reading);
            expect(parseCandlesCsv(file, { ...told(reading), dialect: name }).candles).toEqual(
              reading.candles,
            );
          },
        ),
        { numRuns: 40 },
      );
    },
  );

  test.each<[CsvDialect, number, RegExp]>([
    ["plain", 3, /row 3: open "1O" is not a decimal number/u],
    ["yahoo", 3, /row 3: open "1O"/u],
    ["yfinance", 5, /row 5: /u],
    ["tradingview", 3, /row 3: open "1O"/u],
    ["binance", 2, /row 2: open "1O"/u],
    ["bybit", 2, /row 2: open "1O"/u],
    ["metatrader4", 2, /row 2: open "1O"/u],
    ["metatrader5", 3, /row 3: open "1O"/u],
  ])("a broken line of %s is named by its number, and nothing is read", (name, row, message) => {
    const delimiter = name === "metatrader5" ? "\t" : ",";
    const lines = WRITERS[name](three!, 1).split(/\r?\n/u);
    const cells = lines[row - 1]!.split(delimiter);
    const open = name === "yfinance" ? 4 : name.startsWith("metatrader") ? 2 : 1;
    lines[row - 1] = cells.with(open, "1O").join(delimiter);
    expect(() => parseCandlesCsv(lines.join("\n"))).toThrow(message);
    lines[row - 1] = cells.slice(0, -1).join(delimiter);
    expect(() => parseCandlesCsv(lines.join("\n"))).toThrow(
      new RegExp(`row ${row}: the row has ${cells.length - 1} fields`, "u"),
    );
  });

  test("Yahoo's adjusted close is left alone, and said to be; asked for, it moves the prices", () => {
    const text = "Date,Open,High,Low,Close,Adj Close,Volume\n2024-01-02,10,12,9,11,5.5,7\n";
    const plain = parseCandlesCsv(text);
    expect(
      bytes(plain.candles)
        .map(([first]) => first)
        .slice(1),
    ).toEqual([10, 12, 9, 11, 7]);
    expect(plain.format).toMatchObject({
      dialect: "yahoo",
      delimiter: "comma",
      decimal: "point",
      timestampUnit: "iso",
      order: "oldest_first",
      columns: { time: "Date", close: "Close", volume: "Volume" },
    });
    expect(plain.format.assumptions.join(" ")).toMatch(/The column Adj Close was not used/u);
    const adjusted = parseCandlesCsv(text, { adjusted: true });
    expect(
      bytes(adjusted.candles)
        .map(([first]) => first)
        .slice(1),
    ).toEqual([5, 6, 4.5, 5.5, 7]);
    expect(adjusted.format.columns.adjustedClose).toBe("Adj Close");
    expect(() => parseCandlesCsv(WRITERS.plain(three!, 1), { adjusted: true })).toThrow(
      /no column of adjusted closes/u,
    );
  });

  test("property: adjusted candles stay valid", () => {
    fc.assert(
      fc.property(someCandles, fc.double({ min: 0.01, max: 1, noNaN: true }), (candles, ratio) => {
        const text = WRITERS.yahoo(candles, ratio);
        const { close } = parseCandlesCsv(text, { adjusted: true }).candles;
        expect([...close]).toEqual([...candles.close].map((price) => price * ratio));
      }),
    );
  });

  const dated = (...dates: readonly string[]): string =>
    ["Date,Open,High,Low,Close", ...dates.map((date) => `${date},1,2,0.5,1`)].join("\n");
  const times = (text: string, options?: CsvOptions): string[] =>
    [...parseCandlesCsv(text, options).candles.time].map((time) => iso(time).slice(0, 16));

  test.each<[string, readonly string[], string, string]>([
    ["a day past 12 first", ["12/01/2024", "13/01/2024"], "dmy", "2024-01-12T00:00"],
    ["a day past 12 second", ["01/12/2024", "01/13/2024"], "mdy", "2024-01-12T00:00"],
    ["points", ["1.2.2024 13:30", "29.2.2024 1:30"], "dmy", "2024-02-01T13:30"],
    ["a half of the day", ["1/12/2024 1:30 PM", "1/13/2024 12:00 AM"], "mdy", "2024-01-12T13:30"],
  ])("%s tells the order of day and month", (_, dates, order, first) => {
    const reading = parseCandlesCsv(dated(...dates));
    expect(reading.format.dateOrder).toBe(order);
    expect(reading.format.assumptions.join(" ")).toMatch(/come before/u);
    expect(times(dated(...dates))[0]).toBe(first);
  });

  test("dates that may mean two days are refused in words until the order is told", () => {
    const file = dated("03/04/2020", "04/04/2020");
    expect(() => parseCandlesCsv(file)).toThrow(
      /row 2: the date 03\/04\/2020 may mean day first or month first.*"dateOrder"/u,
    );
    expect(times(file, { dateOrder: "dmy" })).toEqual(["2020-04-03T00:00", "2020-04-04T00:00"]);
    expect(times(file, { dateOrder: "mdy" })).toEqual(["2020-03-04T00:00", "2020-04-04T00:00"]);
    expect(faultsOf(() => parseCandlesCsv(dated("30/02/2020")))).toMatchObject([{ row: 2 }]);
    expect(() => parseCandlesCsv(dated("12/25/2020"), { dateOrder: "dmy" })).toThrow(/row 2/u);
  });

  test.each([
    ["20240102 133000;1;2;0,5;1;3", "2024-01-02T13:30"],
    ["2024.01.02 13:30,1,2,0.5,1,3", "2024-01-02T13:30"],
    ["2024/01/02 13:30,1,2,0.5,1,3", "2024-01-02T13:30"],
  ])("the time of %s is read without a header", (text, expected) => {
    expect(times(text)).toEqual([expected]);
    expect(parseCandlesCsv(text).format.assumptions.join(" ")).toMatch(
      /names no columns.*taken as UTC/u,
    );
  });

  test("an offset moves times without a zone, and those alone", () => {
    const file = dated("2024-01-02T02:00", "2024-01-02T02:00+01:00");
    expect(times(file, { utcOffsetMinutes: 120 })).toEqual([
      "2024-01-02T00:00",
      "2024-01-02T01:00",
    ]);
  });

  test("decimal commas are read where nothing else is possible, and refused where they may part thousands", () => {
    const file = (...prices: readonly string[]): string =>
      ["Date;Open;High;Low;Close", ...prices].join("\n");
    const reading = parseCandlesCsv(file("2024-01-02;1,5;2,25;0,5;1", "2024-01-03;1;2;1;1,125"));
    expect([...reading.candles.open]).toEqual([1.5, 1]);
    expect([...reading.candles.close]).toEqual([1, 1.125]);
    expect(reading.format).toMatchObject({ delimiter: "semicolon", decimal: "comma" });
    const open = file("2024-01-02;1,500;2,250;1,125;1,250");
    expect(() => parseCandlesCsv(open)).toThrow(
      /row 2: "1,500" may have a decimal comma or a comma between thousands.*"decimal"/u,
    );
    expect([...parseCandlesCsv(open, { decimal: "comma" }).candles.open]).toEqual([1.5]);
    const both = file("2024-01-02;1.500,5;2250,5;1125,5;1250,5");
    expect([...parseCandlesCsv(both).candles.open]).toEqual([1500.5]);
  });

  test("columns are told by name or by number", () => {
    const named = "When,First,Top,Bottom,Last\n2024-01-02,1,2,0.5,1\n";
    expect(() => parseCandlesCsv(named)).toThrow(/by option "columns"/u);
    const columns = { time: "When", open: "first", high: 3, low: "Bottom", close: 5 };
    expect(parseCandlesCsv(named, { columns }).format.columns).toEqual({
      time: "When",
      open: "First",
      high: "Top",
      low: "Bottom",
      close: "Last",
    });
    expect(() => parseCandlesCsv(named, { columns: { ...columns, low: "Floor" } })).toThrow(
      /has no column "Floor", which was told/u,
    );
    const bare = "9,2024-01-02,1,2,0.5,1\n";
    const places = { time: 2, open: 3, high: 4, low: 5, close: 6 };
    expect(times(bare, { columns: places })).toEqual(["2024-01-02T00:00"]);
  });

  test.each<[CsvOptions, RegExp]>([
    [{ dialect: "excel" as "plain" }, /option "dialect" must be one of plain, yahoo/u],
    [{ delimiter: ";" as "comma" }, /option "delimiter" must be one of comma, semicolon, tab/u],
    [{ timestampUnit: "min" as "s" }, /option "timestampUnit"/u],
    [
      { utcOffsetMinutes: 841 },
      /option "utcOffsetMinutes" must be whole minutes from -840 to 840/u,
    ],
    [{ columns: { first: 1 } as CsvOptions["columns"] & object }, /knows the fields time/u],
    [{ delimeter: "comma" } as CsvOptions, /no option "delimeter". Did you mean "delimiter"/u],
    [{ columns: { open: 0 } }, /a number from 1 for open/u],
    [{ gaps: "ignore" as "fill" }, /Option "gaps" must be one of report, refuse, fill/u],
    [{ order: "newest_first" }, /is earlier than/u],
    [{ dialect: "binance" }, /has no column|binance without names has 12/u],
  ])("the option %j is refused in words", (options, message) => {
    const file =
      options.dialect === "binance" ? WRITERS.bybit(three!, 1) : WRITERS.plain(three!, 1);
    expect(() => parseCandlesCsv(file, options)).toThrow(message);
  });
});

describe("gaps", () => {
  const file = (...days: readonly number[]): string =>
    ["timestamp,open,high,low,close,volume,turnover", ...days.map(line)].join("\n");
  const line = (day: number): string =>
    `${Date.UTC(2024, 0, day)},${day},${day + 1},${day - 0.5},${day + 0.5},9,8`;

  test("are reported, refused or filled, and the result says which", () => {
    const holed = file(1, 2, 5, 6);
    expect(parseCandlesCsv(holed)).toMatchObject({ missing: 2, filled: 0 });
    expect(() => parseCandlesCsv(holed, { gaps: "refuse" })).toThrow(
      "2 candles are missing in 1 gap, the first between 2024-01-02T00:00:00.000Z and 2024-01-05T00:00:00.000Z.",
    );
    const { candles, missing, filled } = parseCandlesCsv(holed, { gaps: "fill" });
    expect([missing, filled]).toEqual([2, 2]);
    expect([...candles.time].map((time) => new Date(time).getUTCDate())).toEqual([
      1, 2, 3, 4, 5, 6,
    ]);
    for (const column of ["open", "high", "low", "close"] as const) {
      expect([...candles[column]].slice(2, 4)).toEqual([2.5, 2.5]);
    }
    expect([...candles.volume]).toEqual([9, 9, 0, 0, 9, 9]);
    expect([...candles.turnover!]).toEqual([8, 8, 0, 0, 8, 8]);
    expect(parseCandlesCsv(file(1, 2, 3), { gaps: "refuse" })).toMatchObject({ missing: 0 });
  });

  test("that are no whole number of candles, or too many, are not filled", () => {
    const half = `${file(1, 2, 3)}\n${Date.UTC(2024, 0, 4, 12)},4,5,3,4,1,1`;
    expect(() => parseCandlesCsv(half, { gaps: "fill" })).toThrow(/1 step between the candles/u);
    const old = "timestamp,open,high,low,close\n";
    const minutes = [0, 60_000, 120_000, 20 * 365 * DAY]
      .map((time) => Date.UTC(1980, 0) + time)
      .map((time) => `${iso(time)},1,1,1,1\n`);
    expect(() => parseCandlesCsv(old + minutes.join(""), { gaps: "fill" })).toThrow(
      /at most 5000000 candles can be filled/u,
    );
  });

  test("property: filled candles have no gap, and the others are as they were", () => {
    fc.assert(
      fc.property(candlesArbitrary({ minLength: 4, maxLength: 60 }), (candles) => {
        const text = WRITERS.plain(candles, 1);
        const {
          candles: full,
          filled,
          missing,
        } = parseCandlesCsv(text, { gaps: "fill", interval: "60" });
        expect(filled).toBe(missing);
        expect(full.length).toBe(candles.length + missing);
        const again = parseCandlesCsv(WRITERS.plain(full, 1), { gaps: "refuse", interval: "60" });
        expect(again.missing).toBe(0);
        const kept = [...full.time].flatMap((time, i) => (candles.time.includes(time) ? [i] : []));
        expect(kept.map((i) => full.close[i])).toEqual([...candles.close]);
      }),
    );
  });
});

/** The options that a reading's format amounts to. */
function told({ format }: ReturnType<typeof parseCandlesCsv>): CsvOptions {
  const { delimiter, decimal, order, timestampUnit } = format;
  return { delimiter, decimal, order, ...(timestampUnit !== "iso" && { timestampUnit }) };
}

function utf16(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(`\uFEFF${text}`, "utf16le"));
}
