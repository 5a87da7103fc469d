/**
 * A day of one-minute candles, as an exchange's sockets told it with faults, gives a paper session the trades and the
 * equity of the backtest, to the bit: built-in strategies, all styles and random traders under three kinds of costs.
 */
import type { SimulationOptions } from "@bourse/backtest-engine/simulation";
import {
  builtInStrategies,
  createStrategyRegistry,
  type AnyStrategy,
} from "@bourse/backtest-engine/strategies";
import { createMemoryStore } from "@bourse/kernel";
import { beforeAll, describe, expect, test, vi } from "vitest";

import { drawnCases, rounds } from "../../../../test/support/rounds.ts";
import { START } from "../../../../test/world/exchange/stream-world.ts";
import { randomTrader } from "../../../backtest-engine/test/stepper/random-day.ts";
import { sessionCollections } from "../../src/sessions/collections.ts";
import { createTradingSessions } from "../../src/sessions/trading-sessions.ts";
import type { StreamNews } from "../../src/streams/index.ts";
import { chance, trend } from "../session/random-day.ts";
import { expectBacktest, hourly, walkRequest } from "./expect-backtest.ts";
import {
  letMinutesPass,
  madeCandles,
  openFaultyWorld,
  recordedStream,
  recordNews,
} from "./recorded-day.ts";

const DAY = 1440;
const TRADERS = rounds(2, 200);
const SESSIONS_PER_STORE = 40;
const CANDLES = madeCandles(DAY);

const PRESETS: readonly (readonly [string, SimulationOptions])[] = [
  ["spot", { fee: 0.001, slippage: 0.0005 }],
  [
    "perpetual",
    {
      fee: 0.0005,
      makerFee: -0.0001,
      slippage: { halfSpread: 0.01 },
      leverage: 3,
      maintenanceMargin: 0.005,
      direction: "both",
      funding: [0, 1, 2].map((i) => ({ time: START + i * 28_800_000, rate: 0.0001 })),
    },
  ],
  ["volume", { fee: 0.0004, slippage: { volumeShare: 0.1, impact: 0.1 }, tickSize: 0.01 }],
];

const STYLES = [trend, chance, hourly, ...builtInStrategies];

test("sessions on an exchange's sockets with faults are the backtests of its candles", async () => {
  const world = await openFaultyWorld();
  const store = createMemoryStore({ collections: sessionCollections, clock: world.clock });
  const sessions = createTradingSessions({
    store,
    streams: { bybit: world.stream },
    defaultExchange: "bybit",
    strategies: createStrategyRegistry(STYLES),
    clock: world.clock,
    leaseMilliseconds: 86_400_000,
  });
  await sessions.start();
  const minutes = rounds(240, DAY);
  const [, options] = PRESETS[1]!;
  const ids = new Map<AnyStrategy, string>();
  for (const strategy of STYLES) {
    ids.set(strategy, (await sessions.create(walkRequest(strategy, options))).id);
  }
  await letMinutesPass(world, minutes, async (minute) => {
    const { items } = await sessions.list({ limit: 100 });
    return items.every(({ candles }) => candles >= minute);
  });
  for (const [strategy, id] of ids) {
    await expectBacktest(store, id, strategy, CANDLES.slice(0, minutes), options);
  }
  expect(Object.values(world.exchange.sockets.met).length).toBeGreaterThan(5);
  await sessions.close();
  await world.close();
}, 600_000);

describe("a recorded day", () => {
  let news: readonly StreamNews[];
  beforeAll(async () => {
    news = await recordNews(DAY);
  }, 600_000);

  test("is the exchange's own candles, each in time, of which some came by the history", () => {
    const told = news.flatMap((each) => (each.kind === "candle" ? [each] : []));
    expect(told.map(({ candle }) => candle)).toEqual(CANDLES);
    expect(told.every(({ lateMilliseconds }) => lateMilliseconds < 60_000)).toBe(true);
    expect(told.filter(({ source }) => source === "history").length).toBeGreaterThan(20);
  });

  const traders = Array.from({ length: TRADERS }, (_, seed) => randomTrader(seed + 1));
  const strategies = [...drawnCases(STYLES, 3), ...(traders as readonly AnyStrategy[])];
  const batches = Array.from(
    { length: Math.ceil(strategies.length / SESSIONS_PER_STORE) },
    (_, i) => strategies.slice(i * SESSIONS_PER_STORE, (i + 1) * SESSIONS_PER_STORE),
  );

  test.each(PRESETS)(
    `under the costs of %s gives ${strategies.length} strategies the bits of the backtest`,
    async (_, options) => {
      for (const batch of batches) {
        const store = createMemoryStore({ collections: sessionCollections });
        const sessions = createTradingSessions({
          store,
          streams: { recorded: recordedStream(news) },
          defaultExchange: "recorded",
          strategies: createStrategyRegistry(batch),
          leaseMilliseconds: 86_400_000,
        });
        const ids = new Map<AnyStrategy, string>();
        for (const strategy of batch) {
          ids.set(strategy, (await sessions.create(walkRequest(strategy, options))).id);
        }
        await sessions.start();
        await vi.waitUntil(
          async () => {
            const { items } = await sessions.list({ limit: 1000 });
            return items.every(({ candles, state }) => candles === DAY || state === "halted");
          },
          { timeout: 3_000_000, interval: 200 },
        );
        for (const [strategy, id] of ids)
          await expectBacktest(store, id, strategy, CANDLES, options);
        await sessions.close();
      }
    },
    3_000_000,
  );
});
