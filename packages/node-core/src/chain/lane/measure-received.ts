/**
 * The amounts that token transfers have brought their payees, by the payees' balances before and after the block: a
 * token's own logs may leave transfers out, or tell of more than it moves.
 */
import { NodeError } from "../../errors.ts";
import type { ChainRpc, RpcOutcome } from "../port.ts";
import { balanceCall, uint256Of } from "../tokens/erc20.ts";
import { logsIn } from "./chain-snapshot.ts";
import type { LaneTransaction } from "./lane-transaction.ts";

type Paying = LaneTransaction & {
  readonly blockNumber: number;
  readonly expects: NonNullable<LaneTransaction["expects"]>;
};

/**
 * Amounts that arrived, by transaction id, without those that the endpoint cannot show and those that cannot be told
 * from others of the block. `mined` are the wallet's transactions in blocks; `isNew` selects those to measure.
 */
export async function measureReceived(
  rpc: ChainRpc,
  mined: readonly LaneTransaction[],
  isNew: (transaction: LaneTransaction) => boolean,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const payments = Map.groupBy(mined.filter(isPaying), ({ blockHash, expects: { token, to } }) =>
    [blockHash, token, to].join(" "),
  );
  const received = new Map<string, string>();
  for (const group of payments.values()) {
    const wanted = group.filter((one) => one.proof === null && isNew(one));
    if (wanted.length === 0) continue;
    const growth = await growthOf(rpc, group, signal);
    if (growth === undefined) continue;
    const sum = group.reduce((total, { expects }) => total + BigInt(expects.amount), 0n);
    for (const { id, expects } of wanted) {
      if (growth.amount === sum) received.set(id, expects.amount);
      else if (growth.isOfOne) received.set(id, growth.amount.toString());
    }
  }
  return received;
}

/** A payment to oneself changes no balance. */
function isPaying(transaction: LaneTransaction): transaction is Paying {
  const { blockNumber, expects, state } = transaction;
  const isPaid = state === "mined" || state === "confirmed";
  return isPaid && blockNumber !== null && expects !== null && expects.from !== expects.to;
}

interface Growth {
  /** Amount by which the payee's balance has grown in the block. */
  readonly amount: bigint;
  /** True when nothing but one transaction of the wallet has touched the payee's balance, as far as logs tell. */
  readonly isOfOne: boolean;
}

/** Undefined when the endpoint cannot tell, or the balance has shrunk. */
async function growthOf(
  rpc: ChainRpc,
  group: readonly Paying[],
  signal: AbortSignal,
): Promise<Growth | undefined> {
  const [first] = group;
  if (first === undefined) return undefined;
  const { blockNumber, hash } = first;
  const { token, to } = first.expects;
  const [before, block] = [blockNumber - 1, blockNumber].map((one) => `0x${one.toString(16)}`);
  const filter = { address: token, fromBlock: block, toBlock: block };
  const calls = [
    balanceCall(token, to, before),
    balanceCall(token, to, block),
    { method: "eth_getLogs", params: [filter] },
  ];
  // An endpoint that keeps no old states may refuse all of it: the end of a payment does not wait for its measure.
  const [earlier, later, logs] = await rpc.batch(calls, { signal }).catch(withoutAnswer);
  const [had, has] = [balanceIn(earlier), balanceIn(later)];
  if (had === undefined || has === undefined || has < had) return undefined;
  return { amount: has - had, isOfOne: group.length === 1 && isAlone(logs, hash, to) };
}

function withoutAnswer(error: unknown): readonly RpcOutcome[] {
  if (error instanceof NodeError) return [];
  throw error;
}

function balanceIn(outcome: RpcOutcome | undefined): bigint | undefined {
  return outcome === undefined || "error" in outcome ? undefined : uint256Of(outcome.result);
}

/** True when no log of the token by another transaction names the payee, in whatever place. */
function isAlone(logs: RpcOutcome | undefined, hash: string | null, payee: string): boolean {
  const name = payee.slice(2).toLowerCase();
  const others = logsIn(logs)?.filter((log) => log.transactionHash.toLowerCase() !== hash);
  return (
    others?.some(({ topics, data }) => `${topics.join()}${data}`.toLowerCase().includes(name)) ===
    false
  );
}
