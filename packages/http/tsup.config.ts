import { bundle } from "../../tsup.shared.ts";

export default bundle(["src/environment.ts", "src/index.ts"]);
