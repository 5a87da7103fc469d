export type { ConformanceTarget } from "../http/wire.ts";
export { fuzzService, type FuzzFault, type FuzzOptions, type FuzzReport } from "./fuzz-service.ts";
export {
  serviceDifferential,
  type DifferentialOptions,
  type DifferentialReport,
  type FoundDifference,
  type ToldRequest,
} from "../differential/service-differential.ts";
export type { Difference } from "../differential/twins.ts";
export type { FuzzRequest } from "../random-requests/fuzz-request.ts";
export type { FuzzDocument } from "../random-requests/json-schema.ts";
