/** A node whose store is open, and who is its writer. */

import type { ClosingStack } from "@bourse/kernel";

import type { Address } from "../address.ts";
import type { EventBus } from "../events/event-bus.ts";
import type { DataNode } from "../node/data-node.ts";
import type { NodeChain } from "../node/node-options.ts";

/** Facts about a development chain. */
export interface DevelopmentFacts {
  /** URL of its JSON-RPC endpoint. */
  readonly url: string;
  /** Address of the demo token. */
  readonly demoToken: Address;
}

/** The chain of a node, opened. */
export interface OpenedChain {
  /** Chain for `createNode`. */
  readonly chain: NodeChain;
  /** URL and demo token of a development chain; null for any other. */
  readonly development: DevelopmentFacts | null;
}

/** A node of its parts, that was not started. */
export interface ComposedNode {
  /** Node over the parts. */
  readonly node: DataNode;
  /** Events of the node. */
  readonly events: EventBus;
  /** Chain of the node. */
  readonly chain: OpenedChain;
}

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
  /** Returns false while another process is the writer of the store. */
  isWriter(): boolean;
  /** Returns the parts of the moment. @throws NodeError STANDBY when there are none */
  current(): ComposedNode;
  /**
   * Starts the node; one that shares its store resolves as soon as it is the writer or stands by.
   *
   * @throws KernelError LIFECYCLE_START_FAILED (such as a port in use)
   */
  start(hooks: TermHooks): Promise<void>;
  /** Resolves when every event was delivered that was emitted. */
  settled(): Promise<void>;
  /** Stops the node. Idempotent. */
  stop(): Promise<void>;
}

/** Makes a host of a node that is alone with its store, and so always its writer; its stop is pushed on `opened`. */
export function hostAlone(composed: ComposedNode, opened: ClosingStack): NodeHost {
  const { node } = composed;
  return {
    node,
    isWriter: () => true,
    current: () => composed,
    start: async ({ prepare, began }) => {
      await prepare(node, true);
      opened.push(() => node.stop());
      await node.start();
      began(composed);
    },
    settled: async () => undefined,
    stop: () => node.stop(),
  };
}
