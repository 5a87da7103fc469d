/** Live sessions over HTTP, on an account of the stand-in exchange. */

import {
  Session,
  SessionDrift,
  SessionFill,
  SessionOrder,
  type SessionRequestInput,
} from "@bourse/contract/backtest";
import { Decimal } from "@bourse/kernel";
import type { ExecutionBroker } from "@bourse/trading-core/execution";
import { describe, expect, onTestFinished, test, vi } from "vitest";

import { KEY, SECRET } from "../../../packages/adapters/exchange-bybit/test/bybit-exchange.ts";
import { behaviourOf } from "../../../test/world/exchange/behaviour.ts";
import { openExchange } from "../../../test/world/exchange/server.ts";
import type { Calls } from "./support/calls.ts";
import { runTestServer } from "./support/running-server.ts";
import { ACCOUNT, openSessionStage } from "./support/session-stage.ts";
import { tempFolder } from "./support/temp-folder.ts";

vi.setConfig({ testTimeout: 120_000 });

const PATH = "/api/sessions";
const REQUEST: SessionRequestInput = {
  strategy: "ma_crossover",
  parameters: { fast_period: 2, slow_period: 5 },
  symbol: "BTCUSDT",
  interval: "1",
  warm_up_candles: 20,
  broker: "live",
  confirm_account: ACCOUNT,
  risk: { max_order_value: 20_000 },
  position_size: 0.2,
};

