/** Searches the newest blocks for transactions of a wallet by their nonces. */
import { hash as digest } from "node:crypto";

import type { Address, Hex } from "../../address.ts";
import type { ChainRpc } from "../port.ts";
import type { LaneTransaction } from "./lane-transaction.ts";

/** Transaction of the wallet in a block. */
export interface FoundTransaction {
  readonly nonce: number;
  readonly hash: Hex;
  readonly content: string;
  readonly blockNumber: number;
}

/** Nonces to look for, and the blocks to look through. */
export interface ChainSearch {
  /** Lowest nonce. */
  readonly from: number;
  /** Highest nonce plus one. */
  readonly below: number;
  /** Number of the newest block. */
  readonly head: number;
  /** Age of the oldest block that could hold one of them, by this machine's clock. */
  readonly ageMilliseconds: number;
}

const BLOCKS_A_REQUEST = 20;

/** Time by which the clocks of the chain and of this machine may differ. */
const CLOCK_SLACK_MILLISECONDS = 3_600_000;

/**
 * Returns the wallet's transactions with the nonces `from` to `below` − 1 that are in the blocks up to that age.
 * `isWhole` is false when the endpoint has not shown all of those blocks, or contradicts itself.
 *
 * @throws NodeError CHAIN_UNAVAILABLE, CHAIN_MISMATCH
 */
export async function searchChain(
  rpc: ChainRpc,
  wallet: Address,
  signal: AbortSignal,
  { from, below, head, ageMilliseconds }: ChainSearch,
): Promise<{ readonly found: readonly FoundTransaction[]; readonly isWhole: boolean }> {
  const found = new Map<number, FoundTransaction>();
  const most = below - from;
  let oldestTime = -Infinity;
  for (let newest = head; newest >= 0 && found.size < most; newest -= BLOCKS_A_REQUEST) {
    const oldest = Math.max(0, newest - BLOCKS_A_REQUEST + 1);
    const numbers = Array.from({ length: newest - oldest + 1 }, (_, place) => newest - place);
    const outcomes = await rpc.batch(
      numbers.map((number) => ({
        method: "eth_getBlockByNumber",
        params: [`0x${number.toString(16)}`, true],
      })),
      { signal },
    );
    for (const outcome of outcomes) {
      if ("error" in outcome || outcome.result === null) {
        return { found: [...found.values()], isWhole: false };
      }
      const block = outcome.result as RawBlock;
      const time = Number(block.timestamp) * 1000;
      if (oldestTime === -Infinity) oldestTime = time - ageMilliseconds - CLOCK_SLACK_MILLISECONDS;
      for (const one of ownTransactions(block, wallet)) {
        if (one.nonce >= from && one.nonce < below) found.set(one.nonce, one);
      }
      if (time < oldestTime) return { found: [...found.values()], isWhole: true };
    }
  }
  // In a chain that was searched from its first block none can be missing.
  return { found: [...found.values()], isWhole: found.size === most };
}

/** Digest of what a transaction does: two with the same content pay the same. */
export function contentOf({
  to,
  data,
  value,
}: Pick<LaneTransaction, "to" | "data" | "value">): string {
  return digest("sha256", `${to.toLowerCase()} ${BigInt(value)} ${data.toLowerCase()}`, "hex");
}

interface RawBlock {
  readonly timestamp: string;
  readonly transactions?: readonly unknown[];
}

interface RawTransaction {
  readonly from: string;
  readonly to: string | null;
  readonly nonce: string;
  readonly hash: string;
  readonly input: string;
  readonly value: string;
  readonly blockNumber: string;
}

function ownTransactions(
  { transactions = [] }: RawBlock,
  wallet: Address,
): readonly FoundTransaction[] {
  return transactions.flatMap((one) => {
    if (typeof one !== "object" || one === null) return [];
    const { from, to, nonce, hash, input, value, blockNumber } = one as RawTransaction;
    if (from.toLowerCase() !== wallet.toLowerCase()) return [];
    const content = contentOf({ to: (to ?? "") as Address, data: input as Hex, value });
    return [
      {
        nonce: Number(nonce),
        hash: hash.toLowerCase() as Hex,
        content,
        blockNumber: Number(blockNumber),
      },
    ];
  });
}
