/** Sources that a node is composed of, and parts that tests inject. */

import type { HttpLogger, Metrics } from "@bourse/http";
import type { Clock, ClosingStack } from "@bourse/kernel";
import type { createLibp2pPeers } from "@bourse/peers-libp2p";

import type { NodeEnvironment } from "./environment.ts";

/** Parts that a caller may inject beside the environment, mainly for tests. */
export interface NodeServerParts {
  /** Clock of the rate limits and the dashboard's sessions. Default: the system clock. */
  readonly limitClock?: Clock;
  /** True when a person reads standard output, where the first API key may be shown. Default: it is a terminal. */
  readonly isTerminal?: boolean;
  /** Interval between two probes of a peer. 100–3,600,000 ms, default 60,000. */
  readonly probeIntervalMilliseconds?: number;
  /** Timeout of one request to an external chain. 100–60,000 ms, default 5000. */
  readonly rpcTimeoutMilliseconds?: number;
  /** Creates the peer network. Default: the one over libp2p. */
  readonly openPeers?: typeof createLibp2pPeers;
  /** Folder of the built web page. Default: the one of `@bourse/dashboard`, when it is built. */
  readonly pageDirectory?: string;
}

/** Sources of everything that is opened in this process. */
export interface NodeSources {
  readonly config: NodeEnvironment;
  readonly logger: HttpLogger;
  readonly parts: NodeServerParts;
  readonly metrics: Metrics | undefined;
  /** Closed when the process ends. */
  readonly opened: ClosingStack;
}
