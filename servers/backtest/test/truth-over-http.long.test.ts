/** The reference runs of vectorbt and backtesting.py, posted to a server that knows their signals and orders. */

import { defineStrategy, defineTrader } from "@bourse/backtest-engine";
import type { SimulationOptions } from "@bourse/backtest-engine/simulation";
import { createStrategyRegistry, Signal } from "@bourse/backtest-engine/strategies";
import { backtestApi, type EquityPoint, type Job, type JobTrade } from "@bourse/contract/backtest";
import { bindBacktestApi, wireEngineOptions } from "@bourse/handlers/backtest";
import { createHttpServer } from "@bourse/http";
import { createInProcessBus, createMemoryStore } from "@bourse/kernel";
import { backtestCollections, createBacktestService } from "@bourse/trading-core";
import { createExchangeDirectory, createMemoryProvider } from "@bourse/trading-core/market-data";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import * as python from "../../../packages/backtest-engine/test/truth/backtestingpy-rules.ts";
import * as vectorbt from "../../../packages/backtest-engine/test/truth/vectorbt-rules.ts";
import {
  expectClose,
  expectEquity,
  expectRows,
  type EquityFigures,
} from "../../../packages/indicators/test/truth/figures.ts";
import { readTruth, truthCandles } from "../../../packages/indicators/test/truth/series.ts";
import { callsTo, type Calls } from "./support/calls.ts";

type Row = readonly number[];

interface VectorbtSet extends vectorbt.ReferenceSet {
  readonly series: string;
  readonly orders: readonly Row[];
  readonly equity: EquityFigures;
}

interface RebalancedSet {
  readonly name: string;
  readonly series: readonly string[];
  readonly params: { readonly every: number };
  readonly orders: readonly Row[];
  readonly equity: EquityFigures;
}

interface PythonSet extends python.ReferenceSet {
  readonly trades: readonly Row[];
  readonly equity: EquityFigures;
}

const TRUTH = new URL("../../../packages/backtest-engine/test/truth/", import.meta.url);
const vectorbtSets = readTruth<{ readonly sets: readonly VectorbtSet[] }>(
  new URL("vectorbt.json", TRUTH),
).sets;
/** Three series on one account, which a trader by signals enters at once and holds. */
const rebalanced = readTruth<{ readonly sets: readonly RebalancedSet[] }>(
  new URL("vectorbt.json", TRUTH),
).sets.find(({ name }) => name === "rebalance3_close_every30_f0.001")!;
const pythonSets = readTruth<{ readonly sets: readonly PythonSet[] }>(
  new URL("backtestingpy.json", TRUTH),
).sets;

const bySignals = vectorbtSets.filter(vectorbt.isPlayedBySignals);
/** Additions of a fixed number of units, which the set names beside its signals. */
const pyramid = vectorbtSets.find(({ name }) => name === "pyramid_d1_every40_units20_f0.001")!;
/** Both sides at once need two markets; the engine's own test plays them. */
const onOneMarket = pythonSets.filter(({ strategy }) => strategy !== "Hedge");
/** Runs that the engine closes differently, as its own test states. */
const APART = ["periodic_d1_30_45_10_c0.001", "ruin_d1down_margin0.25"];

const about = (name: string) =>
  ({
    name,
    version: "1",
    description: "Plays a reference run.",
    signalType: "reference",
    direction: "both",
    parameters: {
      set: {
        type: "integer",
        default: 0,
        minimum: 0,
        maximum: 99,
        description: "Number of the run.",
      },
    },
  }) as const;

const strategies = createStrategyRegistry([
  defineStrategy({
    ...about("vectorbt_signals"),
    decide: ({ length }, { set }) => vectorbt.decisionsOf(bySignals[set]!, length),
  }),
  defineStrategy({
    ...about("vectorbt_pyramid"),
    decide: ({ length }) => ({
      ...vectorbt.decisionsOf(pyramid, length),
      sizes: new Float64Array(length).fill(pyramid.params.size as number),
      sizeKind: "units",
    }),
  }),
  defineStrategy({
    ...about("hold"),
    direction: "long",
    decide({ length }) {
      const signals = new Uint8Array(length);
      signals[0] = Signal.enterLong;
      return { signals, warmUp: 0 };
    },
  }),
  defineStrategy({
    ...about("python_signals"),
    decide: (candles, { set }) => python.decisionsOf(onOneMarket[set]!, candles)!,
  }),
  defineTrader({
    ...about("python_orders"),
    createTrader: ({ set }, { candles }) => python.traderOf(onOneMarket[set]!, candles),
  }),
]);

