import { createManualClock, createMemoryStore, type ManualClock, type Store } from "@bourse/kernel";
import fc from "fast-check";
import { expect, test } from "vitest";

import {
  chainCollections,
  createTransactionLane,
  type JournalledTransaction,
  type Lane,
} from "../../src/index.ts";
import { ScriptedChain, type Mood } from "./scripted-chain.ts";
import { address, ETHER, walletOf } from "./wallet.ts";

const WALLET = walletOf(0xfee);
const CONFIRMATIONS = 4;

type Step =
  | { readonly do: "enqueue"; readonly count: number }
  | { readonly do: "mine"; readonly blocks: number }
  | { readonly do: "reorg"; readonly depth: number }
  | { readonly do: "wait"; readonly milliseconds: number }
  | { readonly do: "empty pool" }
  | { readonly do: "base fee"; readonly percent: number }
  | { readonly do: "restart" };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant("enqueue" as const), count: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ do: fc.constant("mine" as const), blocks: fc.integer({ min: 1, max: 3 }) }),
  fc.record({
    do: fc.constant("reorg" as const),
    // Deeper than the confirmations too: what was final is open again.
    depth: fc.integer({ min: 1, max: 2 * CONFIRMATIONS }),
  }),
  fc.record({ do: fc.constant("wait" as const), milliseconds: fc.integer({ min: 1, max: 1500 }) }),
  fc.constant({ do: "empty pool" as const }),
  fc.record({ do: fc.constant("base fee" as const), percent: fc.integer({ min: 50, max: 250 }) }),
  fc.constant({ do: "restart" as const }),
);

const MOODS: readonly Mood[] = [
  ...Array.from({ length: 8 }, () => "honest" as const),
  "away",
  "deaf",
  "forgetful",
  "grudging",
  "late",
  "gibberish",
  "blind",
  "stale",
];

/** Lets everything run that is ready, and what that makes ready. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 12; turn++) await new Promise(setImmediate);
}

class Run {
  readonly clock: ManualClock = createManualClock();
  readonly chain = new ScriptedChain(WALLET.address, 1000n * ETHER);
  readonly store: Store = createMemoryStore({ collections: chainCollections });
  lane: Lane = this.#newLane();
  intents = 0;

  async step(one: Step): Promise<void> {
    switch (one.do) {
      case "enqueue":
        for (let index = 0; index < one.count; index++) await this.#enqueue();
        this.lane.wake();
        break;
      case "mine":
        this.chain.mine(one.blocks);
        break;
      case "reorg":
        this.chain.reorg(one.depth);
        if (one.depth >= CONFIRMATIONS) this.lane.chainRewound?.();
        break;
      case "wait":
        await this.clock.advance(one.milliseconds);
        break;
      case "empty pool":
        this.chain.emptyPool();
        break;
      case "base fee":
        this.chain.baseFee = (1_000_000_000n * BigInt(one.percent)) / 100n;
        break;
      case "restart":
        await this.lane.stop();
        this.lane = this.#newLane();
        await this.lane.start();
        break;
    }
    await settle();
  }

  /** A payment so deep in the chain that no reorganisation of the model reaches it. */
  async begin(): Promise<void> {
    await this.lane.start();
    await this.step({ do: "enqueue", count: 1 });
    await this.calm();
    this.chain.mine(3 * CONFIRMATIONS);
  }

  /** Ends all faults and waits until everything has come to its end. */
  async calm(): Promise<void> {
    this.chain.mood = () => "honest";
    this.chain.baseFee = 1_000_000_000n;
    for (let round = 0; round < 400; round++) {
      const all = await this.all();
      if (all.every(({ state }) => state === "confirmed")) return;
      await this.clock.advance(500);
      await settle();
      this.chain.mine(1);
    }
  }

  async all(): Promise<readonly JournalledTransaction[]> {
    const ids = Array.from({ length: this.intents }, (_, index) => `i${index}`);
    const found = await Promise.all(ids.map((id) => this.lane.get(id)));
    return found.filter((one) => one !== undefined);
  }

  async #enqueue(): Promise<void> {
    const index = this.intents++;
    const intent = {
      id: `i${index}`,
      to: address(0x1000 + index),
      data: "0x" as const,
      value: BigInt(index + 1),
    };
    await this.store.transaction((tx) => this.lane.enqueue(tx, intent));
  }

  #newLane(): Lane {
    return createTransactionLane({
      rpc: this.chain,
      chainId: 31_337,
      signer: WALLET,
      store: this.store,
      clock: this.clock,
      confirmations: CONFIRMATIONS,
      pollMilliseconds: 100,
      stuckAfterMilliseconds: 1000,
      rebroadcastMilliseconds: 300,
      inFlightLimit: 6,
    });
  }
}

test(
  "whatever the endpoint fails at, forgets or lies about, every intent is paid exactly once",
  { timeout: 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 5, maxLength: 40 }),
        fc.infiniteStream(fc.constantFrom(...MOODS)),
        fc.integer({ min: 1, max: 2 * CONFIRMATIONS }),
        async (steps, moods, depth) => {
          const run = new Run();
          await run.begin();
          run.chain.mood = () => moods.next().value;
          for (const one of steps) await run.step(one);
          await run.calm();
          await run.step({ do: "reorg", depth });
          await run.calm();
          const all = await run.all();
          await run.lane.stop();
          expect(all.map(({ state }) => state)).toEqual(all.map(() => "confirmed"));
          const payments = run.chain.mined().filter(({ value }) => value > 0n);
          const paid = payments.map(({ value }) => Number(value)).toSorted((a, b) => a - b);
          expect(paid).toEqual(all.map((_, index) => index + 1));
          const hashes = new Set(payments.map(({ hash }) => hash));
          expect(all.every(({ hash }) => hash !== null && hashes.has(hash))).toBe(true);
          expect(run.chain.mined().map(({ nonce }) => nonce)).toEqual(
            run.chain.mined().map((_, index) => index),
          );
          await run.store.close();
        },
      ),
      { numRuns: 60 },
    );
  },
);
