export type { ConformanceTarget } from "../http/wire.ts";
export { fuzzService, type FuzzFault, type FuzzOptions, type FuzzReport } from "./fuzz-service.ts";
export type { FuzzRequest } from "./fuzz-request.ts";
export type { FuzzDocument } from "./json-schema.ts";
