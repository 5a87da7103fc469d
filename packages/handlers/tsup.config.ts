import { bundle } from "../../tsup.shared.ts";

export default bundle([
  "src/auth/index.ts",
  "src/backtest/index.ts",
  "src/curation/index.ts",
  "src/node/index.ts",
]);
