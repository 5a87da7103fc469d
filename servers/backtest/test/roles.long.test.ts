import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { readEnvironment, silentLogger } from "@bourse/http";
import {
  type ClosingStack,
  createClosingStack,
  createMemoryStore,
  hasCode,
  type Store,
  systemIds,
} from "@bourse/kernel";
import { backtestCollections, type BacktestService } from "@bourse/trading-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { noNats, startNatsServer, type NatsServer } from "../../../test/support/nats-server.ts";
import { backtestEnvironment } from "../src/index.ts";
import { openService } from "../src/open-service.ts";
import { partsOf } from "../src/roles.ts";

/** One process of the service, as far as it can be had inside of this one: with a bus and parts of its own. */
interface Process {
  readonly service: BacktestService;
  stop(): Promise<void>;
}

describe.skipIf(noNats !== undefined)(
  `roles over one store and NATS${noNats ? ` (${noNats})` : ""}`,
  () => {
    let server: NatsServer;
    let folder: string;
    let store: Store;
    let namespace: string;
    const running: Process[] = [];

    beforeAll(async () => {
      server = await startNatsServer();
      folder = await mkdtemp(join(tmpdir(), "bourse-roles-"));
    });
    beforeEach(() => {
      store = createMemoryStore({ collections: backtestCollections });
      namespace = systemIds.uuid().slice(0, 32);
    });
    afterEach(async () => {
      await Promise.all(running.splice(0).map((one) => one.stop()));
    });
    afterAll(async () => {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    });

    async function start(role: string): Promise<Process> {
      const config = readEnvironment(backtestEnvironment, {
        ROLE: role,
        BUS_URL: server.url,
        BUS_NAMESPACE: namespace,
        STORE_URL: "postgres://nobody@127.0.0.1:1/shared-by-the-test",
        DATA_DIR: join(folder, role),
        DATA_PROVIDER: "simulated",
        WORKERS: "1",
      });
      const opened: ClosingStack = createClosingStack();
      const service = await openService(config, partsOf(config), silentLogger, opened, store);
      await service.start();
      opened.push(() => service.stop({ deadlineMilliseconds: 1000 }));
      const process: Process = { service, stop: () => opened.close() };
      running.push(process);
      return process;
    }

    const request = {
      symbol: "BTCUSDT",
      interval: "1h",
      limit: 500,
      initialCapital: 10_000,
      fee: 0.001,
      strategy: "rsi",
    };

    test("a job that one process takes is run by another with the candles of a third", async () => {
      const { service: api } = await start("api");
      await Promise.all(["worker", "data"].map(start));
      await expect.poll(async () => (await api.submitBacktest(request)).status).toBe("running");
      await expect.poll(async () => (await api.jobs.stats()).running).toBe(0);
      const { items } = await api.jobs.list({ limit: 1 });
      expect(items[0]).toMatchObject({
        status: "completed",
        result: { candles: 500, source: "simulated" },
      });
      expect(await api.jobs.equity(items[0]!.uuid)).not.toHaveLength(0);
    });

    test("without a worker a job waits with its warning, and runs when one comes", async () => {
      const { service: api } = await start("api");
      const { jobUuid, status, warning } = await api.submitBacktest(request);
      expect({ status, warning }).toMatchObject({
        status: "pending",
        warning: expect.stringContaining("no worker") as string,
      });
      await Promise.all(["worker", "data"].map(start));
      await expect.poll(async () => (await api.jobs.get(jobUuid)).status).toBe("completed");
    });

    test("candles, symbols and the cache are those of the data process; without it they are unavailable", async () => {
      const { service: api } = await start("api");
      const ask = { symbol: "ETHUSDT", interval: "60" as const, limit: 5 };
      await expect(api.exchanges.find().candles(ask)).rejects.toMatchObject({
        code: "MARKET_DATA_UNAVAILABLE",
      });
      const { service: data } = await start("data");
      await expect
        .poll(() =>
          api.exchanges
            .find()
            .symbols()
            .then(
              ({ symbols }) => symbols.length,
              () => 0,
            ),
        )
        .toBeGreaterThan(0);
      const [there, here] = [
        await data.exchanges.find().candles(ask),
        await api.exchanges.find().candles(ask),
      ];
      expect(here).toEqual(there);
      expect(here.candles.close).toBeInstanceOf(Float64Array);
      const csv =
        "timestamp,open,high,low,close,volume\n1700000000000,1,2,1,2,5\n1700003600000,2,3,2,3,5\n";
      await api.imports.import({ symbol: "OWN", interval: "1h", csv });
      expect(await data.imports.list()).toMatchObject([{ symbol: "OWN" }]);
      expect(
        (await api.exchanges.find().candles({ symbol: "OWN", interval: "60", limit: 9 })).candles
          .length,
      ).toBe(2);
      await expect(
        api.imports.import({ symbol: "OWN", interval: "1h", csv: "nonsense" }),
      ).rejects.toMatchObject({ code: "CANDLES_INVALID" });
      expect((await api.cache.status()).cacheDir).toContain("data");
    });

    test("of two execution processes one takes orders, and the other takes over; a repeated id is one order", async () => {
      await start("data");
      const { service: api } = await start("api");
      const writers = [await start("execution"), await start("execution")];
      const order = {
        symbol: "BTCUSDT",
        side: "buy",
        quantity: "0.01",
        clientOrderId: "one",
      } as const;
      await expect
        .poll(() =>
          api.execution.place(order).then(
            ({ status }) => status,
            () => "away",
          ),
        )
        .toBe("filled");
      const first = await api.execution.place(order);
      running.splice(running.indexOf(writers[0]!), 1);
      await writers[0]!.stop();
      await expect
        .poll(
          () =>
            api.execution.place(order).then(
              ({ orderId }) => orderId,
              () => "away",
            ),
          { timeout: 20_000 },
        )
        .toBe(first.orderId);
      expect(await api.execution.orders()).toHaveLength(1);
      await expect(api.execution.place({ ...order, quantity: "0.02" })).rejects.toMatchObject({
        code: "ORDER_REUSED",
      });
      expect((await api.execution.balance())["BTC"]).toBe("0.01");
      running.splice(running.indexOf(writers[1]!), 1);
      await writers[1]!.stop();
      await expect(api.execution.place(order)).rejects.toSatisfy((error) =>
        hasCode(error, "EXECUTION_UNAVAILABLE"),
      );
    });

    test("NATS away: a submission is answered with its warning, and runs when NATS is back", async () => {
      const { service: api } = await start("api");
      await Promise.all(["worker", "data"].map(start));
      await expect.poll(async () => (await api.submitBacktest(request)).status).toBe("running");
      await server.kill();
      const { jobUuid, status, warning } = await api.submitBacktest(request);
      expect({ status, warning }).toMatchObject({
        status: "pending",
        warning: expect.stringContaining("queue") as string,
      });
      await server.start();
      await expect
        .poll(async () => (await api.jobs.get(jobUuid)).status, { timeout: 40_000 })
        .toBe("completed");
    });
  },
);
