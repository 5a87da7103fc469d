/**
 * The single writer of the chain: it accepts signed transactions, journals and mines them, and answers.
 *
 * Transactions that arrive together share one flush and one block. When anvil ends or a write fails, the chain is
 * restored from its journal before the next request, so that no request ever sees a state that is not journalled.
 */
import type { Clock } from "@bourse/kernel";

import type { RpcCall, RpcReply } from "./anvil-process.ts";
import { writeCheckpoint } from "./checkpoint.ts";
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

/** A block is mined between the two steps of a read this often in a row at most; a state that is gone stays refused. */
const OVERTAKEN_REPEATS = 5;

/** Maximum transactions per block. */
const MAX_BATCH = 500;

export class ChainEngine {
  readonly #options: ChainEngineOptions;
  /** Changed under the lock only. */
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

  /** Calls `listener` after every new block; returns the function that removes it. */
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
    const replies = [...(await this.#ask(calls))];
    for (let time = 0; time < OVERTAKEN_REPEATS; time++) {
      const overtaken = [...replies.keys()].filter((place) => wasOvertaken(replies[place]));
      if (overtaken.length === 0) break;
      const again = await this.#ask(overtaken.map((place) => calls[place]!));
      for (const [index, place] of overtaken.entries()) replies[place] = again[index]!;
    }
    return replies;
  }

  async #ask(calls: readonly RpcCall[]): Promise<readonly RpcReply[]> {
    const chain = await this.#live();
    try {
      return await chain.anvil.batch(calls);
    } catch (error) {
      // Anvil ended during the request: repeat it on the restored one.
      if (this.#running === chain && !chain.ended) throw error;
      return (await this.#live()).anvil.batch(calls);
    }
  }

  /**
   * Resolves to the hash when the transaction is journalled and, unless mining is paused, mined.
   *
   * @throws DevelopmentChainError CHAIN_REJECTED, CHAIN_UNAVAILABLE
   */
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

  /** Removes the newest `depth` blocks with their transactions and mines `depth` + 1 empty ones. */
  async reorg(depth: number): Promise<void> {
    await this.#exclusive(async (chain) => {
      const { head } = chain;
      await this.#close();
      await cutBlocks(this.#options, head.number - depth);
      const restored = await this.#open();
      // A later second than that of the removed blocks, so that no hash repeats.
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

  /** Call under the lock only: the journal has one writer. */
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

  /** Runs one task at a time; after a failure the chain is closed, and restored by the next task. */
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
      // Transactions of the same turn go into the same block.
      await new Promise(setImmediate);
      const batch = this.#queue.splice(0, MAX_BATCH);
      await this.#exclusive((chain) => this.#takeIn(chain, batch)).catch((error: unknown) => {
        for (const { reject } of batch) reject(error);
      });
    }
    this.#pumping = false;
  }

  async #takeIn(chain: RunningChain, batch: readonly Submission[]): Promise<void> {
    const taken: { readonly submission: Submission; readonly hash: string }[] = [];
    // One by one: anvil handles the calls of a batch in any order, and the order is part of the block hash.
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

  /** Journals `entries` and a block, then mines it; repeats while executable transactions are left. */
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

  /** Writes anvil's state, then starts a new journal with the transactions that are in no block yet. */
  async #checkpoint({ anvil, journal, waiting }: RunningChain): Promise<void> {
    this.#blocksSinceCheckpoint = 0;
    const state = (await anvil.request("anvil_dumpState", [])) as string;
    await writeCheckpoint(checkpointPath(this.#options), { header: journal.header, state });
    await journal.replace(waiting.map(({ raw }) => ({ kind: "transaction", raw })));
  }
}

/**
 * Removes every journal entry behind block `number`; the chain must be closed.
 *
 * @throws DevelopmentChainError CHAIN_REJECTED
 */
async function cutBlocks(folder: ChainFolder, number: number): Promise<void> {
  const { journal, entries } = await Journal.open(journalPath(folder), "");
  try {
    const first = entries.find((entry) => entry.kind === "block");
    if (first !== undefined && number < first.number - 1) {
      throw new DevelopmentChainError(
        "CHAIN_REJECTED",
        `Block ${number + 1} cannot be taken back: only blocks since the last checkpoint (${first.number} and newer) can.`,
        { details: { code: -32000 } },
      );
    }
    const last = entries.findIndex((entry) => entry.kind === "block" && entry.number === number);
    await journal.replace(entries.slice(0, last + 1));
  } finally {
    await journal.close();
  }
}

/** Anvil turns "latest" into a number first, and refuses it when a block has been mined before it reads the state. */
function wasOvertaken(reply: RpcReply | undefined): boolean {
  return reply?.error?.message.startsWith("BlockOutOfRange") === true;
}

function unavailable(message: string): DevelopmentChainError {
  return new DevelopmentChainError("CHAIN_UNAVAILABLE", message);
}
