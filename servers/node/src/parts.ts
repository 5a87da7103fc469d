/** Parts of the node that commands on its data open: settings, files, store, keys, and acts of its core. */

export {
  changeKeystorePassword,
  checkCompliance,
  createApiKeys,
  openIdentity,
  pinnedWallet,
  pinWallet,
  type Address,
  type ApiKeys,
  type KeyScope,
} from "@bourse/node-core";
export { readCommandKey } from "./command-key.ts";
export { storeCollections } from "./compose-node.ts";
export { nodeEnvironment, type NodeEnvironment } from "./environment.ts";
export { NodeServerError, type NodeServerErrorCode } from "./errors.ts";
export { layoutOf, type Layout } from "./layout.ts";
export {
  checkStrength,
  keptDevelopmentPassword,
  openNodeIdentity,
  passwordFrom,
  walletFile,
} from "./open-identity.ts";
export { openPinnedIdentity } from "./pinned-identity.ts";
export { sharedStoreUrl, STORE_SCHEMA } from "./store-url.ts";
export { STANDBY_REASON } from "./writer/standby-gate.ts";
