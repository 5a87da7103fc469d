import { bundle } from "../../tsup.shared.ts";

export default bundle([
  "src/index.ts",
  "src/chain/index.ts",
  "src/files/index.ts",
  "src/identity/index.ts",
  "src/peers/index.ts",
  "src/sealing/index.ts",
  "src/transport/index.ts",
  "src/writer/index.ts",
]);
