/** Payments of the node's wallet: checked, journalled, and settled only when the chain has confirmed them. */
import {
  hasCode,
  integerOption,
  optional,
  portOption,
  resolveOptions,
  type Store,
} from "@bourse/kernel";

import { NATIVE_TOKEN, type Address, type Hex } from "../../address.ts";
import { NodeError } from "../../errors.ts";
import { isAway, wasChecked } from "../chain-health.ts";
import { isFundsReason } from "../lane/funds-reason.ts";
import { isFinal } from "../lane/lane-transaction.ts";
import type {
  ChainHealth,
  JournalledTransaction,
  TokenList,
  TransactionIntent,
  TransactionLane,
  TransferRequest,
  TransferResult,
  Transfers,
} from "../port.ts";
import { transferCall, unsupported } from "./erc20.ts";

/** Options of {@link createTransfers}. */
export interface TransfersOptions {
  /** Lane of the paying wallet. */
  readonly lane: TransactionLane;
  /** List of the accepted tokens. */
  readonly tokens: TokenList;
  /** Store of the lane. */
  readonly store: Store;
  /** Availability of the chain: a payment waits in the lane while it is away. Default: no payment waits. */
  readonly health?: Pick<ChainHealth, "connected" | "snapshot"> | undefined;
  /** Longest wait of a call for the confirmation. 0–600,000 ms, default 20,000. */
  readonly waitMilliseconds?: number;
}

type Settings = Required<Omit<TransfersOptions, "health">> & Pick<TransfersOptions, "health">;

/** Creates the payments of a lane's wallet. @throws KernelError OPTION_INVALID */
export function createTransfers(given: TransfersOptions): Transfers {
  return new LaneTransfers(
    resolveOptions<Settings>("createTransfers", given, {
      lane: portOption<TransactionLane>(["enqueue", "settled", "withdraw"]),
      tokens: portOption<TokenList>(["get", "balanceOf"]),
      store: portOption<Store>(["transaction"]),
      health: optional(
        portOption<Pick<ChainHealth, "connected" | "snapshot">>(["connected", "snapshot"]),
      ),
      waitMilliseconds: integerOption({ min: 0, max: 600_000, default: 20_000 }),
    }),
  );
}

/** Id of the lane's intent of a transfer. */
export function transferIntentId(id: string): string {
  return `transfer:${id}`;
}

/** Transaction of a payment. */
export function transferIntent({
  id,
  from,
  to,
  amount,
  token,
}: TransferRequest): TransactionIntent {
  if (token === NATIVE_TOKEN) return { id, to, data: "0x", value: amount };
  const expects = { token, from, to, amount };
  return { id, to: token, data: transferCall(to, amount), value: 0n, expects };
}

const MOST = 2n ** 256n;

class LaneTransfers implements Transfers {
  readonly #options: Settings;
  readonly #underWay = new Set<Promise<unknown>>();
  #stopping = new AbortController();

  constructor(options: Settings) {
    this.#options = options;
  }

  async start(): Promise<void> {
    this.#stopping = new AbortController();
  }

