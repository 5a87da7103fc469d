export { curationConformance, type CurationConformanceOptions } from "./curation-conformance.ts";
export type { CurationConformanceTarget } from "./curation-service.ts";
