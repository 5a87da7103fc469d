/**
 * The model of money: callers ask for payments in the coin and in odd tokens under idempotency keys, while answers get
 * lost, the endpoint fails, lags and lies, blocks are reorganised, the process dies, and the store is set back to a
 * backup. In the end each payment was made exactly once and its caller has its hash, or it was refused and not made.
 */
import { createManualClock, createMemoryStore, systemIds, type Store } from "@bourse/kernel";
import { Interface, type Transaction } from "ethers";
import fc from "fast-check";
import { expect, test } from "vitest";

import { isLongRun, rounds } from "../../../test/support/rounds.ts";
import { createIdempotency } from "../src/idempotency/index.ts";
import {
  chainCollections,
  createTokenList,
  createTransactionLane,
  createTransfers,
  isNodeError,
  NATIVE_TOKEN,
  nodeCollections,
  NodeError,
  type Lane,
  type Payments,
  type Transfers,
} from "../src/index.ts";
import { createPayments } from "../src/transfers/payments.ts";
import { copiedStore } from "./chain/copied-store.ts";
import { ScriptedChain, type Mood } from "./chain/scripted-chain.ts";
import {
  ScriptedTokens,
  TOKEN_ABI,
  TOKEN_KINDS,
  tokenOf,
  type TokenKind,
} from "./chain/scripted-tokens.ts";
import { address, ETHER, walletOf } from "./chain/wallet.ts";

const WALLET = walletOf(0xfee);
const PAYEE = address(0x1000);
const CONFIRMATIONS = 3;

/** A payment as its caller sees it: asked for again under the same key until it is answered. */
interface Errand {
  readonly key: string;
  /** Null for the chain's coin. */
  readonly kind: TokenKind | null;
  readonly amount: bigint;
  hash: string | null;
  received: bigint | null;
  /** Refused for what would arrive, with no other call under way: the caller does not ask again. */
  isRefused: boolean;
  calls: number;
}

type Step =
  // A lost answer is one that the caller never gets to see: it asks again under the same key.
  | { readonly do: "pay"; readonly kind: TokenKind | null; readonly isLost: boolean }
  | { readonly do: "retry"; readonly which: number; readonly isLost: boolean }
  | { readonly do: "mine"; readonly blocks: number }
  | { readonly do: "reorg"; readonly depth: number }
  | { readonly do: "wait"; readonly milliseconds: number }
  | { readonly do: "empty pool" | "backup" | "restore" | "crash" | "review" }
  | { readonly do: "base fee"; readonly gwei: number };

const isLost = fc.boolean();

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("pay" as const),
      kind: fc.oneof(fc.constant(null), fc.constantFrom(...TOKEN_KINDS)),
      isLost,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("retry" as const), which: fc.nat(20), isLost }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("mine" as const),
      blocks: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("reorg" as const),
      depth: fc.integer({ min: 1, max: CONFIRMATIONS - 1 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("wait" as const),
      milliseconds: fc.integer({ min: 1, max: 1500 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("base fee" as const),
      gwei: fc.constantFrom(1, 2, 900),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom("empty pool", "backup", "restore", "crash", "review" as const),
    }),
  },
);

const MOODS: readonly Mood[] = [
  ...Array.from({ length: 10 }, () => "honest" as const),
  "away",
  "deaf",
  "forgetful",
  "grudging",
  "late",
  "gibberish",
  "blind",
  "stale",
];

async function settle(): Promise<void> {
  for (let turn = 0; turn < 12; turn++) await new Promise(setImmediate);
}

/** A store that fails from the moment on at which its process has died. */
function mortal(store: Store): { readonly store: Store; readonly kill: () => void } {
  let isDead = false;
  const guarded = new Proxy(store, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      return (...given: unknown[]): unknown => {
        if (isDead) return Promise.reject(new Error("The process has died."));
        return (member as (...all: unknown[]) => unknown).apply(target, given);
      };
    },
  });
  return { store: guarded, kill: () => void (isDead = true) };
}

function isAnswered({ hash, isRefused }: Errand): boolean {
  return hash !== null || isRefused;
}

