/** Priority fee that an endpoint suggests, from whichever of its methods answers. */
import type { ChainRpc, RpcOutcome } from "../port.ts";
import { quantityIn } from "../rpc/quantity.ts";

/** A gwei: what most clients take when an endpoint has no opinion. */
const USUAL_PRIORITY_FEE = 1_000_000_000n;

/** Blocks of the fee history that are looked at, and the percentile of their tips. */
const HISTORY_BLOCKS = 10;
const PERCENTILE = 25;

/**
 * Returns the tip per gas in wei: what `outcome`, an answer to `eth_maxPriorityFeePerGas`, says, and where it says
 * nothing, or its tips were refused, what the newest blocks were paid. Of a chain without EIP-1559 it is the gas price.
 *
 * @throws NodeError CHAIN_UNAVAILABLE, CHAIN_MISMATCH
 */
export async function suggestedTip(
  rpc: ChainRpc,
  outcome: RpcOutcome | undefined,
  { isLegacy, isRefused }: { readonly isLegacy: boolean; readonly isRefused: boolean },
  signal: AbortSignal,
): Promise<bigint> {
  const suggested = isLegacy ? undefined : quantityIn(outcome);
  if (suggested !== undefined && !isRefused) return suggested;
  const [answer] = await rpc.batch(
    [
      isLegacy
        ? { method: "eth_gasPrice", params: [] }
        : {
            method: "eth_feeHistory",
            params: [`0x${HISTORY_BLOCKS.toString(16)}`, "latest", [PERCENTILE]],
          },
    ],
    { signal },
  );
  const found = isLegacy ? quantityIn(answer) : medianTip(answer);
  if (found === undefined) return suggested ?? USUAL_PRIORITY_FEE;
  return suggested !== undefined && suggested > found ? suggested : found;
}

/** Undefined when no block of the history has a tip. */
function medianTip(outcome: RpcOutcome | undefined): bigint | undefined {
  if (outcome === undefined || "error" in outcome) return undefined;
  const { reward } = (outcome.result ?? {}) as { readonly reward?: unknown };
  if (!Array.isArray(reward)) return undefined;
  const tips = reward.flatMap((block: unknown) => {
    const tip = quantityIn({ result: Array.isArray(block) ? (block[0] as unknown) : undefined });
    return tip === undefined || tip === 0n ? [] : [tip];
  });
  return tips.toSorted((one, other) => (one < other ? -1 : 1))[Math.floor(tips.length / 2)];
}
