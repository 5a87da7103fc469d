export { busConformance } from "./bus/bus-conformance.ts";
export type { BusConformanceSetup, BusUnderTest } from "./bus/harness.ts";