/** Payment that a transaction makes, told from all others; undefined for one that pays nothing. */
function paymentIn(transaction: Transaction): string | undefined {
  const moved = ScriptedTokens.paymentOf(transaction);
  if (moved !== undefined) return `${moved.kind} ${moved.amount}`;
  return transaction.value > 0n ? `null ${transaction.value}` : undefined;
}

class World {
  readonly clock = createManualClock();
  readonly chain = new ScriptedChain(WALLET.address, 1000n * ETHER);
  readonly errands: Errand[] = [];
  #store: Store = createMemoryStore({ collections: [...chainCollections, ...nodeCollections] });
  #backup: Store | undefined;
  #home = 0;
  #kill: () => void = () => undefined;
  #patience = new AbortController();
  #calls: Promise<void>[] = [];
  lane!: Lane;
  #payments!: Payments;
  #transfers!: Transfers;

  async start(): Promise<void> {
    const { store, kill } = mortal(this.#store);
    this.#kill = kill;
    this.lane = createTransactionLane({
      rpc: this.chain,
      chainId: 31_337,
      signer: WALLET,
      store,
      home: `home ${this.#home}`,
      clock: this.clock,
      confirmations: CONFIRMATIONS,
      pollMilliseconds: 100,
      stuckAfterMilliseconds: 1000,
      rebroadcastMilliseconds: 300,
      inFlightLimit: 6,
    });
    const tokens = createTokenList({ rpc: this.chain, chainId: 31_337, store, clock: this.clock });
    const waitMilliseconds = 600_000;
    this.#transfers = createTransfers({ lane: this.lane, tokens, store, waitMilliseconds });
    this.#payments = createPayments({
      watch: {
        pay: (request) => this.#transfers.transfer(request, { signal: this.#patience.signal }),
        start: async () => undefined,
        stop: async () => undefined,
      },
      idempotency: createIdempotency(store, this.clock),
      ids: systemIds,
      wallet: WALLET.address,
      keys: { spend: async () => undefined, unspend: async () => undefined },
    });
    if (this.#home === 0 && this.errands.length === 0)
      for (const kind of TOKEN_KINDS)
        await tokens.add(tokenOf(kind), new Interface(TOKEN_ABI).fragments);
    await this.lane.start();
  }

