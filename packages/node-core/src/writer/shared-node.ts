/**
 * A node that shares its PostgreSQL store with others of the same wallet: one is the writer, the others stand by and
 * take over when it ends, loses its connection or is stopped for too long. See docs/decisions/node-standby.md.
 *
 * Each term as the writer has a store, a chain lane, peers and a node of its own, so that nothing that is left of an
 * older term can write in a newer one.
 */

import { setTimeout as sleep } from "node:timers/promises";

import {
  createClosingStack,
  systemClock,
  withDeadline,
  type ClosingStack,
  type Logger,
  type Store,
  type WriterElection,
  type WriterTerm,
} from "@bourse/kernel";

import {
  createEventBus,
  openEventBus,
  type EventBus,
  type StoredEventBus,
} from "../events/event-bus.ts";
import { logEventFault } from "../events/log-events.ts";
import type { NodeIdentity } from "../identity/port.ts";
import { pinWallet } from "../identity/wallet-pin.ts";
import { followNode } from "./follow-node.ts";
import type { ComposedNode, NodeHost, TermHooks } from "./node-host.ts";
import type { Confirm } from "./send-fence.ts";
import { standbyError } from "./standby-error.ts";

/** Time that the parts of a term have to stop; what is left of them is fenced off. */
const STOP_MILLISECONDS = 5000;
/** Pause after a term that could not begin. */
const FAILED_MILLISECONDS = 1000;

/** Sources of the node of one term as the writer, or of the time in which it stands by. */
export interface TermSources {
  /** Identity of the node, the same in every term. */
  readonly identity: NodeIdentity;
  /** Store of the term; one that only reads while the node stands by. */
  readonly store: Store;
  /** Events of the term. */
  readonly events: EventBus;
  /** Name of the place where the store lies; `standby` while the node stands by. */
  readonly home: string;
  /** Asks, before something is sent, whether this process is still the writer. Absent while the node stands by. */
  readonly confirm?: Confirm;
}

/** Options of {@link shareNode}. */
export interface SharedNodeOptions {
  /** Store that only reads, for the time in which this process stands by. */
  readonly reader: Store;
  /** Election of the writer, which ends with `opened`. */
  readonly election: WriterElection;
  /** Opens the store for a term as the writer; it is closed with the term. */
  readonly openStore: (writerTerm: number) => Promise<Store>;
  /** Opens the identity that the store belongs to, and makes it for a new store. */
  readonly openIdentity: (store: Store) => Promise<NodeIdentity>;
  /** Opens the identity for a node that stands by, which never makes one; throws where this node cannot stand by. */
  readonly openStandbyIdentity: (store: Store) => Promise<NodeIdentity>;
  /** Composes a node, which is not started; what has to be closed is pushed on `opened`. */
  readonly compose: (sources: TermSources, opened: ClosingStack) => Promise<ComposedNode>;
  /** False where the chain is the writer's own, so that nothing can be read while the node stands by. */
  readonly isChainShared: boolean;
  /** Location of the store for the log, without credentials. */
  readonly storeLocation: string;
  /** Log of the terms. */
  readonly logger: Logger;
  /** Closed when the process ends. */
  readonly opened: ClosingStack;
}

/**
 * Makes a host of a node that shares its store with others of the same wallet. Once started it stands by or is the
 * writer, and takes over whenever it can.
 */
export function shareNode(options: SharedNodeOptions): NodeHost {
  return new SharedNode(options);
}

/** Parts that are open in one term as the writer. */
interface OpenTerm {
  readonly term: WriterTerm;
  readonly composed: ComposedNode;
  readonly events: StoredEventBus;
  readonly opened: ClosingStack;
}

class SharedNode implements NodeHost {
  readonly node = followNode(() => this.current().node);
  readonly #options: SharedNodeOptions;
  readonly #stopping = new AbortController();
  #identity: NodeIdentity | undefined;
  /** The node over the store as it stands; undefined where the chain is the writer's own. */
  #standby: ComposedNode | undefined;
  #writing: OpenTerm | undefined;
  #hooks: TermHooks | undefined;
  #running: Promise<void> | undefined;

  constructor(options: SharedNodeOptions) {
    this.#options = options;
  }

  isWriter(): boolean {
    return this.#writing !== undefined && !this.#writing.term.over.aborted;
  }

  current(): ComposedNode {
    const composed = this.#writing?.composed ?? this.#standby;
    if (composed === undefined) throw standbyError();
    return composed;
  }

