import { bundle } from "../../tsup.shared.ts";

export default bundle([
  "src/index.ts",
  "src/conformance/index.ts",
  "src/execution/index.ts",
  "src/report/index.ts",
  "src/jobs/backtest-worker.ts",
]);
