import { createStrategyRegistry, type AnyStrategy } from "@bourse/backtest-engine/strategies";
import { expect, test } from "vitest";

import { randomCandles, trend } from "../../session/random-day.ts";
import { SERIES, until } from "../session-stage.ts";
import { createLiveStage, live } from "./live-stage.ts";
import { scripted } from "./scripted.ts";

const cents = (price: number): number => Math.round(price * 100) / 100;

/** Candles on the ticks of the exchange. */
const CANDLES = randomCandles(80, 5).map((candle) => ({
  ...candle,
  open: cents(candle.open),
  high: cents(candle.high),
  low: cents(candle.low),
  close: cents(candle.close),
}));

/** A session that has traded on an exchange which fills at `slipped` times the open of each candle. */
async function traded(slipped: number, strategy: AnyStrategy = trend) {
  const stage = createLiveStage([strategy]);
  const sessions = stage.open();
  await sessions.start();
  const { id } = await sessions.create(live({ strategy: strategy.name, fee: 0.001 }));
  for (const candle of CANDLES) {
    for (const order of stage.exchange.waiting) {
      const way = order.side === "buy" ? slipped : 1 / slipped;
      stage.exchange.fill(order as never, candle.open * way);
    }
    await stage.play(sessions, id, [candle]);
  }
  return { ...stage, sessions, id };
}

test("a live session that was filled as the simulation fills has no drift", async () => {
  const { sessions, id } = await traded(1);
  const { books } = await sessions.get(id);
  expect(books.trades).toBeGreaterThan(5);
  const report = await sessions.drift(id);
  expect(report).toMatchObject({
    decisions: CANDLES.length,
    isReproduced: true,
    affected: 0,
    differences: [],
    trades: [],
    equity: books.equity,
  });
  expect(report.simulatedEquity).toBeCloseTo(books.equity, 6);
  await sessions.close();
});

test("the slippage of each trade stands beside the simulation's, against the trade", async () => {
  const { sessions, id } = await traded(1.002);
  const { books } = await sessions.get(id);
  const report = await sessions.drift(id);
  expect([report.isReproduced, report.affected]).toEqual([true, 0]);
  expect(report.trades).toHaveLength(books.trades);
  for (const trade of report.trades) {
    expect(trade.entrySlippage).toBeCloseTo(trade.side === "long" ? 0.002 : 1 - 1 / 1.002, 9);
    expect(trade.exitSlippage).toBeCloseTo(trade.side === "long" ? 1 - 1 / 1.002 : 0.002, 9);
    expect(trade.pnl).toBeLessThan(Number(trade.simulatedPnl));
  }
  const lost = report.trades.reduce((sum, { pnl }) => sum + Number(pnl), 0);
  const held = books.positions[0];
  const open = (held?.unrealised ?? 0) - 0.001 * (held?.quantity ?? 0) * (held?.entryPrice ?? 0);
  expect(10_000 + lost + open).toBeCloseTo(books.equity, 6);
  await sessions.close();
});

test("an exit that was filled in parts is one trade at their mean price", async () => {
  const entry = { side: "buy", size: { units: 2 } } as const;
  const strategy = scripted({ 0: [entry], 3: [{ side: "sell", reduceOnly: true }] });
  const { exchange, open, play, pass } = createLiveStage([strategy]);
  const sessions = open();
  await sessions.start();
  const { id } = await sessions.create(live({ strategy: "scripted" }));
  await play(sessions, id, CANDLES.slice(0, 4));
  await pass(2000);
  const [exit] = exchange.waiting;
  exchange.fill(exit as never, 101, 0.5);
  await pass(2000);
  exchange.fill(exit as never, 103);
  await pass(2000);
  const { trades } = await sessions.drift(id);
  expect(trades).toMatchObject([{ index: 0, side: "long" }]);
  expect((await sessions.get(id)).books.trades).toBe(1);
  expect(trades[0]?.pnl).toBeCloseTo(
    2 * (102 - Number(CANDLES[1]?.open)) - 0.001 * 2 * (102 + Number(CANDLES[1]?.open)),
    9,
  );
  await sessions.close();
});

test("another version of the strategy is the cause of what comes out otherwise", async () => {
  const stage = await traded(1);
  const silent = {
    ...trend,
    version: "2",
    decide: ({ length }: { readonly length: number }) => ({
      signals: new Uint8Array(length),
      warmUp: 0,
    }),
  } as unknown as AnyStrategy;
  await stage.sessions.close();
  const later = stage.open({}, { strategies: createStrategyRegistry([silent]) });
  const report = await later.drift(stage.id);
  expect(report.strategyVersion).toEqual({ session: "1", now: "2" });
  expect(report.isReproduced).toBe(false);
  expect(report.differences[0]).toMatchObject({ cause: "strategy_version" });
  expect(report.trades.every(({ simulatedPnl }) => simulatedPnl === null)).toBe(true);
  await later.close();
});

test("a correction is the cause from its candle on", async () => {
  const { sessions, id, stream } = await traded(1);
  const wrong = CANDLES[20]!;
  const fallen = 0.9 * wrong.low;
  stream.push(SERIES, [{ ...wrong, low: fallen, close: fallen }]);
  await until(async () => (await sessions.get(id)).corrections === 1);
  const report = await sessions.drift(id);
  expect(report.isReproduced).toBe(true);
  expect(report.differences[0]).toMatchObject({ cause: "correction" });
  expect(report.differences[0]?.index).toBeGreaterThanOrEqual(20);
  await sessions.close();
});

test("a strategy that looks at what it holds decides otherwise where it was filled otherwise", async () => {
  const greedy = scripted({});
  const looks = {
    ...greedy,
    name: "looks",
    createTrader: () => ({
      onCandle: (
        _: unknown,
        broker: { position: () => unknown; submit: (order: object) => void },
      ) => {
        if (broker.position() === null) broker.submit({ side: "buy", size: { units: 1 } });
      },
    }),
  } as unknown as AnyStrategy;
  const stage = createLiveStage([looks]);
  const sessions = stage.open();
  await sessions.start();
  const { id } = await sessions.create(live({ strategy: "looks", risk: { maxOrderValue: 1 } }));
  await stage.play(sessions, id, CANDLES.slice(0, 6));
  const report = await sessions.drift(id);
  expect(report.isReproduced).toBe(true);
  expect(report.affected).toBeGreaterThan(0);
  expect(new Set(report.differences.map(({ cause }) => cause))).toEqual(new Set(["fills"]));
  await sessions.close();
});

test("the report of a live session needs its account", async () => {
  const { sessions, id, open } = await traded(1);
  await sessions.close();
  const bare = open({}, { live: undefined as never });
  await expect(bare.drift(id)).rejects.toMatchObject({
    code: "BROKER_UNSUPPORTED",
    message: expect.stringMatching(/this one has no account\.$/u) as unknown,
  });
  await bare.close();
});
