export {
  candleStreamConformance,
  type CandleStreamConformanceOptions,
} from "./stream-conformance.ts";
export type { StreamFaultName, StreamUnderTest } from "./stream-under-test.ts";
