/** The one exchange that every contender serves: a job out of memory, as JSON. */

import type { Method, Route } from "@bourse/contract";
import { backtestApi } from "@bourse/contract/backtest";

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
export const ROUTES: readonly (readonly [Method, string])[] = Object.values<Route>(
  backtestApi.routes,
).map(({ definition }) => [definition.method, backtestApi.basePath + definition.path]);

/** The measured one of them. */
export const MEASURED = "/api/jobs/:uuid";
