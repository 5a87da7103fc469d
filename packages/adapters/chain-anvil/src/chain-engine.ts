/**
 * The chain's one writer: takes signed transactions, writes them down, mines them, answers.
 *
 * What arrives together shares one flush and one block. When anvil ends or a write fails, the chain is brought back
 * from its journal before the next request is served, so that nothing that is not written down is ever seen.
 */
import type { Clock } from "@bourse/kernel";

import type { RpcCall, RpcReply } from "./anvil-process.ts";
import { readCheckpoint, removeCheckpoint, writeCheckpoint } from "./checkpoint.ts";
import { DevelopmentChainError } from "./errors.ts";
import { Journal, type JournalEntry } from "./journal.ts";
import {
  accept,
  checkpointPath,
  journalPath,
  mineBlock,
  restoreChain,
  type ChainFolder,
  type RunningChain,
} from "./restore-chain.ts";

export interface ChainEngineOptions extends ChainFolder {
  readonly checkpointEveryBlocks: number;
  readonly clock: Clock;
}

interface Submission {
  readonly raw: string;
  readonly resolve: (hash: string) => void;
  readonly reject: (error: unknown) => void;
}

/** As many transactions in one block; more wait for the next. */
const BATCH = 500;

export class ChainEngine {
  readonly #options: ChainEngineOptions;
  /** Touched under the lock only, but for looking whether it is there. */
  #running: RunningChain | undefined;
  #lock: Promise<unknown> = Promise.resolve();
  #queue: Submission[] = [];
  #pumping = false;
  #paused = false;
  #stopped = false;
  #blocksSinceCheckpoint = 0;
  readonly #listeners = new Set<() => void>();

  constructor(options: ChainEngineOptions) {
    this.#options = options;
  }

  /** Calls back after every new block. Returns the way to stop it. */
  onBlock(listener: () => void): () => void {
    const entry = (): void => listener();
    this.#listeners.add(entry);
    return () => void this.#listeners.delete(entry);
  }

  async start(): Promise<void> {
    await this.#exclusive(async () => {});
  }

