/** What a chain is opened from, and what comes of it. */

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
  /** For one request to a foreign chain. Default: the client's own. */
  readonly rpcTimeoutMilliseconds?: number | undefined;
}

export interface OpenedChain {
  readonly chain: NodeChain;
  /** Of the embedded chain: where it answers, and a token to play with. */
  readonly development: { readonly url: string; readonly demoToken: Address } | null;
}
