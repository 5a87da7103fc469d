/** Files of a node in its data folder, on Node.js. */

export { createCommandKey, readCommandKey } from "./command-key.ts";
export {
  keptDevelopmentPassword,
  makeDevelopmentPassword,
  readPasswordFile,
} from "./keystore-password.ts";
export { FirstKey } from "./first-key.ts";
export { homeOf, layoutOf, walletFile, type Layout } from "./layout.ts";
