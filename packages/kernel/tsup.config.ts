import { bundle } from "../../tsup.shared.ts";

export default bundle([
  "src/index.ts",
  "src/files/index.ts",
  "src/node-version.ts",
  "src/platform/node/index.ts",
  "src/platform/web/index.ts",
]);
