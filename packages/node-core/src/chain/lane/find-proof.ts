/** A second look at a transaction whose receipt shows no proof: some endpoints leave logs out of receipts. */
import { isProofLog, proofTopics } from "../compliance/proof-log.ts";
import type { ChainRpc } from "../port.ts";
import { logsIn } from "./chain-snapshot.ts";
import type { LaneTransaction } from "./lane-transaction.ts";

/**
 * Returns `to`, with a second look at its proof when the receipt shows none: confirmed when the block has the proof,
 * and mined, or `from` unchanged, while the endpoint cannot say.
 *
 * @throws NodeError CHAIN_UNAVAILABLE, CHAIN_MISMATCH
 */
export async function withProof(
  rpc: ChainRpc,
  from: LaneTransaction,
  to: LaneTransaction,
  signal: AbortSignal,
): Promise<LaneTransaction> {
  if (to.state !== "unproved") return to;
  const isProved = await findProof(rpc, to, signal);
  if (isProved === true) return { ...to, state: "confirmed", reason: null };
  if (isProved === false) return to;
  if (from.state === "mined" && from.blockHash === to.blockHash) return from;
  return { ...to, state: "mined", open: true, reason: null, reviewNext: from.reviewNext };
}

/** Reports if the logs of the transaction's block hold its proof; undefined while the endpoint cannot say. */
async function findProof(
  rpc: ChainRpc,
  { blockNumber, hash, proof }: LaneTransaction,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  if (proof === null || blockNumber === null) return undefined;
  const block = `0x${blockNumber.toString(16)}`;
  const topics = proofTopics(proof);
  const filter = { address: proof.contract, topics, fromBlock: block, toBlock: block };
  const [outcome] = await rpc.batch([{ method: "eth_getLogs", params: [filter] }], { signal });
  return logsIn(outcome)?.some(
    (log) => log.transactionHash.toLowerCase() === hash && isProofLog(log, proof),
  );
}
