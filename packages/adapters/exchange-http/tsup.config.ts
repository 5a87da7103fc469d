import { bundle } from "../../../tsup.shared.ts";

export default bundle(["src/index.ts", "src/sockets/index.ts"]);
