/** Answers and requests on the bus that nobody's program sends: an error for the caller, of the house. */

import { normaliseInterval } from "@bourse/backtest-engine/data";
import { createInProcessBus, hasCode, KernelError, type Bus } from "@bourse/kernel";
import { describe, expect, test } from "vitest";

import {
  remoteBroker,
  remoteMarketData,
  serveExecution,
  serveMarketData,
} from "../../src/index.ts";
import { createExchangeDirectory } from "../../src/market-data/exchange-directory.ts";
import { noCache, noImports } from "../../src/market-data/no-storage.ts";
import { createSimulatedProvider } from "../../src/market-data/simulated/simulated-provider.ts";

const EXCHANGES = createExchangeDirectory({ simulated: createSimulatedProvider() }, "simulated");
const STRAY = [null, 7, "text", true, [null], [7]];
const candleRequest = { symbol: "BTCUSDT", interval: normaliseInterval("1h"), limit: 10 };

/** Serves methods that all give the same answer. */
function answering(bus: Bus, service: string, methods: readonly string[], answer: unknown) {
  const handlers = methods.map((method) => [method, async () => answer] as const);
  return bus.serve(service, Object.fromEntries(handlers));
}

describe("an answer of another shape", () => {
  test("of the execution service is EXECUTION_UNAVAILABLE: the order may have been placed", async () => {
    for (const answer of STRAY) {
      const bus = createInProcessBus();
      const methods = ["place", "orders", "order", "cancel", "positions", "close", "balance"];
      answering(bus, "execution", methods, answer);
      const broker = remoteBroker(bus, "paper");
      const calls = [
        broker.place({ symbol: "A", side: "buy", quantity: "1" } as never),
        broker.orders(),
        broker.order("a"),
        broker.cancel("a", "A"),
        broker.positions(),
        broker.close({ symbol: "A" } as never),
        broker.balance(),
      ];
      for (const call of calls) {
        await expect(call).rejects.toMatchObject({ code: "EXECUTION_UNAVAILABLE" });
      }
      await bus.close();
    }
  });

  test("of the data service is MARKET_DATA_UNAVAILABLE, packed candles that do not fit included", async () => {
    const column = (length: number): string =>
      Buffer.from(new Float64Array(length).buffer).toString("base64");
    const columns = (length: number) =>
      Object.fromEntries(
        ["time", "open", "high", "low", "close", "volume"].map((name) => [name, column(length)]),
      );
    const packed = [
      undefined,
      { length: 2 },
      { length: "2", columns: columns(2) },
      { length: 1e9, columns: columns(2) },
      { length: 2, columns: { ...columns(2), close: column(3) } },
      { length: 2, columns: { ...columns(2), close: "not base64!" } },
      { length: 2, columns: { ...columns(2), close: 7 } },
    ].map((one) => ({ exchange: "simulated", columns: one ?? null }));
    for (const answer of [...STRAY, ...packed]) {
      const bus = createInProcessBus();
      answering(bus, "data", ["candles", "symbols", "cacheStatus", "importList"], answer);
      const remote = remoteMarketData(bus, { names: ["simulated"], defaultName: "simulated" });
      const provider = remote.exchanges.find("simulated");
      await expect(provider.candles(candleRequest)).rejects.toMatchObject({
        code: "MARKET_DATA_UNAVAILABLE",
      });
      await expect(remote.imports.list()).rejects.toMatchObject({
        code: "MARKET_DATA_UNAVAILABLE",
      });
      await bus.close();
    }
  });
});

describe("an act on the account", () => {
  const order = { symbol: "BTCUSDT", side: "buy", quantity: "1" } as const;
  const acts = (bus: Bus): readonly Promise<unknown>[] => {
    const broker = remoteBroker(bus, "paper");
    return [broker.place(order), broker.cancel("a", "A"), broker.close({ symbol: "A" })];
  };

  test("that never began was not done, and says so", async () => {
    const bus = createInProcessBus();
    const away = { details: { isUndone: true } };
    const down: Bus = {
      ...bus,
      request: () => Promise.reject(new KernelError("BUS_UNAVAILABLE", "The bus is away.", away)),
    };
    for (const act of acts(down)) {
      await expect(act).rejects.toMatchObject({
        code: "EXECUTION_UNAVAILABLE",
        message: expect.stringContaining("Nothing was done.") as string,
      });
    }
    await bus.close();
  });

  test("whose answer is missing may have been done, and reading never says so", async () => {
    const bus = createInProcessBus();
    const silent: Bus = {
      ...bus,
      request: () => Promise.reject(new KernelError("BUS_UNAVAILABLE", "The bus is away.")),
    };
    for (const act of acts(silent)) await expect(act).rejects.toThrow("may have been");
    const broker = remoteBroker(silent, "paper");
    for (const read of [broker.orders(), broker.positions(), broker.balance(), broker.ping()]) {
      await expect(read).rejects.toThrow(/does not answer now\. Try again later\.$/u);
    }
    await bus.close();
  });
});

test("a request of another shape fails at its caller, and is reported as unreadable", async () => {
  const faults: unknown[] = [];
  const bus = createInProcessBus({ onFault: ({ error }) => faults.push(error) });
  serveMarketData(bus, { exchanges: EXCHANGES, cache: noCache, imports: noImports });
  serveExecution(bus, remoteBroker(createInProcessBus(), "paper"));
  const calls = [
    ["data", "candles"],
    ["data", "fundingRates"],
    ["data", "symbols"],
    ["data", "importCsv"],
    ["data", "importBytes"],
    ["data", "importDelete"],
    ["execution", "place"],
    ["execution", "orders"],
    ["execution", "cancel"],
    ["execution", "close"],
  ] as const;
  for (const [service, method] of calls) {
    for (const payload of [null, 7, "text"]) {
      const call = bus.request(service, method, payload, { timeoutMilliseconds: 1000 });
      await expect(call).rejects.toMatchObject({
        code: "BUS_REQUEST_FAILED",
        message: expect.stringContaining("cannot read the request") as string,
      });
    }
  }
  expect(faults).toHaveLength(calls.length * 3);
  expect(faults.filter((error) => !hasCode(error, "BUS_MESSAGE_UNREADABLE"))).toEqual([]);
  await bus.close();
});
