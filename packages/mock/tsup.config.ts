import { bundle } from "../../tsup.shared.ts";

export default bundle([
  "src/index.ts",
  "src/auth/index.ts",
  "src/backtest/index.ts",
  "src/curation/index.ts",
  "src/network/index.ts",
  "src/node/index.ts",
]);
