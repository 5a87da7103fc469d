/** Known states of a backtest service, for the tests of its callers. */

import { EngineError } from "@bourse/backtest-engine/data";
import type { BacktestRequestInput } from "@bourse/contract/backtest";
import { nextTurn } from "@bourse/kernel/platform";
import type { BacktestService, JobStatus } from "@bourse/trading-core";
import { type CandleProvider } from "@bourse/trading-core/market-data";

/** A known state of the mocked service. */
export type BacktestScenario =
  /** Nothing has happened, a worker is there. */
  | "fresh"
  /** One job completed, one failed, one cancelled: oldest first in that order. */
  | "history"
  /** No worker takes jobs: they are recorded, answered with a warning and stay pending. */
  | "no-worker"
  /** Market data can't be reached: klines and signals are 503, jobs fail. */
  | "data-away"
  /** One job in each state. The running one runs until it is cancelled; the queue is full, and others stay pending. */
  | "jobs";

/** UUIDs of the jobs that a scenario made, by their state. */
export type ScenarioJobs<State extends JobStatus> = Readonly<Record<State, string>>;

/** Value that `scenario` hands out, by the scenario's name. */
export interface BacktestHandedOut {
  /** No value: it makes no job. */
  readonly fresh: undefined;
  /** UUIDs of the three jobs. */
  readonly history: ScenarioJobs<"completed" | "failed" | "cancelled">;
  /** No value: it makes no job. */
  readonly "no-worker": undefined;
  /** No value: it makes no job. */
  readonly "data-away": undefined;
  /** UUIDs of the five jobs. */
  readonly jobs: ScenarioJobs<JobStatus>;
}

/** Names of the scenarios of `createBacktestMock`. */
export const BACKTEST_SCENARIOS: readonly BacktestScenario[] = Object.freeze([
  "fresh",
  "history",
  "no-worker",
  "data-away",
  "jobs",
]);

/** The part of a mock that a scenario is played on. */
interface ScenarioTarget {
  readonly baseUrl: string;
  readonly fetch: typeof fetch;
  readonly core: () => Pick<BacktestService, "jobs" | "submitBacktest">;
  readonly settled: () => Promise<void>;
  /** Makes the queue refuse jobs from now on. */
  readonly fillQueue: () => void;
}

/** Brings a fresh mock into the state `name`; returns the jobs of that state. */
export async function playScenario(
  name: BacktestScenario,
  mock: ScenarioTarget,
): Promise<BacktestHandedOut["history"] | BacktestHandedOut["jobs"] | undefined> {
  if (name !== "history" && name !== "jobs") return undefined;
  const completed = await dispatch(mock, { limit: 500 });
  await mock.settled();
  const failed = await dispatch(mock, { symbol: "NO-SUCH-SYMBOL", limit: 500 });
  await mock.settled();
  // Not over HTTP: the job would have ended before its id is known.
  const { jobs, submitBacktest } = mock.core();
  const candles = { symbol: "BTCUSDT", interval: "1", limit: 500 };
  const given = { ...candles, initialCapital: 10_000, fee: 0.001 };
  const { jobUuid: cancelled } = await submitBacktest(given);
  await jobs.cancel(cancelled);
  await mock.settled();
  const ended = { completed, failed, cancelled };
  if (name === "history") return ended;
  const { jobUuid: running } = await submitBacktest({ ...given, symbol: HELD_SYMBOL });
  while ((await jobs.get(running)).status !== "running") await nextTurn();
  mock.fillQueue();
  const { jobUuid: pending } = await submitBacktest(given);
  return { ...ended, running, pending };
}

/** Symbol whose candles never come in the scenario `jobs`. */
const HELD_SYMBOL = "HELDUSDT";

/** Creates a provider whose candles of one symbol come when the request is aborted, which is never by itself. */
export function holding(provider: CandleProvider): CandleProvider {
  return {
    exchange: provider.exchange,
    symbols: (signal) => provider.symbols(signal),
    candles: (request) => {
      const { symbol, signal } = request;
      if (symbol !== HELD_SYMBOL) return provider.candles(request);
      return new Promise((_, reject) => {
        signal?.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
      });
    },
  };
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
