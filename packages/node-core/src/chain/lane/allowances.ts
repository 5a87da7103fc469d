/**
 * Allowances of the wallet to contracts: exactly what the intents that wait need, in one transaction for all of them,
 * and nothing is left when they are done.
 *
 * An allowance is set, not added to, so while one is under way no intent that draws on it is signed.
 */
import { Interface } from "ethers";

import type { Address, Hex } from "../../address.ts";
import type { ChainRpc, TransactionIntent } from "../port.ts";
import type { Stored } from "./lane-journal.ts";
import type { LaneTransaction } from "./lane-transaction.ts";
import { simulate } from "./simulate.ts";

export interface AllowancePlan {
  /** May be signed as far as allowances go. */
  readonly ready: readonly Stored[];
  /** Allowances to make first, each with the intents that wait for it. */
  readonly allow: readonly {
    readonly intent: TransactionIntent;
    readonly allows: string;
    readonly waiting: readonly Stored[];
  }[];
  /** Can never be allowed, and why. */
  readonly hopeless: readonly { readonly stored: Stored; readonly reason: string }[];
}

const ERC20 = new Interface([
  "function allowance(address owner, address spender) view returns (uint256)",
  "function approve(address spender, uint256 amount) returns (bool)",
]);

/**
 * More for one intent means that the token does not do what it says. One may have to set an allowance to zero first.
 */
const MOST_ALLOWANCES = 3;

/** @throws NodeError CHAIN_UNAVAILABLE, CHAIN_MISMATCH */
export async function planAllowances(
  rpc: ChainRpc,
  wallet: Address,
  lane: string,
  queued: readonly Stored[],
  open: readonly Stored[],
  signal: AbortSignal,
): Promise<AllowancePlan> {
  const ready = queued.filter(({ value }) => value.allowance === null);
  const groups = Map.groupBy(
    queued.filter(({ value }) => value.allowance !== null),
    ({ value }) => keyOf(value),
  );
  const plan = {
    ready,
    allow: [] as AllowancePlan["allow"][number][],
    hopeless: [] as AllowancePlan["hopeless"][number][],
  };
  for (const [key, group] of groups) {
    if (open.some(({ value }) => value.allows === key && value.state !== "mined")) continue;
    const allowance = group[0]?.value.allowance;
    if (allowance === null || allowance === undefined) continue;
    const { token, spender } = allowance;
    const current = await readAllowance(rpc, token, wallet, spender, signal);
    if (current === undefined) continue;
    let left = current - drawnOn(key, open);
    const short: Stored[] = [];
    for (const stored of group) {
      const needed = neededBy(stored.value);
      if (short.length === 0 && needed <= left) {
        left -= needed;
        ready.push(stored);
      } else if (stored.value.allowancesMade >= MOST_ALLOWANCES) {
        plan.hopeless.push({
          stored,
          reason: `The token ${token} does not keep the allowance that it is given.`,
        });
      } else short.push(stored);
    }
    // Those that are ready draw on what is there; only when they are done is the rest allowed.
    if (short.length === 0 || short.length < group.length || drawnOn(key, open) > 0n) continue;
    const amount = short.reduce((sum, { value }) => sum + neededBy(value), 0n);
    const approve = await approval(rpc, wallet, token, spender, amount, current, signal);
    if (typeof approve === "string") {
      plan.hopeless.push(...short.map((stored) => ({ stored, reason: approve })));
    } else if (approve !== undefined) {
      const id = `allowance:${lane}:${short[0]?.value.place}:${short[0]?.value.allowancesMade}`;
      const intent = { id, to: token, data: approve.data, value: 0n };
      plan.allow.push({ intent, allows: key, waiting: short });
    }
  }
  ready.sort((one, other) => one.value.place - other.value.place);
  return plan;
}

function keyOf({ allowance }: LaneTransaction): string {
  return `${allowance?.token}:${allowance?.spender}`;
}

function neededBy({ allowance }: LaneTransaction): bigint {
  return BigInt(allowance?.amount ?? 0);
}

/** Amounts that signed transactions in no block yet will take. */
function drawnOn(key: string, open: readonly Stored[]): bigint {
  return open
    .map(({ value }) => value)
    .filter(
      ({ state, allowance }) => (state === "signed" || state === "sent") && allowance !== null,
    )
    .filter((one) => keyOf(one) === key)
    .reduce((sum, one) => sum + neededBy(one), 0n);
}

async function readAllowance(
  rpc: ChainRpc,
  token: Address,
  owner: Address,
  spender: Address,
  signal: AbortSignal,
): Promise<bigint | undefined> {
  const data = ERC20.encodeFunctionData("allowance", [owner, spender]);
  const [outcome] = await rpc.batch(
    [{ method: "eth_call", params: [{ to: token, data }, "latest"] }],
    { signal },
  );
  if (outcome === undefined || "error" in outcome) return undefined;
  return /^0x[0-9a-f]{64}$/.test(String(outcome.result)) ? BigInt(String(outcome.result)) : 0n;
}

/** The call to make; some tokens change no allowance but from or to zero. A reason when there is none that works. */
async function approval(
  rpc: ChainRpc,
  wallet: Address,
  token: Address,
  spender: Address,
  amount: bigint,
  current: bigint,
  signal: AbortSignal,
): Promise<{ readonly data: Hex } | string | undefined> {
  const approve = (sum: bigint): Hex => ERC20.encodeFunctionData("approve", [spender, sum]) as Hex;
  const choices = [approve(amount), ...(current > 0n ? [approve(0n)] : [])];
  const trials = await simulate(
    rpc,
    wallet,
    choices.map((data) => ({ to: token, data, value: "0" })),
    signal,
  );
  const works = trials.findIndex(({ verdict }) => verdict === "possible");
  const data = choices[works];
  if (data !== undefined) return { data };
  const [first] = trials;
  return first?.verdict === "impossible"
    ? `The token refuses an allowance: ${first.reason}`
    : undefined;
}
