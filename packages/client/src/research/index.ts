export type { BacktestClientOptions } from "../backtest/backtest-client.ts";
export {
  createResearchClient,
  type ResearchClient,
  type TradesCsvCall,
  type TradesCsvInput,
} from "./research-client.ts";
export type * from "./operations.ts";
