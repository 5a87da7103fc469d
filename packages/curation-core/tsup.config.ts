import { bundle } from "../../tsup.shared.ts";

export default bundle([
  "src/index.ts",
  "src/admin-code-file.ts",
  "src/ens-names.ts",
  "src/rules/index.ts",
]);
