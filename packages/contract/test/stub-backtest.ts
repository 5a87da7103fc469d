/** Handlers that answer the smallest valid data, for tests of what stands around handlers. */

import type { BacktestApi } from "../src/backtest/index.ts";
import { pageReply, type Handlers } from "../src/index.ts";

const stats = { total: 0, pending: 0, running: 0, completed: 0, failed: 0, cancelled: 0 };
export const JOB_ID = "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11";
const time = "2026-01-01T00:00:00.000Z";

const order = {
  order_id: JOB_ID,
  client_order_id: null,
  symbol: "BTCUSDT",
  side: "buy",
  order_type: "market",
  quantity: "1",
  price: null,
  stop_price: null,
  status: "filled",
  filled_qty: "1",
  avg_price: "100",
  fee: "0.1",
  source: "bybit",
  price_time: "2026-01-01T00:00:00.000Z",
  created_at: time,
  updated_at: time,
} as const;

export const stubBacktest: Handlers<BacktestApi["routes"]> = {
  health: () => ({ service: "t", environment: "test", status: "ok", version: "0", stats }),
  jobStats: () => stats,
  listAudit: () => pageReply([], null),
  createBacktest: ({ body }) => ({
    job_id: JOB_ID,
    status: "running",
    message: JSON.stringify(body),
  }),
  listJobs: () => pageReply([], null),
  getJob: ({ params }) => ({
    id: 1,
    uuid: params.uuid,
    job_type: "backtest",
    status: "pending",
    payload: {},
    result: null,
    error: null,
    created_at: time,
    updated_at: time,
    started_at: null,
    completed_at: null,
  }),
  listImports: () => ({ imports: [], count: 0, total_size_bytes: 0 }),
  deleteImport: ({ query }) => ({
    symbol: query.symbol,
    interval: query.interval,
    status: "deleted",
  }),
  deleteJob: ({ params }) => ({ job_id: params.uuid, status: "deleted" }),
  cancelJob: ({ params }) => ({ job_id: params.job_uuid, status: "cancelled" }),
  getKlines: ({ query }) => ({
    symbol: query.symbol,
    exchange: "bybit",
    interval: query.interval,
    start_time: null,
    end_time: null,
    count: query.use_cache ? query.limit : 0,
    source: "simulated",
    records: [],
  }),
  getCache: () => ({
    cache_dir: "cache",
    total_symbols: 0,
    total_files: 0,
    total_size_bytes: 0,
    total_size_mb: 0,
    oldest_data: null,
    newest_data: null,
    symbols: [],
  }),
  clearCache: () => ({ files_deleted: 0 }),
  listSymbols: ({ query }) => ({
    exchange: query.exchange,
    symbols: [],
    count: 0,
    source: "simulated",
  }),
  importCandles: ({ query, body }) => ({
    symbol: query.symbol,
    interval: query.interval,
    records: body.length,
    gaps: 0,
    timestamp_unit: "ms" as const,
    first_timestamp: "2026-01-01T00:00:00.000Z",
    last_timestamp: "2026-01-01T00:00:00.000Z",
    filled: 0,
    format: {
      dialect: "plain",
      delimiter: "comma",
      decimal: "point",
      columns: { time: "timestamp" },
      order: "oldest_first",
      date_order: null,
      assumptions: [],
    },
  }),
  listStrategies: () => ({ success: true, strategies: [] }),
  generateSignal: ({ params, query }) => ({
    success: true,
    signal: {
      strategy_name: params.strategy_name,
      symbol: query.symbol,
      exchange: "bybit",
      source: "live",
      direction: "flat",
      confidence: 0,
      timestamp: time,
      price: 1,
      price_time: time,
      parameters: {},
    },
  }),
  createSweep: ({ body }) => ({ job_id: JOB_ID, status: "running", message: JSON.stringify(body) }),
  createWalkForward: ({ body }) => ({
    job_id: JOB_ID,
    status: "running",
    message: JSON.stringify(body),
  }),
  getJobTrades: ({ query }) =>
    query.format === "csv"
      ? pageReply("side\n", null, { "content-type": "text/csv" })
      : pageReply([], null),
  getJobEquity: ({ query }) => [{ timestamp: time, equity: query.points ?? 0, drawdown: 0 }],
  getJobReport: () => "<!doctype html>",
  watchJob: () => "event: job\n\n",
  retryJob: ({ params }) => ({ job_id: params.uuid, status: "running", message: "again" }),
  placeOrder: ({ body }) => ({ success: true, order: { ...order, symbol: body.symbol } }),
  listOrders: () => pageReply({ success: true, orders: [order], count: 1 }, null),
  getOrder: ({ params }) => ({ success: true, order: { ...order, order_id: params.order_id } }),
  cancelOrder: ({ params }) => ({ success: true, order_id: params.order_id }),
  listPositions: () => ({ success: true, positions: [] }),
  closePositions: ({ body }) => ({ success: true, message: body.side, orders: [] }),
  getBalance: () => ({ success: true, balance: { USDT: "100000" } }),
  pingExecution: () => ({ status: "ok", exchange: "paper" }),
};
