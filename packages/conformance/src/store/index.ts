export { storeConformance, type StoreConformanceOptions } from "./store-conformance.ts";
export {
  CRASH_COLLECTIONS,
  crashWriter,
  storeCrashConformance,
  type StoreCrashOptions,
} from "./crash-suite.ts";
