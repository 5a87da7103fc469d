import { bundle } from "../../tsup.shared.ts";

export default bundle(["src/index.ts", "src/main.ts", "src/market-data.ts", "src/parts.ts"]);
