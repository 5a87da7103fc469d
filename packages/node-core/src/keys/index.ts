export {
  createApiKeys,
  type ApiKeys,
  type ApiKeysOptions,
  type ApiKeyView,
  type KeysPage,
  type KeysQuery,
} from "./api-keys.ts";
export { apiKeyDocuments, keyPaymentDocuments, type KeyScope } from "./api-key-document.ts";
export type { KeyHolder, KeyLimits } from "./key-holder.ts";
export type { KeySpending, NewApiKey } from "./check-new-key.ts";
export type { KeyPayment } from "./spending.ts";
