import { expect, test } from "vitest";

import { runTestServer } from "./support/running-server.ts";

const spellings = ["btcusdt", "BTC/USDT", "BTC-USDT", "btc_usdt"];

test("every route knows one instrument under each of its spellings", async () => {
  const server = await runTestServer();
  for (const symbol of spellings) {
    const search = `symbol=${encodeURIComponent(symbol)}`;
    const order = { symbol, side: "buy", quantity: 0.001 };
    const resting = { ...order, order_type: "limit", price: 0.5 };
    expect((await server.get(`/api/data/klines?${search}&limit=1`)).body).toMatchObject({
      symbol: "BTCUSDT",
    });
    expect((await server.post(`/api/strategies/rsi/signal?${search}`)).body).toMatchObject({
      signal: { symbol: "BTCUSDT" },
    });
    expect((await server.post("/api/execution/orders", order)).body).toMatchObject({
      order: { symbol: "BTCUSDT" },
    });
    const { body } = await server.post("/api/execution/orders", resting);
    const { order_id: id } = (body as { order: { order_id: string } }).order;
    expect((await server.get(`/api/execution/orders?${search}&status=open`)).body).toMatchObject({
      count: 1,
    });
    expect((await server.delete(`/api/execution/orders/${id}?${search}`)).status).toBe(200);
    expect((await server.get(`/api/execution/positions?${search}`)).body).toMatchObject({
      positions: [{ symbol: "BTCUSDT", quantity: "0.001" }],
    });
    const closed = await server.post("/api/execution/positions/close", { symbol });
    expect(closed.body).toMatchObject({ orders: [{ symbol: "BTCUSDT" }] });
    for (const path of ["backtests", "sweeps", "walk-forward"]) {
      const windows = path === "walk-forward" ? { train_candles: 50, test_candles: 20 } : {};
      const sent = await server.post(`/api/${path}`, { symbol, limit: 100, ...windows });
      const job = await server.ended((sent.body as { job_id: string }).job_id);
      expect(job.payload).toMatchObject({ symbol: "BTCUSDT" });
    }
  }
});

test("candles imported under one spelling are served under another", async () => {
  const server = await runTestServer({ DATA_PROVIDER: "csv" });
  const csv = "timestamp,open,high,low,close,volume\n1704067200000,1,2,0.5,1.5,10\n";
  const path = "/api/data/import?symbol=btc%2Fusdt&interval=1h";
  expect((await server.post(path, csv, { "content-type": "text/csv" })).body).toMatchObject({
    symbol: "BTCUSDT",
  });
  expect((await server.get("/api/data/klines?symbol=BTC-USDT")).body).toMatchObject({ count: 1 });
});