describe("a live session", () => {
  test("trades its own orders alone, and its books are the exchange's", async () => {
    const stage = await openSessionStage("memory:");
    const { calls } = await stage.start();
    await stage.account.place({ symbol: "BTCUSDT", side: "buy", quantity: "0.5" });
    const before = await heldOn(stage.account);
    const id = await create(calls);
    await stage.pass(calls, id, 110);
    const running = await read(calls, id);
    expect(running).toMatchObject({ state: "running", broker: "live" });
    expect(running.live).toMatchObject({ account: ACCOUNT, unconfirmed: 0, foreign_orders: 0 });
    expect(running.live?.reconciled_at).not.toBeNull();
    expect(running.request).toMatchObject({ risk: REQUEST.risk, confirm_account: ACCOUNT });

    const orders = await list(calls, id, "orders", SessionOrder);
    const fills = await list(calls, id, "fills", SessionFill);
    expect(new Set(fills.map(({ side }) => side))).toEqual(new Set(["buy", "sell"]));
    const sent = await stage.account.orders({ symbol: "BTCUSDT", limit: 1000 });
    const ids = new Set(orders.map((order) => order.client_order_id));
    const own = sent.filter(({ clientOrderId }) => ids.has(clientOrderId ?? ""));
    expect(own).toHaveLength(orders.filter(({ status }) => status === "filled").length);
    expect(new Set(own.map(({ clientOrderId }) => clientOrderId)).size).toBe(own.length);
    await expectBooks(calls, id, stage.account, before);
    const { body: drift } = await calls.get(`${PATH}/${id}/drift`);
    // Its exchange fills at 100 and tells candles of other prices: slippage alone parts it from the simulation.
    expect(SessionDrift.parse(drift)).toMatchObject({
      reproduced: true,
      different: 0,
      affected: 0,
    });

    expect((await act(calls, id, "flatten")).state).toBe("flattening");
    await stage.pass(calls, id, 2);
    expect(await read(calls, id)).toMatchObject({ state: "paused", positions: [] });
    // What was there before the session is there behind it.
    await expectBooks(calls, id, stage.account, before);
    expect((await act(calls, id, "stop")).state).toBe("stopped");
  });

  test("goes on after a restart, and nothing is sent twice", async () => {
    const stage = await openSessionStage(`sqlite:${await tempFolder()}/sessions.db`);
    const first = await stage.start();
    const before = await heldOn(stage.account);
    const id = await create(first.calls);
    await stage.pass(first.calls, id, 25);
    expect((await read(first.calls, id)).fills).toBe(1);
    await first.stop();
    await stage.wait(3);
    const { calls } = await stage.start();
    await stage.pass(calls, id, 60);
    expect((await read(calls, id)).fills).toBeGreaterThan(1);
    await expectBooks(calls, id, stage.account, before);
    const sent = await stage.account.orders({ symbol: "BTCUSDT", limit: 1000 });
    const ids = sent.map(({ clientOrderId }) => clientOrderId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("is alone on its symbol, and states its account and limits", async () => {
    const stage = await openSessionStage("memory:");
    const { calls } = await stage.start();
    const id = await create(calls);
    const second = await calls.post(PATH, { ...REQUEST, interval: "5" });
    expect(second).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining(`Session ${id} trades BTCUSDT`) as unknown },
    });
    const refused = async (more: object): Promise<unknown> =>
      (await calls.post(PATH, { ...REQUEST, symbol: "ETHUSDT", ...more })).body;
    const of = (field: string) => ({ detail: [{ loc: ["body", field] }] });
    expect(await refused({ confirm_account: undefined })).toMatchObject(of("confirm_account"));
    const wrong = await refused({ confirm_account: "other" });
    expect(wrong).toMatchObject(of("confirm_account"));
    expect(JSON.stringify(wrong)).not.toContain(ACCOUNT);
    expect(await refused({ risk: undefined })).toMatchObject(of("risk"));
    expect(await refused({ risk: { max_leverage: 1 } })).toMatchObject(of("risk"));
    expect(await refused({ exchange: "nowhere" })).toMatchObject(of("exchange"));
    expect(await refused({ symbol: undefined, symbols: ["ETHUSDT"] })).toMatchObject(of("symbols"));
    expect(await refused({ symbol: "NONEUSDT" })).toMatchObject(of("symbol"));
    expect(await refused({ leverage: 2 })).toMatchObject({
      status_code: 501,
      detail: expect.stringContaining("leverage") as unknown,
    });

    await act(calls, id, "stop");
    await stage.wait(1);
    await vi.waitUntil(async () => {
      await stage.wait(1);
      return (await calls.post(PATH, REQUEST)).status === 201;
    });
  });

  test("halts when a flatten of the kill switch has closed its position", async () => {
    const stage = await openSessionStage("memory:");
    const { calls } = await stage.start();
    await stage.account.place({ symbol: "BTCUSDT", side: "buy", quantity: "0.5" });
    const before = await heldOn(stage.account);
    const id = await create(calls);
    await stage.pass(calls, id, 25);
    expect((await read(calls, id)).positions).toHaveLength(1);
    const switched = await fetch(new URL("/api/kill-switch", calls.url), {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ mode: "flatten", reason: "a drill" }),
    });
    expect(switched.status).toBe(200);
    await vi.waitUntil(
      async () => {
        await stage.wait(1);
        return (await read(calls, id)).state === "halted";
      },
      { timeout: 60_000 },
    );
    expect((await heldOn(stage.account)).toString()).toBe(before.toString());
    expect((await read(calls, id)).reason).toContain("has no explanation");
  });

  test("keeps the stop of what it holds at the exchange, through its pause and its process's end", async () => {
    const stage = await openSessionStage(`sqlite:${await tempFolder()}/sessions.db`);
    const first = await stage.start();
    const id = await create(first.calls, {
      stop_loss: 0.5,
      initial_capital: 200_000,
      risk: { max_order_value: 100_000 },
    });
    await stage.pass(first.calls, id, 25);
    const resting = () => stage.account.orders({ symbol: "BTCUSDT", status: "pending" });
    const { positions } = await read(first.calls, id);
    const [stop, ...more] = await resting();
    expect(more).toEqual([]);
    expect(stop).toMatchObject({ orderType: "stop", side: "sell", stopPrice: "50" });
    expect(Number(stop?.quantity)).toBe(positions[0]?.quantity);
    await act(first.calls, id, "pause");
    await first.stop();
    await stage.wait(2);
    const { calls } = await stage.start();
    await stage.pass(calls, id, 2);
    expect(await resting()).toMatchObject([{ orderId: stop?.orderId }]);
    const orders = await list(calls, id, "orders", SessionOrder);
    expect(orders.map(({ tag, status }) => [tag, status])).toEqual([
      [null, "filled"],
      ["stop_loss", "waiting"],
    ]);
    await act(calls, id, "flatten");
    await stage.pass(calls, id, 2);
    expect(await resting()).toEqual([]);
    expect(await read(calls, id)).toMatchObject({ state: "paused", positions: [] });
  });

  test("tells why an order was refused by its limits", async () => {
    const stage = await openSessionStage("memory:");
    const { calls } = await stage.start();
    const id = await create(calls, { risk: { max_order_value: 1 } });
    await stage.pass(calls, id, 45);
    const orders = await list(calls, id, "orders", SessionOrder);
    expect(orders.length).toBeGreaterThan(0);
    for (const order of orders) {
      expect(order).toMatchObject({
        status: "rejected",
        refusal: { code: "RISK_REFUSED", rule: "max_order_value" },
      });
    }
    expect(await stage.account.orders({ symbol: "BTCUSDT" })).toEqual([]);
  });
});

