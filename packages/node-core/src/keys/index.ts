export { createApiKeys, type ApiKeys, type ApiKeysOptions } from "./api-keys.ts";
export { apiKeyDocuments, keyPaymentDocuments, type KeyScope } from "./api-key-document.ts";
export type { KeyHolder, KeyLimits, KeyQuota } from "./key-holder.ts";
export type { ApiKeyView } from "./key-view.ts";
export type { KeysPage, KeysQuery } from "./list-keys.ts";
export type { KeySpending, NewApiKey } from "./check-new-key.ts";
export type { KeyPayment } from "./spending.ts";
