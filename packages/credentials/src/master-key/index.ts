export { MASTER_KEY_FORM, masterKeyOf } from "./master-key-text.ts";
export {
  createMasterKeySource,
  type MasterKeyPlace,
  type MasterKeySource,
  type MasterKeySourceOptions,
} from "./master-key-source.ts";
