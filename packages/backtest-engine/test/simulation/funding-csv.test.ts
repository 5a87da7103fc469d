import { describe, expect, test } from "vitest";

import { backtestPortfolio } from "../../src/backtest/portfolio.ts";
import { parseFundingCsv } from "../../src/data/index.ts";
import { simulate } from "../../src/simulation/index.ts";
import { fromCloses } from "../candles/make-candles.ts";

const eight = Date.UTC(2024, 0, 1, 8);

describe("funding rates of a file", () => {
  test.each([
    ["ISO times", "time,rate\n2024-01-01T08:00Z,0.0001\n2024-01-01 16:00,-0.0002\n"],
    [
      "Binance",
      `calc_time,funding_interval_hours,last_funding_rate\n${eight},8,0.0001\n${eight + 8 * 3_600_000},8,-0.0002\n`,
    ],
    [
      "seconds, newest first",
      `fundingTime;fundingRate\r\n${eight / 1000 + 28_800};-0.0002\r\n${eight / 1000};0.0001`,
    ],
    [
      "percent and remarks",
      "# funding\nDate,Funding Rate\n2024-01-01T08:00Z,0.01%\n\n2024-01-01T16:00Z,-0.02%\n2024-01-02,\n",
    ],
  ])("%s", (_, text) => {
    expect(parseFundingCsv(text)).toEqual([
      { time: eight, rate: 0.0001 },
      { time: eight + 8 * 3_600_000, rate: -0.0002 },
    ]);
  });

  test("are by symbol where a column tells it, with their mark prices", () => {
    const text =
      "symbol,time,rate,markPrice\nB,2024-01-01T08:00Z,0.001,99.5\nA,2024-01-01T08:00Z,0.002,\n";
    expect(parseFundingCsv(text)).toEqual({
      B: [{ time: eight, rate: 0.001, markPrice: 99.5 }],
      A: [{ time: eight, rate: 0.002 }],
    });
  });

  test.each([
    ["", "row 1 is missing: the file is empty"],
    ["when,what\n1,2", 'row 1 must name the columns time, rate, markPrice; found "when,what"'],
    [
      "time,rate\n2024-13-01,0.1",
      'row 2 needs a number since 1970 (UTC) or ISO 8601, found "2024-13-01"',
    ],
    [
      "time,rate\n2024-01-01,0.1\n\n2024-01-02,high",
      'row 4 needs a rate above -1 and below 1, such as 0.0001 or 0.01%, found "high"',
    ],
    ["time,rate\n2024-01-01,1.5", "row 2 needs a rate above -1"],
    [
      "time,rate\n2024-01-02,0.1\n2024-01-01,0.1\n2024-01-02,0.1",
      "row 4 has the time of another row",
    ],
    ["time,rate,mark price\n2024-01-02,0.1,0", "row 2 needs a mark price above 0"],
  ])("%j is refused with its row", (text, said) => {
    expect(() => parseFundingCsv(text)).toThrow(`Funding rates: ${said}`);
  });
});

describe("borrowing costs by symbol", () => {
  const markets = { A: fromCloses([10, 10, 10, 10]), B: fromCloses([20, 20, 20, 20]) };
  const options = {
    strategy: "buy_and_hold",
    fee: 0,
    initialCapital: 1000,
    leverage: 2,
    weights: { A: 1, B: 1 },
  } as const;

  test("are charged for their own symbol, and nothing for the others", () => {
    const { feesPaid } = backtestPortfolio(markets, { ...options, borrowRate: { B: 0.001 } });
    // 1000 of B, half of it borrowed, over the three candles that it is held.
    expect(feesPaid).toBeCloseTo(3 * 0.001 * 500, 9);
    const { feesPaid: both } = backtestPortfolio(markets, { ...options, borrowRate: 0.001 });
    expect(both).toBeCloseTo(2 * feesPaid, 9);
  });

  test("are refused for a symbol that is none of the run, and for a run on one", () => {
    expect(() => backtestPortfolio(markets, { ...options, borrowRate: { C: 0.1 } })).toThrow(
      'option "borrowRate" must be a number, or numbers by symbol of A, B; found "C"',
    );
    const decisions = { signals: new Uint8Array(4), warmUp: 0 };
    expect(() => simulate(markets.A, decisions, { borrowRate: { A: 0.1 } })).toThrow(
      'option "borrowRate" must be a number; found "A"',
    );
  });
});
