/** Input and result of opening a chain. */

import type { ClosingStack } from "@bourse/kernel";
import type { Address, NodeChain } from "@bourse/node-core";

import type { NodeSources } from "../node-sources.ts";

export interface ChainSources extends NodeSources {
  readonly opened: ClosingStack;
}

/** Opened chain of the node. */
export interface OpenedChain {
  /** Chain for `createNode`. */
  readonly chain: NodeChain;
  /** URL and demo token of the embedded development chain; null for an external one. */
  readonly development: { readonly url: string; readonly demoToken: Address } | null;
}
