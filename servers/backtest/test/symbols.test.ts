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

  for (const symbol of ["^gspc", "EURUSD=X", "ES=F", "M&M.NS", "btc/usdt:usdt", "贵州茅台"]) {
    const search = `symbol=${encodeURIComponent(symbol)}&interval=1h`;
    const name = symbol.toUpperCase();
    const reply = await server.post(`/api/data/import?${search}`, csv, {
      "content-type": "text/csv",
    });
    expect(reply.body).toMatchObject({ symbol: name });
    expect((await server.get(`/api/data/klines?${search}`)).body).toMatchObject({ count: 1 });
    const sent = await server.post("/api/backtests", { symbol, interval: "1h", limit: 1 });
    const job = await server.ended((sent.body as { job_id: string }).job_id);
    expect(job).toMatchObject({ status: "completed", payload: { symbol: name } });
  }
  for (const symbol of ["", "A B", "A\u202eB", "A\u0000", "A*", "A".repeat(65)]) {
    const search = `symbol=${encodeURIComponent(symbol)}&interval=1h`;
    expect((await server.get(`/api/data/klines?${search}`)).status).toBe(400);
  }
});
