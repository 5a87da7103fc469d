export type { ConformanceTarget } from "../http/wire.ts";
export { authConformance, type AuthConformanceOptions } from "./auth-conformance.ts";
export type { AuthConformanceTarget } from "./auth-service.ts";
