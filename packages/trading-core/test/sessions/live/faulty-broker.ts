/** A process that can end at any of its awaits, and an exchange behind a network that loses, delays and repeats. */

import type { ManualClock, Store } from "@bourse/kernel";

import { ExecutionError, type ExecutionBroker, type Order } from "../../../src/execution/index.ts";
import type { StandInExchange } from "./stand-in-exchange.ts";

const never = (): Promise<never> => new Promise(() => undefined);

/** A process that ends at one of its calls, before or after the call was carried out. */
export class Mortal {
  #left: number;
  readonly #next: () => number;

  constructor(calls: number, next: () => number) {
    this.#left = calls;
    this.#next = next;
  }

  get isDead(): boolean {
    return this.#left <= 0;
  }

  /** The object of a living process: no call of a dead one is carried out or answered. */
  own<T extends object>(target: T): T {
    return new Proxy(target, {
      get: (_, key) => {
        const value: unknown = Reflect.get(target, key, target);
        if (typeof value !== "function") return value;
        return (...given: unknown[]) =>
          this.#call(() => (value as (...all: unknown[]) => unknown).apply(target, given));
      },
    });
  }

  #call(carryOut: () => unknown): unknown {
    if (this.isDead) return never();
    this.#left--;
    if (!this.isDead) return carryOut();
    if (this.#next() < 0.5) void (async () => carryOut())().catch(() => undefined);
    return never();
  }
}

/** The store of a process. */
export function mortalStore(store: Store, mortal: Mortal): Store {
  return mortal.own(store);
}

/** Share of the calls that go wrong. */
export interface Faults {
  /** Next number from 0 to 1. */
  readonly next: () => number;
  /** Share of the calls that fail. */
  readonly share: number;
}

/** The broker of an exchange behind a bad network. Reads may be as old as a second. */
export function faultyBroker(
  exchange: StandInExchange,
  clock: ManualClock,
  { next, share }: Faults,
): ExecutionBroker {
  const broker = exchange.broker();
  const seen = new Map<string, Order>();
  let position = { at: -Infinity, rows: [] as Awaited<ReturnType<ExecutionBroker["positions"]>> };
  const lost = (): ExecutionError =>
    new ExecutionError("EXECUTION_UNAVAILABLE", "The answer was lost.", {
      details: { exchange: "memory" },
    });
  const delay = (): Promise<void> =>
    clock.sleep(1 + Math.floor(next() * 20_000), undefined, "background");
  /** Loses the call or its answer, or lets it wait. */
  async function through<T>(call: () => Promise<T>): Promise<T> {
    const chance = next();
    if (chance > share) return await call();
    const kind = Math.floor((chance / share) * 5);
    if (kind === 0) throw lost();
    if (kind === 1) {
      await call().catch(() => undefined);
      throw lost();
    }
    if (kind === 2) {
      // It arrives when nobody waits for it any more.
      void delay()
        .then(call)
        .catch(() => undefined);
      return await never();
    }
    if (kind === 3) {
      await call().catch(() => undefined);
      return await never();
    }
    await call().catch(() => undefined);
    return await call();
  }
  return {
    ...broker,
    place: (request, options) => through(() => broker.place(request, options)),
    cancel: (orderId, symbol) => through(() => broker.cancel(orderId, symbol)),
    orders: (query) => through(() => broker.orders(query)),
    async order(orderId) {
      const before = seen.get(orderId);
      const now = await through(() => broker.order(orderId));
      seen.set(orderId, now);
      // An answer that was overtaken by a later one.
      return before !== undefined && next() < share ? before : now;
    },
    async positions(symbol) {
      const now = await through(() => broker.positions(symbol));
      const isOld = next() < share && clock.now() - position.at <= 1000;
      if (isOld) return position.rows;
      position = { at: clock.now(), rows: now };
      return now;
    },
  };
}
