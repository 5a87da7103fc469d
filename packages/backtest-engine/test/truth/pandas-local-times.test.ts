import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { datedTimes } from "../../src/candles/dated-times.ts";
import { parseCandlesCsv } from "../../src/data/index.ts";
import { returnsOfValues, tearSheet, type CalendarPeriod } from "../../src/tear-sheet/index.ts";

const MINUTE = 60_000;

const { readings, returns } = JSON.parse(
  readFileSync(join(import.meta.dirname, "pandas-local-times.json"), "utf8"),
) as {
  readonly readings: readonly [
    zone: string,
    start: number,
    step: number,
    count: number,
    texts: string,
    hash: string,
  ][];
  readonly returns: readonly [zone: string, period: CalendarPeriod, count: number, hash: string][];
};

const hashOf = (...columns: readonly Float64Array[]): string => {
  const hash = createHash("sha256");
  for (const column of columns)
    hash.update(new Uint8Array(column.buffer, column.byteOffset, column.byteLength));
  return hash.digest("hex");
};

describe("local times are the instants of pandas", () => {
  test.each(readings)(
    "%s from %d, every %d minutes",
    (timeZone, start, step, count, told, hash) => {
      const texts = Array.from({ length: count }, (_, i) =>
        new Date(start + i * step * MINUTE).toLocaleString("sv-SE", { timeZone }),
      );
      expect(createHash("sha256").update(texts.join("\n")).digest("hex")).toBe(told);
      for (const rows of [texts, texts.toReversed()]) {
        const csv = ["time,open,high,low,close", ...rows.map((text) => `${text},2,3,1,2`)].join(
          "\n",
        );
        const { candles, format } = parseCandlesCsv(csv, { timeZone });
        expect(hashOf(candles.time)).toBe(hash);
        expect(format.assumptions).toEqual(["The file has no volumes: all are 0."]);
      }
    },
  );

  test("in six zones over both changes of the clock", () => {
    expect(new Set(readings.map(([zone]) => zone)).size).toBe(6);
    expect(readings).toHaveLength(24);
  });
});

describe("returns by the dates of a place are those of pandas", () => {
  const length = 24 * 300;
  const time = Float64Array.from(
    { length },
    (_, i) => Date.parse("2021-02-20T05:00Z") + i * 60 * MINUTE,
  );
  const equity = Float64Array.from({ length }, (_, i) => 10_000 + ((i * 7919) % 1009) / 16 + i / 8);

  test.each(returns)("%s, by %s", (timeZone, period, count, hash) => {
    const found = returnsOfValues(equity, datedTimes(time, timeZone), 10_000, period);
    expect(found.time).toHaveLength(count);
    expect(hashOf(found.time, found.returns)).toBe(hash);
    if (period !== "day") return;
    const run = { time, equity, initialCapital: 10_000 };
    for (const sheet of [tearSheet(run, { timeZone }), tearSheet({ ...run, timeZone })]) {
      expect(hashOf(sheet.time, sheet.returns)).toBe(hash);
    }
  });
});
