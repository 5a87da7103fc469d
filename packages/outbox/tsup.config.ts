import { bundle } from "../../tsup.shared.ts";

export default bundle(["src/index.ts", "src/mail/index.ts", "src/webhooks/index.ts"]);
