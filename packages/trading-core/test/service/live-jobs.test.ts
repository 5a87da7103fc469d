import { EngineError } from "@bourse/backtest-engine";
import {
  createInProcessBus,
  createManualClock,
  createMemoryStore,
  seededIds,
  type ManualClock,
} from "@bourse/kernel";
import { afterEach, describe, expect, test } from "vitest";

import {
  backtestCollections,
  createBacktestService,
  signalTopic,
  startJobSchedule,
  type BacktestService,
  type Job,
  type SignalEvent,
} from "../../src/index.ts";
import { createExchangeDirectory } from "../../src/market-data/exchange-directory.ts";
import type { CandleProvider, CandleRequest } from "../../src/market-data/port.ts";
import { createSimulatedProvider } from "../../src/market-data/simulated/simulated-provider.ts";
import { until } from "./stage.ts";

const HOUR = 3_600_000;
const services: BacktestService[] = [];

afterEach(async () => {
  for (const service of services.splice(0)) {
    await service.stop({ deadlineMilliseconds: 0 });
    await service.bus.close();
  }
});

interface Scene {
  readonly service: BacktestService;
  readonly clock: ManualClock;
  readonly asked: CandleRequest[];
  readonly ended: (uuid: string) => Promise<Job>;
}

/** A started service over a provider that records what it is asked; `before` runs first and may reject. */
async function setScene(
  before: (request: CandleRequest) => Promise<void> = async () => {},
): Promise<Scene> {
  const clock = createManualClock();
  await clock.advance(Date.UTC(2026, 0, 1));
  const simulated = createSimulatedProvider({ seed: 7, clock });
  const asked: CandleRequest[] = [];
  const provider: CandleProvider = {
    ...simulated,
    exchange: "bybit",
    async candles(request) {
      asked.push(request);
      await before(request);
      return { ...(await simulated.candles(request)), exchange: "bybit", source: "live" };
    },
  };
  const service = createBacktestService({
    store: createMemoryStore({ collections: backtestCollections }),
    bus: createInProcessBus({ clock }),
    exchanges: createExchangeDirectory({ bybit: provider }, "bybit"),
    clock,
    ids: seededIds(1),
  });
  services.push(service);
  await service.start();
  const ended = async (uuid: string): Promise<Job> => {
    await until(async () => (await service.jobs.get(uuid)).completedAt !== null);
    return service.jobs.get(uuid);
  };
  return { service, clock, asked, ended };
}

describe("a data_sync job", () => {
  test("reads its range from the oldest candle on, in steps, and says what is there", async () => {
    const { service, asked, ended, clock } = await setScene();
    const startTime = clock.now() - 25_000 * 60_000;
    const { jobUuid, status } = await service.submitDataSync({
      symbol: "BTCUSDT",
      interval: "1m",
      startTime,
    });
    expect(status).toBe("running");
    const job = await ended(jobUuid);
    expect(job).toMatchObject({
      jobType: "data_sync",
      status: "completed",
      result: {
        exchange: "bybit",
        source: "live",
        candles: 25_000,
        missing: 0,
        firstTimestamp: startTime,
        lastTimestamp: clock.now() - 60_000,
        warnings: [],
      },
    });
    expect(asked.map(({ startTime: from, limit }) => [from, limit])).toEqual([
      [startTime, 10_000],
      [startTime + 10_000 * 60_000, 10_000],
      [startTime + 20_000 * 60_000, 10_000],
    ]);
    expect(asked.every(({ allowFallback }) => allowFallback !== true)).toBe(true);
  });

  test("without a range takes the newest thousand candles", async () => {
    const { service, ended, clock } = await setScene();
    const { jobUuid } = await service.submitDataSync({ symbol: "ETHUSDT", interval: "1h" });
    expect((await ended(jobUuid)).result).toMatchObject({
      candles: 1000,
      firstTimestamp: clock.now() - 1000 * HOUR,
    });
  });

  test("that is cancelled stops before its next step and keeps the mark", async () => {
    const gate = Promise.withResolvers<void>();
    const { service, asked, clock, ended } = await setScene(() => gate.promise);
    const startTime = clock.now() - 50_000 * 60_000;
    const { jobUuid } = await service.submitDataSync({
      symbol: "BTCUSDT",
      interval: "1m",
      startTime,
    });
    await until(() => asked.length === 1);
    await service.jobs.cancel(jobUuid);
    await clock.advance(10_000);
    gate.resolve();
    expect((await ended(jobUuid)).status).toBe("cancelled");
    expect(asked.length).toBe(1);
  });

  test("fails with the sentence of a source that does not answer", async () => {
    const { service, ended } = await setScene(async () => {
      throw new EngineError("MARKET_DATA_UNAVAILABLE", "The exchange does not answer.");
    });
    const { jobUuid } = await service.submitDataSync({ symbol: "BTCUSDT", interval: "1h" });
    expect(await ended(jobUuid)).toMatchObject({
      status: "failed",
      error: "The exchange does not answer.",
    });
  });

  test.each([
    [{ symbol: "btc usdt", interval: "1h" }, "SYMBOL_UNKNOWN"],
    [{ symbol: "BTCUSDT", interval: "7y" }, "INTERVAL_INVALID"],
    [{ symbol: "BTCUSDT", interval: "1h", exchange: "nyse" }, "EXCHANGE_UNKNOWN"],
    [{ symbol: "BTCUSDT", interval: "1m", startTime: 0 }, "OPTIONS_INVALID"],
  ])("of %j is refused with %s before it is stored", async (request, code) => {
    const { service } = await setScene();
    await expect(service.submitDataSync(request)).rejects.toMatchObject({ code });
    expect((await service.jobs.stats()).total).toBe(0);
  });
});

