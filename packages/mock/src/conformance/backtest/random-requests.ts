/** Requests out of a seed, good and bad, for two services to answer alike. */

import type { Random } from "@bourse/kernel";

/** A request that may name a job which was made before, by its place in the order of making. */
export interface RandomRequest {
  readonly method: string;
  /** `{job}` stands for that job's uuid. */
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Which of the jobs so far, counted from the newest; none: `{job}` is a uuid of nobody. */
  readonly jobsAgo?: number;
}

type Make = (random: Random) => RandomRequest;

const pick = <Value>(random: Random, values: readonly Value[]): Value =>
  values[random.below(values.length)]!;

/** The kinds of request, the frequent ones several times. */
const KINDS: readonly Make[] = [
  backtest,
  backtest,
  jobRead,
  jobRead,
  cancel,
  list,
  list,
  data,
  signal,
  stray,
];

/** The next request. */
export function randomRequest(random: Random): RandomRequest {
  return pick(random, KINDS)(random);
}

/** An end in the past: the same candles, whatever the time is at each service. */
const PERIOD = { start_time: "2025-01-01", end_time: "2025-03-01T00:00:00Z" };

function backtest(random: Random): RandomRequest {
  const body = {
    ...PERIOD,
    symbol: pick(random, ["BTCUSDT", "ethusdt", "NO-SUCH-SYMBOL", "", 7]),
    interval: pick(random, ["15", "60", "1h", "D", "2", 60]),
    limit: pick(random, [1, 2, 50, 300, 0, -5, 1.5, "10"]),
    strategy: pick(random, ["rsi", "ma_crossover", "bollinger_bands", "wavelet_reversal", "none"]),
    transaction_fee: pick(random, [0, 0.001, 0.4999, 0.5]),
    ...pick(random, [{}, {}, { direction: "both" }, { fill: "close" }, { slippage: -1 }, { x: 1 }]),
  };
  // Most bodies are wrong somewhere: dropping members lets some through.
  const kept = Object.entries(body).filter(([key]) => key in PERIOD || random.next() < 0.4);
  return { method: "POST", path: "/api/backtests", body: Object.fromEntries(kept) };
}

function jobRead(random: Random): RandomRequest {
  return { method: "GET", path: "/api/jobs/{job}", jobsAgo: random.below(8) };
}

function cancel(random: Random): RandomRequest {
  return { method: "POST", path: "/api/jobs/{job}/cancel", jobsAgo: random.below(8) };
}

function list(random: Random): RandomRequest {
  const search = pick(random, [
    "",
    "?limit=5",
    "?limit=101",
    "?status=completed&limit=3",
    "?status=failed",
    "?status=odd",
    "?job_type=backtest&limit=2",
    "/stats",
  ]);
  return { method: "GET", path: `/api/jobs${search}` };
}

function data(random: Random): RandomRequest {
  const path = pick(random, [
    "klines?limit=3",
    "klines?limit=1001",
    "klines?interval=D&limit=2&use_cache=false",
    "klines?symbol=NO-SUCH-SYMBOL",
    "symbols",
    "symbols?exchange=nowhere",
  ]);
  return { method: "GET", path: `/api/data/${path}` };
}

function signal(random: Random): RandomRequest {
  const name = pick(random, ["rsi", "ma_crossover", "none", "RSI"]);
  return { method: "POST", path: `/api/strategies/${name}/signal` };
}

function stray(random: Random): RandomRequest {
  const paths = ["/api/health", "/api/nope", "/api/strategies", "/api/jobs/%zz", "/api/backtests"];
  return { method: pick(random, ["GET", "DELETE"]), path: pick(random, paths) };
}
