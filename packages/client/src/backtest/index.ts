export {
  createBacktestClient,
  type BacktestClient,
  type BacktestClientOptions,
} from "./backtest-client.ts";
export type { WaitForJob, WaitOptions } from "./wait-for-job.ts";
export type * from "@bourse/contract/backtest";
export type * from "../shared-names.ts";
export type * from "./operations.ts";
