/** Gas that transactions of API keys have used: the chain's number takes the place of the expected one. */

import { hasCode, type Store } from "@bourse/kernel";

import { isExecuted, isFinal } from "../chain/lane/lane-transaction.ts";
import type { JournalledTransaction, TransactionLane } from "../chain/port.ts";
import type { NodeEvents } from "../events/index.ts";
import { keyWorkDocuments, settleWork } from "../keys/key-use.ts";

/** Counts of gas that follow the wallet's transactions. */
export interface GasCount {
  /** Settles the count of a transaction that is final, or that there is not (any more). */
  settle(id: string): Promise<void>;
  /** Settles what has ended since the last stop, and follows the transactions. */
  start(): Promise<void>;
  /** Resolves when nothing is followed any more. */
  stop(): Promise<void>;
}

export interface GasCountParts {
  readonly store: Store;
  readonly lane: Pick<TransactionLane, "get" | "onMove">;
  readonly events: NodeEvents;
}

/** Creates the counts, stopped. */
export function createGasCount({ store, lane, events }: GasCountParts): GasCount {
  const running = new Set<Promise<void>>();
  let leave: (() => void) | undefined;
  const settleAs = async (id: string, moved: JournalledTransaction | undefined): Promise<void> => {
    if (moved !== undefined && !isFinal(moved)) return;
    if ((await store.get(keyWorkDocuments, id))?.value.isOpen !== true) return;
    const end = {
      isExecuted: moved !== undefined && isExecuted(moved),
      gasUsed: moved?.gasUsed ?? null,
    };
    await store.transaction((tx) => settleWork(tx, id, end));
  };
  const settle = async (id: string): Promise<void> => settleAs(id, await lane.get(id));
  const follow = (moved: JournalledTransaction): void => {
    const step = settleAs(moved.id, moved)
      .catch((error: unknown) => {
        if (!hasCode(error, "STORE_CLOSED")) events.emit("system.error", NOT_COUNTED);
      })
      .finally(() => running.delete(step));
    running.add(step);
  };
  return Object.freeze({
    settle,
    start: async () => {
      leave ??= lane.onMove(follow);
      for (const id of await openWork(store)) await settle(id);
    },
    stop: async () => {
      leave?.();
      leave = undefined;
      await Promise.all(running);
    },
  });
}

const NOT_COUNTED = {
  component: "keys",
  message:
    "The gas of a transaction could not be counted for its API key; the expected gas counts until the next start.",
  code: "GAS_COUNT_FAILED",
};

async function openWork(store: Store): Promise<readonly string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof pageOf>> = await pageOf(store, cursor);
    ids.push(...page.items.map(({ value }) => value.id));
    cursor = page.next;
  } while (cursor !== null);
  return ids;
}

function pageOf(store: Store, cursor: string | null) {
  return store.find(keyWorkDocuments, {
    index: "by_state",
    equals: [true],
    limit: 1000,
    ...(cursor === null ? {} : { cursor }),
  });
}
