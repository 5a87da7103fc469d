import { bundle } from "../../tsup.shared.ts";

export default bundle([
  "src/store/index.ts",
  "src/bus/index.ts",
  "src/candles/index.ts",
  "src/streams/index.ts",
  "src/broker/index.ts",
  "src/peers/index.ts",
  "src/auth/index.ts",
  "src/backtest/index.ts",
  "src/curation/index.ts",
  "src/node/index.ts",
  "src/fuzz/index.ts",
  "src/main.ts",
]);
