/** Trials of token transfers that show what would arrive: some tokens keep a part, or report success and do nothing. */
import { Interface } from "ethers";

import type { Address } from "../../address.ts";
import { NodeError } from "../../errors.ts";
import { TRANSFER_PROBE } from "../contracts/transfer-probe.ts";
import type { ChainRpc, RpcCall, RpcOutcome } from "../port.ts";
import { runtimeCode } from "../runtime-code.ts";

/** Transfer of `amount` of a token's smallest unit. */
interface Transfer {
  readonly token: Address;
  readonly from: Address;
  readonly to: Address;
  readonly amount: string;
}

const PROBE = new Interface(TRANSFER_PROBE.abi);
const PROBE_CODE = runtimeCode(TRANSFER_PROBE.bytecode);

/** Amount from which a transfer may arrive a little short, and by how much: tokens that count in shares round. */
const ROUNDING = { from: 1_000_000n, most: 2n };

/**
 * Tries each transfer and returns the reason not to make it where less than its amount would arrive; null where all
 * would but for a rounding of 2 units of at least 10⁶, for one to oneself, and for an endpoint that cannot put code at
 * an address for one call.
 */
export async function shortfalls(
  rpc: ChainRpc,
  transfers: readonly (Transfer | null)[],
  signal: AbortSignal,
): Promise<readonly (string | null)[]> {
  // What one pays to oneself changes no balance.
  const tried = transfers.filter((one) => one !== null).filter(({ from, to }) => from !== to);
  if (tried.length === 0) return [];
  // Apart from other calls: an endpoint that does not know this kind may refuse all that comes with it.
  const outcomes = await rpc.batch(tried.map(trialCall), { signal }).catch(withoutAnswer);
  return transfers.map((one) => one && shortfallIn(outcomes[tried.indexOf(one)], one));
}

function withoutAnswer(error: unknown): readonly RpcOutcome[] {
  if (error instanceof NodeError) return [];
  throw error;
}

/** The call that makes a transfer in a simulation, between two looks at the payee's balance. */
function trialCall({ token, from, to, amount }: Transfer): RpcCall {
  const data = PROBE.encodeFunctionData("probe", [token, to, amount]);
  // The code stands at the wallet's address for this call only, so that the token sees the wallet as its caller.
  const code = { [from]: { code: PROBE_CODE } };
  return { method: "eth_call", params: [{ from, to: from, data }, "latest", code] };
}

function shortfallIn(outcome: RpcOutcome | undefined, { amount }: Transfer): string | null {
  if (outcome === undefined || "error" in outcome) return null;
  const words = /^0x([0-9a-f]{64})([0-9a-f]{64})$/i.exec(String(outcome.result));
  if (words === null) return null;
  const growth = BigInt(`0x${words[2]}`) - BigInt(`0x${words[1]}`);
  const wanted = BigInt(amount);
  if (growth >= wanted - (wanted >= ROUNDING.from ? ROUNDING.most : 0n)) return null;
  return shortfallReason(amount, growth > 0n ? growth : 0n);
}

/** Reason of a payment that is not made because less than its amount would arrive. */
export function shortfallReason(amount: unknown, arriving: unknown): string {
  return `Only ${String(arriving)} of ${String(amount)} would arrive at the payee, since the token keeps a part of a transfer or does not make it.`;
}
