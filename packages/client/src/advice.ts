export { adviceOf, type AdvisedError } from "@bourse/contract/client";
