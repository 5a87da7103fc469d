import { bollinger, crossings, sma } from "@bourse/indicators";
import { describe, expect, test } from "vitest";

import {
  expectClose,
  expectEquity,
  expectFigures,
  expectRows,
  type EquityFigures,
} from "../../../indicators/test/truth/figures.ts";
import { readTruth, truthCandles } from "../../../indicators/test/truth/series.ts";
import type { Candles } from "../../src/candles/candles.ts";
import {
  calmarRatio,
  computeMetrics,
  omegaRatio,
  returnsOf,
  tradingYear,
} from "../../src/metrics/index.ts";
import {
  simulate,
  simulateOrders,
  type SimulationResult,
  type Trader,
} from "../../src/simulation/index.ts";
import { TradeLedger } from "../../src/simulation/trades.ts";
import { Signal } from "../../src/strategy/strategy.ts";
import { candlesOf } from "../candles/make-candles.ts";
import {
  decisionsOf,
  isPlayedBySignals,
  optionsOf,
  ordersOf,
  playByOrders,
  type ReferenceSet,
} from "./vectorbt-rules.ts";

type Row = readonly number[];

interface RecordedSet extends ReferenceSet {
  /** [series, index, size, price, fees, 0 to buy or 1 to sell] */
  readonly orders: readonly Row[];
  readonly stats: Readonly<Record<string, number | null>>;
  readonly equity: EquityFigures;
}

interface Micro {
  readonly bars: readonly Row[];
  readonly rows: readonly MicroRow[];
}

interface MicroRow {
  readonly direction: "long" | "short";
  readonly sl_stop?: number | null;
  readonly tp_stop?: number | null;
  readonly sl_trail?: number;
  readonly entries: readonly number[];
  readonly orders: readonly Row[];
  readonly final: number;
}

interface Truth {
  readonly sets: readonly RecordedSet[];
  readonly grid: { readonly series: string; readonly rows: readonly Row[] };
  readonly micro: Micro;
}

const truth = readTruth<Truth>(new URL("vectorbt.json", import.meta.url));
const withoutFees = (rows: readonly Row[]): Row[] =>
  rows.map(([series, index, size, price, , side]) => [series!, index!, size!, price!, side!]);
const feesOf = (rows: readonly Row[]): number => rows.reduce((sum, row) => sum + row[4]!, 0);

describe("vectorbt agrees order by order", () => {
  test.each(truth.sets.filter(isPlayedBySignals))("$name by signals", async (set) => {
    const candles = await truthCandles(set.series as string);
    const result = simulate(candles, decisionsOf(set, candles.length), optionsOf(set));
    expectRows(ordersOf(result), withoutFees(set.orders), "order");
    expectClose([result.feesPaid], [feesOf(set.orders)], "fees");
    expectEquity(result.equity, set.equity);
    expectFigures({ ...tradeFigures(candles, result), ...pathFigures(candles, result) }, set.stats);
  });

  test.each(truth.sets.filter((set) => !isPlayedBySignals(set)))("$name by orders", async (set) => {
    const series = await Promise.all([set.series].flat().map(truthCandles));
    const { orders, equity, feesPaid } = playByOrders(set, series);
    expectRows(orders, withoutFees(set.orders), "order");
    expectClose([feesPaid], [feesOf(set.orders)], "fees");
    expectEquity(equity, set.equity);
    const figures = pathFigures(series[0]!, accountOf(series[0]!, equity, feesPaid));
    // The benchmark of several series is another one than that of the first.
    if (series.length > 1) delete figures["Benchmark Return [%]"];
    expectFigures(figures, set.stats);
  });
});

test("vectorbt's rebalancing of three series at the closes, by orders that fill there", async () => {
  const set = truth.sets.find(({ name }) => name === "rebalance3_close_every30_f0.001")!;
  const names = set.series as unknown as readonly string[];
  const series = await Promise.all(names.map(truthCandles));
  const { weights, every } = set.params as { weights: readonly number[]; every: number };
  const bought: number[] = [];
  const rebalancer: Trader = {
    onCandle({ symbol, index }, broker) {
      if (symbol !== names.at(-1) || index % every !== 0) return;
      const value = broker.equity;
      const changes = names.map((name, k) => {
        const price = series[k]!.close[index]!;
        const units = (weights[k]! * value) / price - (broker.position(name)?.quantity ?? 0);
        return { name, units, amount: units * price };
      });
      // The smaller purchase first; the engine fills all sales before.
      for (const { name, units } of changes.toSorted((a, b) => a.amount - b.amount)) {
        bought.push(units);
        const side = units > 0 ? "buy" : "sell";
        broker.submit({ symbol: name, side, size: { units: Math.abs(units) } });
      }
    },
  };
  const markets = Object.fromEntries(names.map((name, k) => [name, series[k]!]));
  const options = { fill: "close", fee: 0.001, compatibility: "vectorbt" } as const;
  const { equity, feesPaid } = simulateOrders(markets, rebalancer, options);
  expect(bought.length).toBeGreaterThan(100);
  expectClose([feesPaid], [feesOf(set.orders)], "fees");
  expectEquity(equity, set.equity);
  const byName = simulateOrders(markets, rebalancer, { ...options, fillSequence: "by_symbol" });
  expect(byName.finalCapital).not.toBeCloseTo(equity.at(-1)!, 2);
});

