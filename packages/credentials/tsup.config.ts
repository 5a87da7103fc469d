import { bundle } from "../../tsup.shared.ts";

export default bundle([
  "src/index.ts",
  "src/argon2/node.ts",
  "src/argon2/web.ts",
  "src/master-key/index.ts",
  "src/openid-client/index.ts",
]);
