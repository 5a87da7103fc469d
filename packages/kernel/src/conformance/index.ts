export { busConformance } from "./bus/bus-conformance.ts";
export type { BusConformanceSetup, BusUnderTest } from "./bus/harness.ts";
export { storeConformance, type StoreConformanceOptions } from "./store/store-conformance.ts";
export {
  CRASH_COLLECTIONS,
  crashWriter,
  storeCrashConformance,
  type StoreCrashOptions,
} from "./store/crash-suite.ts";