describe("a server", () => {
  const KEYS = "a-key-of-ada-Vb7Tq2Lr";

  test("has live sessions where its account has a name, and none elsewhere", async () => {
    const exchange = await openExchange(behaviourOf([]));
    onTestFinished(() => exchange.close());
    const settings = {
      DATA_PROVIDER: "bybit",
      BYBIT_HOST: exchange.url,
      BYBIT_STREAM_HOST: exchange.url.replace("http", "ws"),
      EXECUTION_PROVIDER: "bybit",
      BYBIT_TRADING_HOST: exchange.url,
      BYBIT_API_KEY: KEY,
      BYBIT_API_SECRET: SECRET,
      API_KEYS: KEYS,
    };
    const named = await runTestServer({ ...settings, EXECUTION_ACCOUNT: ACCOUNT });
    const headers = { "x-api-key": KEYS };
    const made = await named.post(PATH, REQUEST, headers);
    expect(made).toMatchObject({ status: 201, body: { live: { account: ACCOUNT } } });
    const { id } = Session.parse(made.body);
    await vi.waitUntil(
      async () => {
        const { body } = await named.get(`${PATH}/${id}`, headers);
        return Session.parse(body).live?.base_position === "0";
      },
      { timeout: 30_000, interval: 50 },
    );
    const unnamed = await runTestServer(settings);
    expect(await unnamed.post(PATH, REQUEST, headers)).toMatchObject({
      status: 501,
      body: {
        detail:
          'This server has no account for live sessions, so the broker "live" is not supported. Set EXECUTION_ACCOUNT and EXECUTION_PROVIDER=bybit, or choose the broker "paper".',
      },
    });
    await expect(runTestServer({ EXECUTION_ACCOUNT: ACCOUNT })).rejects.toThrow(
      "EXECUTION_ACCOUNT names the account of live sessions",
    );
  });
});

async function create(calls: Calls, more: object = {}): Promise<string> {
  const { status, body } = await calls.post(PATH, { ...REQUEST, ...more });
  expect([status, body]).toEqual([201, expect.objectContaining({ state: "warming" })]);
  return Session.parse(body).id;
}

async function read(calls: Calls, id: string): Promise<Session> {
  return Session.parse((await calls.get(`${PATH}/${id}`)).body);
}

async function act(calls: Calls, id: string, name: string): Promise<Session> {
  return Session.parse((await calls.post(`${PATH}/${id}/${name}`)).body);
}

async function list<Item>(
  calls: Calls,
  id: string,
  name: string,
  shape: { parse(value: unknown): Item },
): Promise<readonly Item[]> {
  const { body } = await calls.get(`${PATH}/${id}/${name}?limit=1000`);
  return (body as readonly unknown[]).map((item) => shape.parse(item));
}

/** BTC that the account holds. */
async function heldOn(account: ExecutionBroker): Promise<Decimal> {
  const positions = await account.positions("BTCUSDT");
  return positions.reduce((sum, { quantity }) => sum.plus(Decimal.parse(quantity)), Decimal.zero);
}

/** Holds the session's position against what the account holds beyond what it had before. */
async function expectBooks(
  calls: Calls,
  id: string,
  account: ExecutionBroker,
  before: Decimal,
): Promise<void> {
  const { live, positions } = await read(calls, id);
  const own = Decimal.parse(live?.own_position ?? "NaN");
  const held = (await heldOn(account)).minus(before);
  expect(held.minus(own).absolute().toNumber()).toBeLessThan(1e-6);
  const shown = positions.reduce((sum, { quantity }) => sum + quantity, 0);
  expect(shown).toBeCloseTo(own.toNumber(), 6);
  expect(Decimal.parse(live?.base_position ?? "NaN").toString()).toBe(before.toString());
}
