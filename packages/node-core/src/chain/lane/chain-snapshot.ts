/** State of a wallet and its open transactions on the chain, read in one request so that it is consistent. */
import type { Address, Hex } from "../../address.ts";
import { NodeError } from "../../errors.ts";
import type { ChainRpc, RpcCall, RpcOutcome } from "../port.ts";
import { quantityIn, quantityOf } from "../rpc/quantity.ts";
import { marketFees, type Fees } from "./fees.ts";
import type { LaneTransaction } from "./lane-transaction.ts";
import { suggestedTip } from "./suggested-tip.ts";

export interface ChainSnapshot {
  /** Number of the newest block. */
  readonly head: number;
  readonly baseFeePerGas: bigint;
  /** True for a chain without EIP-1559, whose blocks have no base fee. */
  readonly isLegacy: boolean;
  /** Fees that a transaction should offer now. */
  readonly market: Fees;
  /** The next nonce by the newest block. */
  readonly nonce: number;
  /** The next nonce with what waits in the endpoint's pool. */
  readonly pendingNonce: number;
  /** Amount in wei. */
  readonly balance: bigint;
  /** Receipts of mined transactions by transaction hash. */
  readonly receipts: ReadonlyMap<Hex, Receipt>;
}

export interface Receipt {
  readonly blockNumber: number;
  readonly blockHash: Hex;
  /** Unix seconds. */
  readonly blockTimestamp: number;
  /** Null when the endpoint does not tell. */
  readonly succeeded: boolean | null;
  /** Null when the endpoint does not tell. */
  readonly gasUsed: number | null;
  /** Wei, decimal; null when the endpoint does not tell the price. */
  readonly feePaid: string | null;
  readonly logs: readonly Log[];
}

export interface Log {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
}

/**
 * Reads the chain; the fees are those of its market with a tip of at least `leastTip` wei.
 *
 * @throws NodeError CHAIN_UNAVAILABLE, CHAIN_MISMATCH, CHAIN_REJECTED
 */
export async function readChain(
  rpc: ChainRpc,
  wallet: Address,
  open: readonly LaneTransaction[],
  signal: AbortSignal,
  leastTip: bigint,
): Promise<ChainSnapshot> {
  const hashes = open.flatMap(({ versions }) => versions.map(({ hash }) => hash));
  const outcomes = await rpc.batch(
    [
      { method: "eth_getBlockByNumber", params: ["latest", false] },
      { method: "eth_getTransactionCount", params: [wallet, "latest"] },
      { method: "eth_getTransactionCount", params: [wallet, "pending"] },
      { method: "eth_getBalance", params: [wallet, "latest"] },
      { method: "eth_maxPriorityFeePerGas", params: [] },
      ...hashes.map((hash): RpcCall => ({ method: "eth_getTransactionReceipt", params: [hash] })),
    ],
    { signal },
  );
  const [block, nonce, pending, balance, priority, ...receipts] = outcomes;
  const newest = blockIn(block);
  const baseFee = quantityIn({ result: newest.baseFeePerGas });
  const isLegacy = baseFee === undefined;
  const isRefused = open.some(({ refusal }) => refusal?.isUnderpriced === true);
  const tip = await suggestedTip(rpc, priority, { isLegacy, isRefused }, signal);
  const nextNonce = Number(quantityOf(nonce, "eth_getTransactionCount"));
  return {
    head: Number(newest.number),
    baseFeePerGas: baseFee ?? 0n,
    isLegacy,
    market: marketFees(baseFee ?? 0n, tip > leastTip ? tip : leastTip),
    nonce: nextNonce,
    pendingNonce: Math.max(nextNonce, Number(quantityIn(pending) ?? 0n)),
    balance: quantityOf(balance, "eth_getBalance"),
    receipts: await placed(rpc, newest, hashes, receipts, signal),
  };
}

interface RawBlock {
  readonly number: string;
  readonly hash: Hex;
  readonly timestamp: string;
  readonly baseFeePerGas?: string;
}

