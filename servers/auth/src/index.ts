export { authEnvironment, type AuthEnvironment } from "./environment.ts";
export { startAuthServer, type AuthServerParts } from "./start.ts";
