/** The writer of a node's store: this process alone, or one of several, of which the others stand by. */

export { followNode } from "./follow-node.ts";
export {
  hostAlone,
  type ComposedNode,
  type DevelopmentFacts,
  type NodeHost,
  type OpenedChain,
  type TermHooks,
} from "./node-host.ts";
export { fenceSends, fenceShares, type Confirm } from "./send-fence.ts";
export { shareNode, type SharedNodeOptions, type TermSources } from "./shared-node.ts";