  /** Whoever waits is answered at once: as pending, or as not sent. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.allSettled(this.#underWay);
  }

  async transfer(
    request: TransferRequest,
    { signal }: { readonly signal?: AbortSignal } = {},
  ): Promise<TransferResult> {
    const result = this.#transfer(request, signal);
    this.#underWay.add(result);
    return result.finally(() => this.#underWay.delete(result));
  }

  async #transfer(
    request: TransferRequest,
    signal: AbortSignal | undefined,
  ): Promise<TransferResult> {
    const { lane } = this.#options;
    const id = transferIntentId(request.id);
    const isNew = (await lane.get(id)) === undefined;
    if (isNew) {
      await this.#check(request);
      await this.#enqueue(id, request);
      lane.wake();
    }
    // Nobody is kept waiting for a chain that is away; a call without a person behind it has its own signal.
    const waitMilliseconds =
      signal === undefined && this.#isAway() ? 0 : this.#options.waitMilliseconds;
    const parked = new AbortController();
    const leave = lane.onMove((moved) => {
      if (moved.id === id && moved.state === "needs_review") parked.abort();
    });
    try {
      if ((await lane.get(id))?.state === "needs_review") parked.abort();
      const ends = [
        this.#stopping.signal,
        parked.signal,
        AbortSignal.timeout(waitMilliseconds),
        ...(signal === undefined ? [] : [signal]),
      ];
      const until = AbortSignal.any(ends);
      const settled = await lane.settled(id, { signal: until }).catch((error: unknown) => {
        if (until.aborted) return undefined;
        throw error;
      });
      return await (settled === undefined
        ? this.#notYet(id, request, isNew)
        : outcomeOf(settled, request));
    } finally {
      leave();
    }
  }

  async #check({ id, from, to, amount, token }: TransferRequest): Promise<void> {
    const { lane, tokens } = this.#options;
    if (id.length < 1 || id.length > 150) throw invalid("id", "1 to 150 characters");
    if (from !== lane.address) throw invalid("from", `this node's own wallet, ${lane.address}`);
    if (to === NATIVE_TOKEN) throw invalid("to", "an address that is not zero");
    if (amount <= 0n || amount >= MOST) throw invalid("amount", "more than 0 and less than 2^256");
    if ((await tokens.get(token)) === undefined) {
      throw unsupported(token, "it is not on the node's list: add it first");
    }
    const available = await this.#balanceOf(from, token);
    // Without an answer the lane looks itself before it signs.
    if (available === undefined || available >= amount) return;
    throw new NodeError(
      "INSUFFICIENT_FUNDS",
      `amount: expected at most ${available}, which is what the wallet has, but found ${amount}.`,
      { details: { field: "amount", needed: amount.toString(), available: available.toString() } },
    );
  }

  /** Undefined while the chain is away and may be waited for. */
  async #balanceOf(from: Address, token: Address): Promise<bigint | undefined> {
    const { health, tokens } = this.#options;
    if (this.#isAway()) return undefined;
    try {
      return await tokens.balanceOf(from, token);
    } catch (error) {
      if (health === undefined || !wasChecked(health)) throw error;
      if (hasCode(error, "CHAIN_UNAVAILABLE")) return undefined;
      throw error;
    }
  }

  #isAway(): boolean {
    const { health } = this.#options;
    return health !== undefined && isAway(health);
  }

  async #enqueue(id: string, request: TransferRequest): Promise<void> {
    const { lane, store } = this.#options;
    const intent = transferIntent({ ...request, id });
    await store.transaction((tx) => lane.enqueue(tx, intent));
  }

  /**
   * Time is over: what was never signed is taken back, the rest is on its way. It stays while the chain is away, and
   * where an earlier call may have been told that it waits.
   */
  async #notYet(id: string, request: TransferRequest, isNew: boolean): Promise<TransferResult> {
    const { lane } = this.#options;
    if (isNew && !this.#isAway()) await lane.withdraw(id);
    const now = await lane.get(id);
    if (now === undefined) {
      throw new NodeError(
        "CHAIN_UNAVAILABLE",
        "The chain did not take the transfer in time; it was taken back, nothing was sent and nothing will be.",
      );
    }
    if (now.state === "needs_review") {
      throw new NodeError(
        "NEEDS_REVIEW",
        `The payment waits for a review by the node's operator and may have been made already: ${now.reason}`,
        { details: { txHash: now.hash } },
      );
    }
    if (isFinal(now)) return outcomeOf(now, request);
    if (now.hash === null) return { status: "queued", txHash: null };
    return { status: "pending", txHash: now.hash };
  }
}

/** @throws NodeError INSUFFICIENT_FUNDS, TRANSACTION_REFUSED, TRANSACTION_REVERTED */
function outcomeOf(transaction: JournalledTransaction, { token }: TransferRequest): TransferResult {
  const { state, reason, hash, received } = transaction;
  if (state === "confirmed") {
    const arrived = received === null ? null : BigInt(received);
    return { status: "settled", txHash: hashOf(transaction), received: arrived };
  }
  if (state === "reverted") {
    throw new NodeError("TRANSACTION_REVERTED", `The transfer failed on the chain: ${reason}`, {
      details: { txHash: hash, reason },
    });
  }
  if (token === NATIVE_TOKEN && isFundsReason(reason)) {
    throw new NodeError(
      "INSUFFICIENT_FUNDS",
      `amount: expected an amount that leaves enough for the fee. ${reason}`,
      { details: { field: "amount" } },
    );
  }
  throw new NodeError(
    "TRANSACTION_REFUSED",
    `The transfer was refused, nothing was paid: ${reason}`,
    {
      details: { reason },
    },
  );
}

function hashOf({ id, hash }: JournalledTransaction): Hex {
  if (hash === null) throw new Error(`Transaction ${id} has no hash although it was signed.`);
  return hash;
}

function invalid(field: string, expected: string): NodeError {
  return new NodeError("VALIDATION_ERROR", `${field}: expected ${expected}.`, {
    details: { field },
  });
}
