import { bundle } from "../../tsup.shared.ts";

export default bundle(["src/index.ts", "src/conformance/index.ts", "src/jobs/backtest-worker.ts"]);
