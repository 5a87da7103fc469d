export type { BacktestClientOptions } from "../backtest/backtest-client.ts";
export { createExecutionClient, type ExecutionClient } from "./execution-client.ts";
export type * from "@bourse/contract/backtest";
export type * from "../shared-names.ts";
export type * from "./operations.ts";
