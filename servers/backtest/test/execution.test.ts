import { spawnSync } from "node:child_process";

import type { Order, OrderReply } from "@bourse/contract/backtest";
import { readEnvironment, silentLogger } from "@bourse/http";
import { describe, expect, onTestFinished, test, vi } from "vitest";

import { backtestEnvironment } from "../src/environment.ts";
import { startBacktestServer } from "../src/start.ts";
import { callsTo, type Calls } from "./support/calls.ts";
import { absentBybit } from "./support/fake-bybit.ts";
import { runTestServer } from "./support/running-server.ts";
import { serverProcess, startServerProcess } from "./support/server-process.ts";
import { tempFolder } from "./support/temp-folder.ts";

// Processes are started; the figure is for a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const orders = "/api/execution/orders";
const limit = { symbol: "BTCUSDT", side: "buy", quantity: 1, order_type: "limit", price: 0.5 };

async function place(server: Calls, body: object): Promise<Order> {
  const answer = await server.post(orders, body);
  expect(answer).toMatchObject({ status: 200 });
  return (answer.body as OrderReply).order;
}

describe("the paper account", () => {
  test("begins with 100000 USDT and no order", async () => {
    const server = await runTestServer();
    expect((await server.get("/api/execution/balance")).body).toEqual({
      success: true,
      balance: { USDT: "100000" },
    });
    expect((await server.get(orders)).body).toEqual({ success: true, orders: [], count: 0 });
    expect((await server.get("/api/execution/ping")).body).toEqual({
      status: "ok",
      exchange: "paper",
    });
  });

  test("takes a tenth of a percent of what is traded, to the last digit", async () => {
    const server = await runTestServer();
    const order = await place(server, { symbol: "BTCUSDT", side: "buy", quantity: "0.01" });
    expect(order).toMatchObject({ status: "filled", filled_qty: "0.01" });
    const spent = Number(order.avg_price) * 0.01;
    expect(Number(order.fee)).toBeCloseTo(spent / 1000, 10);
    const { body } = await server.get("/api/execution/balance");
    const { balance } = body as { balance: Record<string, string> };
    expect(balance["BTC"]).toBe("0.01");
    expect(Number(balance["USDT"])).toBeCloseTo(100_000 - spent * 1.001, 6);
  });

  test("can be opened with other assets, fees and slippage", async () => {
    const server = await runTestServer({
      PAPER_BALANCE: "EUR=500.5,BTC=2",
      PAPER_FEE_RATE: "0",
      PAPER_SLIPPAGE: "0.01",
    });
    const { body } = await server.get("/api/execution/balance");
    expect(body).toMatchObject({ balance: { BTC: "2", EUR: "500.5" } });
    const order = await place(server, { symbol: "BTCUSDT", side: "sell", quantity: 1 });
    expect(order.fee).toBe("0");
  });
});

