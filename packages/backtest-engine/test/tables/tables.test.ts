/** Tables as CSV: what an independent reader reads is what the results say. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  backtest,
  backtestPortfolio,
  createCandles,
  sweep,
  walkForward,
  type Candles,
} from "../../src/index.ts";
import { drawdownOf } from "../../src/metrics/index.ts";
import {
  writeDrawdownsCsv,
  writeEquityCsv,
  writeMetricsCsv,
  writeMonthlyReturnsCsv,
  writeSweepCsv,
  writeSymbolsCsv,
  writeTradesCsv,
  writeWindowsCsv,
  type TradeRow,
} from "../../src/tables/index.ts";
import { tearSheet } from "../../src/tear-sheet/index.ts";

const HOUR = 3_600_000;

function wave(length: number, phase = 0): Candles {
  const candles = createCandles(length);
  for (let i = 0; i < length; i++) {
    const price = 100 + 10 * Math.sin(i / 9 + phase) + 0.01 * i;
    candles.time[i] = Date.UTC(2024, 0, 1) + i * HOUR;
    candles.open[i] = price;
    candles.high[i] = price + 1;
    candles.low[i] = price - 1;
    candles.close[i] = price;
    candles.volume[i] = 1;
  }
  return candles;
}

/** Reads RFC 4180 character by character, as its grammar says. */
function readCsv(text: string): readonly string[][] {
  const rows: string[][] = [[]];
  let at = 0;
  while (at < text.length) {
    let cell = "";
    if (text[at] === '"') {
      for (at += 1; text[at] !== '"' || text[at + 1] === '"'; at += 1) {
        if (text[at] === '"') at += 1;
        cell += text[at];
      }
      at += 1;
    } else {
      for (; at < text.length && text[at] !== "," && text[at] !== "\r"; at += 1) cell += text[at];
    }
    rows.at(-1)?.push(cell);
    if (text[at] === ",") at += 1;
    else {
      expect(text.slice(at, at + 2)).toBe("\r\n");
      at += 2;
      rows.push([]);
    }
  }
  expect(rows.pop()).toEqual([]);
  return rows;
}

/** The rows by the names of their columns. */
function records(text: string): readonly Readonly<Record<string, string>>[] {
  const [head = [], ...rows] = readCsv(text);
  expect(new Set(head).size).toBe(head.length);
  return rows.map((row) => {
    expect(row).toHaveLength(head.length);
    return Object.fromEntries(head.map((name, k) => [name, row[k] ?? ""]));
  });
}

const candles = wave(2400);
const run = backtest(candles, { strategy: "ma_crossover", fee: 0.001 });
const sheet = tearSheet(run);

const trade: TradeRow = {
  side: "long",
  quantity: 1,
  entryTime: 0,
  entryPrice: 1,
  exitTime: HOUR,
  exitPrice: 2,
  pnl: 1,
  return: 1,
  fees: 0,
  exitReason: "signal",
};

