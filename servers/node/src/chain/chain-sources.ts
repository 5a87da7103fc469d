/** Input and result of opening a chain. */

import type { ClosingStack, HttpLogger } from "@bourse/http";
import type { Store } from "@bourse/kernel";
import type { Address, NodeChain, NodeIdentity } from "@bourse/node-core";

import type { NodeEnvironment } from "../environment.ts";
import type { Layout } from "../layout.ts";

export interface ChainSources {
  readonly config: NodeEnvironment;
  readonly layout: Layout;
  readonly identity: NodeIdentity;
  readonly store: Store;
  readonly opened: ClosingStack;
  readonly logger: HttpLogger;
  /** Timeout of one request to an external chain. Default: that of `createJsonRpc`. */
  readonly rpcTimeoutMilliseconds?: number | undefined;
}

/** Opened chain of the node. */
export interface OpenedChain {
  /** Chain for `createNode`. */
  readonly chain: NodeChain;
  /** URL and demo token of the embedded development chain; null for an external one. */
  readonly development: { readonly url: string; readonly demoToken: Address } | null;
}
