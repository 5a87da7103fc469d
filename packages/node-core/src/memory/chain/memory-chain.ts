/**
 * A chain in memory without an EVM, for tests, mocks and embedding. It answers the JSON-RPC methods that the node uses,
 * checks signatures, nonces and funds, and has two kinds of contract: the compliance registry and ERC-20 tokens.
 *
 * A block with every executable transaction is mined as soon as one arrives. No gas is charged.
 */

import { functionOption, integerOption, resolveOptions } from "@bourse/kernel";
import { Transaction } from "ethers";

import { toAddress, type Address, type Hex } from "../../address.ts";
import { REGISTRY_CODE } from "../../chain/compliance/contract-check.ts";
import type { ChainRpc, RpcCall, RpcOutcome } from "../../chain/port.ts";
import { NodeError } from "../../errors.ts";
import { GAS, GAS_PRICE, hex, MemoryBlocks, type LogFilter } from "./memory-blocks.ts";
import {
  nativeKey,
  type MemoryCall,
  type MemoryContract,
  type MemoryLog,
} from "./memory-contract.ts";
import { createMemoryRegistry } from "./memory-registry.ts";
import { MemoryState, Reverted } from "./memory-state.ts";
import { createMemoryToken, tokenKey } from "./memory-token.ts";

/** Options of {@link createMemoryChain}. */
export interface MemoryChainOptions {
  /** Chain id (EIP-155). Default 31337. */
  readonly chainId?: number;
  /** Returns the current time in epoch milliseconds, for block timestamps. */
  readonly now: () => number;
}

/** Chain in memory with controls for tests. */
export interface MemoryChain extends ChainRpc {
  /** Chain id. */
  readonly chainId: number;
  /** Address of the compliance registry. */
  readonly registry: Address;
  /** Address of an ERC-20 with 18 decimals and the symbol DEMO. */
  readonly demoToken: Address;
  /** Adds native or ERC-20 tokens to an account. */
  give(account: Address, amount: bigint, token?: Address): void;
  /** Makes every call fail with CHAIN_UNAVAILABLE until it is called with false. */
  away(isAway: boolean): void;
  /** Mines empty blocks. */
  mine(blocks: number): void;
}

const REGISTRY: Address = toAddress(`0x${"c0".repeat(20)}`, "registry");
const DEMO: Address = toAddress(`0x${"de".repeat(20)}`, "token");

/** Creates a chain in memory, for tests, mocks and embedding. @throws KernelError OPTION_INVALID */
export function createMemoryChain(options: MemoryChainOptions): MemoryChain {
  return new ImaginedChain(
    resolveOptions<Required<MemoryChainOptions>>("createMemoryChain", options, {
      chainId: integerOption({ min: 1, default: 31_337 }),
      now: functionOption(),
    }),
  );
}

class ImaginedChain implements MemoryChain {
  readonly chainId: number;
  readonly registry: Address = REGISTRY;
  readonly demoToken: Address = DEMO;
  readonly #now: () => number;
  readonly #state = new MemoryState();
  readonly #contracts = new Map<Address, MemoryContract>();
  readonly #blocks = new MemoryBlocks();
  readonly #nonces = new Map<Address, number>();
  /** Pending transactions by sender and nonce. */
  readonly #pool = new Map<string, Transaction>();
  #isAway = false;

  constructor({ chainId, now }: Required<MemoryChainOptions>) {
    this.chainId = chainId;
    this.#now = now;
    const token = { address: DEMO, name: "Bourse Demo", symbol: "DEMO", decimals: 18 };
    for (const contract of [createMemoryRegistry(REGISTRY), createMemoryToken(token)]) {
      this.#contracts.set(contract.address, contract);
    }
    this.#blocks.add([], this.#time());
    this.#state.seal();
  }

  give(account: Address, amount: bigint, token?: Address): void {
    const key = token === undefined ? nativeKey(account) : tokenKey(token, account);
    this.#state.attempt(() => this.#state.set(key, this.#state.get(key) + amount), true);
  }

