export {
  createBacktestMock,
  type BacktestMock,
  type BacktestMockOptions,
} from "./backtest-mock.ts";
export {
  BACKTEST_SCENARIOS,
  type BacktestHandedOut,
  type BacktestScenario,
  type ScenarioJobs,
} from "./scenario.ts";