const NAMES = [...new Set([...bySignals, pyramid, ...onOneMarket].map(({ series }) => series))];
/** Symbols whose order by name is the order of the reference: the last entry gets what the fees have left. */
const rebalancedSymbols = rebalanced.series.map((name, place) => `${place}_${name.toUpperCase()}`);
let calls: Calls;
const closers: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  // The series' own interval does not matter to a simulation: every candle is one step.
  const series = await Promise.all(
    NAMES.map(async (name) => {
      const candles = await truthCandles(name);
      return { symbol: name.toUpperCase(), interval: "D" as const, candles };
    }),
  );
  const shared = await Promise.all(
    rebalancedSymbols.map(async (symbol, place) => {
      const candles = await truthCandles(rebalanced.series[place]!);
      return { symbol, interval: "D" as const, candles };
    }),
  );
  const service = createBacktestService({
    store: createMemoryStore({ collections: backtestCollections }),
    bus: createInProcessBus(),
    exchanges: createExchangeDirectory(
      { memory: createMemoryProvider({ series: [...series, ...shared] }) },
      "memory",
    ),
    strategies,
  });
  await service.start();
  const server = createHttpServer({
    api: backtestApi,
    routes: bindBacktestApi(service, { validateResponses: true }),
  });
  closers.push(
    () => server.close(),
    () => service.stop(),
  );
  calls = callsTo((await server.listen()).url);
});
afterAll(async () => {
  for (const close of closers) await close();
});

interface Run {
  readonly result: { readonly fees_paid: number; readonly final_capital: number };
  readonly trades: readonly JobTrade[];
  readonly equity: Float64Array;
  /** The index of the candle that opens at a time. */
  readonly indexOf: (time: string) => number;
}

async function posted(
  series: string,
  strategy: string,
  set: number,
  options: SimulationOptions,
): Promise<Run> {
  const candles = await truthCandles(series);
  const fields = wireEngineOptions(options as Parameters<typeof wireEngineOptions>[0]);
  const run = await submitted({
    symbol: series,
    interval: "D",
    limit: candles.length,
    strategy,
    parameters: { set },
    ...fields,
  });
  const places = new Map(Array.from(candles.time, (time, index) => [time, index]));
  return { ...run, indexOf: (time) => places.get(Date.parse(time))! };
}

async function submitted(body: object): Promise<Omit<Run, "indexOf">> {
  const answer = await calls.post("/api/backtests", body);
  expect(answer.body).toMatchObject({ status: "running" });
  const { job_id: uuid } = answer.body as { job_id: string };
  const job = (await calls.ended(uuid)) as Job;
  expect(job.error).toBeNull();
  const trades = (await calls.get(`/api/jobs/${uuid}/trades`)).body as JobTrade[];
  const points = (await calls.get(`/api/jobs/${uuid}/equity`)).body as EquityPoint[];
  return {
    result: job.result as unknown as Run["result"],
    trades,
    equity: Float64Array.from(points, ({ equity }) => equity),
  };
}

/** The orders behind closed trades: an exit and the entry that follows it at once are one order. */
function ordersOf({ trades, indexOf }: Run): Row[] {
  const orders: number[][] = [];
  const add = (index: number, quantity: number, price: number, buys: boolean): void => {
    const last = orders.at(-1);
    const side = buys ? 0 : 1;
    if (last?.[1] === index && last[4] === side) last[2]! += quantity;
    else orders.push([0, index, quantity, price, side]);
  };
  for (const trade of trades) {
    const isLong = trade.side === "long";
    add(indexOf(trade.entry_time), trade.quantity, trade.entry_price, isLong);
    add(indexOf(trade.exit_time), trade.quantity, trade.exit_price, !isLong);
  }
  return orders;
}

