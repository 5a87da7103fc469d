export {
  createIdempotency,
  IDEMPOTENCY_SECONDS,
  running,
  type Idempotency,
  type Operation,
  type Recalled,
} from "./idempotency.ts";
export { identifyRequest, type RequestIdentity } from "./identify-request.ts";
export { requestDocuments, type RequestDocument, type StoredError } from "./request-document.ts";
