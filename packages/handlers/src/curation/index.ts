export { curationAccess } from "./access.ts";
export { createCurationAuthenticator, type Caller, type WriteLimiter } from "./authenticate.ts";
export {
  bindCurationApi,
  createCurationHandlers,
  type BindCurationOptions,
  type CurationHandlers,
  type CurationServiceIdentity,
} from "./curation-handlers.ts";
export { translateCurationError } from "./translate.ts";
export type { HealthFault } from "../health/refuse-unhealthy.ts";
