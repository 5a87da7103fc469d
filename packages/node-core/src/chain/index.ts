/** One chain as a wallet uses it: transactions, tokens, payments, the compliance contract and its index. */
export { NATIVE_TOKEN, toAddress, type Address, type DataHash, type Hex } from "../address.ts";
export { createChainHealth, type ChainHealthOptions } from "./chain-health.ts";
export { chainCollections } from "./collections.ts";
export {
  createComplianceIndex,
  type ComplianceIndexOptions,
} from "./compliance/compliance-index.ts";
export {
  complianceAddress,
  deployCompliance,
  deployDemoToken,
  type DeploymentOptions,
} from "./compliance/deploy.ts";
export type * from "./compliance/port.ts";
export { checkCompliance } from "./compliance/audit-compliance.ts";
export { proofIntent, type Proof } from "./compliance/proof-intent.ts";
export type { ContractArtifact } from "./contract-artifact.ts";
export { COMPLIANCE_REGISTRY } from "./contracts/compliance-registry.ts";
export {
  createChain,
  type Chain,
  type ChainOptions,
  type ProofRequest,
  type QuoteRequest,
} from "./create-chain.ts";
export { DEMO_TOKEN } from "./contracts/demo-token.ts";
export type { TransactionLaneOptions } from "./lane/lane-options.ts";
export { createTransactionLane } from "./lane/transaction-lane.ts";
export type * from "./port.ts";
export {
  DEVELOPMENT_CHAIN_ID,
  prepareDevelopmentChain,
  type DevelopmentChainParts,
} from "./prepare-development-chain.ts";
export { troubleLog } from "./trouble-log.ts";
export type { Fetch } from "./rpc/endpoint.ts";
export { createJsonRpc, type JsonRpc, type JsonRpcOptions } from "./rpc/json-rpc.ts";
export { createTokenList, type TokenListOptions } from "./tokens/token-list.ts";
export { createTransfers, type TransfersOptions } from "./tokens/transfers.ts";