describe("the tables of a run", () => {
  test("metrics have a row each under the names of the wire, and null is an empty cell", () => {
    const rows = records(writeMetricsCsv(run));
    expect(rows).toHaveLength(24);
    const byName = new Map(rows.map(({ name, value }) => [name, value]));
    expect(Number(byName.get("total_return"))).toBe(run.totalReturn);
    expect(Number(byName.get("max_drawdown_duration_minutes"))).toBe(
      run.maxDrawdownDurationMinutes,
    );
    const still = backtest(wave(30), { strategy: "rsi", parameters: { period: 29 } });
    expect(still.sharpe).toBeNull();
    expect(writeMetricsCsv(still)).toContain("\r\nsharpe,\r\n");
  });

  test("trades have a row each with numbers that read back to the same float64", () => {
    const rows = records(writeTradesCsv(run.trades));
    expect(rows.length).toBeGreaterThan(10);
    expect(
      rows.map((row) => [
        row["side"],
        row["entry_time"],
        Number(row["pnl"]),
        Number(row["return"]),
      ]),
    ).toEqual(
      Array.from(run.trades, (one) => [
        one.side,
        new Date(one.entryTime).toISOString(),
        one.pnl,
        one.return,
      ]),
    );
  });

  test("equity has a row a candle with its drawdown", () => {
    const rows = records(writeEquityCsv(run));
    expect(rows.map(({ equity }) => Number(equity))).toEqual([...run.equity]);
    expect(rows.map(({ drawdown }) => Number(drawdown))).toEqual([
      ...drawdownOf(run.equity, run.initialCapital),
    ]);
    expect(rows[1]?.["timestamp"]).toBe("2024-01-01T01:00:00.000Z");
  });

  test("monthly returns are those of the account from month's end to month's end", () => {
    const ends = new Map<string, number>();
    for (const [k, time] of run.time.entries()) {
      ends.set(new Date(time).toISOString().slice(0, 7), run.equity[k] ?? 0);
    }
    const rows = records(writeMonthlyReturnsCsv(sheet));
    expect(rows.map(({ month }) => month)).toEqual([...ends.keys()]);
    let before = run.initialCapital;
    for (const [k, end] of [...ends.values()].entries()) {
      expect(Number(rows[k]?.["return"])).toBeCloseTo(end / before - 1, 12);
      before = end;
    }
  });

  test("drawdowns have their days, and one that lasts has no recovery", () => {
    const falling = tearSheet({
      time: Float64Array.of(0, 24 * HOUR, 48 * HOUR, 72 * HOUR, 96 * HOUR),
      equity: Float64Array.of(100, 90, 110, 99, 55),
      initialCapital: 100,
    });
    expect(writeDrawdownsCsv(falling).split("\r\n")).toEqual([
      "start,valley,recovered,depth,days",
      expect.stringMatching(
        /^1970-01-02T00:00:00.000Z,1970-01-02T00:00:00.000Z,1970-01-03T00:00:00.000Z,0\.0?9+|0\.1/u,
      ),
      expect.stringMatching(/^1970-01-04T00:00:00.000Z,1970-01-05T00:00:00.000Z,,0\.5\d*,2$/u),
      "",
    ]);
    const rows = records(writeDrawdownsCsv(sheet));
    expect(rows).toHaveLength(sheet.drawdowns.length);
    expect(Math.max(...rows.map(({ depth }) => Number(depth)))).toBeCloseTo(
      sheet.figures.maxDrawdownOfDays,
      12,
    );
  });

  test("the symbols of a portfolio add up to the trades of the account", () => {
    const markets = { AAA: wave(900), BBB: wave(900, 2), CCC: wave(3) };
    const portfolio = backtestPortfolio(markets, { strategy: "ma_crossover", fee: 0.001 });
    const rows = records(writeSymbolsCsv(portfolio));
    expect(rows.map(({ symbol }) => symbol)).toEqual(["AAA", "BBB", "CCC"]);
    const sum = (name: string): number => rows.reduce((total, row) => total + Number(row[name]), 0);
    expect(sum("total_trades")).toBe(portfolio.totalTrades);
    expect(sum("wins")).toBe(portfolio.wins);
    const profit = Array.from(portfolio.trades).reduce((total, { pnl }) => total + pnl, 0);
    expect(sum("pnl")).toBeCloseTo(profit, 8);
    const alone = backtest(markets.AAA, { strategy: "ma_crossover", fee: 0.001 });
    expect(Number(rows[0]?.["total_trades"])).toBe(alone.totalTrades);
    expect(rows[2]).toMatchObject({ total_trades: "0", best_trade: "", profit_factor: "" });
  });
});

