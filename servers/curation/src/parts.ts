/** Parts of the server that commands on its data open: settings, store, core and the file of admin codes. */

export { addAdminCode, adminCodePath } from "./admin-code-file.ts";
export { curationEnvironment, type CurationEnvironment } from "./environment.ts";
export {
  masterKeyPlace,
  openCurationCore,
  STORE_SCHEMA,
  storeUrl,
  type CoreParts,
  type OpenedCore,
} from "./open-core.ts";
