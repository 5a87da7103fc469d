export {
  createBacktestMock,
  type BacktestMock,
  type BacktestMockOptions,
} from "./backtest-mock.ts";
export type { BacktestScenario } from "./scenario.ts";
