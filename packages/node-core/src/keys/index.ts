export {
  createApiKeys,
  type ApiKeys,
  type ApiKeysOptions,
  type ApiKeyView,
  type KeyHolder,
} from "./api-keys.ts";
export { apiKeyDocuments, type KeyScope } from "./api-key-document.ts";
