export type { BacktestClientOptions } from "../backtest/backtest-client.ts";
export { createExecutionClient, type ExecutionClient } from "./execution-client.ts";
export type * from "./operations.ts";
