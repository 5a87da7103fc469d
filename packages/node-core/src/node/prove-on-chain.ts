import type { TransactionIntent } from "../chain/port.ts";
import { NodeError } from "../errors.ts";
import type { ShareProof } from "../shares/index.ts";
import type { NodeChain } from "./node-options.ts";

/**
 * Returns the intent of a proof's transaction.
 *
 * @throws NodeError CHAIN_UNAVAILABLE, also while the chain was never looked at; what `NodeChain.prove` throws
 */
export async function proveOnChain(
  chain: Pick<NodeChain, "health" | "prove">,
  proof: ShareProof,
): Promise<TransactionIntent> {
  const { block, fault } = chain.health.snapshot();
  // What the chain is was not looked at yet: nothing may wait for it.
  if (!chain.health.connected() && block === null && fault === null) {
    throw new NodeError(
      "CHAIN_UNAVAILABLE",
      "The chain has not answered for ten seconds; nothing was sent and nothing is kept. Try again later.",
    );
  }
  return await chain.prove(proof);
}
