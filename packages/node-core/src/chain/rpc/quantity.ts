/** Numbers as JSON-RPC spells them: `0x` and hex digits. */
import { NodeError } from "../../errors.ts";
import type { RpcOutcome } from "../port.ts";

/** The number that a call has resulted in; undefined for an error and for what is no number. */
export function quantityIn(outcome: RpcOutcome | undefined): bigint | undefined {
  if (outcome === undefined || "error" in outcome) return undefined;
  const { result } = outcome;
  return typeof result === "string" && /^0x[0-9a-f]{1,64}$/i.test(result)
    ? BigInt(result)
    : undefined;
}

/**
 * The number that a call of `method` has resulted in.
 *
 * @throws NodeError CHAIN_REJECTED: the error of the call, or an answer that is no number
 */
export function quantityOf(outcome: RpcOutcome | undefined, method: string): bigint {
  if (outcome !== undefined && "error" in outcome) throw outcome.error;
  const quantity = quantityIn(outcome);
  if (quantity !== undefined) return quantity;
  throw new NodeError(
    "CHAIN_REJECTED",
    `Expected a number in hex as the answer to ${method}, but the endpoint gave none.`,
    { details: { code: 0 } },
  );
}
