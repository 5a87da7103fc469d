/** A development chain that keeps its blocks over restarts and kills. */
import { join } from "node:path";

import {
  integerOption,
  portOption,
  resolveOptions,
  systemClock,
  textOption,
  type Clock,
} from "@bourse/kernel";
import { lockFile, makeFolder } from "@bourse/kernel/files";

import { resultOf } from "./anvil-process.ts";
import { ChainEngine } from "./chain-engine.ts";
import { DevelopmentChainError } from "./errors.ts";
import { inProcessFetch, openRpcFront } from "./rpc-front.ts";
import { isRead } from "./rpc-methods.ts";

/** Options of {@link startDevelopmentChain}. */
export interface DevelopmentChainOptions {
  /**
   * Folder of the journal and the checkpoint; created with mode 0700 when missing. One process at a time may use it.
   */
  readonly directory: string;
  /** Chain id, bound to the folder. At least 1, default 31337. */
  readonly chainId?: number;
  /** TCP port of the JSON-RPC endpoint on 127.0.0.1; 0 takes a free one. 0–65,535, default 0. */
  readonly port?: number;
  /** Timestamp of block 0 in Unix seconds, bound to the folder. At least 1, default 1,700,000,000. */
  readonly genesisTimestamp?: number;
  /**
   * Number of blocks between two checkpoints; a restart replays only the blocks since the last one. At least 1, default
   * 1000.
   */
  readonly checkpointEveryBlocks?: number;
  /** Clock for block timestamps, which never go back. Default: the system clock. */
  readonly clock?: Clock;
}

/** Running development chain. */
export interface DevelopmentChain {
  /**
   * URL of the JSON-RPC endpoint for any client: it serves reads and `eth_sendRawTransaction`, no administrative
   * method.
   */
  readonly url: string;
  /** Chain id. */
  readonly chainId: number;
  /** Answers as `url` does without HTTP, for clients in this process that take a `fetch` function. */
  fetch(url: string, init: RequestInit): Promise<Response>;
  /** Calls `listener` after every new block, when the block can be read; returns the function that removes it. */
  onBlock(listener: () => void): () => void;
  /** Sends one JSON-RPC call, as a client would. @throws DevelopmentChainError CHAIN_REJECTED, CHAIN_UNAVAILABLE */
  request(method: string, params: readonly unknown[]): Promise<unknown>;
  /** Raises the balance of `address` to at least `wei` by a transaction of the chain's own account. */
  fund(address: string, wei: bigint): Promise<void>;
  /** Mines blocks, also empty ones. Default 1. */
  mine(blocks?: number): Promise<void>;
  /** Stops mining: transactions are accepted and journalled, but no block is mined until `resume`. */
  pause(): void;
  /** Resumes mining and mines the waiting transactions. */
  resume(): Promise<void>;
  /**
   * Removes the newest `depth` blocks with their transactions and mines `depth` + 1 empty ones.
   *
   * @throws DevelopmentChainError CHAIN_REJECTED for blocks before the last checkpoint
   */
  reorg(depth: number): Promise<void>;
  /** Writes a checkpoint, stops anvil and waits for its exit. Idempotent. */
  stop(): Promise<void>;
}

/**
 * Starts anvil behind a journal. A transaction is acknowledged when it is on the disk and in a block, and the chain has
 * the same blocks with the same hashes after any restart or kill. It deploys no contract and funds no account by
 * itself.
 *
 * @throws DevelopmentChainError CHAIN_BINARY_MISSING, CHAIN_FOLDER_FOREIGN, CHAIN_REPLAY_FAILED
 * @throws StoreError STORE_LOCKED when another process has the folder
 * @throws KernelError OPTION_INVALID
 */
export async function startDevelopmentChain(
  given: DevelopmentChainOptions,
): Promise<DevelopmentChain> {
  const options = resolveOptions<Required<DevelopmentChainOptions>>(
    "startDevelopmentChain",
    given,
    {
      directory: textOption({ maxLength: 4096 }),
      chainId: integerOption({ min: 1, default: 31337 }),
      port: integerOption({ min: 0, max: 65535, default: 0 }),
      genesisTimestamp: integerOption({ min: 1, default: 1_700_000_000 }),
      checkpointEveryBlocks: integerOption({ min: 1, default: 1000 }),
      clock: portOption<Clock>(["now"], { default: systemClock }),
    },
  );
  await makeFolder(options.directory);
  const lock = await lockFile(join(options.directory, "lock"));
  const engine = new ChainEngine(options);
  try {
    await engine.start();
    const front = await openRpcFront(engine, options.port);
    const command: Request = async (method, params) =>
      method === "eth_sendRawTransaction"
        ? engine.submit(String(params[0]))
        : resultOf((await engine.read([{ method, params }]))[0]);
    let stopping: Promise<void> | undefined;
    return {
      url: front.url,
      chainId: options.chainId,
      fetch: inProcessFetch(engine),
      onBlock: (listener) => engine.onBlock(listener),
      request: async (method, params) => {
        if (method !== "eth_sendRawTransaction" && !isRead(method)) throw notOffered(method);
        return command(method, params);
      },
      fund: oneByOne((address: string, wei: bigint) =>
        fund(command, options.chainId, address, wei),
      ),
      mine: (blocks = 1) => engine.mine(blocks),
      pause: () => engine.pause(),
      resume: () => engine.resume(),
      reorg: (depth) => engine.reorg(depth),
      stop: () => {
        stopping ??= front
          .close()
          .then(() => engine.stop())
          .finally(() => lock.release());
        return stopping;
      },
    };
  } catch (error) {
    await engine.stop().catch(() => undefined);
    lock.release();
    throw error;
  }
}

type Request = (method: string, params: readonly unknown[]) => Promise<unknown>;

function notOffered(method: string): DevelopmentChainError {
  return new DevelopmentChainError(
    "CHAIN_REJECTED",
    `${method} is not offered by this chain: only reads and eth_sendRawTransaction are.`,
    {
      details: { code: -32601 },
    },
  );
}

async function fund(
  request: Request,
  chainId: number,
  address: string,
  wei: bigint,
): Promise<void> {
  const balance = BigInt((await request("eth_getBalance", [address, "latest"])) as string);
  if (balance >= wei) return;
  const [from] = (await request("eth_accounts", [])) as [string];
  const nonce = await request("eth_getTransactionCount", [from, "pending"]);
  const { baseFeePerGas } = (await request("eth_getBlockByNumber", ["latest", false])) as {
    readonly baseFeePerGas: string;
  };
  const raw = await request("eth_signTransaction", [
    {
      from,
      to: address,
      value: hex(wei - balance),
      nonce,
      chainId: hex(BigInt(chainId)),
      gas: hex(100_000n),
      maxFeePerGas: hex(2n * BigInt(baseFeePerGas) + 1n),
      maxPriorityFeePerGas: "0x1",
    },
  ]);
  await request("eth_sendRawTransaction", [raw]);
}

function hex(value: bigint): string {
  return `0x${value.toString(16)}`;
}

/** Runs the calls one after the other, because each one reads and uses the account's nonce. */
function oneByOne<Args extends readonly unknown[]>(
  work: (...args: Args) => Promise<void>,
): (...args: Args) => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return (...args) => {
    const mine = last.then(() => work(...args));
    last = mine.catch(() => undefined);
    return mine;
  };
}
