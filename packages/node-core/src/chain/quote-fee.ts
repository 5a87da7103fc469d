/** Fee that a transaction of the wallet would cost now, tried on the chain without being sent. */

import { NodeError } from "../errors.ts";
import { readChain } from "./lane/chain-snapshot.ts";
import type { LaneSettings } from "./lane/lane-options.ts";
import { simulate } from "./lane/simulate.ts";
import type { FeeQuote, TransactionIntent } from "./port.ts";

const GWEI = 1_000_000_000n;
/** Gas of an allowance and of a proof behind it, which cannot be tried before the allowance is given. */
const UNTRIED_GAS = 60_000n + 130_000n;
const LONGEST_MILLISECONDS = 10_000;

/**
 * Returns the fee of an intent, which is not sent.
 *
 * @throws NodeError TRANSACTION_REFUSED (the trial failed), CHAIN_UNAVAILABLE, CHAIN_MISMATCH, CHAIN_REJECTED,
 * CONTRACT_MISMATCH
 */
export async function quoteFee(
  { rpc, signer, maximumFeeGwei, minimumTipGwei }: LaneSettings,
  { to, data, value, expects, proof, allowance }: TransactionIntent,
): Promise<FeeQuote> {
  const signal = AbortSignal.timeout(LONGEST_MILLISECONDS);
  const expected = expects && { ...expects, amount: expects.amount.toString() };
  const tried = {
    to,
    data,
    value: value.toString(),
    expects: expected ?? null,
    proof: proof ?? null,
  };
  const [[trial], chain] = await Promise.all([
    simulate(rpc, signer.address, [tried], signal),
    readChain(rpc, signer.address, [], signal, BigInt(minimumTipGwei) * GWEI),
  ]);
  if (trial?.verdict === "unclear") throw trial.error;
  if (trial?.verdict === "impossible" && allowance === undefined) {
    throw new NodeError("TRANSACTION_REFUSED", `The chain would not take this: ${trial.reason}`, {
      details: { reason: trial.reason },
    });
  }
  const most = BigInt(maximumFeeGwei) * GWEI;
  const market = chain.market.maxFeePerGas;
  const maximumFeePerGas = market < most ? market : most;
  const isTried = trial?.verdict === "possible";
  const gas = trial?.verdict === "possible" ? trial.gasLimit : UNTRIED_GAS;
  return {
    gas: Number(gas),
    isTried,
    maximumFeePerGas,
    fee: gas * maximumFeePerGas,
    balance: chain.balance,
  };
}
