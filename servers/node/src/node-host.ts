/** A node whose store is open, and who is its writer. */

import type { HttpLogger, Metrics } from "@bourse/http";
import type { ClosingStack } from "@bourse/kernel";
import type { DataNode } from "@bourse/node-core";

import type { ComposedNode } from "./compose-node.ts";
import type { NodeEnvironment } from "./environment.ts";
import type { Layout } from "./layout.ts";
import type { NodeServerParts } from "./node-sources.ts";

/** Callbacks around the terms in which a node is the writer of its store. */
export interface TermHooks {
  /** Called before the node is started as the writer; with `isFirst` at the start of this process. */
  readonly prepare: (node: DataNode, isFirst: boolean) => Promise<void>;
  /** Called once it is the writer. */
  readonly began: (composed: ComposedNode) => void;
  /** Called when it is the writer no longer, before its parts are stopped. */
  readonly ended: () => Promise<void>;
}

/** A node whose store is open. */
export interface NodeHost {
  /** The node; one that several processes share sends each call to its parts of the moment. */
  readonly node: DataNode;
  readonly layout: Layout;
  /** Location of the data for people, without credentials. */
  readonly storeLocation: string;
  /** False while another process is the writer of the store. */
  isWriter(): boolean;
  /** Parts of the moment. @throws NodeError STANDBY when there are none */
  current(): ComposedNode;
  /**
   * Starts the node; one that shares its store resolves as soon as it is the writer or stands by.
   *
   * @throws KernelError LIFECYCLE_START_FAILED (such as a port in use)
   */
  start(hooks: TermHooks): Promise<void>;
  /** Resolves when every event was delivered that was emitted. */
  settled(): Promise<void>;
  /** Stops the node and closes its store. Idempotent. */
  stop(): Promise<void>;
}

/** Sources of an open host. */
export interface HostSources {
  readonly config: NodeEnvironment;
  readonly logger: HttpLogger;
  readonly parts: NodeServerParts;
  readonly metrics: Metrics | undefined;
  /** Closed when the process ends. */
  readonly opened: ClosingStack;
}

/** Logs an event that is lost. */
export function eventFault(logger: HttpLogger): (error: unknown, type: string) => void {
  return (error, type) => logger.error({ err: error, type }, "event could not be sent");
}
