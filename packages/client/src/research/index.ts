export type { BacktestClientOptions } from "../backtest/backtest-client.ts";
export {
  createResearchClient,
  type ResearchClient,
  type TradesCsvCall,
  type TradesCsvInput,
} from "./research-client.ts";
export type * from "@bourse/contract/backtest";
export type * from "../shared-names.ts";
export type * from "./operations.ts";
