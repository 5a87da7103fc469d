/** Restores a chain from its checkpoint and its journal. */
import { join } from "node:path";

import { ANVIL_VERSION } from "./anvil-binary.ts";
import { startAnvil, type AnvilProcess } from "./anvil-process.ts";
import { readCheckpoint } from "./checkpoint.ts";
import { DevelopmentChainError } from "./errors.ts";
import { Journal, type JournalEntry } from "./journal.ts";

export interface ChainFolder {
  readonly directory: string;
  readonly chainId: number;
  readonly genesisTimestamp: number;
}

/** A running chain: anvil, its journal, and their common state. */
export interface RunningChain {
  readonly anvil: AnvilProcess;
  readonly journal: Journal;
  /** True once anvil has ended. */
  ended: boolean;
  /** The newest block. */
  head: BlockHead;
  /** Accepted transactions that are in no block yet, in the order of their arrival. */
  waiting: WaitingTransaction[];
}

interface BlockHead {
  readonly number: number;
  /** Block time in Unix seconds. */
  readonly timestamp: number;
  readonly hash: string;
}

interface WaitingTransaction {
  readonly raw: string;
  readonly hash: string;
}

export const journalPath = (folder: ChainFolder): string => join(folder.directory, "journal");
export const checkpointPath = (folder: ChainFolder): string => join(folder.directory, "checkpoint");

/**
 * Starts anvil and brings it back to where the folder says it was: the checkpoint's state, then the journal's entries.
 *
 * @throws DevelopmentChainError CHAIN_FOLDER_FOREIGN, CHAIN_REPLAY_FAILED, CHAIN_BINARY_MISSING, CHAIN_UNAVAILABLE
 */
export async function restoreChain(folder: ChainFolder): Promise<RunningChain> {
  const { chainId, genesisTimestamp, directory } = folder;
  const header = `bourse-development-chain 2 anvil ${ANVIL_VERSION} chain ${chainId} genesis ${genesisTimestamp}`;
  const { journal, entries } = await Journal.open(journalPath(folder), header);
  let anvil: AnvilProcess | undefined;
  try {
    const checkpoint = await readCheckpoint(checkpointPath(folder));
    for (const found of [journal.header, checkpoint?.header ?? header]) {
      if (found !== header) throw foreign(directory, header, found);
    }
    anvil = await startAnvil({
      chainId,
      genesisTimestamp,
      cacheDirectory: join(directory, "cache"),
    });
    if (checkpoint !== undefined) await anvil.request("anvil_loadState", [checkpoint.state]);
    const head = await readHead(anvil);
    const chain: RunningChain = { anvil, journal, head, waiting: [], ended: false };
    void anvil.exited.then(() => {
      chain.ended = true;
    });
    await replay(chain, entries);
    return chain;
  } catch (error) {
    await anvil?.stop();
    await journal.close();
    throw error;
  }
}

async function replay(chain: RunningChain, entries: readonly JournalEntry[]): Promise<void> {
  // A crash between a checkpoint and the new journal leaves entries that the checkpoint has already.
  const { number } = chain.head;
  const known = entries.findLastIndex((entry) => entry.kind === "block" && entry.number <= number);
  for (const [place, entry] of entries.entries()) {
    if (entry.kind === "transaction") {
      const accepted = accept(chain, entry.raw);
      // One that is in a block of the checkpoint is refused; one that was still waiting is not.
      await (place < known ? accepted.catch(() => undefined) : accepted);
      continue;
    }
    if (place <= known) continue;
    if (chain.head.hash !== entry.parentHash || chain.head.number + 1 !== entry.number) {
      throw replayFailed(chain.head, entry.parentHash);
    }
    await mineBlock(chain, entry.timestamp);
  }
}

/** Puts a signed transaction into anvil's pool and returns its hash. @throws DevelopmentChainError CHAIN_REJECTED */
export async function accept(chain: RunningChain, raw: string): Promise<string> {
  const hash = (await chain.anvil.request("eth_sendRawTransaction", [raw])) as string;
  chain.waiting.push({ raw, hash });
  return hash;
}

/** Mines one block of the waiting transactions; its journal line must be on the disk already. */
export async function mineBlock(chain: RunningChain, timestamp: number): Promise<void> {
  const [block] = (await chain.anvil.request("evm_mine_detailed", [timestamp])) as [MinedBlock];
  chain.head = headOf(block);
  if (chain.waiting.length === 0) return;
  const mined = new Set(block.transactions.map(({ hash }) => hash));
  chain.waiting = chain.waiting.filter(({ hash }) => !mined.has(hash));
}

interface Block {
  readonly number: string;
  readonly timestamp: string;
  readonly hash: string;
}

interface MinedBlock extends Block {
  readonly transactions: readonly { readonly hash: string }[];
}

async function readHead(anvil: AnvilProcess): Promise<BlockHead> {
  return headOf((await anvil.request("eth_getBlockByNumber", ["latest", false])) as Block);
}

function headOf({ number, timestamp, hash }: Block): BlockHead {
  return { number: Number(number), timestamp: Number(timestamp), hash };
}

function foreign(directory: string, expected: string, found: string): DevelopmentChainError {
  return new DevelopmentChainError(
    "CHAIN_FOLDER_FOREIGN",
    `"${directory}" holds another chain: expected "${expected}", found "${found}". ` +
      `Use another folder, or move this one away to start with an empty chain.`,
    { details: { expected, found } },
  );
}

function replayFailed(head: BlockHead, expected: string): DevelopmentChainError {
  return new DevelopmentChainError(
    "CHAIN_REPLAY_FAILED",
    `Replay of the journal gave block ${head.number} the hash ${head.hash}, but it had ${expected} before. ` +
      `Move the folder away to start with an empty chain.`,
    { details: { number: head.number, expected, found: head.hash } },
  );
}
