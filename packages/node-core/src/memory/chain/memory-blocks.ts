/** The blocks of an imagined chain and what is in them, answered as JSON-RPC answers. */

import { hash } from "node:crypto";

import type { Transaction } from "ethers";

import type { Hex } from "../../address.ts";
import type { MemoryLog } from "./memory-contract.ts";

export interface Block {
  readonly number: number;
  readonly hash: Hex;
  readonly parentHash: Hex;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly transactions: readonly Hex[];
}

export interface Included {
  readonly raw: Transaction;
  readonly block: Block;
  readonly index: number;
  readonly status: 0 | 1;
  readonly logs: readonly MemoryLog[];
  /** Place of its first log in the block. */
  readonly firstLog: number;
}

export interface LogFilter {
  readonly fromBlock?: string;
  readonly toBlock?: string;
  readonly blockHash?: string;
  readonly address?: string;
  readonly topics?: readonly (string | readonly string[] | null)[];
}

export const GAS = 100_000n;
export const GAS_PRICE = 1_000_000_000n;

export class MemoryBlocks {
  readonly #blocks: Block[] = [];
  readonly #included = new Map<string, Included>();

  add(transactions: readonly Hex[], timestamp: number): Block {
    const number = this.#blocks.length;
    const parentHash: Hex = this.#blocks.at(-1)?.hash ?? `0x${"00".repeat(32)}`;
    const content = [parentHash, number, timestamp, ...transactions].join(" ");
    const block: Block = {
      number,
      hash: `0x${hash("sha256", content, "hex")}`,
      parentHash,
      timestamp,
      transactions,
    };
    this.#blocks.push(block);
    return block;
  }

  include(id: string, included: Included): void {
    this.#included.set(id, included);
  }

  has(id: string): boolean {
    return this.#included.has(id);
  }

  head(): Block {
    // The first block is made with the chain.
    return this.#blocks.at(-1) as Block;
  }

  at(tag: unknown): Block | undefined {
    if (typeof tag === "string" && /^0x[0-9a-f]+$/i.test(tag)) return this.#blocks[Number(tag)];
    return tag === "earliest" ? this.#blocks[0] : this.head();
  }

  /** `whole`: with the transactions themselves in place of their hashes. */
  answerOf(block: Block | undefined, whole = false): object | null {
    if (block === undefined) return null;
    const { number, hash: id, parentHash, timestamp, transactions } = block;
    return {
      number: hex(number),
      hash: id,
      parentHash,
      timestamp: hex(timestamp),
      baseFeePerGas: hex(GAS_PRICE),
      gasLimit: hex(30_000_000),
      transactions: whole ? transactions.map((one) => this.transaction(one, [])) : transactions,
    };
  }

  receipt(id: string): object | null {
    const found = this.#included.get(id);
    if (found === undefined) return null;
    const { raw, block, index, status } = found;
    return {
      transactionHash: id,
      transactionIndex: hex(index),
      blockHash: block.hash,
      blockNumber: hex(block.number),
      from: raw.from,
      to: raw.to,
      status: hex(status),
      gasUsed: hex(GAS),
      effectiveGasPrice: hex(GAS_PRICE),
      logs: this.#logsOf(id, found),
    };
  }

  transaction(id: string, pool: Iterable<Transaction>): object | null {
    const found = this.#included.get(id);
    const raw = found?.raw ?? [...pool].find((one) => one.hash === id);
    if (raw === undefined) return null;
    return {
      hash: id,
      nonce: hex(raw.nonce),
      from: raw.from,
      to: raw.to,
      value: hex(raw.value),
      input: raw.data,
      blockHash: found?.block.hash ?? null,
      blockNumber: found === undefined ? null : hex(found.block.number),
    };
  }

  #logsOf(id: string, { block, index, logs, firstLog }: Included): object[] {
    return logs.map((log, place) => ({
      ...log,
      blockNumber: hex(block.number),
      blockHash: block.hash,
      transactionHash: id,
      transactionIndex: hex(index),
      logIndex: hex(firstLog + place),
      removed: false,
    }));
  }

  logs({ fromBlock, toBlock, address, topics = [], blockHash }: LogFilter): object[] {
    const from = blockHash === undefined ? (this.at(fromBlock)?.number ?? Infinity) : 0;
    const to = this.at(toBlock)?.number ?? this.head().number;
    const wanted = address?.toLowerCase();
    const found: object[] = [];
    for (const block of this.#blocks.slice(from, to + 1)) {
      if (blockHash !== undefined && block.hash !== blockHash) continue;
      for (const id of block.transactions) {
        const included = this.#included.get(id);
        if (included === undefined) continue;
        const answers = this.#logsOf(id, included);
        for (const [place, log] of included.logs.entries()) {
          const fits =
            (wanted === undefined || log.address.toLowerCase() === wanted) &&
            topics.every((topic, at) => fitsTopic(topic, log.topics[at]));
          if (fits) found.push(answers[place] as object);
        }
      }
    }
    return found;
  }

  byHash(id: unknown): Block | undefined {
    return this.#blocks.find((block) => block.hash === id);
  }
}

function fitsTopic(topic: string | readonly string[] | null, found: string | undefined): boolean {
  if (topic === null) return true;
  return typeof topic === "string" ? topic === found : topic.includes(found ?? "");
}

export function hex(value: number | bigint): Hex {
  return `0x${value.toString(16)}`;
}