/** @throws NodeError CHAIN_REJECTED */
function blockIn(outcome: RpcOutcome | undefined): RawBlock {
  if (outcome !== undefined && "error" in outcome) throw outcome.error;
  const block = outcome?.result as Partial<RawBlock> | null | undefined;
  const isWhole = quantityIn({ result: block?.number }) !== undefined;
  if (isWhole && typeof block?.hash === "string") return block as RawBlock;
  throw new NodeError("CHAIN_REJECTED", "The endpoint does not show its newest block.", {
    details: { code: 0 },
  });
}

interface RawReceipt {
  readonly transactionHash: string;
  readonly blockNumber: string;
  readonly blockHash: Hex;
  readonly status?: unknown;
  readonly gasUsed?: unknown;
  readonly effectiveGasPrice?: unknown;
  readonly logs?: readonly Log[] | null;
}

/** The receipts whose block is on the chain under its number, with the time of that block. */
async function placed(
  rpc: ChainRpc,
  newest: RawBlock,
  hashes: readonly Hex[],
  outcomes: readonly RpcOutcome[],
  signal: AbortSignal,
): Promise<ReadonlyMap<Hex, Receipt>> {
  const raw = new Map<Hex, RawReceipt>();
  for (const [index, hash] of hashes.entries()) {
    const outcome = outcomes[index];
    // An endpoint that fails on one receipt has said nothing about it.
    if (outcome === undefined || "error" in outcome) continue;
    const receipt = outcome.result as RawReceipt | null | undefined;
    if (receipt && String(receipt.transactionHash).toLowerCase() === hash) raw.set(hash, receipt);
  }
  // The newest block came in the same answer as the receipts, and needs no second question.
  const older = [...raw.values()].filter(({ blockHash }) => blockHash !== newest.hash);
  const numbers = [...new Set(older.map(({ blockNumber }) => blockNumber))];
  const blocks = await rpc.batch(
    numbers.map((number) => ({ method: "eth_getBlockByNumber", params: [number, false] })),
    { signal },
  );
  const byHash = new Map<string, RawBlock>([[newest.hash, newest]]);
  for (const outcome of blocks) {
    const block = "error" in outcome ? null : (outcome.result as RawBlock | null | undefined);
    if (block) byHash.set(block.hash, block);
  }
  const receipts = new Map<Hex, Receipt>();
  for (const [hash, { blockNumber, blockHash, status, ...receipt }] of raw) {
    const block = byHash.get(blockHash);
    if (block === undefined) continue;
    const logs = receipt.logs ?? [];
    receipts.set(hash, {
      blockNumber: Number(blockNumber),
      blockHash,
      blockTimestamp: Number(block.timestamp) * 1000,
      succeeded: hasSucceeded(status, logs),
      gasUsed: gasOf(receipt.gasUsed),
      feePaid: feeOf(receipt),
      logs,
    });
  }
  return receipts;
}

/** Some endpoints leave the status out: what has logged something has succeeded, since a failure undoes its logs. */
function hasSucceeded(status: unknown, logs: readonly Log[]): boolean | null {
  if (/^(0x)?0*[01]$/.test(String(status))) return Number(status) === 1;
  return logs.length > 0 ? true : null;
}

function gasOf(used: unknown): number | null {
  return typeof used === "string" && /^0x[0-9a-f]{1,13}$/i.test(used) ? Number(used) : null;
}

function feeOf({
  gasUsed,
  effectiveGasPrice,
}: Pick<RawReceipt, "gasUsed" | "effectiveGasPrice">): string | null {
  const gas = quantityIn({ result: gasUsed });
  const price = quantityIn({ result: effectiveGasPrice });
  return gas === undefined || price === undefined ? null : (gas * price).toString();
}

/** Logs that an endpoint has found; undefined when it could not say. */
export function logsIn(outcome: RpcOutcome | undefined): readonly FoundLog[] | undefined {
  if (outcome === undefined || "error" in outcome || !Array.isArray(outcome.result)) {
    return undefined;
  }
  return outcome.result as readonly FoundLog[];
}

interface FoundLog extends Log {
  readonly transactionHash: string;
}
