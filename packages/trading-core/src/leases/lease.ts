/** A lease in the store: of several processes that want it one holds it, and another takes over when it is gone. */

import {
  checkText,
  defineCollection,
  functionOption,
  numberOption,
  pauseInBackground,
  portOption,
  resolveOptions,
  textOption,
  type Clock,
  type Collection,
  type Entity,
  type OptionRules,
  type Store,
  type Transaction,
} from "@bourse/kernel";

import { ExecutionError } from "../execution/errors.ts";
import { anyStore } from "../part-shapes.ts";

interface LeaseDocument {
  readonly id: string;
  /** Process that holds the lease. */
  readonly holder: string;
  /** End of the lease by the store's clock, milliseconds UTC; 0 when it was given back. */
  readonly until: number;
}

const leases: Collection<LeaseDocument> = defineCollection<LeaseDocument>()({
  name: "service_leases",
});

/** The collections of leases. */
export const leaseCollections: readonly Collection<Entity>[] = [leases];

/** Options of {@link startLease}. */
export interface LeaseOptions {
  /** Store opened with the service's collections. */
  readonly store: Store;
  /** Source of time; its date is not used, the store's is. */
  readonly clock: Clock;
  /** Name of the lease. */
  readonly name: string;
  /** Identifier that no other process has or had: a new uuid. */
  readonly holder: string;
  /** Length in milliseconds; renewed three times as often. At least 100, default 6000. */
  readonly leaseMilliseconds?: number;
  /** Called when this process got the lease. It must not reject. */
  readonly onGained: () => Promise<void>;
  /** Called when this process has lost the lease or gives it back. It must not reject. */
  readonly onLost: () => Promise<void>;
  /** Called when the store could not be asked; it is asked again. */
  readonly onError: (error: unknown) => void;
}

/** A lease that is asked for until it is stopped. */
export interface Lease {
  /** True while this process holds it, by its own careful clock. */
  readonly isHeld: boolean;
  /** Gives it back and ends the asking. */
  stop(): Promise<void>;
}

const RULES: OptionRules<Required<LeaseOptions>> = {
  store: portOption<Store>(["transaction", "now"]),
  clock: portOption<Clock>(["monotonic", "sleep"]),
  name: textOption(),
  holder: textOption(),
  leaseMilliseconds: numberOption({ min: 100, default: 6000 }),
  onGained: functionOption(),
  onLost: functionOption(),
  onError: functionOption(),
};

/** Begins to ask for a lease, and to renew it while it is held. */
export function startLease(options: LeaseOptions): Lease {
  const { store, clock, name, holder, leaseMilliseconds, onGained, onLost, onError } =
    resolveOptions("startLease", options, RULES);
  const stopping = new AbortController();
  /** End of the lease by the monotonic clock, counted from before it was asked for. */
  let heldUntil = -Infinity;
  let isTold = false;
  const isHeld = (): boolean => clock.monotonic() < heldUntil;

  async function ask(): Promise<void> {
    const asked = clock.monotonic();
    const isMine = await claim(store, name, holder, leaseMilliseconds);
    heldUntil = isMine ? asked + leaseMilliseconds * 0.8 : -Infinity;
  }

  async function tell(): Promise<void> {
    if (isHeld() === isTold) return;
    isTold = isHeld();
    await (isTold ? onGained() : onLost());
  }

  const run = async (): Promise<void> => {
    do {
      await ask().catch(onError);
      await tell();
    } while (await pauseInBackground(clock, leaseMilliseconds / 3, stopping.signal));
  };
  const running = run();
  return {
    get isHeld() {
      return isHeld();
    },
    async stop() {
      stopping.abort();
      await running;
      heldUntil = -Infinity;
      await tell();
      await giveBack(store, name, holder).catch(onError);
    },
  };
}

async function claim(
  store: Store,
  name: string,
  holder: string,
  leaseMilliseconds: number,
): Promise<boolean> {
  const now = await store.now();
  const until = now + leaseMilliseconds;
  return await store.transaction(async (tx) => {
    const found = await tx.get(leases, name);
    if (found === undefined) {
      await tx.insert(leases, { id: name, holder, until });
      return true;
    }
    if (found.value.holder !== holder && found.value.until > now) return false;
    await tx.replace(leases, { id: name, holder, until }, found.version);
    return true;
  });
}

async function giveBack(store: Store, name: string, holder: string): Promise<void> {
  await store.transaction(async (tx) => {
    const found = await tx.get(leases, name);
    if (found?.value.holder !== holder) return;
    await tx.replace(leases, { ...found.value, until: 0 }, found.version);
  });
}

/**
 * The store as the holder of a lease writes to it: a transaction commits only while the lease in the store is the
 * holder's, so a process that lost it without noticing writes nothing.
 */
export function fencedStore(store: Store, name: string, holder: string): Store {
  anyStore("store", store);
  checkText("name", name);
  checkText("holder", holder);
  const fenced: Pick<Store, "transaction"> = {
    transaction: (work) =>
      store.transaction(async (tx: Transaction) => {
        const found = await tx.get(leases, name);
        if (found?.value.holder === holder) return await work(tx);
        throw new ExecutionError(
          "EXECUTION_UNAVAILABLE",
          "Another process has taken over the account; nothing was placed. Try again.",
        );
      }),
  };
  return new Proxy(store, {
    get: (target, key) => {
      if (key === "transaction") return fenced.transaction;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === "function"
        ? (value as (...given: unknown[]) => unknown).bind(target)
        : value;
    },
  });
}
