/** Sources that a node is composed of, and parts that tests inject. */

import type { DevelopmentChain } from "@bourse/chain-anvil";
import type { HttpLogger } from "@bourse/http";
import type { Clock, Store } from "@bourse/kernel";
import type { EventBus, NodeIdentity } from "@bourse/node-core";

import type { NodeEnvironment } from "./environment.ts";
import type { Confirm } from "./send-fence.ts";

/** Starts the development chain of this process at the first call; later ones return the same. */
export type StartDevelopment = () => Promise<DevelopmentChain>;

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
  /** Folder of the built web page. Default: the one of `@bourse/dashboard`, when it is built. */
  readonly pageDirectory?: string;
}

/** Sources of a node. */
export interface NodeSources {
  readonly config: NodeEnvironment;
  readonly logger: HttpLogger;
  readonly parts: NodeServerParts;
  readonly identity: NodeIdentity;
  readonly store: Store;
  readonly events: EventBus;
  /** Name of the place where the store lies. */
  readonly home: string;
  /** Starts the development chain, or returns the running one. */
  readonly startDevelopment: StartDevelopment;
  /** Asks, before something is sent, whether this process is still the writer. Default: there is only one. */
  readonly confirm?: Confirm;
}
