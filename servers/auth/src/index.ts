export { authEnvironment, type AuthEnvironment } from "./environment.ts";
export { authServer } from "./server.ts";
export { startAuthServer, type AuthServerParts } from "./start.ts";
