/** What the backtest API says about itself: for the docs page and OpenAPI, not for clients. */

import type { ApiDocs, DocumentedApi } from "../route/docs.ts";
import type { Schema } from "../route/schema.ts";
import { detailErrors } from "../wire/error-schemas.ts";
import { backtestApi, type BacktestApi } from "./api.ts";
import { JobStatus } from "./common.ts";
import { CacheStatus, Kline, Klines, SymbolList } from "./data.ts";
import * as examples from "./examples.ts";
import { executionDocs } from "./execution-docs.ts";
import { Order, OrderRequest, Position } from "./execution.ts";
import { DispatchReply, Health, Job, JobStats, ListedJob } from "./job.ts";
import {
  listedSweepResult,
  listedWalkForwardResult,
  sweepResult,
  walkForwardResult,
} from "./light-results.ts";
import { BacktestRequest } from "./request.ts";
import { BacktestResult } from "./result.ts";
import { Signal, Strategy } from "./strategies.ts";
import { SweepRequest, WalkForwardRequest } from "./sweep-request.ts";
import {
  ListedSweepResult,
  ListedWalkForwardResult,
  SweepResult,
  WalkForwardResult,
} from "./sweep-result.ts";

const backtestDocs: ApiDocs<BacktestApi["routes"]> = {
  routes: {
    health: {
      summary: "The service, its version and the job statistics",
      tags: ["system"],
      seed: "System: GET /api/health",
      unspecified: ["The stats block holds total and one count a state, which add up."],
      example: { response: examples.health },
    },
    jobStats: {
      summary: "Job statistics",
      tags: ["system"],
      seed: "System: GET /api/jobs/stats",
      unspecified: ["The path wins over /api/jobs/{uuid}."],
      example: { response: examples.stats },
    },
    createBacktest: {
      summary: "Record a backtest job and dispatch it to a worker",
      tags: ["backtests"],
      seed: "Backtests: POST /api/backtests",
      unspecified: [
        "The warning is a string.",
        "Unknown fields of the body are ignored; an empty body is the empty object.",
        "The bounds of interval, initial_capital and transaction_fee.",
        "Idempotency-Key makes a retry answer what the first call answered.",
      ],
      example: { body: examples.request, response: examples.dispatched },
    },
    createSweep: {
      summary: "Simulate every combination of parameters on all cores",
      tags: ["backtests"],
      example: { body: examples.sweepRequest, response: examples.dispatched },
    },
    createWalkForward: {
      summary: "Choose parameters on one window after another, and trade each choice on the next",
      tags: ["backtests"],
      example: { body: examples.walkForwardRequest, response: examples.dispatched },
    },
    getJobTrades: {
      summary: "The trades of a completed job, as JSON or CSV",
      tags: ["jobs"],
      unspecified: [
        "All of them; offset and limit give a page. The result's total_trades says how many there are.",
      ],
      example: { response: examples.trades },
    },
    getJobEquity: {
      summary: "The equity of a completed job, thinned out when points are given",
      tags: ["jobs"],
      example: { response: examples.equity },
    },
    getJobReport: {
      summary: "A completed job as one page of HTML that asks for nothing else",
      tags: ["jobs"],
      example: { response: examples.page },
    },
    watchJob: {
      summary: "Server-Sent Events: progress, then the finished job as the last one",
      tags: ["jobs"],
      example: { response: examples.progress },
    },
    retryJob: {
      summary: "A new job of the same kind as one that failed or was cancelled",
      tags: ["jobs"],
      example: { response: examples.dispatched },
    },
    ...executionDocs,
    listJobs: {
      summary: "Jobs, newest first",
      tags: ["jobs"],
      seed: "Jobs: GET /api/jobs",
      unspecified: [
        "The order: newest first.",
        "The values of job_type; an unknown one is 400.",
        "Unknown query parameters are ignored, a repeated one is 400.",
        "A sweep's result is without its grid, a walk-forward's without its windows: get the job for them.",
      ],
      example: { response: [examples.job] },
    },
    getJob: {
      summary: "One job",
      tags: ["jobs"],
      seed: "Jobs: GET /api/jobs/{uuid}",
      unspecified: ["A malformed uuid is 404, as an unknown one."],
      example: { response: examples.job },
    },
    cancelJob: {
      summary: "Mark a pending or running job as cancelled",
      tags: ["jobs"],
      seed: "Jobs: POST /api/jobs/{job_uuid}/cancel",
      unspecified: ["A worker sees the mark at its next heartbeat and stops early."],
      example: { response: examples.cancelled },
    },
    getKlines: {
      summary: "Candles, oldest first",
      tags: ["data"],
      seed: "Data: GET /api/data/klines",
      unspecified: ["The answer's shape.", "The accepted intervals."],
      example: { response: examples.klines },
    },
    getCache: {
      summary: "What the candle cache holds",
      tags: ["data"],
      seed: "Data: GET /api/data/cache",
      unspecified: ["The answer's shape."],
      example: { response: examples.cache },
    },
    clearCache: {
      summary: "Empty the candle cache",
      tags: ["data"],
      seed: "Data: DELETE /api/data/cache",
      unspecified: ["The answer's shape."],
      example: { response: { files_deleted: 1 } },
    },
    listSymbols: {
      summary: "The symbols of an exchange",
      tags: ["data"],
      seed: "Data: GET /api/data/symbols",
      unspecified: ["The default exchange is bybit.", "An unknown exchange is 400."],
      example: { response: examples.symbols },
    },
    importCandles: {
      summary: "Store candles from CSV: timestamp,open,high,low,close,volume",
      tags: ["data"],
      example: { body: examples.csv, response: examples.imported },
    },
    listStrategies: {
      summary: "The registered strategies with their parameters",
      tags: ["strategies"],
      seed: "Strategies: GET /api/strategies",
      unspecified: ["The answer's shape."],
      example: { response: examples.strategies },
    },
    generateSignal: {
      summary: "A strategy's signal on the newest closed candles",
      tags: ["strategies"],
      seed: "Strategies: POST /api/strategies/{strategy_name}/signal",
      unspecified: ["The default symbol is BTCUSDT.", "The answer's shape."],
      example: { response: examples.signal },
    },
  },
  errors: detailErrors,
  schemas: {
    BacktestRequest,
    BacktestResult,
    CacheStatus,
    DispatchReply,
    Health,
    Job,
    JobStats,
    JobStatus,
    Kline,
    Klines,
    ListedJob,
    ListedSweepResult,
    ListedWalkForwardResult,
    Order,
    OrderRequest,
    Position,
    Signal,
    Strategy,
    SweepRequest,
    SweepResult,
    SymbolList,
    WalkForwardRequest,
    WalkForwardResult,
  },
  standIns: new Map<Schema, string>([
    [sweepResult, "SweepResult"],
    [walkForwardResult, "WalkForwardResult"],
    [listedSweepResult, "ListedSweepResult"],
    [listedWalkForwardResult, "ListedWalkForwardResult"],
  ]),
  glossary: {
    "createBacktest.symbol": "Trading pair.",
    "createBacktest.interval": "Length of a candle, in minutes or with its unit.",
    "createBacktest.limit": "Number of candles: the newest of the range.",
    "createBacktest.strategy": "A registered name. Default wavelet_reversal.",
    "createBacktest.exchange": "Default: the server's provider.",
    initial_capital: "Starting capital, in the quote currency.",
    transaction_fee: "Fee of each leg, a fraction of its notional.",
    parameters: "The strategy's parameters; those left out take their defaults.",
    start_time: "ISO 8601, inclusive; without an offset it is UTC.",
    end_time: "ISO 8601, exclusive; without an offset it is UTC.",
    direction: "Which side may be traded, or which side a signal points to.",
    fill: "Where a signal at a bar's close is filled: at the next bar's open (default) or at that close.",
    slippage: "A fraction of the price, against the trade. Default 0.",
    take_profit_pct: "A fraction of the entry price.",
    stop_loss_pct: "A fraction of the entry price.",
    position_size_pct: "The fraction of the equity that a position takes. Default 1.",
    train_split: "The first fraction of the candles, which is not simulated. Default 0.",
    total_trades: "Closed trades, the one closed at the end included.",
    win_rate: "wins / total_trades; 0 without a trade.",
    total_return: "final_capital / initial_capital - 1.",
    max_drawdown: "The largest fall from a running peak of the equity, a positive fraction.",
    avg_return: "Mean return of a trade; 0 without a trade.",
    exposure: "The fraction of the bars with a position.",
    turnover: "In quote units; null where the source has none.",
    gaps: "Places where candles are missing.",
    source: "Where the candles came from; simulated ones are never silent.",
    metric: "The figure that the best is chosen by. Default sharpe.",
    search: "Draws combinations by a seed instead of running all of them.",
    train_candles: "Candles that parameters are chosen on, the purged ones included.",
    test_candles: "Candles that the choice is then traded on.",
    step_candles: "From one window to the next. Default test_candles.",
    anchored: "Whether every training begins at the first candle. Default false.",
    purge_candles: "Last candles of a training that are dropped from it. Default 0.",
    embargo_candles: "Candles left untraded between a training and its test. Default 0.",
    "getJobTrades.offset": "Trades left out before the first.",
    "getJobTrades.limit": "The most trades that are given. Default all.",
    points: "The most points that are given, chosen by LTTB.",
    drawdown: "The fall below the highest equity so far, a positive fraction.",
    quantity: "In base units; an order's is a multiple of the lot.",
    stop_price: "What sets a stop or stop_limit order off.",
    client_order_id:
      "1–36 letters, digits, - and _; the same id with the same order is the same order.",
    fee: "Paid so far, in the quote asset.",
    balance: "Everything owned by asset, what open orders hold included.",
    entry_price: "The average of what is still held; null where the venue does not say.",
    mark_price: "The last price; null where it cannot be had now.",
    unrealized_pnl: "At the mark price, fees of a sale not yet taken off.",
    realized_pnl: "All fees taken off; null where the venue does not say.",
    "idempotency-key":
      "1–255 characters; a retry under the same key answers what the first call answered.",
  },
};

/** The API with its docs: give this one to a server. */
export const documentedBacktestApi: DocumentedApi<BacktestApi["routes"]> = {
  ...backtestApi,
  docs: backtestDocs,
};
