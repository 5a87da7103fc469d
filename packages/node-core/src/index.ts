export {
  NATIVE_TOKEN,
  toAddress,
  toDataHash,
  type Address,
  type DataHash,
  type Hex,
} from "./address.ts";
export * from "./chain/index.ts";
export { isNodeError, NodeError, type NodeErrorCode, type NodeErrorDetails } from "./errors.ts";
export * from "./events/index.ts";
export * from "./identity/index.ts";
export * from "./inbox/index.ts";
export * from "./peers/index.ts";
export * from "./sealing/index.ts";
export { nodeCollections, storeCollections } from "./collections.ts";
export * from "./compliance/index.ts";
export * from "./health/index.ts";
export type {
  HistoryAnswer,
  HistoryPoint,
  HistoryQuery,
  HistorySeries,
  HistoryValue,
  NodeHistory,
} from "./history/index.ts";
export { createNode } from "./node/create-node.ts";
export { measureNode } from "./node/measure-node.ts";
export type { DataNode, NodeSelf } from "./node/data-node.ts";
export type { NodeChain, NodeOptions } from "./node/node-options.ts";
export * from "./transfers/index.ts";
export { standbyError } from "./writer/standby-error.ts";
export * from "./keys/index.ts";
export {
  createMemoryChain,
  type MemoryChain,
  type MemoryChainOptions,
} from "./memory/chain/memory-chain.ts";
export {
  createMemoryLane,
  memoryLaneCollections,
  type MemoryLaneOptions,
  type Verdict,
} from "./memory/memory-lane.ts";
export * from "./shares/index.ts";
export * from "./webhooks/index.ts";
