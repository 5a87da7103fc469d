/** A chain of one wallet in memory, behind an endpoint that fails, lags and lies by script. */
import { Transaction } from "ethers";

import { NodeError, type ChainRpc, type RpcCall, type RpcOutcome } from "../../src/index.ts";
import { ScriptedTokens } from "./scripted-tokens.ts";

/**
 * Behaviour of the endpoint for one request: away: nothing happens, no answer; deaf: it happens, no answer; forgetful:
 * transactions are acknowledged and dropped; grudging: they are taken and called underpriced; late: they are taken and
 * called too low in nonce; gibberish: they are taken, the answer says nothing; blind: receipts are not found; stale:
 * the answer is that of some blocks ago.
 */
export type Mood =
  | "honest"
  | "away"
  | "deaf"
  | "forgetful"
  | "grudging"
  | "late"
  | "gibberish"
  | "blind"
  | "stale";

interface Block {
  readonly number: number;
  readonly hash: string;
  readonly transactions: readonly Transaction[];
}

const STALE_BLOCKS = 2;

export class ScriptedChain implements ChainRpc {
  /** Asked once for each request. */
  mood: () => Mood = () => "honest";
  /** Lowest block that is answered for; older ones have been dropped. */
  oldest = 0;
  baseFee = 1_000_000_000n;
  blockSeconds = 1;
  /** Least tip of a transaction in wei, and how a refusal words it: `{tip}` and `{least}` are wei. */
  leastTip = 0n;
  tipWords = "transaction underpriced: gas tip cap {tip}, minimum needed {least}";
  /** Tips of the newest blocks in wei as the fee history shows them; null for an endpoint without the method. */
  paidTips: readonly bigint[] | null = null;
  /** True for a chain without EIP-1559. */
  isLegacy = false;
  /** Words by which every transaction is refused; null for none. */
  refusal: string | null = null;
  /** Status of every receipt. */
  status = "0x1";
  /** Number of broadcasts that the endpoint has seen. */
  sends = 0;
  readonly #tokens: ScriptedTokens;
  readonly #wallet: string;
  readonly #funds: bigint;
  #blocks: Block[] = [{ number: 0, hash: hashOf(0, 0), transactions: [] }];
  /** Transactions by nonce. */
  readonly #pool = new Map<number, Transaction>();
  #forks = 0;

  constructor(wallet: string, funds: bigint) {
    this.#wallet = wallet;
    this.#tokens = new ScriptedTokens(wallet);
    this.#funds = funds;
  }

  /** Mines what the pool has in a row of nonces and pays the base fee. */
  mine(blocks: number): void {
    for (let index = 0; index < blocks; index++) {
      const transactions: Transaction[] = [];
      for (let nonce = this.#nonce(this.#blocks); ; nonce++) {
        const next = this.#pool.get(nonce);
        if (next === undefined || feeOf(next) < this.baseFee) break;
        this.#pool.delete(nonce);
        transactions.push(next);
      }
      const number = this.#blocks.length;
      this.#blocks.push({ number, hash: hashOf(number, this.#forks), transactions });
    }
  }

