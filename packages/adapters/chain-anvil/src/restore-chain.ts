/** A chain brought back to where its journal says it was: from the checkpoint where there is one, else from block 0. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";

import { ANVIL_VERSION } from "./anvil-binary.ts";
import { startAnvil, type AnvilProcess } from "./anvil-process.ts";
import { readCheckpoint, type Checkpoint } from "./checkpoint.ts";
import { DevelopmentChainError } from "./errors.ts";
import { Journal, type PlacedEntry } from "./journal.ts";

export interface ChainFolder {
  readonly directory: string;
  readonly chainId: number;
  readonly genesisTimestamp: number;
}

/** A chain that runs: anvil, its journal, and where both stand. */
export interface RunningChain {
  readonly anvil: AnvilProcess;
  readonly journal: Journal;
  /** Anvil has ended; nothing can be asked of it any more. */
  ended: boolean;
  /** The newest block. */
  head: BlockHead;
  /** Accepted and in no block yet, in the order of their coming. */
  waiting: WaitingTransaction[];
}

interface BlockHead {
  readonly number: number;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly hash: string;
}

interface WaitingTransaction {
  readonly raw: string;
  readonly hash: string;
}

export const journalPath = (folder: ChainFolder): string => join(folder.directory, "journal");
export const checkpointPath = (folder: ChainFolder): string => join(folder.directory, "checkpoint");

/** @throws DevelopmentChainError CHAIN_FOLDER_FOREIGN, CHAIN_REPLAY_FAILED, CHAIN_BINARY_MISSING, CHAIN_UNAVAILABLE */
export async function restoreChain(folder: ChainFolder): Promise<RunningChain> {
  await mkdir(folder.directory, { recursive: true, mode: 0o700 });
  const header = `bourse-development-chain 1 anvil ${ANVIL_VERSION} chain ${folder.chainId} genesis ${folder.genesisTimestamp}`;
  const { journal, entries } = await Journal.open(journalPath(folder), header);
  try {
    if (journal.header !== header) throw foreign(folder.directory, header, journal.header);
    const checkpoint = await readCheckpoint(checkpointPath(folder));
    const fits =
      checkpoint?.header === header && entries.some(({ end }) => end === checkpoint.journalSize);
    if (checkpoint !== undefined && fits) {
      const chain = await fromCheckpoint(folder, journal, checkpoint, entries);
      if (chain !== undefined) return chain;
    }
    return await begun(folder, journal, async (chain) => replay(chain, entries));
  } catch (error) {
    await journal.close();
    throw error;
  }
}

/** Undefined when anvil does not come to the checkpoint's block: the journal alone then has to do. */
async function fromCheckpoint(
  folder: ChainFolder,
  journal: Journal,
  checkpoint: Checkpoint,
  entries: readonly PlacedEntry[],
): Promise<RunningChain | undefined> {
  try {
    return await begun(folder, journal, async (chain) => {
      await chain.anvil.request("anvil_loadState", [checkpoint.state]);
      chain.head = await readHead(chain.anvil);
      if (chain.head.hash !== checkpoint.hash) throw replayFailed(chain.head, checkpoint.hash);
      // One that was replaced meanwhile is refused here, as it should be.
      for (const raw of checkpoint.waiting) await accept(chain, raw).catch(() => undefined);
      await replay(
        chain,
        entries.filter(({ end }) => end > checkpoint.journalSize),
      );
    });
  } catch {
    return undefined;
  }
}

async function begun(
  folder: ChainFolder,
  journal: Journal,
  fill: (chain: RunningChain) => Promise<void>,
): Promise<RunningChain> {
  const { chainId, genesisTimestamp, directory } = folder;
  const anvil = await startAnvil({
    chainId,
    genesisTimestamp,
    cacheDirectory: join(directory, "cache"),
  });
  try {
    const head = await readHead(anvil);
    const chain: RunningChain = { anvil, journal, head, waiting: [], ended: false };
    void anvil.exited.then(() => {
      chain.ended = true;
    });
    await fill(chain);
    return chain;
  } catch (error) {
    await anvil.stop();
    throw error;
  }
}

async function replay(chain: RunningChain, entries: readonly PlacedEntry[]): Promise<void> {
  for (const { entry } of entries) {
    if (entry.kind === "transaction") {
      await accept(chain, entry.raw);
      continue;
    }
    if (chain.head.hash !== entry.parentHash || chain.head.number + 1 !== entry.number) {
      throw replayFailed(chain.head, entry.parentHash);
    }
    await mineBlock(chain, entry.timestamp);
  }
}

/** Puts a signed transaction into anvil's pool; its hash. @throws DevelopmentChainError CHAIN_REJECTED */
export async function accept(chain: RunningChain, raw: string): Promise<string> {
  const hash = (await chain.anvil.request("eth_sendRawTransaction", [raw])) as string;
  chain.waiting.push({ raw, hash });
  return hash;
}

/** Mines one block of what waits. Only after the journal says so. */
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
      `Give this chain a folder of its own, or move the old one away to begin anew.`,
    { details: { expected, found } },
  );
}

function replayFailed(head: BlockHead, expected: string): DevelopmentChainError {
  return new DevelopmentChainError(
    "CHAIN_REPLAY_FAILED",
    `The journal leads to block ${head.number} with the hash ${head.hash}, but it was ${expected} before. ` +
      `Move the folder away to begin anew.`,
    { details: { number: head.number, expected, found: head.hash } },
  );
}