  away(isAway: boolean): void {
    this.#isAway = isAway;
  }

  mine(blocks: number): void {
    for (let count = 0; count < blocks; count++) {
      this.#blocks.add([], this.#time());
      this.#state.seal();
    }
  }

  async request(method: string, params: readonly unknown[]): Promise<unknown> {
    if (this.#isAway) throw new NodeError("CHAIN_UNAVAILABLE", "The chain does not answer.");
    try {
      return this.#answer(method, params);
    } catch (error) {
      if (error instanceof Reverted) {
        throw rejected(3, `execution reverted: ${error.message}`, error.data);
      }
      throw error;
    }
  }

  async batch(calls: readonly RpcCall[]): Promise<readonly RpcOutcome[]> {
    if (this.#isAway) throw new NodeError("CHAIN_UNAVAILABLE", "The chain does not answer.");
    const outcomes: RpcOutcome[] = [];
    for (const { method, params } of calls) {
      try {
        outcomes.push({ result: await this.request(method, params) });
      } catch (error) {
        if (!(error instanceof NodeError)) throw error;
        outcomes.push({ error: error as NodeError });
      }
    }
    return outcomes;
  }

  #answer(method: string, params: readonly unknown[]): unknown {
    const [first, second] = params;
    switch (method) {
      case "eth_chainId":
        return hex(this.chainId);
      case "eth_blockNumber":
        return hex(this.#blocks.head().number);
      case "eth_getBlockByNumber":
        return this.#blocks.answerOf(this.#blocks.at(first), second === true);
      case "eth_getBlockByHash":
        return this.#blocks.answerOf(this.#blocks.byHash(first));
      case "eth_getBalance":
        return hex(this.#state.get(nativeKey(toAddress(first, "address"))));
      case "eth_getCode":
        return this.#codeOf(toAddress(first, "address"));
      case "eth_getTransactionCount":
        return hex(this.#countOf(toAddress(first, "address"), second === "pending"));
      case "eth_gasPrice":
      case "eth_maxPriorityFeePerGas":
        return hex(GAS_PRICE);
      case "eth_feeHistory":
        return {
          oldestBlock: hex(this.#blocks.head().number),
          baseFeePerGas: [hex(GAS_PRICE), hex(GAS_PRICE)],
          gasUsedRatio: [0.5],
          reward: [[hex(GAS_PRICE)]],
        };
      case "eth_call":
        return this.#tryCall(first as CallParams, this.#stateAt(second));
      case "eth_estimateGas":
        this.#tryCall(first as CallParams, this.#state);
        return hex(GAS);
      case "eth_sendRawTransaction":
        return this.#receive(first as string);
      case "eth_getTransactionReceipt":
        return this.#blocks.receipt(String(first));
      case "eth_getTransactionByHash":
        return this.#blocks.transaction(String(first), this.#pool.values());
      case "eth_getLogs":
        return this.#blocks.logs(first as LogFilter);
      default:
        throw rejected(-32_601, `the method ${method} does not exist`);
    }
  }

  #codeOf(address: Address): string {
    if (address === REGISTRY) return REGISTRY_CODE;
    return this.#contracts.has(address) ? "0x00" : "0x";
  }

  #stateAt(tag: unknown): MemoryState {
    if (typeof tag !== "string" || !tag.startsWith("0x")) return this.#state;
    const state = this.#state.asOf(this.#blocks.head().number - Number(tag));
    if (state === undefined) throw rejected(-32_000, "missing trie node");
    return state;
  }

  #tryCall({ from, to, data = "0x", value = "0x0" }: CallParams, state: MemoryState): string {
    return state.attempt(
      () =>
        this.#execute({
          state,
          from: toAddress(from ?? `0x${"00".repeat(20)}`, "from"),
          to: toAddress(to, "to"),
          data,
          value: BigInt(value),
          logs: [],
        }),
      false,
    );
  }

