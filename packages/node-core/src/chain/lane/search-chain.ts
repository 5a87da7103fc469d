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

/** Number of newest blocks that are searched at most. */
const MOST_BLOCKS = 5000;
const BLOCKS_A_REQUEST = 20;

/**
 * Returns the wallet's transactions with the nonces `from` to `below` − 1 in the newest 5000 blocks. `isWhole` is false
 * when some must be there and were not found: the endpoint lags, or cannot show whole blocks.
 *
 * @throws NodeError CHAIN_UNAVAILABLE, CHAIN_MISMATCH
 */
export async function searchChain(
  rpc: ChainRpc,
  wallet: Address,
  nonces: { readonly from: number; readonly below: number },
  head: number,
  signal: AbortSignal,
): Promise<{ readonly found: readonly FoundTransaction[]; readonly isWhole: boolean }> {
  const found: FoundTransaction[] = [];
  let missing = nonces.below - nonces.from;
  const last = Math.max(0, head - MOST_BLOCKS + 1);
  for (let newest = head; newest >= last && missing > 0; newest -= BLOCKS_A_REQUEST) {
    const oldest = Math.max(last, newest - BLOCKS_A_REQUEST + 1);
    const numbers = Array.from({ length: newest - oldest + 1 }, (_, place) => oldest + place);
    const outcomes = await rpc.batch(
      numbers.map((number) => ({
        method: "eth_getBlockByNumber",
        params: [`0x${number.toString(16)}`, true],
      })),
      { signal },
    );
    for (const outcome of outcomes) {
      if ("error" in outcome) continue;
      for (const one of ownTransactions(outcome.result, wallet)) {
        if (one.nonce < nonces.from || one.nonce >= nonces.below) continue;
        found.push(one);
        missing--;
      }
    }
  }
  // In a chain that was searched from its first block none can be missing: the endpoint contradicts itself.
  return { found, isWhole: missing === 0 || last > 0 };
}

/** Digest of what a transaction does: two with the same content pay the same. */
export function contentOf({
  to,
  data,
  value,
}: Pick<LaneTransaction, "to" | "data" | "value">): string {
  return digest("sha256", `${to.toLowerCase()} ${BigInt(value)} ${data.toLowerCase()}`, "hex");
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

function ownTransactions(block: unknown, wallet: Address): readonly FoundTransaction[] {
  const { transactions = [] } = (block ?? {}) as { readonly transactions?: readonly unknown[] };
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
