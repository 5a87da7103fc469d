/** Requests out of a seed, good and bad, for two services to answer alike. */

import type { Random } from "@bourse/kernel";

/** A request that may name a job which was made before, by its place in the order of making. */
export interface RandomRequest {
  readonly method: string;
  /** `{job}` stands for that job's uuid. */
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Index of the job among those created so far, counted from the newest; without it `{job}` is a uuid of no job. */
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
  jobPart,
  jobPart,
  sweep,
  order,
  account,
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
    interval: pick(random, ["15", "60", "1h", "D", "45m", "1y", 60]),
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

function jobPart(random: Random): RandomRequest {
  const part = pick(random, [
    "trades",
    "trades?format=csv",
    "trades?format=xml",
    "equity",
    "equity?points=10",
    "equity?points=1",
    "progress?",
    "retry",
  ]);
  const method = part === "retry" ? "POST" : "GET";
  return { method, path: `/api/jobs/{job}/${part}`, jobsAgo: random.below(8) };
}

function sweep(random: Random): RandomRequest {
  const isWalk = random.next() < 0.3;
  const body = {
    ...PERIOD,
    interval: "60",
    limit: pick(random, [50, 400, 0]),
    strategy: pick(random, ["rsi", "ma_crossover", "none"]),
    parameters: pick(random, [
      {},
      { fast_period: [5, 10], slow_period: { from: 20, to: 40, step: 10 } },
      { period: { from: 5, to: 9, step: 2 } },
      { period: [] },
      { speed: [1] },
    ]),
    metric: pick(random, ["sharpe", "total_return", "luck"]),
    ...(isWalk && { train_candles: 100, test_candles: pick(random, [50, 1000]) }),
  };
  const kept = Object.entries(body).filter(([key]) => key in PERIOD || random.next() < 0.8);
  return {
    method: "POST",
    path: isWalk ? "/api/walk-forward" : "/api/sweeps",
    body: Object.fromEntries(kept),
  };
}

/** None of them is taken: an order's price would follow from the newest candles. */
function order(random: Random): RandomRequest {
  const body = {
    symbol: pick(random, ["BTCUSDT", "", "NO-SUCH-SYMBOL", 7]),
    side: pick(random, ["buy", "hold"]),
    quantity: pick(random, [0, -1, "x", "1e3", 1_000_000_000]),
    order_type: pick(random, ["market", "limit", "stop", "iceberg"]),
    ...pick(random, [{}, { price: 5 }, { stop_price: 0 }, { client_order_id: "a b" }]),
  };
  const kept = Object.entries(body).filter(([key]) => key === "quantity" || random.next() < 0.9);
  return { method: "POST", path: "/api/execution/orders", body: Object.fromEntries(kept) };
}

function account(random: Random): RandomRequest {
  const [method, path] = pick(random, [
    ["GET", "orders"],
    ["GET", "orders?status=odd"],
    ["GET", "orders/nobody"],
    ["DELETE", "orders/nobody"],
    ["DELETE", "orders/nobody?symbol=BTCUSDT"],
    ["GET", "positions?symbol=BTCUSDT"],
    ["GET", "balance"],
    ["GET", "ping"],
  ] as const);
  return { method, path: `/api/execution/${path}` };
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
