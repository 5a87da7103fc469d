/** A development chain that outlives kills and restarts. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";

import {
  integerOption,
  lockFile,
  portOption,
  resolveOptions,
  systemClock,
  textOption,
  type Clock,
} from "@bourse/kernel";

import { resultOf } from "./anvil-process.ts";
import { ChainEngine } from "./chain-engine.ts";
import { DevelopmentChainError } from "./errors.ts";
import { inProcessFetch, openRpcFront } from "./rpc-front.ts";
import { isRead } from "./rpc-methods.ts";

export interface DevelopmentChainOptions {
  /** Where journal and checkpoint are; made (0700) when missing. One process at a time. */
  readonly directory: string;
  /** Default 31337. */
  readonly chainId?: number;
  /** Of the JSON-RPC address on 127.0.0.1; 0 takes a free one. Default 0. */
  readonly port?: number;
  /** Unix seconds of block 0; part of every block's hash. Default 1700000000. */
  readonly genesisTimestamp?: number;
  /** How often anvil's state is kept, so that a restart need not replay everything. Default 1000. */
  readonly checkpointEveryBlocks?: number;
  readonly clock?: Clock;
}

export interface DevelopmentChain {
  /** JSON-RPC over HTTP for any client: reads and `eth_sendRawTransaction`, no command that changes the chain. */
  readonly url: string;
  readonly chainId: number;
  /** What `url` answers without the way over HTTP, for clients of this process that take a `fetch`. */
  fetch(url: string, init: RequestInit): Promise<Response>;
  /** Calls back after every new block, once it can be read. Returns the way to stop it. */
  onBlock(listener: () => void): () => void;
  /** One JSON-RPC call, as a client would make it. @throws DevelopmentChainError CHAIN_REJECTED, CHAIN_UNAVAILABLE */
  request(method: string, params: readonly unknown[]): Promise<unknown>;
  /** Lets `address` have at least `wei`, by a transaction of the chain's own account. */
  fund(address: string, wei: bigint): Promise<void>;
  /** Mines empty blocks, or of what waits. Default 1. */
  mine(blocks?: number): Promise<void>;
  /** Transactions are accepted and journalled, and no block is made until `resume`. */
  pause(): void;
  resume(): Promise<void>;
  /** Takes the newest `depth` blocks back, transactions and all, and mines `depth` + 1 empty ones. */
  reorg(depth: number): Promise<void>;
  /** Ends anvil and waits for its end. Idempotent. */
  stop(): Promise<void>;
}

/**
 * Starts anvil behind a journal: a transaction is acknowledged when it is on the disk and in a block, and the same
 * blocks with the same hashes stand after any kill or restart. Deploys nothing and funds nobody by itself.
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
  await mkdir(options.directory, { recursive: true, mode: 0o700 });
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
  return new DevelopmentChainError("CHAIN_REJECTED", `${method} is not offered by this chain.`, {
    details: { code: -32601 },
  });
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

/** Calls queue up behind each other: the account's nonce is read and used in one go. */
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
