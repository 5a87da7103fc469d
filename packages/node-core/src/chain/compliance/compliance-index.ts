/**
 * The compliance contract's events in the store: read once, in the order of the chain, and removed again after a
 * reorganisation. Queries read the stored rows, never logs.
 */
import {
  functionOption,
  hasCode,
  integerOption,
  pauseInBackground,
  portOption,
  resolveOptions,
  systemClock,
  textOption,
  type Clock,
  type FindQuery,
  type Store,
  type Transaction,
} from "@bourse/kernel";

import type { Address, DataHash } from "../../address.ts";
import type { ChainRpc } from "../port.ts";
import { auditCompliance, type ComplianceAudit } from "./audit-compliance.ts";
import {
  complianceCursors,
  complianceRows,
  FIRST_LINK,
  positionOf,
  recordOf,
  rowOf,
} from "./compliance-rows.ts";
import { readEntries, readHistory } from "./history.ts";
import { LogWindow } from "./log-window.ts";
import type {
  ComplianceFilter,
  ComplianceIndex,
  CompliancePage,
  ComplianceQuery,
  ComplianceRecord,
  LinkedRecord,
  ShareFact,
} from "./port.ts";
import { REGISTRY } from "./proof-intent.ts";
import { readBlockHash, readLogs, type BlockId, type LogRange } from "./read-logs.ts";

/** Options of {@link createComplianceIndex}. */
export interface ComplianceIndexOptions {
  /** JSON-RPC access to the chain. */
  readonly rpc: ChainRpc;
  /** Chain id. */
  readonly chainId: number;
  /** Address of the compliance contract. */
  readonly contract: Address;
  /** Store of the index, opened with `chainCollections`. */
  readonly store: Store;
  /** Block of the contract's deployment or any earlier one. Default 0. */
  readonly fromBlock?: number;
  /** Number of blocks until a record counts, its own included. 1–1000, default 12. */
  readonly confirmations?: number;
  /**
   * Maximum number of blocks whose logs are asked for at once. 1–100,000, default 2000. An endpoint that refuses so
   * many is asked for fewer, and what it gives is remembered.
   */
  readonly logRange?: number;
  /** Interval between two reads. 5–60,000 ms, default 1000. */
  readonly pollMilliseconds?: number;
  /**
   * Calls `listener` after every new block until the returned function is called. A chain that can do so is read at
   * each block, and `pollMilliseconds` may be long. Default: no notification.
   */
  readonly onBlock?: (listener: () => void) => () => void;
  /** Clock for timers. Default: the system clock. */
  readonly clock?: Clock;
  /** Callback for errors that are retried, for logs. Default: no-op. */
  readonly onTrouble?: (error: unknown) => void;
}

/** Creates the index of the compliance contract's events. @throws KernelError OPTION_INVALID */
export function createComplianceIndex(given: ComplianceIndexOptions): ComplianceIndex {
  return new StoredIndex(
    resolveOptions<Required<ComplianceIndexOptions>>("createComplianceIndex", given, {
      rpc: portOption<ChainRpc>(["request", "batch"]),
      chainId: integerOption({ min: 1 }),
      contract: textOption({ minLength: 42, maxLength: 42 }) as never,
      store: portOption<Store>(["transaction", "find"]),
      fromBlock: integerOption({ min: 0, default: 0 }),
      confirmations: integerOption({ min: 1, max: 1000, default: 12 }),
      pollMilliseconds: integerOption({ min: 5, max: 60_000, default: 1_000 }),
      logRange: integerOption({ min: 1, max: 100_000, default: 2_000 }),
      onBlock: functionOption<NonNullable<ComplianceIndexOptions["onBlock"]>>({
        default: () => () => undefined,
      }),
      clock: portOption<Clock>(["sleep"], { default: systemClock }),
      onTrouble: functionOption<(error: unknown) => void>({ default: () => undefined }),
    }),
  );
}

/** Number of remembered blocks; a reorganisation below the oldest makes the index read everything again. */
const BLOCKS_REMEMBERED = 64;

/** Shortest time between two reads that waiting shares ask for. */
const SOON_MILLISECONDS = 100;

class StoredIndex implements ComplianceIndex {
  readonly #options: Required<ComplianceIndexOptions>;
  readonly #source: string;
  readonly #window: LogWindow;
  readonly #listeners = new Set<(record: ComplianceRecord) => void>();
  readonly #rewindListeners = new Set<(lastBlock: number) => void>();
  #stop: AbortController | undefined;
  #loop: Promise<void> = Promise.resolve();
  #leave: (() => void) | undefined;
  #reading: Promise<void> | undefined;
  #soon: Promise<void> | undefined;
  #isExpecting = false;

