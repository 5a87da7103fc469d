import { bundle } from "../../tsup.shared.ts";

export default bundle([
  "src/index.ts",
  "src/execution/index.ts",
  "src/market-data/index.ts",
  "src/streams/index.ts",
  "src/process/index.ts",
  "src/risk/index.ts",
  "src/session/index.ts",
  "src/threads/index.ts",
  "src/threads/job-worker.ts",
  "src/threads/strategy-worker.ts",
  "src/threads/strategy-process.ts",
]);
