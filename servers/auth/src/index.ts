export { authEnvironment, type AuthEnvironment } from "./environment.ts";
export { AuthServerError, type AuthServerErrorCode } from "./errors.ts";
export { startAuthServer } from "./start.ts";
export type { AuthServerParts } from "./open-core.ts";