describe("a killed server", () => {
  test("finds its open orders, its money and its client order ids again", async () => {
    const folder = await tempFolder();
    const first = await startServerProcess({ DATA_DIR: folder });
    const open = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        place(first, { ...limit, client_order_id: `order-${index}` }),
      ),
    );
    const filled = await place(first, {
      symbol: "BTCUSDT",
      side: "buy",
      quantity: 0.01,
      client_order_id: "at-the-market",
    });
    const balance = await first.get("/api/execution/balance");
    await first.end("SIGKILL");

    const second = await startServerProcess({ DATA_DIR: folder });
    expect((await second.get("/api/execution/balance")).body).toEqual(balance.body);
    const { body } = await second.get(`${orders}?status=open`);
    const ids = (body as { orders: Order[] }).orders.map(({ order_id: id }) => id);
    expect(ids.toSorted()).toEqual(open.map(({ order_id: id }) => id).toSorted());
    expect(await place(second, { ...limit, client_order_id: "order-7" })).toEqual(open[7]);
    const again = { symbol: "BTCUSDT", side: "buy", quantity: 0.01 };
    expect(await place(second, { ...again, client_order_id: "at-the-market" })).toEqual(filled);
  });

  test("has each order whole or not at all when it is killed while orders come in", async () => {
    const folder = await tempFolder();
    const first = await startServerProcess({ DATA_DIR: folder });
    const acknowledged: Order[] = [];
    const sending = Array.from({ length: 60 }, async (_, index) => {
      const body = { symbol: "BTCUSDT", side: "buy", quantity: 0.001 };
      const answer = await first.post(orders, { ...body, client_order_id: `order-${index}` });
      acknowledged.push((answer.body as OrderReply).order);
    });
    await Promise.any(sending);
    await first.end("SIGKILL");
    await Promise.allSettled(sending);

    const second = await startServerProcess({ DATA_DIR: folder });
    const { body } = await second.get(orders);
    const found = new Map(
      (body as { orders: Order[] }).orders.map((each) => [each.order_id, each]),
    );
    for (const order of acknowledged) expect(found.get(order.order_id)).toEqual(order);
    const { body: account } = await second.get("/api/execution/balance");
    const { balance } = account as { balance: Record<string, string> };
    const thousandths = Math.round(Number(balance["BTC"]) * 1000);
    expect(thousandths, "as much is owned as was bought").toBe(found.size);
  });
});

describe("a server that is open to the network", () => {
  test("answers 403 to every order route without keys, and says why; other routes stay open", async () => {
    const { calls, warnings } = await openToAll({});
    const refused = [
      await calls.post(orders, limit),
      await calls.get(orders),
      await calls.get(`${orders}/x`),
      await calls.delete(`${orders}/x?symbol=BTCUSDT`),
      await calls.get("/api/execution/positions"),
      await calls.post("/api/execution/positions/close", { symbol: "BTCUSDT" }),
      await calls.get("/api/execution/balance"),
      await calls.get("/api/execution/ping"),
    ];
    for (const answer of refused) {
      expect(answer).toMatchObject({ status: 403, body: { status_code: 403 } });
    }
    expect((await calls.get("/api/jobs")).status).toBe(200);
    expect(warnings.join()).toMatch(/API_KEYS/);
  });

  test("answers 403 to import, cache deletion, cancelling and every dispatch, and changes nothing", async () => {
    const { calls } = await openToAll({});
    const uuid = "00000000-0000-4000-8000-000000000000";
    const refused = [
      await calls.post("/api/data/import?symbol=BTCUSDT&interval=60", "time,open,high,low,close", {
        "content-type": "text/csv",
      }),
      await calls.delete("/api/data/cache"),
      await calls.post("/api/backtests", {}),
      await calls.post("/api/sweeps", {}),
      await calls.post("/api/walk-forward", {}),
      await calls.post(`/api/jobs/${uuid}/cancel`),
      await calls.post(`/api/jobs/${uuid}/retry`),
      await calls.post("/api/strategies/rsi/signal"),
    ];
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 403));
    expect((await calls.get("/api/jobs")).body).toEqual([]);
  });

  test("takes orders from those who have a key", async () => {
    const key = "a-key-of-sixteen-or-more";
    const { calls } = await openToAll({ API_KEYS: key });
    expect((await calls.post(orders, limit)).status).toBe(401);
    expect((await calls.post(orders, limit, { "x-api-key": key })).status).toBe(200);
  });
});

async function openToAll(
  variables: Readonly<Record<string, string>>,
): Promise<{ calls: Calls; warnings: string[] }> {
  const config = readEnvironment(backtestEnvironment, {
    HOST: "0.0.0.0",
    BACKTEST_PORT: "0",
    DATA_PROVIDER: "simulated",
    BACKTEST_STORE_URL: "memory:",
    WORKERS: "1",
    DATA_DIR: await tempFolder(),
    ...variables,
  });
  const warnings: string[] = [];
  const warn = (_: unknown, text?: string): void => void warnings.push(text ?? "");
  const server = await startBacktestServer(config, { ...silentLogger, warn });
  onTestFinished(() => server.close());
  return { calls: callsTo(server.url.replace("0.0.0.0", "127.0.0.1")), warnings };
}

