/** Parts of the server that commands on its data open: settings, store, core and the file of admin codes. */

export { seedCuration, type Actor, type CurationCore, type User } from "@bourse/curation-core";
export { addAdminCode, adminCodePath } from "@bourse/curation-core/admin-code-file";
export { curationEnvironment, type CurationEnvironment } from "./environment.ts";
export {
  masterKeyPlace,
  openCurationCore,
  STORE_SCHEMA,
  storeUrl,
  type CoreParts,
  type OpenedCore,
} from "./open-core.ts";
