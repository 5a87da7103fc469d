/** A scripted chain, a manual clock, and lanes on stores and copies of stores. */
import { createManualClock, createMemoryStore, type Store } from "@bourse/kernel";
import { onTestFinished } from "vitest";

import {
  chainCollections,
  createTransactionLane,
  type Lane,
  type TransactionLaneOptions,
} from "../../src/index.ts";
import { ScriptedChain } from "./scripted-chain.ts";
import { address, ETHER, walletOf } from "./wallet.ts";

const WALLET = walletOf(0xfee);
export const PAYEE = address(0x1000);
export const GWEI = 1_000_000_000n;

export function restoredWorld(options: Partial<TransactionLaneOptions> = {}) {
  const clock = createManualClock();
  const chain = new ScriptedChain(WALLET.address, 1000n * ETHER);
  const laneOn = async (store: Store, home = "here"): Promise<Lane> => {
    const lane = createTransactionLane({
      rpc: chain,
      chainId: 31_337,
      signer: WALLET,
      store,
      home,
      clock,
      confirmations: 2,
      pollMilliseconds: 100,
      inFlightLimit: 4,
      ...options,
    });
    onTestFinished(() => lane.stop());
    await lane.start();
    return lane;
  };
  const settle = async (): Promise<void> => {
    for (let round = 0; round < 12; round++) {
      for (let turn = 0; turn < 12; turn++) await new Promise(setImmediate);
      await clock.advance(100);
    }
  };
  const mine = async (blocks: number): Promise<void> => {
    await settle();
    chain.mine(blocks);
    await settle();
  };
  /** A restored lane gives up nonces, waits until they are final, and looks through the chain. */
  const compare = async (): Promise<void> => {
    await mine(1);
    await mine(3);
  };
  return { clock, chain, compare, laneOn, mine, settle };
}

export async function enqueue(store: Store, lane: Lane, id: string, value = 5n): Promise<void> {
  await store.transaction((tx) => lane.enqueue(tx, { id, to: PAYEE, data: "0x", value }));
  lane.wake();
}

/** Opens a lane on a new store in which payment `p` waits until gas is cheaper. */
export async function waitingForGas({
  chain,
  laneOn,
  settle,
}: Pick<ReturnType<typeof restoredWorld>, "chain" | "laneOn" | "settle">) {
  const store = newStore();
  const lane = await laneOn(store);
  chain.baseFee = 900n * GWEI;
  await enqueue(store, lane, "p");
  await settle();
  return { store, lane };
}

export const newStore = (): Store => createMemoryStore({ collections: chainCollections });

export const paid = (chain: ScriptedChain): readonly bigint[] =>
  chain.mined().flatMap(({ value }) => (value > 0n ? [value] : []));
