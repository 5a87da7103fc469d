/** Parts of the node that commands on its data open: settings, files, store, keys, and acts of its core. */

export {
  changeKeystorePassword,
  checkCompliance,
  createApiKeys,
  openIdentity,
  pinnedWallet,
  pinWallet,
  storeCollections,
  type Address,
  type ApiKeys,
  type KeyScope,
} from "@bourse/node-core";
export {
  keptDevelopmentPassword,
  layoutOf,
  readCommandKey,
  walletFile,
  type Layout,
} from "@bourse/node-core/files";
export { facingSockets } from "./apis/listen.ts";
export { nodeEnvironment, type NodeEnvironment } from "./environment.ts";
export { NodeServerError, type NodeServerErrorCode } from "./errors.ts";
export { checkStrength, openNodeIdentity, passwordFrom } from "./open-identity.ts";
export { openPinnedIdentity } from "./pinned-identity.ts";
export { connectionsOf, sharedStoreUrl, STORE_SCHEMA } from "./store-url.ts";
export { STANDBY_REASON } from "@bourse/handlers/node";
