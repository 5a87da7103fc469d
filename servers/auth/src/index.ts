export { authEnvironment, type AuthEnvironment } from "./environment.ts";
export { startAuthServer } from "./start.ts";
export type { AuthServerParts } from "./open-core.ts";
