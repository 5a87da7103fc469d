import { describe, expect, test } from "vitest";

import { sharedTestServer } from "./support/running-server.ts";

const shared = sharedTestServer();
const order = { symbol: "BTCUSDT", side: "buy", quantity: 0.1 };
const windows = { train_candles: 50, test_candles: 20 };

describe("a field that a body does not have is refused by its name, with the nearest known one", () => {
  test.each([
    ["/api/backtests", { leverag: 3 }, ["leverag"], "leverage"],
    [
      "/api/backtests",
      { trailing_stop: { distance: 0.1, distanc: 0.02 } },
      ["trailing_stop", "distanc"],
      "distance",
    ],
    ["/api/backtests", { takeProfitPct: 0.1 }, ["takeProfitPct"], "take_profit_pct"],
    ["/api/backtests", { takeProfit: 0.1 }, ["takeProfit"], "take_profit"],
    ["/api/backtests", { commission: 0.1 }, ["commission"], "transaction_fee"],
    ["/api/backtests", { foo: 1 }, ["foo"], undefined],
    ["/api/backtests", { paramters: {} }, ["paramters"], "parameters"],
    ["/api/sweeps", { metrics: "sharpe" }, ["metrics"], "metric"],
    ["/api/sweeps", { search: { count: 3, sed: 1 } }, ["search", "sed"], "seed"],
    ["/api/walk-forward", { ...windows, trainCandles: 50 }, ["trainCandles"], "train_candles"],
    ["/api/execution/orders", { ...order, stop_loss: 1 }, ["stop_loss"], undefined],
    ["/api/execution/orders", { ...order, takeProfit: 1 }, ["takeProfit"], undefined],
    ["/api/execution/orders", { ...order, type: "limit" }, ["type"], "order_type"],
    ["/api/execution/orders", { ...order, stopPrice: 1 }, ["stopPrice"], "stop_price"],
    ["/api/execution/orders", { ...order, reduce_only: true }, ["reduce_only"], undefined],
    ["/api/execution/positions/close", { symbol: "BTCUSDT", sid: "long" }, ["sid"], "side"],
  ])("%s %j", async (path, body, loc, nearest) => {
    const server = shared();
    const answer = await server.post(path, body);
    const hint = nearest === undefined ? "" : ` Did you mean "${nearest}"?`;
    expect(answer).toMatchObject({
      status: 422,
      body: {
        status_code: 422,
        detail: [
          { loc: ["body", ...loc], type: "extra_forbidden", msg: `is not a known field.${hint}` },
        ],
      },
    });
    expect((await server.get("/api/jobs/stats")).body).toMatchObject({ total: 0 });
    expect((await server.get("/api/execution/orders")).body).toMatchObject({ count: 0 });
  });

  test("a misspelt end of a range too", async () => {
    const server = shared();
    const parameters = { fast_period: { from: 5, to: 10, stepp: 1 } };
    const answer = await server.post("/api/sweeps", { strategy: "ma_crossover", parameters });
    const loc = ["body", "parameters", "fast_period", "stepp"];
    const msg = 'is not a known field. Did you mean "step"?';
    expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc, msg }] } });
  });

  test("a body of many unknown fields gets a short answer", async () => {
    const server = shared();
    const body = Object.fromEntries(
      Array.from({ length: 5000 }, (_, index) => [`take_profit_pc${index}`, 1]),
    );
    const answer = await server.post("/api/backtests", body);
    expect(answer.status).toBe(422);
    expect((answer.body as { detail: unknown[] }).detail).toHaveLength(20);
  });
});
