export { busConformance } from "./bus-conformance.ts";
export type { BusConformanceSetup, BusUnderTest } from "./harness.ts";