  #execute(message: Message): string {
    const { state, from, to, data, value, logs } = message;
    state.move(nativeKey(from), nativeKey(to), value, () => {
      throw rejected(-32_000, "insufficient funds for gas * price + value");
    });
    const contract = this.#contracts.get(to);
    if (contract === undefined) return "0x";
    const call: MemoryCall = {
      from,
      data,
      value,
      logs,
      state,
      timestamp: this.#time(),
      call: (other, input, caller) =>
        this.#execute({ state, from: caller, to: other, data: input, value: 0n, logs }),
    };
    return contract.run(call);
  }

  #receive(raw: string): string {
    const transaction = parsed(raw);
    const { from, hash: id, nonce } = transaction;
    if (from === null || id === null || transaction.chainId !== BigInt(this.chainId)) {
      throw rejected(-32_000, "invalid sender");
    }
    const sender = toAddress(from, "from");
    if (this.#blocks.has(id)) throw rejected(-32_000, "already known");
    if (nonce < (this.#nonces.get(sender) ?? 0)) throw rejected(-32_000, "nonce too low");
    if (this.#state.get(nativeKey(sender)) < transaction.value) {
      throw rejected(-32_000, "insufficient funds for gas * price + value");
    }
    this.#pool.set(poolKey(sender, nonce), transaction);
    this.#include(sender);
    return id;
  }

  #include(sender: Address): void {
    const ready: Transaction[] = [];
    for (;;) {
      const nonce = (this.#nonces.get(sender) ?? 0) + ready.length;
      const next = this.#pool.get(poolKey(sender, nonce));
      if (next === undefined) break;
      ready.push(next);
      this.#pool.delete(poolKey(sender, nonce));
    }
    if (ready.length === 0) return;
    this.#nonces.set(sender, (this.#nonces.get(sender) ?? 0) + ready.length);
    const block = this.#blocks.add(
      ready.map((one) => one.hash as Hex),
      this.#time(),
    );
    let firstLog = 0;
    for (const [index, raw] of ready.entries()) {
      const logs: MemoryLog[] = [];
      const status = this.#apply(raw, sender, logs);
      this.#blocks.include(raw.hash as string, { raw, block, index, status, logs, firstLog });
      firstLog += logs.length;
    }
    this.#state.seal();
  }

  #apply(raw: Transaction, from: Address, logs: MemoryLog[]): 0 | 1 {
    const to = toAddress(raw.to ?? REGISTRY, "to");
    try {
      const state = this.#state;
      const message = { state, from, to, data: raw.data as Hex, value: raw.value, logs };
      this.#state.attempt(() => this.#execute(message), true);
      return 1;
    } catch (error) {
      if (!(error instanceof Reverted) && !(error instanceof NodeError)) throw error;
      logs.length = 0;
      return 0;
    }
  }

  #time(): number {
    return Math.floor(this.#now() / 1000);
  }

  #countOf(account: Address, withPool: boolean): number {
    let count = this.#nonces.get(account) ?? 0;
    while (withPool && this.#pool.has(poolKey(account, count))) count++;
    return count;
  }
}

interface CallParams {
  readonly from?: string;
  readonly to?: string;
  readonly data?: Hex;
  readonly value?: string;
}

interface Message {
  readonly state: MemoryState;
  readonly from: Address;
  readonly to: Address;
  readonly data: Hex;
  readonly value: bigint;
  readonly logs: MemoryLog[];
}

function parsed(raw: string): Transaction {
  try {
    return Transaction.from(raw);
  } catch (cause) {
    throw rejected(-32_000, "the bytes are no signed transaction", undefined, cause);
  }
}

function poolKey(sender: Address, nonce: number): string {
  return `${sender} ${nonce}`;
}

function rejected(code: number, message: string, data?: string, cause?: unknown): NodeError {
  return new NodeError("CHAIN_REJECTED", message, {
    details: { code, ...(data === undefined ? {} : { data }) },
    cause,
  });
}