  /** Replies in the order of the calls. @throws DevelopmentChainError CHAIN_UNAVAILABLE */
  async read(calls: readonly RpcCall[]): Promise<readonly RpcReply[]> {
    const chain = await this.#live();
    try {
      return await chain.anvil.batch(calls);
    } catch (error) {
      // Anvil went while we asked: once more, of the one that is brought back.
      if (this.#running === chain && !chain.ended) throw error;
      return (await this.#live()).anvil.batch(calls);
    }
  }

  /** The hash, once the transaction is durable and, unless mining is paused, mined. @throws DevelopmentChainError CHAIN_REJECTED, CHAIN_UNAVAILABLE */
  submit(raw: string): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ raw, resolve, reject });
      void this.#pump();
    });
  }

  async mine(blocks: number): Promise<void> {
    for (let block = 0; block < blocks; block++) {
      await this.#exclusive((chain) => this.#seal(chain, []));
    }
  }

  pause(): void {
    this.#paused = true;
  }

  async resume(): Promise<void> {
    this.#paused = false;
    await this.#exclusive((chain) => this.#seal(chain, []));
  }

  /** Takes the newest blocks back, transactions and all, and mines one empty block more than that. */
  async reorg(depth: number): Promise<void> {
    await this.#exclusive(async (chain) => {
      const { head } = chain;
      await this.#close();
      await cutBlocks(this.#options, head.number - depth);
      const restored = await this.#open();
      // A later second than the blocks that went, so that no hash comes again.
      for (let block = 0; block <= depth; block++) {
        await this.#seal(restored, [], head.timestamp + 1);
      }
    });
  }

  async stop(): Promise<void> {
    if (this.#stopped) return;
    try {
      await this.#exclusive((chain) => this.#checkpoint(chain));
    } finally {
      this.#stopped = true;
      this.#lock = this.#lock.then(() => this.#close());
      await this.#lock;
    }
  }

  async #live(): Promise<RunningChain> {
    const chain = this.#running;
    if (chain !== undefined && !chain.ended) return chain;
    let opened: RunningChain | undefined;
    await this.#exclusive(async (running) => {
      opened = running;
    });
    return opened!;
  }

  /** Under the lock only: the journal has one writer at any time. */
  async #open(): Promise<RunningChain> {
    if (this.#stopped) throw unavailable("The development chain was stopped.");
    if (this.#running?.ended === true) await this.#close();
    this.#running ??= await restoreChain(this.#options);
    return this.#running;
  }

  async #close(): Promise<void> {
    const chain = this.#running;
    this.#running = undefined;
    await chain?.anvil.stop();
    await chain?.journal.close();
  }

  /** One after the other; after a failure the chain is brought back from its journal. */
  #exclusive(work: (chain: RunningChain) => Promise<void>): Promise<void> {
    const result = this.#lock.then(async () => {
      const chain = await this.#open();
      try {
        await work(chain);
      } catch (error) {
        await this.#close().catch(() => undefined);
        throw error;
      }
    });
    this.#lock = result.catch(() => undefined);
    return result;
  }

  async #pump(): Promise<void> {
    if (this.#pumping) return;
    this.#pumping = true;
    while (this.#queue.length > 0) {
      // What arrives in this very turn belongs into the same block.
      await new Promise(setImmediate);
      const batch = this.#queue.splice(0, BATCH);
      await this.#exclusive((chain) => this.#takeIn(chain, batch)).catch((error: unknown) => {
        for (const { reject } of batch) reject(error);
      });
    }
    this.#pumping = false;
  }

  async #takeIn(chain: RunningChain, batch: readonly Submission[]): Promise<void> {
    const taken: { readonly submission: Submission; readonly hash: string }[] = [];
    // One by one: anvil takes the parts of a batch in any order, and the order is part of the block's hash.
    for (const submission of batch) {
      try {
        taken.push({ submission, hash: await accept(chain, submission.raw) });
      } catch (error) {
        if ((error as DevelopmentChainError).code !== "CHAIN_REJECTED") throw error;
        submission.reject(error);
      }
    }
    if (taken.length === 0) return;
    const entries = taken.map(({ submission: { raw } }): JournalEntry => ({
      kind: "transaction",
      raw,
    }));
    if (this.#paused) await chain.journal.append(entries);
    else await this.#seal(chain, entries);
    for (const { submission, hash } of taken) submission.resolve(hash);
  }

  /** Writes down `entries` and a block, then mines it; and once more while transactions wait that could be mined. */
  async #seal(
    chain: RunningChain,
    entries: readonly JournalEntry[],
    earliest: number = chain.head.timestamp,
  ): Promise<void> {
    const { head } = chain;
    const timestamp = Math.max(earliest, Math.floor(this.#options.clock.now() / 1000));
    await chain.journal.append([
      ...entries,
      { kind: "block", number: head.number + 1, timestamp, parentHash: head.hash },
    ]);
    await mineBlock(chain, timestamp);
    for (const listener of this.#listeners) listener();
    if (++this.#blocksSinceCheckpoint >= this.#options.checkpointEveryBlocks) {
      await this.#checkpoint(chain);
    }
    if (chain.waiting.length === 0 || this.#paused) return;
    const { pending } = (await chain.anvil.request("txpool_status", [])) as { pending: string };
    if (Number(pending) > 0) await this.#seal(chain, [], timestamp);
  }

  async #checkpoint({ anvil, journal, head, waiting }: RunningChain): Promise<void> {
    this.#blocksSinceCheckpoint = 0;
    await writeCheckpoint(checkpointPath(this.#options), {
      header: journal.header,
      journalSize: journal.size,
      ...head,
      waiting: waiting.map(({ raw }) => raw),
      state: (await anvil.request("anvil_dumpState", [])) as string,
    });
  }
}

/** Cuts the journal, whose chain must be closed, behind block `number`. */
async function cutBlocks(folder: ChainFolder, number: number): Promise<void> {
  const checkpoint = await readCheckpoint(checkpointPath(folder));
  if (checkpoint !== undefined && checkpoint.number > number) {
    await removeCheckpoint(checkpointPath(folder));
  }
  const { journal, entries } = await Journal.open(journalPath(folder), "");
  const last = entries.find(({ entry }) => entry.kind === "block" && entry.number === number);
  const afterHeader = Buffer.byteLength(`${"0".repeat(16)} ${journal.header}\n`);
  await journal.truncate(last?.end ?? afterHeader);
  await journal.close();
}

function unavailable(message: string): DevelopmentChainError {
  return new DevelopmentChainError("CHAIN_UNAVAILABLE", message);
}
