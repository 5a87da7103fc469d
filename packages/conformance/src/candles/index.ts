export {
  providerConformance,
  type ProviderConformanceOptions,
  type ProviderUnderTest,
} from "./provider-conformance.ts";