  /**
   * Takes blocks back, transactions and all; as many empty ones and one more come in their place. `keep` puts the
   * transactions into the new blocks.
   */
  reorg(depth: number, { keep = false }: { readonly keep?: boolean } = {}): void {
    const kept = Math.max(1, this.#blocks.length - depth);
    const old = this.#blocks;
    this.#blocks = old.slice(0, kept);
    this.#forks++;
    for (let number = kept; number <= old.length; number++) {
      const transactions = (keep ? old[number]?.transactions : undefined) ?? [];
      this.#blocks.push({ number, hash: hashOf(number, this.#forks), transactions });
    }
  }

  /** Number of the newest block. */
  get height(): number {
    return this.#blocks.length - 1;
  }

  /** Transactions in the pool. */
  waiting(): readonly Transaction[] {
    return [...this.#pool.values()];
  }

  /** Drops one transaction from the pool: what waits behind it is not counted as pending any more. */
  drop(nonce: number): void {
    this.#pool.delete(nonce);
  }

  emptyPool(): void {
    this.#pool.clear();
  }

  /** Everything on the chain, in its order. */
  mined(): readonly Transaction[] {
    return this.#blocks.flatMap(({ transactions }) => transactions);
  }

  async request(method: string, params: readonly unknown[]): Promise<unknown> {
    const [outcome] = await this.batch([{ method, params }]);
    if (outcome === undefined || "error" in outcome) throw outcome?.error ?? new Error("none");
    return outcome.result;
  }

  async batch(calls: readonly RpcCall[]): Promise<readonly RpcOutcome[]> {
    const mood = this.mood();
    // A network takes its time: others go on meanwhile.
    await new Promise(setImmediate);
    if (mood === "away") throw unavailable();
    const outcomes = calls.map((call) => this.#answer(call, mood));
    if (mood === "deaf") throw unavailable();
    return outcomes;
  }

  #answer({ method, params }: RpcCall, mood: Mood): RpcOutcome {
    if (method === "eth_sendRawTransaction") return this.#send(String(params[0]), mood);
    const view =
      mood === "stale" ? this.#blocks.slice(0, -STALE_BLOCKS || undefined) : this.#blocks;
    const blocks = view.length === 0 ? this.#blocks.slice(0, 1) : view;
    if (method === "eth_maxPriorityFeePerGas" && !this.isLegacy) {
      return { result: hex(1_000_000_000n) };
    }
    if (method === "eth_feeHistory" && !this.isLegacy && this.paidTips !== null) {
      return { result: { reward: this.paidTips.map((tip) => [hex(tip)]) } };
    }
    if (method === "eth_maxPriorityFeePerGas" || method === "eth_feeHistory") {
      return refused(`the method ${method} does not exist`);
    }
    // A node that has not seen a block yet knows no state of it.
    const block = method === "eth_call" && params[1] !== "latest" ? Number(params[1]) : 0;
    if (block >= blocks.length) return refused("header not found");
    return { result: this.#read(method, params, blocks, mood) };
  }

  #read(method: string, params: readonly unknown[], blocks: readonly Block[], mood: Mood): unknown {
    switch (method) {
      case "eth_getBlockByNumber": {
        const block = params[0] === "latest" ? blocks.at(-1) : blocks[Number(params[0])];
        if (block === undefined || Number(params[0]) < this.oldest) return null;
        return { ...this.#spelled(block), ...(params[1] === true ? wholeOf(block) : {}) };
      }
      case "eth_getTransactionCount":
        return hex(this.#nonce(blocks) + (params[1] === "pending" ? this.#waiting(blocks) : 0));
      case "eth_getBalance":
        return hex(this.#balance(blocks));
      case "eth_gasPrice":
        return hex(1_000_000_000n);
      case "eth_estimateGas":
        return hex(21_000);
      case "eth_getCode":
        return "0x60";
      case "eth_call": {
        const [{ to, data }, block] = params as [{ to: string; data: string }, string];
        const upTo = block === "latest" ? blocks : blocks.slice(0, Number(block) + 1);
        return this.#tokens.call(to, data, transactionsIn(upTo));
      }
      case "eth_getLogs": {
        const { address, fromBlock, toBlock } = params[0] as Record<string, string>;
        const range = blocks.slice(Number(fromBlock), Number(toBlock) + 1);
        return this.#tokens.logs(String(address), transactionsIn(range));
      }
      case "eth_getTransactionReceipt":
        return mood === "blind" ? null : this.#receipt(String(params[0]), blocks);
      default:
        throw new Error(`The scripted chain has no ${method}.`);
    }
  }

  #send(raw: string, mood: Mood): RpcOutcome {
    const transaction = Transaction.from(raw);
    this.sends++;
    if (mood === "forgetful") return { result: transaction.hash };
    const refusal = this.#take(transaction);
    if (mood === "grudging") return refused("replacement transaction underpriced");
    if (mood === "late") return refused("nonce too low");
    if (mood === "gibberish") return refused("internal error");
    return refusal === undefined ? { result: transaction.hash } : refused(refusal);
  }

  #take(transaction: Transaction): string | undefined {
    const { nonce, hash } = transaction;
    if (this.refusal !== null) return this.refusal;
    if (this.isLegacy && transaction.type !== 0) return "transaction type not supported";
    const tip = transaction.maxPriorityFeePerGas ?? transaction.gasPrice ?? 0n;
    if (tip < this.leastTip) {
      return this.tipWords.replace("{tip}", `${tip}`).replace("{least}", `${this.leastTip}`);
    }
    if (nonce < this.#nonce(this.#blocks)) return "nonce too low";
    const waiting = this.#pool.get(nonce);
    if (waiting?.hash === hash) return "already known";
    if (waiting !== undefined && !outbids(transaction, waiting)) {
      return "replacement transaction underpriced";
    }
    this.#pool.set(nonce, transaction);
    return undefined;
  }

  #receipt(hash: string, blocks: readonly Block[]): unknown {
    const block = blocks.find(({ transactions }) => transactions.some((one) => one.hash === hash));
    if (block === undefined) return null;
    const { number, hash: blockHash } = block;
    const { status } = this;
    return { transactionHash: hash, blockNumber: hex(number), blockHash, status, logs: [] };
  }

  #nonce(blocks: readonly Block[]): number {
    return blocks.reduce((sum, { transactions }) => sum + transactions.length, 0);
  }

  #waiting(blocks: readonly Block[]): number {
    let count = 0;
    while (this.#pool.has(this.#nonce(blocks) + count)) count++;
    return count;
  }

  #balance(blocks: readonly Block[]): bigint {
    const paid = blocks
      .flatMap(({ transactions }) => transactions)
      .filter(({ to }) => to !== this.#wallet);
    return this.#funds - paid.reduce((sum, { value }) => sum + value, 0n);
  }

  #spelled({ number, hash }: Block): object {
    return {
      number: hex(number),
      hash,
      parentHash: this.#blocks[number - 1]?.hash ?? hashOf(-1, 0),
      timestamp: hex(1_700_000_000 + number * this.blockSeconds),
      ...(this.isLegacy ? {} : { baseFeePerGas: hex(this.baseFee) }),
    };
  }
}

function transactionsIn(blocks: readonly Block[]): readonly Transaction[] {
  return blocks.flatMap(({ transactions }) => transactions);
}

function wholeOf({ number, transactions }: Block): object {
  return {
    transactions: transactions.map(({ from, to, nonce, hash, data, value }) => ({
      from,
      to,
      nonce: hex(nonce),
      hash,
      input: data,
      value: hex(value),
      blockNumber: hex(number),
    })),
  };
}

function outbids(one: Transaction, other: Transaction): boolean {
  const raised = (before: bigint): bigint => (before * 110n) / 100n;
  return (
    feeOf(one) >= raised(feeOf(other)) &&
    (one.maxPriorityFeePerGas ?? 0n) >= raised(other.maxPriorityFeePerGas ?? 0n)
  );
}

function feeOf({ gasPrice, maxFeePerGas }: Transaction): bigint {
  return maxFeePerGas ?? gasPrice ?? 0n;
}

function refused(message: string): RpcOutcome {
  return { error: new NodeError("CHAIN_REJECTED", message, { details: { code: -32000 } }) };
}

function unavailable(): NodeError {
  return new NodeError("CHAIN_UNAVAILABLE", "No endpoint answered.");
}

function hashOf(number: number, fork: number): string {
  return `0x${(BigInt(number + 1) * 1_000_003n + BigInt(fork)).toString(16).padStart(64, "0")}`;
}

function hex(value: number | bigint): string {
  return `0x${value.toString(16)}`;
}
