export { createIdempotency, running, type Idempotency } from "./idempotency.ts";
export { identifyRequest, type RequestIdentity } from "./identify-request.ts";
export { requestDocuments } from "./request-document.ts";
