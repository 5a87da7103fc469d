export { busConformance } from "./bus/bus-conformance.ts";
export type { BusConformanceSetup, BusUnderTest } from "./bus/harness.ts";
export { storeConformance, type StoreConformanceOptions } from "./store/store-conformance.ts";
