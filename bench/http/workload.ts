/** The one exchange that every contender serves: a job out of memory, as JSON. */

export const JOB = {
  id: 4711,
  uuid: "6f1c2a34-9b1d-4f5e-8a67-0c1d2e3f4a5b",
  job_type: "backtest",
  status: "completed",
  payload: {
    symbol: "BTCUSDT",
    interval: "60",
    limit: 1000,
    initial_capital: 10_000,
    transaction_fee: 0.001,
  },
  result: {
    total_trades: 42,
    win_rate: 0.5476190476190477,
    total_return: 0.1234567,
    max_drawdown: 0.0987654,
  },
  error: null,
  created_at: "2026-01-02T03:04:05.678Z",
  updated_at: "2026-01-02T03:04:07.891Z",
  started_at: "2026-01-02T03:04:05.700Z",
  completed_at: "2026-01-02T03:04:07.890Z",
} as const;

export const JOBS: ReadonlyMap<string, typeof JOB> = new Map([[JOB.uuid, JOB]]);

/** Every route of the service, so that each router has as much to tell apart: method, then path. */
export const ROUTES: readonly (readonly ["GET" | "POST" | "DELETE", string])[] = [
  ["GET", "/api/health"],
  ["GET", "/api/jobs/stats"],
  ["POST", "/api/backtests"],
  ["GET", "/api/jobs"],
  ["GET", "/api/jobs/:uuid"],
  ["POST", "/api/jobs/:job_uuid/cancel"],
  ["GET", "/api/data/klines"],
  ["GET", "/api/data/cache"],
  ["DELETE", "/api/data/cache"],
  ["GET", "/api/data/symbols"],
  ["POST", "/api/data/import"],
  ["GET", "/api/strategies"],
  ["POST", "/api/strategies/:strategy_name/signal"],
];

/** The measured one of them. */
export const MEASURED = "/api/jobs/:uuid";
