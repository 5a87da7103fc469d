import { backtest, createCandles, type Trade } from "@bourse/backtest-engine";
import * as arrow from "apache-arrow";
import { parquetReadObjects } from "hyparquet";
import { compressors } from "hyparquet-compressors";
import { describe, expect, test } from "vitest";

import { toArrow, toParquet } from "../src/index.ts";

const candles = createCandles(300);
for (let i = 0; i < candles.length; i++) {
  const price = 100 + 10 * Math.sin(i / 6);
  candles.time[i] = Date.UTC(2024, 0, 1) + i * 3_600_000;
  candles.open[i] = price;
  candles.high[i] = price + 1;
  candles.low[i] = price - 1;
  candles.close[i] = price;
  candles.volume[i] = 1;
}
const result = backtest(candles, { strategy: "ma_crossover", fill: "close" });
const trades = result.trades.toArray();

/** Rows of an Arrow file, read by the reference implementation; times as ISO texts. */
function arrowRows(bytes: Uint8Array): readonly Record<string, unknown>[] {
  const table = arrow.tableFromIPC(bytes);
  return Array.from({ length: table.numRows }, (_, i) =>
    Object.fromEntries(
      table.schema.fields.map(({ name, type }) => {
        const value: unknown = table.getChild(name)?.get(i);
        return [
          name,
          arrow.DataType.isTimestamp(type) ? new Date(Number(value)).toISOString() : value,
        ];
      }),
    ),
  );
}

async function parquetRows(bytes: Uint8Array): Promise<readonly Record<string, unknown>[]> {
  const file = bytes.slice().buffer;
  const rows = await parquetReadObjects({ file, compressors });
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]: [string, unknown]) => [
        name,
        value instanceof Date ? value.toISOString() : value,
      ]),
    ),
  );
}

const FORMATS = [
  ["Arrow", (source: Parameters<typeof toArrow>[0]) => Promise.resolve(arrowRows(toArrow(source)))],
  ["Parquet", (source: Parameters<typeof toArrow>[0]) => parquetRows(toParquet(source))],
] as const;

const iso = (time: number): string => new Date(time).toISOString();

describe.each(FORMATS)("%s", (_, rowsOf) => {
  test("has the trades of a run under the names of the wire", async () => {
    expect(trades.length).toBeGreaterThan(3);
    const expected = trades.map((trade) => ({
      side: trade.side,
      quantity: trade.quantity,
      entry_time: iso(trade.entryTime),
      entry_price: trade.entryPrice,
      exit_time: iso(trade.exitTime),
      exit_price: trade.exitPrice,
      pnl: trade.pnl,
      return: trade.return,
      fees: trade.fees,
      exit_reason: trade.exitReason,
    }));
    expect(await rowsOf(result.trades)).toEqual(expected);
    expect(await rowsOf(trades)).toEqual(expected);
  });

  test("has columns that some trades have, null in the others", async () => {
    const [first, second] = trades as [Trade, Trade];
    const rows = await rowsOf([{ ...first, entryTag: "breakout", funding: 1.5 }, second]);
    expect(rows.map(({ entry_tag: tag, funding }) => [tag ?? null, funding ?? null])).toEqual([
      ["breakout", 1.5],
      [null, null],
    ]);
    expect(rows[0]).not.toHaveProperty("symbol");
  });

  test("has the equity of a run with its drawdown", async () => {
    const rows = await rowsOf(result);
    expect(rows).toHaveLength(candles.length);
    expect(rows.map(({ equity }) => equity)).toEqual([...result.equity]);
    expect(rows[7]!["timestamp"]).toBe(iso(candles.time[7]!));
    const depth = Math.max(...rows.map(({ drawdown }) => Number(drawdown)));
    expect(depth).toBeCloseTo(result.maxDrawdown, 12);
  });

  test("has a run without trades", async () => {
    expect(await rowsOf([])).toEqual([]);
  });
});

test.each([
  undefined,
  null,
  7,
  "x",
  {},
  { time: Float64Array.of(1.5), equity: Float64Array.of(1) },
  { time: candles.time, equity: new Float64Array(3) },
  { time: [1], equity: [1] },
  [{ side: "long" }],
  [null],
])("%j is neither trades nor equity", (wrong) => {
  for (const write of [toArrow, toParquet]) {
    expect(() => write(wrong as never)).toThrow(
      expect.objectContaining({ name: "EngineError", code: "OPTIONS_INVALID" }),
    );
  }
});
