/** Parts of the server that commands on its data open: settings, store and core. */

export type { AuthCore } from "@bourse/auth-core";
export { authEnvironment, type AuthEnvironment } from "./environment.ts";
export {
  masterKeyPlace,
  openAuthCore,
  STORE_SCHEMA,
  storeUrl,
  type AuthCoreParts,
  type OpenedCore,
} from "./open-core.ts";