describe("Bybit as the venue", () => {
  test.each([
    [{}, /BYBIT_API_KEY and BYBIT_API_SECRET/u],
    [
      {
        BYBIT_API_KEY: "key",
        BYBIT_API_SECRET: "a-secret-of-the-account",
        BYBIT_TRADING_HOST: "https://api.bybit.com",
      },
      /real money/u,
    ],
  ])("is refused at the start without what it needs: %o", async (variables, sentence) => {
    const starting = runTestServer({ EXECUTION_PROVIDER: "bybit", ...variables });
    const error: unknown = await starting.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(String(error)).toMatch(sentence);
    expect(String(error)).not.toContain("a-secret-of-the-account");
  });

  test("that cannot be reached is 503 for orders, and for nothing else", async () => {
    const server = await runTestServer({
      EXECUTION_PROVIDER: "bybit",
      BYBIT_API_KEY: "key",
      BYBIT_API_SECRET: "secret",
      BYBIT_TRADING_HOST: await absentBybit(),
    });
    for (const path of [orders, "/api/execution/balance", "/api/execution/ping"]) {
      const answer = await server.get(path);
      expect(answer).toMatchObject({ status: 503, body: { status_code: 503 } });
    }
    expect((await server.get("/api/health")).status).toBe(200);
  });
});

describe("an exchange of ccxt's as the venue", () => {
  const keys = { CCXT_API_KEY: "key", CCXT_API_SECRET: "a-secret-of-the-account" };

  test.each([
    [{}, /CCXT_EXCHANGE, CCXT_API_KEY and CCXT_API_SECRET/u],
    [{ ...keys, CCXT_EXCHANGE: "no-such-place" }, /ccxt knows no exchange "no-such-place"/u],
    [{ ...keys, CCXT_EXCHANGE: "kraken" }, /knows no sandbox of kraken/u],
    [{ ...keys, CCXT_EXCHANGE: "binance", CCXT_SANDBOX: "no" }, /move real money/u],
  ])("is refused at the start without what it needs: %o", async (variables, sentence) => {
    const error = await reasonOf(runTestServer({ EXECUTION_PROVIDER: "ccxt", ...variables }));
    expect(error).toMatch(sentence);
    expect(error).not.toContain("a-secret-of-the-account");
  });

  test("is opened before anything is asked of it", async () => {
    const variables = { ...keys, CCXT_EXCHANGE: "binance", CCXT_SYMBOLS: "BTCUSDT,ETH/USDT" };
    const server = await runTestServer({ EXECUTION_PROVIDER: "ccxt", ...variables });
    const answer = await server.get(`${orders}/no-order-of-it`);
    expect(answer).toMatchObject({ status: 404, body: { status_code: 404 } });
  });

  test("stops the start with what to do when ccxt is not installed", async () => {
    const { file, args, env } = serverProcess({
      EXECUTION_PROVIDER: "ccxt",
      CCXT_EXCHANGE: "binance",
      ...keys,
      DATA_DIR: await tempFolder(),
      LOG_LEVEL: "info",
    });
    const { stdout, stderr, status } = spawnSync(file, ["--import", withoutCcxt, ...args], {
      env,
      encoding: "utf8",
      timeout: 60_000,
    });
    expect(status).toBe(1);
    expect(stdout + stderr).toContain("expected the package ccxt, found none");
    expect(stdout + stderr).toContain("npm install ccxt");
  });
});

/** Resolves `ccxt` as Node.js does where it is not installed. */
const withoutCcxt = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from "node:module";
  registerHooks({
    resolve(specifier, context, next) {
      return next(specifier === "ccxt" ? "ccxt-that-is-not-there" : specifier, context);
    },
  });
`)}`;

function reasonOf(promise: Promise<unknown>): Promise<string> {
  return promise.then(() => "no error", String);
}
