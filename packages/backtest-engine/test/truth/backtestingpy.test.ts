import { describe, expect, test } from "vitest";

import {
  expectEquity,
  expectFigures,
  expectRows,
  type EquityFigures,
} from "../../../indicators/test/truth/figures.ts";
import { readTruth, truthCandles } from "../../../indicators/test/truth/series.ts";
import type { Candles } from "../../src/candles/candles.ts";
import {
  annualGrowth,
  annualReturn,
  compoundedRisk,
  computeMetrics,
  returnsOf,
  tradeStatistics,
} from "../../src/metrics/index.ts";
import type { SimulationResult } from "../../src/simulation/index.ts";
import { sweep, type SweepRow } from "../../src/sweep/index.ts";
import { crossingsOf, optionsOf, playSet, type ReferenceSet } from "./backtestingpy-rules.ts";

type Row = readonly number[];

interface RecordedSet extends ReferenceSet {
  readonly trades: readonly Row[];
  readonly open: readonly Row[];
  readonly stats: Readonly<Record<string, number | null>>;
  readonly equity: EquityFigures;
}

interface Truth {
  readonly sets: readonly RecordedSet[];
  readonly grid: {
    readonly series: string;
    readonly options: ReferenceSet["options"];
    readonly rows: readonly Row[];
  };
}

const truth = readTruth<Truth>(new URL("backtestingpy.json", import.meta.url));

/**
 * The engine holds one position a symbol at its mean price; these keep each entry apart and close first in, first out.
 */
const NETTED = ["periodic_d1_30_45_10_c0.001", "hedge_d1_30_45_10_c0.001"];
/**
 * The profit of a trade that loses more than the account has is here what the account lost, there what the price says,
 * with the rest written off.
 */
const RUINED = "ruin_d1down_margin0.25";

describe("backtesting.py agrees trade by trade", () => {
  test.each(truth.sets)("$name", async (set) => {
    const candles = await truthCandles(set.series);
    expectSignals(candles, set);
    const result = playSet(set, candles);
    expectEquity(equityAsBooked(set, candles, result), set.equity);
    expectTrades(set, result);
    expectFigures(figuresOf(set, candles, result), set.stats);
  });

  test("the commissions add up: of the closed trades as there, of the open one beside them", async () => {
    const set = truth.sets.find(({ name }) => name === "both_d1_10_50_c0.001")!;
    const result = playSet(set, await truthCandles(set.series));
    const closed = result.trades.toArray().reduce((sum, trade) => sum + trade.fees, 0);
    expect(result.openPosition!.fees).toBeGreaterThan(0);
    expect(result.feesPaid).toBeCloseTo(closed + result.openPosition!.fees, 8);
    expectFigures({ "Commissions [$]": closed }, set.stats);
  });
});

describe("backtesting.py's grid of 50 pairs of averages", () => {
  const { grid } = truth;

  test("has the same equity, trades, drawdowns and ratios", async () => {
    const candles = await truthCandles(grid.series);
    const found = grid.rows.map(([fast, slow]) => {
      const params = { fast: fast!, slow: slow! };
      const set = { ...grid, name: "grid", strategy: "Both", params };
      const result = playSet(set, candles);
      const { sharpe } = dailyRisk(candles, result);
      const { maxDrawdown } = computeMetrics(candles, result);
      return [fast!, slow!, result.finalCapital, result.trades.length, -100 * maxDrawdown, sharpe!];
    });
    expectRows(found, grid.rows, "pair");
  });

  test("is what a sweep finds, with the same best", async () => {
    const valuesAt = (place: number): number[] => [...new Set(grid.rows.map((row) => row[place]!))];
    const { fill: _, ...options } = optionsOf({ ...grid, name: "", strategy: "", params: {} });
    const found = await sweep(await truthCandles(grid.series), {
      ...options,
      strategy: "ma_crossover",
      metric: "finalCapital",
      parameters: { fast_period: valuesAt(0), slow_period: valuesAt(1).toSorted((a, b) => a - b) },
    });
    const cellOf = ({ parameters, finalCapital, totalTrades }: SweepRow): number[] => [
      Number(parameters["fast_period"]),
      Number(parameters["slow_period"]),
      finalCapital,
      totalTrades,
    ];
    expectRows(
      found.grid.map(cellOf),
      grid.rows.map((row) => row.slice(0, 4)),
      "pair",
    );
    const best = grid.rows.toSorted((one, other) => other[2]! - one[2]!)[0]!;
    expectRows([cellOf(found.best!)], [best.slice(0, 4)], "best");
  });
});

function expectSignals(candles: Candles, { signals, params }: ReferenceSet): void {
  if (signals === undefined) return;
  const crossed = crossingsOf(candles, params);
  const found = Array.from(crossed, (side, i) => side * i).filter((index) => index !== 0);
  expect(found).toEqual(signals);
}

function expectTrades(set: RecordedSet, result: SimulationResult): void {
  const found = result.trades
    .toArray()
    .map((trade) => [
      trade.side === "long" ? trade.quantity : -trade.quantity,
      trade.entryIndex,
      trade.exitIndex,
      trade.entryPrice,
      trade.exitPrice,
      trade.pnl,
      trade.fees,
    ]);
  if (NETTED.includes(set.name)) {
    expectRows(exitsOf(found), exitsOf(set.trades), "units that left");
    return;
  }
  if (set.name === RUINED) {
    expect(result.trades.at(0)).toMatchObject({ exitIndex: 254, exitReason: "liquidation" });
    expectRows(
      found.map((row) => row.slice(0, 4)),
      set.trades.map((row) => row.slice(0, 4)),
      "trade",
    );
    expect(found[0]![5]).toBeCloseTo(-set.options.cash, 6);
    return;
  }
  expectRows(found, set.trades, "trade");
  const open = result.openPosition;
  const left =
    open === null
      ? []
      : [[open.side === "long" ? open.quantity : -open.quantity, open.entryIndex, open.entryPrice]];
  expectRows(left, set.open, "open position");
}