/** The orders of a run without those of the position that it leaves open. */
function closedOrders(orders: readonly Row[]): Row[] {
  const open = orders.reduce((sum, [, , size, , , side]) => sum + size! * (side === 0 ? 1 : -1), 0);
  const rows = orders.map(([series, index, size, price, , side]) => [
    series!,
    index!,
    size!,
    price!,
    side!,
  ]);
  const last = rows.at(-1)!;
  if (Math.abs(open) < 1e-9) return rows;
  const left = last[2]! - Math.abs(open);
  return [
    ...rows.slice(0, -1),
    ...(left > 1e-9 ? [[...last.slice(0, 2), left, ...last.slice(3)]] : []),
  ];
}

describe("vectorbt's runs, posted", () => {
  test.each(bySignals.map((set, index) => ({ set, index, name: set.name })))(
    "$name",
    async ({ set, index }) => {
      const run = await posted(set.series, "vectorbt_signals", index, vectorbt.optionsOf(set));
      expectRows(ordersOf(run), closedOrders(set.orders), "order");
      const fees = set.orders.reduce((sum, row) => sum + row[4]!, 0);
      expectClose([run.result.fees_paid], [fees], "fees");
      expectEquity(run.equity, set.equity);
    },
  );

  test("pyramid_d1_every40_units20_f0.001, by pyramiding", async () => {
    const { positionSize: _, ...options } = vectorbt.optionsOf(pyramid);
    const run = await posted(pyramid.series, "vectorbt_pyramid", 0, {
      ...options,
      pyramiding: 10_000,
    });
    const fees = pyramid.orders.reduce((sum, row) => sum + row[4]!, 0);
    expectClose([run.result.fees_paid], [fees], "fees");
    expectEquity(run.equity, pyramid.equity);
  });
});

test("vectorbt's rebalancing of three series every 30 candles, posted", async () => {
  const { length } = await truthCandles(rebalanced.series[0]!);
  const run = await submitted({
    symbols: rebalancedSymbols.toReversed(),
    interval: "D",
    limit: length,
    strategy: "hold",
    fill: "close",
    compatibility: "vectorbt",
    rebalance_every: rebalanced.params.every,
  });
  expectEquity(run.equity, rebalanced.equity);
  const fees = rebalanced.orders.reduce((sum, row) => sum + row[4]!, 0);
  expectClose([run.result.fees_paid], [fees], "fees");
  const symbols = new Set(run.trades.map(({ symbol }) => symbol));
  expect(symbols).toEqual(new Set(rebalancedSymbols));
});

describe("backtesting.py's runs, posted", () => {
  test.each(onOneMarket.map((set, index) => ({ set, index, name: set.name })))(
    "$name",
    async ({ set, index }) => {
      const candles = await truthCandles(set.series);
      const isSignals = python.decisionsOf(set, candles) !== undefined;
      const { fill, ...rules } = python.optionsOf(set);
      const run = await posted(set.series, isSignals ? "python_signals" : "python_orders", index, {
        ...rules,
        ...(isSignals && fill !== undefined && { fill }),
      });
      const library = python.playSet(set, candles);
      expect(run.equity).toEqual(library.equity);
      // JSON has no negative zero.
      const profits = library.trades.toArray().map(({ pnl }) => pnl + 0);
      expect(run.trades.map(({ pnl }) => pnl)).toEqual(profits);
      if (APART.includes(set.name)) return;
      const rows = run.trades.map((trade) => [
        trade.side === "long" ? trade.quantity : -trade.quantity,
        run.indexOf(trade.entry_time),
        run.indexOf(trade.exit_time),
        trade.entry_price,
        trade.exit_price,
        trade.pnl,
        trade.fees,
      ]);
      expectRows(rows, set.trades, "trade");
      expectClose([run.result.final_capital], [set.equity.final], "equity at the end");
    },
  );
});
