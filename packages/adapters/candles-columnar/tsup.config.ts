import { bundle } from "../../../tsup.shared.ts";

export default bundle(["src/index.ts", "src/candle-file-worker.ts"]);
