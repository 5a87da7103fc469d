/** Known states of a backtest service, for the tests of its callers. */

import { EngineError, type CandleProvider } from "@bourse/backtest-engine/data";
import type { BacktestService } from "@bourse/backtest-engine/service";
import type { BacktestRequestInput } from "@bourse/contract/backtest";

/** A known state of the mocked service. */
export type BacktestScenario =
  /** Nothing has happened, a worker is there. */
  | "fresh"
  /** One job completed, one failed, one cancelled: oldest first in that order. */
  | "history"
  /** No worker takes jobs: they are recorded, answered with a warning and stay pending. */
  | "no-worker"
  /** Market data can't be reached: klines and signals are 503, jobs fail. */
  | "data-away";

/** Names of the known states. */
export const SCENARIOS: Readonly<Record<BacktestScenario, true>> = {
  fresh: true,
  history: true,
  "no-worker": true,
  "data-away": true,
};

/** The part of a mock that a scenario is played on. */
interface ScenarioTarget {
  readonly baseUrl: string;
  readonly fetch: typeof fetch;
  readonly core: () => Pick<BacktestService, "jobs" | "submitBacktest">;
  readonly settled: () => Promise<void>;
}

/** Brings a fresh mock into the state `name`. */
export async function playScenario(name: BacktestScenario, mock: ScenarioTarget): Promise<void> {
  if (name !== "history") return;
  await dispatch(mock, { limit: 500 });
  await mock.settled();
  await dispatch(mock, { symbol: "NO-SUCH-SYMBOL", limit: 500 });
  await mock.settled();
  // Not over HTTP: the job would have ended before its id is known.
  const { jobs, submitBacktest } = mock.core();
  const candles = { symbol: "BTCUSDT", interval: "1", limit: 500 };
  const { jobUuid } = await submitBacktest({ ...candles, initialCapital: 10_000, fee: 0.001 });
  await jobs.cancel(jobUuid);
  await mock.settled();
}

/** Creates a provider that stands for one that cannot be reached. */
export function unavailable({ exchange }: CandleProvider): CandleProvider {
  const refuse = (): Promise<never> =>
    Promise.reject(
      new EngineError("MARKET_DATA_UNAVAILABLE", `${exchange} can't be reached; try again later`),
    );
  return { exchange, candles: refuse, symbols: refuse };
}

async function dispatch(mock: ScenarioTarget, body: BacktestRequestInput): Promise<string> {
  const response = await mock.fetch(`${mock.baseUrl}/api/backtests`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const { job_id: uuid } = (await response.json()) as { job_id: string };
  return uuid;
}