  async step(one: Step): Promise<void> {
    switch (one.do) {
      case "pay":
        this.errands.push({
          key: `errand-${this.errands.length}`,
          kind: one.kind,
          // Told apart by their amounts: of payments that are alike the operator has to ask the payee.
          amount: 1_000_000n * BigInt(this.errands.length + 1),
          hash: null,
          received: null,
          isRefused: false,
          calls: 0,
        });
        this.#ask(this.errands.at(-1), one.isLost);
        break;
      case "retry":
        this.#ask(this.errands[one.which], one.isLost);
        break;
      case "mine":
        this.chain.mine(one.blocks);
        break;
      case "reorg":
        this.chain.reorg(one.depth);
        break;
      case "wait":
        await this.clock.advance(one.milliseconds);
        break;
      case "empty pool":
        this.chain.emptyPool();
        break;
      case "base fee":
        this.chain.baseFee = 1_000_000_000n * BigInt(one.gwei);
        break;
      case "backup":
        this.#backup = await copiedStore(this.#store);
        break;
      case "restore":
        if (this.#backup === undefined) break;
        await this.#die();
        this.#store = await copiedStore(this.#backup);
        this.#home++;
        await this.start();
        break;
      case "crash":
        await this.#die();
        await this.start();
        break;
      case "review":
        await this.review();
        break;
    }
    await settle();
  }

  /** Ends all faults and waits until everything has come to its end. */
  async calm(): Promise<void> {
    this.chain.mood = () => "honest";
    this.chain.baseFee = 1_000_000_000n;
    for (let round = 0; round < 600; round++) {
      if (this.errands.every(isAnswered)) return;
      await this.endCalls();
      await this.review();
      for (const errand of this.errands) this.#ask(errand);
      for (let turn = 0; turn < 4; turn++) {
        await settle();
        await this.clock.advance(500);
        await settle();
        this.chain.mine(1);
      }
    }
  }

  async stop(): Promise<void> {
    await this.endCalls();
    await this.lane.stop();
  }

  /** The callers give up waiting: what was not sent is taken back. */
  async endCalls(): Promise<void> {
    this.#patience.abort();
    await Promise.all(this.#calls);
    this.#calls = [];
    this.#patience = new AbortController();
  }

  /** The operator asks the callers: a transaction that one of them was told of is that one's, any other is this one. */
  async review(): Promise<void> {
    const { transactions } = await this.lane.list({ open: true, limit: 1000 });
    for (const { id, state, candidate } of transactions) {
      if (state !== "needs_review") continue;
      const action = candidate === null ? "send" : "accept";
      try {
        await this.lane.act(id, action);
      } catch (error) {
        if (!isNodeError(error, "ACTION_NOT_POSSIBLE")) throw error;
      }
    }
  }

  async #die(): Promise<void> {
    this.#kill();
    this.#patience.abort();
    await this.lane.stop();
    await Promise.all(this.#calls);
    this.#calls = [];
    this.#patience = new AbortController();
  }

  #ask(errand: Errand | undefined, isAnswerLost = false): void {
    if (errand === undefined || isAnswered(errand)) return;
    const { key, amount, kind } = errand;
    const token = kind === null ? NATIVE_TOKEN : tokenOf(kind);
    const payment = { from: WALLET.address, to: PAYEE, amount, token };
    errand.calls++;
    const answer = this.#payments.pay(payment, { idempotencyKey: key });
    const call = answer
      .finally(() => errand.calls--)
      .then(
        (result) => {
          if (result.status !== "settled" || isAnswered(errand) || isAnswerLost) return;
          errand.hash = result.txHash;
          errand.received = result.received;
        },
        (error: unknown) => {
          if (isNodeError(error, "TRANSACTION_REFUSED") && error.message.includes("would arrive")) {
            errand.isRefused = !isAnswerLost && errand.calls === 0;
          }
          // A refusal of ours, or the death of the process: the caller asks again.
          if (error instanceof NodeError || String(error).includes("has died")) return;
          throw error;
        },
      );
    this.#calls.push(call);
  }
}

test(
  "each payment is made once and its caller has its hash, or refused and not made, whatever fails, lies, dies or is set back",
  { timeout: 60_000 + rounds(60, 10_000) * 1000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 8, maxLength: 50 }),
        fc.infiniteStream(fc.constantFrom(...MOODS)),
        async (steps, moods) => {
          const world = new World();
          await world.start();
          // A store from before the first start knows of nothing, and is a new one.
          await settle();
          world.chain.mood = () => moods.next().value;
          for (const one of steps) await world.step(one);
          await world.calm();
          await world.stop();
          expect(world.errands.filter((errand) => !isAnswered(errand))).toEqual([]);
          const mined = new Map(
            world.chain.mined().flatMap((one) => {
              const paid = paymentIn(one);
              return paid === undefined ? [] : [[one.hash, paid] as const];
            }),
          );
          const told = world.errands.flatMap(({ hash, kind, amount }) =>
            hash === null ? [] : [[hash, `${kind} ${amount}`] as const],
          );
          expect(told).toHaveLength(mined.size);
          expect(new Map(told)).toEqual(mined);
          for (const { kind, hash, isRefused, amount, received } of world.errands) {
            expect(isRefused, `${kind} refused`).toBe(hash === null);
            if (isRefused) expect(kind).toBe("fee");
            if (received === null) continue;
            const whole = kind === "fee" ? amount - amount / 50n : amount;
            // A balance that grows with each transfer grows by that too.
            if (kind === "rebasing") expect(received).toBeGreaterThanOrEqual(amount - 2n);
            else expect(received).toBe(whole);
          }
        },
      ),
      { numRuns: rounds(60, 10_000), endOnFailure: isLongRun },
    );
  },
);
