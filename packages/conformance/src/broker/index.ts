export {
  executionConformance,
  type BrokerUnderTest,
  type ExecutionConformanceOptions,
} from "./execution-conformance.ts";
