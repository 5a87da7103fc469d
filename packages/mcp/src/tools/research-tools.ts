/** The operations of the backtest service that assistants get, and those that they get only by name. */

import type { backtestApi } from "@bourse/contract/backtest";

/** Operation of the backtest service. */
export type BacktestOperation = keyof (typeof backtestApi)["routes"];

/** Operations that are tools by themselves: they read, or start and label jobs, and nothing is lost by them. */
export const RESEARCH_TOOLS: readonly BacktestOperation[] = [
  "health",
  "listSymbols",
  "getKlines",
  "listStrategies",
  "listImports",
  "createBacktest",
  "createSweep",
  "createWalkForward",
  "jobStats",
  "listJobs",
  "getJob",
  "getJobTrades",
  "getJobEquity",
  "getJobTable",
  "updateJob",
  "retryJob",
  "cancelJob",
];

/** Operations that are tools only where they are named: they trade, delete, show an account or change the server. */
export const NAMED_TOOLS: readonly BacktestOperation[] = [
  "generateSignal",
  "placeOrder",
  "cancelOrder",
  "closePositions",
  "listOrders",
  "getOrder",
  "listPositions",
  "getBalance",
  "pingExecution",
  "getKillSwitch",
  "setKillSwitch",
  "releaseKillSwitch",
  "createSession",
  "listSessions",
  "getSession",
  "listSessionDecisions",
  "listSessionOrders",
  "listSessionFills",
  "listSessionEquity",
  "getSessionDrift",
  "pauseSession",
  "resumeSession",
  "flattenSession",
  "stopSession",
  "deleteJob",
  "importCandles",
  "deleteImport",
  "getCache",
  "clearCache",
  "getJobReport",
  "getStrategySource",
  "saveStrategySource",
  "createWebhook",
  "listWebhooks",
  "updateWebhook",
  "deleteWebhook",
  "rotateWebhook",
  "listWebhookDeliveries",
  "replayWebhookDelivery",
  "listAudit",
];
