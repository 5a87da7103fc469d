export {
  providerConformance,
  type ProviderConformanceOptions,
  type ProviderUnderTest,
} from "../market-data/conformance/provider-conformance.ts";
export {
  executionConformance,
  type BrokerUnderTest,
  type ExecutionConformanceOptions,
} from "../execution/conformance/execution-conformance.ts";
