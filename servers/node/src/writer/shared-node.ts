/**
 * A node that shares its PostgreSQL store with others of the same wallet: one is the writer, the others stand by and
 * take over when it ends, loses its connection or is stopped for too long. See decisions/node-standby.md.
 *
 * Each term as the writer has a store, a chain lane, peers and a node of its own, so that nothing that is left of an
 * older term can write in a newer one.
 */

import { setTimeout as sleep } from "node:timers/promises";

import { meterStore } from "@bourse/http";
import {
  type ClosingStack,
  createClosingStack,
  type Store,
  systemClock,
  withDeadline,
} from "@bourse/kernel";
import { lockFile } from "@bourse/kernel/files";
import {
  checkCompliance,
  createEventBus,
  openEventBus,
  pinWallet,
  type NodeIdentity,
  type StoredEventBus,
} from "@bourse/node-core";
import { openStore, openWriterElection, withoutPassword } from "@bourse/store";

import { createDevelopmentStarter } from "../chain/open-development-chain.ts";
import { composeNode, storeCollections, type ComposedNode } from "../compose-node.ts";
import { NodeServerError } from "../errors.ts";
import type { Layout } from "../layout.ts";
import { eventFault, type HostSources, type NodeHost, type TermHooks } from "../node-host.ts";
import { openPinnedIdentity, openStandbyIdentity } from "../pinned-identity.ts";
import { STORE_SCHEMA } from "../store-url.ts";
import { followNode } from "./follow-node.ts";
import { standbyError } from "./standby-gate.ts";

type WriterElection = Awaited<ReturnType<typeof openWriterElection>>;
type WriterTerm = Awaited<ReturnType<WriterElection["take"]>>;

/** Time that the parts of a term have to stop; what is left of them is fenced off. */
const STOP_MILLISECONDS = 5000;
/** Pause after a term that could not begin. */
const FAILED_MILLISECONDS = 1000;

/**
 * Opens the store for reading and the election of the writer.
 *
 * @throws StoreError STORE_LOCKED when another process uses the same folder, STORE_CORRUPT, STORE_IO
 */
export async function openSharedNode(
  sources: HostSources,
  layout: Layout,
  url: string,
): Promise<NodeHost> {
  const { logger, opened } = sources;
  const lock = await lockFile(layout.lock);
  opened.push(async () => lock.release());
  const reader = await openNodeStore(url, null);
  opened.push(() => reader.close());
  await checkCompliance(reader);
  const election = await openWriterElection(url, {
    schema: STORE_SCHEMA,
    onFault: (error) => logger.debug({ err: error }, "the writer's lock could not be asked for"),
  });
  opened.push(() => election.close());
  return new SharedNode(sources, layout, url, reader, election);
}

function openNodeStore(url: string, writerTerm: number | null): Promise<Store> {
  return openStore(url, { collections: storeCollections, schema: STORE_SCHEMA, writerTerm });
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
  readonly layout: Layout;
  readonly storeLocation: string;
  readonly #sources: HostSources;
  readonly #url: string;
  readonly #reader: Store;
  readonly #election: WriterElection;
  readonly #startDevelopment: ReturnType<typeof createDevelopmentStarter>;
  readonly #stopping = new AbortController();
  #identity: NodeIdentity | undefined;
  /** The node over the store as it stands; undefined beside a development chain, which is the writer's own. */
  #standby: ComposedNode | undefined;
  #writing: OpenTerm | undefined;
  #hooks: TermHooks | undefined;
  #running: Promise<void> | undefined;

  constructor(
    sources: HostSources,
    layout: Layout,
    url: string,
    reader: Store,
    election: WriterElection,
  ) {
    this.#sources = sources;
    this.layout = layout;
    this.#url = url;
    this.#reader = reader;
    this.#election = election;
    this.storeLocation = withoutPassword(url);
    const { config, logger, opened } = sources;
    this.#startDevelopment = createDevelopmentStarter(config, layout, logger, opened);
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
    const { config, logger, opened } = this.#sources;
    this.#hooks = hooks;
    opened.push(() => this.stop());
    const term = await this.#election.tryTake();
    if (term === undefined) {
      if (config.BLOCKCHAIN_URL.length === 0) throw noChain();
      const warn = (message: string): void => logger.warn({}, message);
      this.#identity = await openStandbyIdentity(config, this.layout, this.#reader, warn);
      await this.#standBy();
      logger.warn({ store: this.storeLocation }, "standing by: another process is the writer");
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
    const { logger } = this.#sources;
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
    const { logger } = this.#sources;
    const term = await this.#election.take(signal).catch(() => undefined);
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
    const { config, logger, metrics } = this.#sources;
    const opened = createClosingStack();
    try {
      const bare = await openNodeStore(this.#url, term.term);
      opened.push(() => bare.close());
      const store = meterStore(bare, metrics);
      const warn = (message: string): void => logger.warn({}, message);
      this.#identity ??= await openPinnedIdentity(config, this.layout, store, warn);
      const identity = this.#identity;
      await pinWallet(store, identity.address);
      const events = await openEventBus({ store, place: term.place, onError: eventFault(logger) });
      opened.push(() => events.close());
      const composed = await composeNode(
        {
          ...this.#sources,
          identity,
          store,
          events,
          home: term.place,
          startDevelopment: this.#startDevelopment,
          confirm: () => term.confirm(),
        },
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
    if (this.#sources.config.BLOCKCHAIN_URL.length > 0 && !this.#stopping.signal.aborted) {
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
    this.#standby = await composeNode(
      {
        ...this.#sources,
        identity,
        store: this.#reader,
        events: createEventBus(),
        home: "standby",
        startDevelopment: this.#startDevelopment,
      },
      this.#sources.opened,
    );
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

function noChain(): NodeServerError {
  return new NodeServerError(
    "SETTINGS_CONFLICT",
    "Another node is the writer of this store, and a development chain of its own can't be shared: set BLOCKCHAIN_URL " +
      "and COMPLIANCE_CONTRACT for a standby, or give this node a store of its own.",
  );
}
