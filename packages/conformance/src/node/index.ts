export { nodeConformance, type NodeConformanceOptions } from "./node-conformance.ts";
export type { NodeConformanceTarget } from "./node-service.ts";
