import { bundle } from "../../tsup.shared.ts";

export default bundle([
  "src/index.ts",
  "src/checks/index.ts",
  "src/data/index.ts",
  "src/strategies/index.ts",
  "src/simulation/index.ts",
  "src/indicators/index.ts",
  "src/indicators/catalogue/index.ts",
  "src/indicators/patterns/index.ts",
  "src/indicators/talib/index.ts",
  "src/metrics/index.ts",
  "src/research/index.ts",
  "src/studies/index.ts",
  "src/report/index.ts",
  "src/tables/index.ts",
  "src/tear-sheet/index.ts",
  "src/wavelets/index.ts",
  "src/threads/index.ts",
  "src/threads/backtest-worker.ts",
]);
