export {
  createMasterKeySource,
  type MasterKeyPlace,
  type MasterKeySource,
  type MasterKeySourceOptions,
} from "./master-key-source.ts";
