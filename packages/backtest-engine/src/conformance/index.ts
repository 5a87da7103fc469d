export {
  providerConformance,
  type ProviderConformanceOptions,
  type ProviderUnderTest,
} from "../market-data/conformance/provider-conformance.ts";
