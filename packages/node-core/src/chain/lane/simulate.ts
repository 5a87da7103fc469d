/** A trial of queued transactions against the newest block, before any of them gets a nonce. */

import type { Address } from "../../address.ts";
import type { NodeError } from "../../errors.ts";
import { contractFault } from "../compliance/contract-check.ts";
import type { ChainRpc, RpcOutcome } from "../port.ts";
import { isRefusal } from "../rpc/refusal.ts";
import { shortfalls } from "../tokens/transfer-trial.ts";
import type { LaneTransaction } from "./lane-transaction.ts";
import { revertReason } from "./revert-reason.ts";

/** possible: with this much gas; impossible: the chain said why; unclear: the endpoint could not say. */
export type Trial =
  | { readonly verdict: "possible"; readonly gasLimit: bigint }
  | { readonly verdict: "impossible"; readonly reason: string }
  | { readonly verdict: "unclear"; readonly error: NodeError };

/** One trial for each transaction. @throws NodeError CHAIN_UNAVAILABLE, CHAIN_MISMATCH */
export async function simulate(
  rpc: ChainRpc,
  from: Address,
  transactions: readonly Tried[],
  signal: AbortSignal,
): Promise<readonly Trial[]> {
  const contracts = [...new Set(transactions.flatMap(({ proof }) => proof?.contract ?? []))];
  const calls = [
    ...contracts.map((contract) => ({ method: "eth_getCode", params: [contract, "latest"] })),
    ...transactions.map(({ to, data, value }) => ({
      method: "eth_estimateGas",
      params: [{ from, to, data, value: `0x${BigInt(value).toString(16)}` }, "latest"],
    })),
  ];
  const [outcomes, short] = await Promise.all([
    rpc.batch(calls, { signal }),
    shortfalls(rpc, transactions.map(transferOf), signal),
  ]);
  const faults = new Map(contracts.map((one, index) => [one, faultOf(one, outcomes[index])]));
  return transactions.map(({ proof }, index): Trial => {
    const outcome = outcomes[contracts.length + index];
    // A contract that is not there takes the money and proves nothing: the estimate would succeed.
    const fault = proof && faults.get(proof.contract);
    if (fault !== undefined && fault !== null) return { verdict: "unclear", error: fault };
    if (outcome === undefined) throw new Error("A simulation has no outcome.");
    if ("error" in outcome) return trialOf(outcome.error);
    const reason = short[index] ?? null;
    if (reason !== null) return { verdict: "impossible", reason };
    return { verdict: "possible", gasLimit: withRoom(BigInt(outcome.result as string)) };
  });
}

type Tried = Pick<LaneTransaction, "to" | "data" | "value"> &
  Partial<Pick<LaneTransaction, "expects" | "proof">>;

/** The transfer whose arrival is tried: the contract itself looks at what pays for a proof. */
function transferOf({ expects = null, proof = null }: Tried): LaneTransaction["expects"] {
  return proof === null ? expects : null;
}

function faultOf(contract: Address, outcome: RpcOutcome | undefined): NodeError | null {
  if (outcome === undefined || "error" in outcome) return contractFault(contract, undefined);
  return contractFault(contract, outcome.result);
}

const PLAIN_TRANSFER_GAS = 21_000n;

/** A quarter more: what a call needs can grow until it is mined. A plain transfer always costs the same. */
function withRoom(gas: bigint): bigint {
  return gas <= PLAIN_TRANSFER_GAS ? PLAIN_TRANSFER_GAS : (gas * 5n) / 4n;
}

function trialOf(error: NodeError): Trial {
  if (!isRefusal(error)) return { verdict: "unclear", error };
  return { verdict: "impossible", reason: revertReason(error) };
}
