export {
  createCurationClient,
  type CurationClient,
  type CurationClientOptions,
} from "./curation-client.ts";
export { memoryTokens, type Tokens, type TokenStore } from "../token-store.ts";
export type * from "@bourse/contract/curation";
export type * from "../shared-names.ts";
export type * from "./operations.ts";
