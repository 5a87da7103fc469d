/** Errors of JSON-RPC: those of the call that was executed, told apart from those of the endpoint. */
import { isNodeError, type NodeError } from "../../errors.ts";

/** geth answers a revert with code 3; others put it into words. */
const REFUSALS =
  /revert|evm error|invalid ?(fe ?)?(opcode|jump)|opcode ?not ?found|bad instruction|stack ?(over|under)flow|write protection|out[ _-]?of[ _-]?gas|\boog\b|gas required exceeds|insufficient (funds|balance)|exceeds (the )?(account )?balance|always fail|vm (execution|exception)/i;

/** True when the chain executed the call and it failed; false when the endpoint could not say, and may later. */
export function isRefusal(error: NodeError): error is NodeError<"CHAIN_REJECTED"> {
  if (!isNodeError(error, "CHAIN_REJECTED")) return false;
  return error.details.code === 3 || REFUSALS.test(error.message);
}
