import { bundle } from "../../tsup.shared.ts";

export default bundle([
  "src/index.ts",
  "src/peers/libp2p/index.ts",
  "src/peers/conformance/index.ts",
]);
