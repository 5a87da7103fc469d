export {
  createAuthClient,
  type AuthClient,
  type AuthClientOf,
  type AuthClientOptions,
} from "./auth-client.ts";
export { memoryTokens, type Tokens, type TokenStore } from "../token-store.ts";
export type * from "@bourse/contract/auth";
export type * from "../shared-names.ts";
export type * from "./operations.ts";
