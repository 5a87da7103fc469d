import { bundle } from "../../tsup.shared.ts";

export default bundle([
  "src/index.ts",
  "src/auth/index.ts",
  "src/backtest/index.ts",
  "src/curation/admin.ts",
  "src/curation/drafts.ts",
  "src/curation/events.ts",
  "src/curation/index.ts",
  "src/curation/review.ts",
  "src/events/index.ts",
  "src/execution/index.ts",
  "src/node/index.ts",
  "src/research/index.ts",
]);