describe("vectorbt's lines behind the signals", () => {
  test("the bands of 20 closes and 2 deviations, and the signals of closes that cross them", async () => {
    const set = truth.sets.find(({ name }) => name === "bb20_2_d1_close_f0.001")!;
    const { close } = await truthCandles("d1");
    const { upper, lower } = bollinger(close, 20, 2);
    const below = crossings(close, lower);
    const above = crossings(close, upper);
    const { signals } = decisionsOf(set, close.length);
    for (let i = 21; i < close.length; i++) {
      expect(signals[i], `candle ${i}`).toBe((below[i]! < 0 ? 1 : 0) | (above[i]! > 0 ? 2 : 0));
    }
  });

  test("crossings of simple averages", async () => {
    let compared = 0;
    for (const set of truth.sets) {
      const [, fast, slow] = /^sma(\d+)_(\d+)_/.exec(set.name) ?? [];
      const delay = set.params.fill === "open" ? 1 : 0;
      if (slow === undefined) continue;
      const { close } = await truthCandles(set.series as string);
      const crossed = crossings(sma(close, Number(fast)), sma(close, Number(slow)));
      const { entries = [], exits, short_entries = exits, short_exits = entries } = set.signals!;
      const where = (side: number): number[] =>
        Array.from(crossed.keys())
          .filter((i) => crossed[i] === side && i + delay < close.length)
          .map((i) => i + delay);
      expect(where(1), set.name).toEqual(entries.length > 0 ? entries : short_exits);
      expect(where(-1), set.name).toEqual(short_entries);
      compared++;
    }
    expect(compared).toBeGreaterThan(12);
  });
});

test("vectorbt's grid of pairs of averages ends the same, after as many orders", async () => {
  const { series, rows } = truth.grid;
  const candles = await truthCandles(series);
  const found = rows.map(([fast, slow]) => {
    const crossed = crossings(sma(candles.close, fast!), sma(candles.close, slow!));
    const signals = Uint8Array.from(crossed, (side) =>
      side > 0 ? Signal.enterLong : side < 0 ? Signal.exitLong : Signal.none,
    );
    const options = { fee: 0.001, compatibility: "vectorbt" } as const;
    const result = simulate(candles, { signals, warmUp: slow! }, options);
    const { maxDrawdown } = computeMetrics(candles, result);
    return [fast!, slow!, result.finalCapital, ordersOf(result).length, -maxDrawdown];
  });
  expectRows(found, rows, "pair");
});

describe("vectorbt's runs of a few candles that touch levels exactly", () => {
  const { bars, rows } = truth.micro;
  const candles = candlesOf(bars);
  test.each(rows.map((row) => ({ row, name: nameOf(row) })))("$name", ({ row }) => {
    const { direction, sl_stop, tp_stop, sl_trail, entries } = row;
    const set: ReferenceSet = {
      name: "micro",
      series: "micro",
      params: {
        fees: 0.001,
        ...(typeof sl_stop === "number" && { sl_stop }),
        ...(typeof tp_stop === "number" && { tp_stop }),
        ...(sl_trail !== undefined && { sl_stop: sl_trail, sl_trail: true }),
      },
      signals: direction === "long" ? { entries } : { short_entries: entries },
    };
    const { orders, equity } = playByOrders(set, [candles], 1000);
    expectRows(
      orders.map((order) => order.slice(1)),
      row.orders,
      "order",
    );
    expectClose([equity.at(-1)!], [row.final], "equity at the end");
    const options = { ...optionsOf(set), direction, initialCapital: 1000 };
    const bySignals = simulate(candles, decisionsOf(set, candles.length), options);
    expectRows(
      ordersOf(bySignals).map((order) => order.slice(1)),
      row.orders,
      "order by signals",
    );
    expectClose([bySignals.equity.at(-1)!], [row.final], "equity at the end by signals");
  });
});

function nameOf({ direction, sl_stop, tp_stop, sl_trail }: MicroRow): string {
  const trail = sl_trail === undefined ? "" : `, trailing ${sl_trail}`;
  return `${direction}, stop ${sl_stop ?? "none"}, target ${tp_stop ?? "none"}${trail}`;
}

function tradeFigures(candles: Candles, result: SimulationResult): Record<string, number | null> {
  const found = computeMetrics(candles, result);
  return {
    "Total Closed Trades": found.totalTrades,
    "Win Rate [%]": 100 * found.winRate,
    "Best Trade [%]": 100 * found.bestTrade!,
    "Worst Trade [%]": 100 * found.worstTrade!,
    "Profit Factor": found.profitFactor,
    Expectancy: found.expectancy,
  };
}

/** An equity curve as a result without trades. */
function accountOf({ time }: Candles, equity: Float64Array, feesPaid: number): SimulationResult {
  return {
    initialCapital: 10_000,
    finalCapital: equity.at(-1)!,
    feesPaid,
    fundingPaid: 0,
    trades: new TradeLedger(time),
    equity,
    openAtEnd: true,
    openPosition: null,
  };
}

function pathFigures(candles: Candles, result: SimulationResult): Record<string, number | null> {
  const found = computeMetrics(candles, result);
  const returns = returnsOf(result.equity, result.initialCapital);
  return {
    "Start Value": found.initialCapital,
    "End Value": found.finalCapital,
    "Total Fees Paid": found.feesPaid,
    "Total Return [%]": 100 * found.totalReturn,
    "Benchmark Return [%]": 100 * found.buyHoldReturn!,
    "Max Drawdown [%]": 100 * found.maxDrawdown,
    "Sharpe Ratio": found.sharpe,
    "Sortino Ratio": found.sortino,
    // The metrics have none below 30 days.
    "Calmar Ratio": calmarRatio(returns, tradingYear(candles.time).barsPerYear),
    "Omega Ratio": omegaRatio(returns),
  };
}
