/** An outbox over a memory store, with a clock that stands still. */
import {
  createManualClock,
  createMemoryStore,
  defineCollection,
  type Entity,
  type ManualClock,
  type Store,
} from "@bourse/kernel";

import {
  createOutbox,
  outboxCollections,
  type Outbox,
  type OutboxDelivery,
  type OutboxOptions,
} from "../../src/index.ts";

/** Changes of the tests, beside the outbox. */
export const acts = defineCollection<Entity>()({ name: "acts" });

export interface Fixture {
  readonly store: Store;
  readonly clock: ManualClock;
  readonly outbox: Outbox<string>;
  /** Deliveries that were begun, in their order. */
  readonly deliveries: OutboxDelivery<string>[];
  /** Another outbox of the same store, as in another process. */
  readonly again: (options?: Partial<OutboxOptions<string>>) => Outbox<string>;
}

export function fixture(options: Partial<OutboxOptions<string>> = {}): Fixture {
  const clock = createManualClock();
  const collections = [acts, ...outboxCollections];
  const store = options.store ?? createMemoryStore({ collections, clock });
  const deliveries: OutboxDelivery<string>[] = [];
  const { deliver = async () => undefined } = options;
  const again = (more: Partial<OutboxOptions<string>> = {}): Outbox<string> =>
    createOutbox<string>({
      store,
      key: new Uint8Array(32).fill(7),
      clock,
      processClock: clock,
      random: { next: () => 0.5 },
      ...options,
      deliver: async (delivery) => {
        deliveries.push(delivery);
        await deliver(delivery);
      },
      ...more,
    });
  return { store, clock, outbox: again(), deliveries, again };
}

/** Adds one entry in a transaction of its own; resolves to its id. */
export async function post(
  { store, outbox }: Pick<Fixture, "store" | "outbox">,
  payload: string,
): Promise<string> {
  const entry = await outbox.prepare(payload);
  await store.transaction((tx) => outbox.add(tx, entry));
  return entry.id;
}
