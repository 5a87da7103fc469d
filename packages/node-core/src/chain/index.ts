export type { ContractArtifact } from "./contract-artifact.ts";
export { COMPLIANCE_REGISTRY } from "./contracts/compliance-registry.ts";
export { DEMO_TOKEN } from "./contracts/demo-token.ts";