describe("a signal job", () => {
  test("computes and publishes the signal of each symbol; a symbol without one is named", async () => {
    const { service, ended } = await setScene(async ({ symbol }) => {
      if (symbol === "GONE") throw new EngineError("SYMBOL_UNKNOWN", "There is no such symbol.");
    });
    const heard: string[] = [];
    service.bus.subscribe<SignalEvent>(signalTopic, ({ signal }) => heard.push(signal.symbol));
    const symbols = ["BTCUSDT", "GONE", "ETHUSDT"];
    const { jobUuid } = await service.submitSignals({ strategy: "rsi", symbols });
    const job = await ended(jobUuid);
    expect(job).toMatchObject({
      status: "completed",
      result: {
        signals: [
          { symbol: "BTCUSDT", strategyName: "rsi", exchange: "bybit" },
          { symbol: "ETHUSDT", strategyName: "rsi", exchange: "bybit" },
        ],
        failures: [{ symbol: "GONE", error: "There is no such symbol." }],
      },
    });
    expect(heard).toEqual(["BTCUSDT", "ETHUSDT"]);
  });

  test("fails when no symbol has a signal", async () => {
    const { service, ended } = await setScene(async () => {
      throw new EngineError("SYMBOL_UNKNOWN", "There is no such symbol.");
    });
    const { jobUuid } = await service.submitSignals({ strategy: "rsi", symbols: ["A", "B"] });
    expect(await ended(jobUuid)).toMatchObject({
      status: "failed",
      error: "There is no such symbol.",
    });
  });

  test.each([
    [{ strategy: "none", symbols: ["BTCUSDT"] }, "STRATEGY_UNKNOWN"],
    [{ strategy: "rsi", symbols: [] }, "OPTIONS_INVALID"],
    [{ strategy: "rsi", symbols: ["A", "A"] }, "OPTIONS_INVALID"],
    [{ strategy: "rsi", symbols: ["a b"] }, "SYMBOL_UNKNOWN"],
  ])("of %j is refused with %s", async (request, code) => {
    const { service } = await setScene();
    await expect(service.submitSignals(request)).rejects.toMatchObject({ code });
  });
});

describe("a schedule", () => {
  test("submits each job once in each period, whatever the number of processes", async () => {
    const { service, clock } = await setScene();
    const faults: unknown[] = [];
    const schedule = {
      clock,
      onError: (error: unknown) => faults.push(error),
      jobs: [
        {
          name: "data_sync BTCUSDT:1h",
          everyMilliseconds: HOUR,
          submit: (idempotencyKey: string) =>
            service.submitDataSync({ symbol: "BTCUSDT", interval: "1h" }, { idempotencyKey }),
        },
      ],
    };
    const ends = [startJobSchedule(schedule), startJobSchedule(schedule)];
    for (let hour = 1; hour <= 3; hour++) {
      await until(async () => (await service.jobs.stats()).completed === hour);
      await clock.advance(HOUR);
    }
    await until(async () => (await service.jobs.stats()).completed === 4);
    await Promise.all(ends.map((end) => end()));
    expect((await service.jobs.stats()).total).toBe(4);
    expect(faults).toEqual([]);
  });

  test("goes on after a submission that failed", async () => {
    const { clock } = await setScene();
    let trials = 0;
    const faults: string[] = [];
    const end = startJobSchedule({
      clock,
      onError: (_, name) => faults.push(name),
      jobs: [
        {
          name: "broken",
          everyMilliseconds: HOUR,
          submit: async () => {
            trials++;
            throw new Error("no room");
          },
        },
      ],
    });
    await clock.advance(HOUR);
    await clock.advance(HOUR);
    await until(() => trials === 3);
    await end();
    expect(faults).toEqual(["broken", "broken", "broken"]);
  });
});
