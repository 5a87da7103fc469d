import { describe, expect, test } from "vitest";

import {
  BAD_ROW_POLICIES,
  candlesFromTable,
  DUPLICATE_POLICIES,
  parseCandlesCsv,
  type CsvOptions,
} from "../../src/data/index.ts";

const HEADER = "timestamp,open,high,low,close,volume";
const DAY = 86_400_000;
const START = Date.UTC(2024, 0, 1);
const row = (day: number, close = 11): string => `${START + day * DAY},10,12,9,${close},5`;
const CLEAN = Array.from({ length: 12 }, (_, day) => row(day));

/** Faults of one row: the lines instead of row 5 of the file, and the kind of policy that reads it. */
const FAULTS: readonly (readonly [
  string,
  readonly string[],
  "bad" | "same" | "other" | "passed",
])[] = [
  ["null", [`${START + 3 * DAY},10,12,9,null,5`], "bad"],
  ["nan", [`${START + 3 * DAY},nan,12,9,11,5`], "bad"],
  ["a dash", [`${START + 3 * DAY},10,-,9,11,5`], "bad"],
  ["N/A", [`${START + 3 * DAY},10,12,N/A,11,5`], "bad"],
  ["an empty cell", [`${START + 3 * DAY},10,12,,11,5`], "bad"],
  ["a blank line", ["", row(3)], "bad"],
  ["three blank lines", ["", "", "", row(3)], "bad"],
  ["a short row", [`${START + 3 * DAY},10,12`], "bad"],
  ["a long row", [`${row(3)},7,8`], "bad"],
  ["a price of 0", [`${START + 3 * DAY},0,12,0,11,5`], "bad"],
  ["a high below the close", [`${START + 3 * DAY},10,10,9,11,5`], "bad"],
  ["a volume below 0", [`${START + 3 * DAY},10,12,9,11,-5`], "bad"],
  ["a time in words", ["yesterday,10,12,9,11,5"], "bad"],
  ["a time out of order", [`${START + 9.5 * DAY},10,12,9,11,5`], "bad"],
  ["a total", ["Total,,,,,60"], "bad"],
  ["the same row again", [row(3), row(3)], "same"],
  ["another row of the same time", [row(3), row(3, 10)], "other"],
  ["the header again", [row(3), HEADER], "passed"],
  ["a remark", ["# halted", row(3)], "passed"],
  ["a remark of two slashes", ["// halted", row(3)], "passed"],
];

const VARIANTS = FAULTS.flatMap(([name, lines, kind]) =>
  BAD_ROW_POLICIES.flatMap((badRows) =>
    DUPLICATE_POLICIES.map((duplicates) => [name, badRows, duplicates, lines, kind] as const),
  ),
);

describe("rows that are no candles", () => {
  test.each(VARIANTS)(
    "%s, with bad rows %s and duplicates %s",
    (_, badRows, duplicates, lines, kind) => {
      const rows = [...CLEAN.slice(0, 3), ...lines, ...CLEAN.slice(4)];
      const read = () => parseCandlesCsv([HEADER, ...rows].join("\n"), { badRows, duplicates });
      const isRead =
        kind === "passed" ||
        (kind === "bad" && badRows === "skip") ||
        (kind === "same" && duplicates !== "refuse") ||
        (kind === "other" && (duplicates === "first" || duplicates === "last"));
      if (!isRead) {
        const advice =
          kind === "bad" ? /option "badRows" to skip/u : /option "duplicates" to (?:same|first)/u;
        expect(read).toThrow(/row [5-9]: /u);
        return expect(read).toThrow(advice);
      }
      const { candles, skipped, duplicates: left } = read();
      expect(candles.length).toBe(rows.length - skipped.count - left.count);
      expect(skipped.count).toBe(
        kind === "bad" || kind === "passed"
          ? Math.max(1, lines.filter((line) => line === "").length)
          : 0,
      );
      for (const one of skipped.rows) expect(one.row).toBeGreaterThanOrEqual(5);
      expect(left.count).toBe(kind === "same" || kind === "other" ? 1 : 0);
      if (kind === "other") expect(candles.close[3]).toBe(duplicates === "first" ? 11 : 10);
    },
  );

  test("files that were joined with rows in common are read by their duplicates", () => {
    const text = [HEADER, ...CLEAN.slice(0, 8), ...CLEAN.slice(5)].join("\n");
    expect(() => parseCandlesCsv(text)).toThrow(/option "duplicates" to same/u);
    const { candles, duplicates } = parseCandlesCsv(text, { duplicates: "same" });
    expect([candles.length, duplicates.count]).toEqual([12, 3]);
  });

  test("the newest candle may come first, and rows keep their numbers", () => {
    const lines = CLEAN.toReversed().with(4, "x,1,1,1,1,1");
    const { candles, skipped, format } = parseCandlesCsv([HEADER, ...lines].join("\n"), {
      badRows: "skip",
    });
    expect([candles.length, format.order]).toEqual([11, "newest_first"]);
    expect(skipped.rows.map((one) => one.row)).toEqual([6]);
    expect(format.assumptions.join(" ")).toContain("1 row was skipped: row 6");
  });

  test("a file of which every row would be skipped is refused", () => {
    expect(() => parseCandlesCsv(`${HEADER}\n1,2\n3,4\n`, { badRows: "skip" })).toThrow(/row 2: /u);
  });

  test("lines above the header are left out by their number", () => {
    const text = ["any,text,here,with,six,fields", 'and "more', ...CLEAN].join("\n");
    expect(parseCandlesCsv(text, { skipRows: 2 }).candles.length).toBe(12);
    expect(() => parseCandlesCsv(text)).toThrow(/option "skipRows"/u);
  });

  test.each<readonly [CsvOptions, string]>([
    [{ badRows: "drop" as never }, "badRows"],
    [{ duplicates: "any" as never }, "duplicates"],
    [{ skipRows: -1 }, "skipRows"],
    [{ encoding: "ebcdic" as never }, "encoding"],
    [{ symbol: "" }, "symbol"],
  ])("%j is refused by name", (options, name) => {
    expect(() => parseCandlesCsv(`${HEADER}\n${row(0)}`, options)).toThrow(`option "${name}"`);
  });

  test("the policies hold for the columns of a table", async () => {
    const time = Float64Array.from([0, 1, 1, 2, 3], (day) => START + day * DAY);
    const price = Float64Array.from([10, 10, 10, NaN, 10]);
    const columns = new Map(
      ["time", "open", "high", "low", "close"].map((name) => [
        name,
        { values: name === "time" ? time : price },
      ]),
    );
    const table = {
      dialect: "parquet",
      names: [...columns.keys()],
      length: 5,
      read: async () => columns,
    } as const;
    await expect(candlesFromTable(table)).rejects.toThrow(
      /row 4: .*option "badRows" to skip and option "duplicates" to same/u,
    );
    const reading = await candlesFromTable(table, { badRows: "skip", duplicates: "same" });
    expect(reading.candles.length).toBe(3);
    expect(reading.skipped.rows).toEqual([{ row: 4, reason: "open is null or not a number" }]);
    expect(reading.duplicates).toEqual({ count: 1 });
  });
});

test("a column that is told by a name which no line has is missing, whatever stands below", () => {
  const rows = Array.from({ length: 4 }, (_, i) => `2024-01-0${i + 1},10,11,9,10,1`).join("\n");
  for (const text of [`timestamp,open,high,low,close,volume\n${rows}`, rows]) {
    expect(() => parseCandlesCsv(text, { columns: { open: "none" } })).toThrow(/none/u);
  }
});