describe("the tables of a search", () => {
  test("a sweep has a row a combination with its parameters, options and metrics", async () => {
    const result = await sweep(wave(400), {
      strategy: "ma_crossover",
      parameters: { fast_period: [5, 10], slow_period: 30 },
      optionRanges: { stopLoss: [null, 0.05], slippage: [{ halfSpread: 0.01 }] },
    });
    const rows = records(writeSweepCsv(result));
    expect(rows).toHaveLength(4);
    for (const [k, row] of result.grid.entries()) {
      expect(rows[k]).toMatchObject({
        "parameters.fast_period": String(row.parameters["fast_period"]),
        "parameters.slow_period": "30",
        "options.stop_loss": row.options?.["stopLoss"] === null ? "" : "0.05",
        "options.slippage": '{"half_spread":0.01}',
        total_return: String(row.totalReturn),
      });
    }
  });

  test("a walk-forward has a row a window with its choice and its test", async () => {
    const result = await walkForward(wave(900), {
      strategy: "ma_crossover",
      parameters: { fast_period: [5, 10], slow_period: 30 },
      trainCandles: 400,
      testCandles: 200,
    });
    const rows = records(writeWindowsCsv(result));
    expect(rows).toHaveLength(2);
    expect(rows[1]).toMatchObject({
      window: "2",
      test_from: new Date(result.windows[1]?.testFromTime ?? 0).toISOString(),
      train_candles: "400",
      test_candles: "200",
      "in_sample.parameters.fast_period": String(
        result.windows[1]?.inSample?.parameters["fast_period"],
      ),
      "out_of_sample.final_capital": String(result.windows[1]?.outOfSample?.finalCapital),
    });
  });

  test("a window without a choice has empty cells where others have theirs", async () => {
    const { windows } = await walkForward(wave(900), {
      strategy: "ma_crossover",
      parameters: { fast_period: 5, slow_period: 30 },
      trainCandles: 400,
      testCandles: 200,
    });
    const [first, second] = windows;
    if (first === undefined || second === undefined) throw new Error("two windows are wanted");
    const none = { ...first, inSample: null, outOfSample: null };
    const rows = records(writeWindowsCsv({ windows: [none, second] }));
    expect(rows[0]).toMatchObject({ window: "1", "out_of_sample.sharpe": "" });
    expect(rows[1]?.["in_sample.parameters.fast_period"]).toBe("5");
  });
});

describe("cells", () => {
  test("any tag is one cell that reads back, after an apostrophe where it could be a formula", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", minLength: 1 }), (entryTag) => {
        const [row] = records(writeTradesCsv([{ ...trade, entryTag }]));
        const isFormula = /^[=+\-@\t\r]/u.test(entryTag);
        expect(row?.["entry_tag"]).toBe(isFormula ? `'${entryTag}` : entryTag);
      }),
    );
  });

  test("a negative number stays a number", () => {
    expect(records(writeTradesCsv([{ ...trade, pnl: -1.5 }]))[0]?.["pnl"]).toBe("-1.5");
  });

  test("a parameter that is named like a figure has a column of its own", () => {
    const [row] = records(writeSweepCsv({ grid: [{ parameters: { sharpe: 1 }, sharpe: 2 }] }));
    expect(row).toEqual({ "parameters.sharpe": "1", sharpe: "2" });
  });
});

describe("what is no table is refused", () => {
  test.each([
    ["trades without a time", () => writeTradesCsv([{ ...trade, entryTime: Number.NaN }])],
    ["a time that no date has", () => writeTradesCsv([{ ...trade, exitTime: 1e20 }])],
    [
      "columns of different lengths",
      () => writeEquityCsv({ time: new Float64Array(2), equity: new Float64Array(3) }),
    ],
    [
      "a drawdown beyond the days",
      () => writeDrawdownsCsv({ time: new Float64Array(1), drawdowns: sheet.drawdowns }),
    ],
    [
      "returns without their days",
      () => writeMonthlyReturnsCsv({ time: new Float64Array(1), returns: new Float64Array(2) }),
    ],
  ])("%s", (_, call) => {
    expect(call).toThrow(expect.objectContaining({ code: "OPTIONS_INVALID" }));
  });
});
