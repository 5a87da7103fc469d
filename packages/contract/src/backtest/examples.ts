/** Examples of the docs; a test holds each against its schema. */

const uuid = "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11";

export const request = {
  symbol: "BTCUSDT",
  interval: "60",
  limit: 2000,
  strategy: "ma_crossover",
  parameters: { fast_period: 10, slow_period: 50 },
};

export const dispatched = { job_id: uuid, status: "running", message: "the job was dispatched" };

export const cancelled = { job_id: uuid, status: "cancelled" };

export const stats = {
  total: 3,
  pending: 0,
  running: 1,
  completed: 2,
  failed: 0,
  cancelled: 0,
};

export const health = {
  service: "bourse-backtest",
  environment: "development",
  status: "ok",
  version: "1.0.0",
  stats,
};

export const job = {
  id: 1,
  uuid,
  job_type: "backtest",
  status: "running",
  payload: request,
  result: null,
  error: null,
  created_at: "2026-01-01T00:00:00.000Z",
  updated_at: "2026-01-01T00:00:00.120Z",
  started_at: "2026-01-01T00:00:00.120Z",
  completed_at: null,
};

export const klines = {
  symbol: "BTCUSDT",
  exchange: "bybit",
  interval: "1h",
  start_time: "2026-01-01T00:00:00.000Z",
  end_time: "2026-01-01T00:00:00.000Z",
  count: 1,
  source: "live",
  records: [
    {
      timestamp: "2026-01-01T00:00:00.000Z",
      open: 100,
      high: 101.5,
      low: 99.5,
      close: 101,
      volume: 12.5,
      turnover: 1256.25,
    },
  ],
};

export const cache = {
  cache_dir: "data/candles",
  total_symbols: 1,
  total_files: 1,
  total_size_bytes: 48000,
  total_size_mb: 0.05,
  oldest_data: "2026-01-01T00:00:00.000Z",
  newest_data: "2026-02-11T15:00:00.000Z",
  symbols: [
    {
      symbol: "BTCUSDT",
      exchange: "bybit",
      interval: "60",
      start_time: "2026-01-01T00:00:00.000Z",
      end_time: "2026-02-11T15:00:00.000Z",
      records: 1000,
      size_mb: 0.05,
    },
  ],
};

export const symbols = {
  exchange: "bybit",
  symbols: ["BTCUSDT", "ETHUSDT"],
  count: 2,
  source: "live",
};

export const csv = "timestamp,open,high,low,close,volume\n1767225600000,100,101.5,99.5,101,12.5\n";

export const imported = { symbol: "BTCUSDT", interval: "60", records: 1, gaps: 0 };

export const strategies = {
  success: true,
  strategies: [
    {
      name: "ma_crossover",
      version: "1.0.0",
      description: "Long while the fast average is above the slow one.",
      signal_type: "trend",
      parameters: [
        {
          name: "fast_period",
          type: "integer",
          default: 10,
          min: 2,
          max: 100,
          description: "Bars of the fast average.",
        },
      ],
    },
  ],
};

export const signal = {
  success: true,
  signal: {
    strategy_name: "ma_crossover",
    symbol: "BTCUSDT",
    direction: "long",
    confidence: 0.8,
    timestamp: "2026-01-01T00:00:00.000Z",
    price: 101,
    parameters: { fast_period: 10, slow_period: 20, ma_type: "sma" },
  },
};

export const sweepRequest = {
  interval: "60",
  limit: 5000,
  strategy: "ma_crossover",
  parameters: { fast_period: { from: 5, to: 25, step: 5 }, slow_period: [50, 100] },
  metric: "sharpe",
};

export const walkForwardRequest = { ...sweepRequest, train_candles: 2000, test_candles: 500 };

export const trades = [
  {
    side: "long",
    quantity: 99.9,
    entry_time: "2026-01-01T00:00:00.000Z",
    entry_price: 100,
    exit_time: "2026-01-01T05:00:00.000Z",
    exit_price: 102,
    pnl: 179.6,
    return: 0.018,
    fees: 20.2,
    exit_reason: "signal",
  },
];

export const equity = [{ timestamp: "2026-01-01T00:00:00.000Z", equity: 10000, drawdown: 0 }];

export const page = "<!doctype html>";

export const progress = `event: progress
data: {"job_id":"${uuid}","progress":0.5,"candles_per_second":2000000}

`;