/** Units that left at each exit of each side, with the price, however they were split into trades. */
function exitsOf(trades: readonly Row[]): Row[] {
  const exits = new Map<string, number[]>();
  for (const [size, , index, , price] of trades) {
    const key = `${index} ${Math.sign(size!)}`;
    const exit = exits.get(key) ?? [index!, 0, price!];
    exit[1]! += size!;
    exits.set(key, exit);
  }
  return [...exits.values()].toSorted((a, b) => a[0]! - b[0]! || a[1]! - b[1]!);
}

/** Fills at the close are booked there with the next candle: their commission is not in the equity of their own. */
function equityAsBooked(
  { options: { trade_on_close, commission } }: ReferenceSet,
  { close }: Candles,
  result: SimulationResult,
): Float64Array {
  if (trade_on_close !== true) return result.equity;
  const equity = result.equity.slice();
  const unbook = (index: number, quantity: number): void => {
    equity[index]! += quantity * close[index]! * (commission as number);
  };
  for (const { entryIndex, exitIndex, quantity } of result.trades) {
    unbook(entryIndex, quantity);
    unbook(exitIndex, quantity);
  }
  const open = result.openPosition;
  if (open !== null) unbook(open.entryIndex, open.quantity);
  return equity;
}

/** The figures that the engine computes, by their names there. */
function figuresOf(
  set: RecordedSet,
  candles: Candles,
  result: SimulationResult,
): Record<string, number | null> {
  const equity = equityAsBooked(set, candles, result);
  const metrics = computeMetrics(candles, { ...result, equity });
  const risk = dailyRisk(candles, { ...result, equity });
  const days = (candles.time.at(-1)! - candles.time[0]!) / 86_400_000;
  const growth = annualGrowth(result.initialCapital, result.finalCapital, days / 365.25);
  const deepest = metrics.maxDrawdown;
  const ends = {
    "Equity Final [$]": metrics.finalCapital,
    "Return [%]": 100 * metrics.totalReturn,
    "Max. Drawdown [%]": -100 * deepest,
    "Max. Drawdown Duration": deepest === 0 ? null : metrics.maxDrawdownDurationMinutes,
  };
  // An equity of 0 has no geometric mean: here it is -100 % a year, there 0.
  if (set.name === RUINED) return ends;
  const figures = {
    ...ends,
    "Return (Ann.) [%]": percent(risk.annualReturn),
    "Volatility (Ann.) [%]": percent(risk.annualVolatility),
    "CAGR [%]": percent(growth),
    "Sharpe Ratio": risk.sharpe,
    "Sortino Ratio": risk.sortino,
    "Calmar Ratio": deepest === 0 ? null : risk.annualReturn! / deepest,
  };
  if (NETTED.includes(set.name)) return figures;
  const { columns } = result.trades;
  const minutes = (k: number): number =>
    (candles.time[columns.exitIndex[k]!]! - candles.time[columns.entryIndex[k]!]!) / 60_000;
  const durations = Array.from(columns.pnl, (_, k) => minutes(k));
  // Ours are fractions of the cash committed, theirs of what the entry was worth.
  const returns = Float64Array.from(result.trades, (t) => t.pnl / (t.quantity * t.entryPrice));
  const ofReturns = tradeStatistics(returns);
  const unit = [1440, 60, 1].find((one) => durations.every((time) => time % one === 0))!;
  const { fee = 0, fixedFee = 0 } = optionsOf(set);
  const paid = result.trades.toArray().reduce((sum, { fees }) => sum + fees, 0);
  const held = computeMetrics(candles, { ...result, openPosition: null });
  return {
    ...figures,
    "Exposure Time [%]": 100 * held.exposure,
    "# Trades": metrics.totalTrades,
    ...(fee + fixedFee > 0 && { "Commissions [$]": paid }),
    ...(durations.length === 0
      ? {}
      : {
          "Win Rate [%]": 100 * metrics.winRate,
          "Best Trade [%]": 100 * Math.max(...returns),
          "Worst Trade [%]": 100 * Math.min(...returns),
          "Avg. Trade [%]": percent(annualReturn(returns, 1)),
          "Max. Trade Duration": Math.max(...durations),
          "Avg. Trade Duration": Math.ceil(metrics.avgDurationMinutes! / unit) * unit,
          "Profit Factor": ofReturns.profitFactor,
          "Expectancy [%]": percent(ofReturns.expectancy),
          SQN: metrics.sqn,
        }),
  };
}

const percent = (fraction: number | null): number | null =>
  fraction === null ? null : 100 * fraction;

/** Returns of the last equity of each UTC day, as the reference measures them. */
function dailyRisk({ time }: Candles, { equity }: SimulationResult) {
  const dayOf = (i: number): number => Math.floor(time[i]! / 86_400_000);
  const daily = equity.filter((_, i) => i + 1 === equity.length || dayOf(i) !== dayOf(i + 1));
  const weekend = time.filter((at) => [0, 6].includes(new Date(at).getUTCDay())).length;
  const daysPerYear = weekend > (time.length * 6) / 35 ? 365 : 252;
  return compoundedRisk(returnsOf(daily.subarray(1), daily[0]!), daysPerYear);
}