  constructor(options: Required<ComplianceIndexOptions>) {
    this.#options = options;
    this.#window = new LogWindow(options.logRange);
    this.#source = `${options.chainId}:${options.contract}`;
  }

  async start(): Promise<void> {
    if (this.#stop !== undefined) return;
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    this.#leave = this.#options.onBlock(() => void this.#look(signal));
    this.#loop = this.#poll(signal);
  }

  async stop(): Promise<void> {
    this.#leave?.();
    this.#stop?.abort();
    await this.#loop;
    await this.#soon;
    await this.#reading?.catch(() => undefined);
    this.#stop = undefined;
  }

  /** A call during a read waits for the next read. */
  async refresh(): Promise<void> {
    await this.#reading?.catch(() => undefined);
    const signal = this.#stop?.signal ?? new AbortController().signal;
    this.#reading ??= this.#readOn(signal).finally(() => {
      this.#reading = undefined;
    });
    await this.#reading;
  }

  refreshSoon(): void {
    if (this.#stop === undefined || this.#options.confirmations > 1) return;
    const { signal } = this.#stop;
    this.#isExpecting = true;
    this.#soon ??= this.#lookSoon(signal);
  }

  history(query: ComplianceQuery = {}): Promise<CompliancePage> {
    return readHistory(this.#options.store, this.#source, query);
  }

  entries(filter: ComplianceFilter = {}): AsyncGenerator<readonly LinkedRecord[]> {
    return readEntries(this.#options.store, this.#source, filter);
  }

  async recordsOf(
    dataHash: DataHash,
    { limit = 1000 }: { readonly limit?: number } = {},
  ): Promise<readonly ComplianceRecord[]> {
    const { items } = await this.#options.store.find(complianceRows, {
      index: "by_hash",
      equals: [this.#source, dataHash],
      limit,
    });
    return items.map(({ value }) => recordOf(value));
  }

  verify(
    dataHash: DataHash,
    { sender }: { readonly sender?: Address } = {},
  ): Promise<ComplianceRecord | undefined> {
    return this.#oldest(
      sender === undefined
        ? { index: "by_hash", equals: [this.#source, dataHash] }
        : { index: "by_hash_sender", equals: [this.#source, dataHash, sender] },
    );
  }

  shareRecord({
    dataHash,
    sender,
    recipient,
    eventType,
  }: ShareFact): Promise<ComplianceRecord | undefined> {
    return this.#oldest({
      index: "by_share",
      equals: [this.#source, dataHash, sender, recipient, eventType],
    });
  }

  async #oldest(
    query: Pick<FindQuery<"by_hash" | "by_hash_sender" | "by_share">, "index" | "equals">,
  ): Promise<ComplianceRecord | undefined> {
    const { items } = await this.#options.store.find(complianceRows, { ...query, limit: 1 });
    return items[0] && recordOf(items[0].value);
  }

  async isRecorded(sender: Address, dataHash: DataHash): Promise<boolean> {
    const { rpc, contract } = this.#options;
    const data = REGISTRY.encodeFunctionData("isRecorded", [sender, `0x${dataHash}`]);
    const answer = await rpc.request("eth_call", [{ to: contract, data }, "latest"]);
    return /^0x0*1$/.test(String(answer));
  }

  audit(): Promise<ComplianceAudit> {
    return auditCompliance(this.#options.store, this.#source);
  }

  onRecord(listener: (record: ComplianceRecord) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  onRewind(listener: (lastBlock: number) => void): () => void {
    this.#rewindListeners.add(listener);
    return () => void this.#rewindListeners.delete(listener);
  }

  async #poll(signal: AbortSignal): Promise<void> {
    const { clock, pollMilliseconds } = this.#options;
    do await this.#look(signal);
    while (await pauseInBackground(clock, pollMilliseconds, signal));
  }

  async #lookSoon(signal: AbortSignal): Promise<void> {
    while (this.#isExpecting && !signal.aborted) {
      this.#isExpecting = false;
      await this.#look(signal);
      await pauseInBackground(this.#options.clock, SOON_MILLISECONDS, signal);
    }
    this.#soon = undefined;
  }

  async #look(signal: AbortSignal): Promise<void> {
    try {
      await this.refresh();
    } catch (error) {
      if (!signal.aborted) this.#options.onTrouble(error);
    }
  }

  /** Reads every block with enough confirmations. */
  async #readOn(signal: AbortSignal): Promise<void> {
    const { rpc, confirmations, fromBlock } = this.#options;
    const head = Number(await rpc.request("eth_blockNumber", [], { signal }));
    const final = head - confirmations + 1;
    for (;;) {
      signal.throwIfAborted();
      const last = (await this.#blocks()).at(-1);
      const from = last === undefined ? fromBlock : last.number + 1;
      const to = Math.min(final, from + this.#window.size - 1);
      if (to < from) return;
      const range = await this.#readRange({ from, to, parent: last?.hash ?? null }, signal);
      if (range === undefined) {
        // Without a block to go back to, the chain changed during the read: the next poll reads again.
        if (last === undefined || !(await this.#rewind(signal))) return;
        continue;
      }
      await this.#keep(range);
    }
  }

  /** Reads one block alone where the range is refused: the endpoint that gives it finds the range too large. */
  async #readRange(
    range: Parameters<typeof readLogs>[2],
    signal: AbortSignal,
  ): ReturnType<typeof readLogs> {
    const { rpc, contract } = this.#options;
    const { from, to } = range;
    try {
      const found = await readLogs(rpc, contract, range, signal);
      if (found !== undefined) this.#window.answered(to - from + 1);
      return found;
    } catch (error) {
      if (to === from || !hasCode(error, "CHAIN_REJECTED", "CHAIN_UNAVAILABLE")) throw error;
      const found = await readLogs(rpc, contract, { ...range, to: from }, signal);
      this.#window.refused(to - from + 1, error.message);
      return found;
    }
  }

  async #blocks(): Promise<readonly BlockId[]> {
    const found = await this.#options.store.get(complianceCursors, this.#source);
    return found?.value.blocks ?? [];
  }

  async #keep({ records, last }: LogRange): Promise<void> {
    await this.#options.store.transaction(async (tx) => {
      let link = await this.#lastLink(tx);
      for (const { record, blockHash } of records) {
        const row = rowOf(this.#source, record, blockHash, link);
        await tx.insert(complianceRows, row);
        ({ link } = row);
      }
      const known = await tx.get(complianceCursors, this.#source);
      const blocks = [...(known?.value.blocks ?? []), last].slice(-BLOCKS_REMEMBERED);
      await this.#moveCursor(tx, blocks);
    });
    for (const { record } of records) this.#tell(this.#listeners, record);
  }

  async #lastLink(tx: Transaction): Promise<string> {
    const { items } = await tx.find(complianceRows, {
      index: "by_position",
      equals: [this.#source],
      order: "desc",
      limit: 1,
    });
    return items[0]?.value.link ?? FIRST_LINK;
  }

  async #moveCursor(tx: Transaction, blocks: readonly BlockId[]): Promise<void> {
    const known = await tx.get(complianceCursors, this.#source);
    const cursor = { id: this.#source, blocks };
    if (known === undefined) await tx.insert(complianceCursors, cursor);
    else await tx.replace(complianceCursors, cursor, known.version);
  }

  /** Removes the records behind the newest remembered block that the chain still has; false when none was removed. */
  async #rewind(signal: AbortSignal): Promise<boolean> {
    const { rpc, store } = this.#options;
    const blocks = [...(await this.#blocks())];
    const read = blocks.length;
    for (let last = blocks.at(-1); last !== undefined; last = blocks.at(-1)) {
      if ((await readBlockHash(rpc, last.number, signal)) === last.hash) break;
      blocks.pop();
    }
    if (blocks.length === read) return false;
    const kept = blocks.at(-1)?.number ?? -1;
    await store.transaction(async (tx) => {
      for (;;) {
        const { items } = await tx.find(complianceRows, {
          index: "by_position",
          equals: [this.#source],
          range: { gte: positionOf(kept + 1, 0) },
          limit: 1000,
        });
        for (const { value } of items) await tx.delete(complianceRows, value.id);
        if (items.length < 1000) break;
      }
      await this.#moveCursor(tx, blocks);
    });
    this.#tell(this.#rewindListeners, kept);
    return true;
  }

  #tell<News>(listeners: ReadonlySet<(news: News) => void>, news: News): void {
    for (const listener of listeners) {
      try {
        listener(news);
      } catch (error) {
        this.#options.onTrouble(error);
      }
    }
  }
}