  async start(hooks: TermHooks): Promise<void> {
    const { election, reader, openStandbyIdentity, logger, opened } = this.#options;
    this.#hooks = hooks;
    opened.push(() => this.stop());
    const term = await election.tryTake();
    if (term === undefined) {
      this.#identity = await openStandbyIdentity(reader);
      await this.#standBy();
      const { storeLocation: store } = this.#options;
      logger.warn({ store }, "standing by: another process is the writer");
    } else {
      await this.#begin(term, true);
    }
    this.#running = this.#run();
  }

  async settled(): Promise<void> {
    await this.#writing?.events.settled();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
    await this.#end(this.#writing);
  }

  /** Takes over whenever it can, until the node is stopped. Never rejects. */
  async #run(): Promise<void> {
    const { logger } = this.#options;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const writing = this.#writing ?? (await this.#takeOver(signal));
      if (writing === undefined) continue;
      const { over } = writing.term;
      await aborted(AbortSignal.any([over, signal]));
      if (!over.aborted) return;
      logger.error({ err: over.reason as unknown }, "this process is the writer no longer");
      await this.#stepDown();
    }
  }

  /** Undefined when the node is stopped meanwhile, or the term could not begin. */
  async #takeOver(signal: AbortSignal): Promise<OpenTerm | undefined> {
    const { election, logger } = this.#options;
    const term = await election.take(signal).catch(() => undefined);
    if (term === undefined) return undefined;
    try {
      const writing = await this.#begin(term, false);
      logger.warn({ term: term.term }, "this process has taken over as the writer");
      return writing;
    } catch (error) {
      logger.error({ err: error }, "this process could not take over as the writer");
      await sleep(FAILED_MILLISECONDS, undefined, { signal }).catch(() => undefined);
      return undefined;
    }
  }

  async #begin(term: WriterTerm, isFirst: boolean): Promise<OpenTerm> {
    const { openStore, openIdentity, compose, logger } = this.#options;
    const opened = createClosingStack();
    try {
      const store = await openStore(term.term);
      opened.push(() => store.close());
      this.#identity ??= await openIdentity(store);
      const identity = this.#identity;
      await pinWallet(store, identity.address);
      const onError = logEventFault(logger);
      const events = await openEventBus({ store, place: term.place, onError });
      opened.push(() => events.close());
      const confirm: Confirm = () => term.confirm();
      const composed = await compose(
        { identity, store, events, home: term.place, confirm },
        opened,
      );
      await this.#hooks?.prepare(composed.node, isFirst);
      opened.push(() => composed.node.stop());
      await composed.node.start();
      term.over.throwIfAborted();
      this.#writing = { term, composed, events, opened };
      this.#hooks?.began(composed);
      return this.#writing;
    } catch (error) {
      await quietly(opened.close());
      await term.end();
      throw error;
    }
  }

  /** Makes a standby of the writer: nothing that is left of the term can write or send any more. */
  async #stepDown(): Promise<void> {
    const writing = this.#writing;
    this.#writing = undefined;
    await this.#end(writing);
    if (this.#options.isChainShared && !this.#stopping.signal.aborted) {
      await this.#standBy().catch(() => undefined);
    }
  }

  async #end(writing: OpenTerm | undefined): Promise<void> {
    if (writing === undefined) return;
    const { term, events, opened } = writing;
    await quietly(this.#hooks?.ended());
    // Without a store that takes them there is nothing to wait for.
    if (term.over.aborted) void events.close();
    await within(opened.close());
    await term.end();
    this.#writing = undefined;
  }

  async #standBy(): Promise<void> {
    const identity = this.#identity;
    if (identity === undefined || this.#standby !== undefined) return;
    const { compose, reader: store, opened } = this.#options;
    const events = createEventBus();
    this.#standby = await compose({ identity, store, events, home: "standby" }, opened);
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

/** Waits for the end of work for as long as a term has to stop. Never rejects. */
async function within(work: Promise<unknown>): Promise<void> {
  await withDeadline(
    { clock: systemClock, milliseconds: STOP_MILLISECONDS, onTimeout: () => undefined },
    () => quietly(work),
  );
}

/** The parts of a term that has ended may fail in any way while they stop. */
async function quietly(work: Promise<unknown> | undefined): Promise<void> {
  try {
    await work;
  } catch {
    // Whatever it was, the fence keeps it from the store.
  }
}
