/**
 * Orders at a venue, followed until they end: what the venue shows is compared with what was told last, and each new
 * fact is told in the transaction that notes it. So an answer that was lost, an order that is asked for twice, and a
 * restart tell nothing twice.
 */

import {
  defineCollection,
  deleteFound,
  hasCode,
  pauseInBackground,
  type Clock,
  type Collection,
  type Entity,
  type Store,
  type StoreReader,
  type Versioned,
} from "@bourse/kernel";

import { ownerIdOf } from "../owner-id.ts";
import { isLinkId, newsOf, type TellOrder, type ToldOrder, type ToldState } from "./order-event.ts";
import type { ExecutionBroker, Order } from "./port.ts";

/** An order as it was told last. */
interface OrderState extends Entity, ToldState {
  /** Id of the order by the venue; until it shows the order, the one that the broker has for it. */
  readonly id: string;
  /** Client order id of an order that the venue has not shown; else null. */
  readonly link: string | null;
  readonly ownerId: string | null;
  /** The order of the last event. */
  readonly told: ToldOrder;
  /** Milliseconds UTC. */
  readonly createdAt: number;
  /** Time at which its end was told, in milliseconds UTC; 0 before. */
  readonly endedAt: number;
}

/** Collection of the orders at a venue. */
export const orderStates: Collection<OrderState, "by_link" | "by_open" | "by_end"> =
  defineCollection<OrderState>()({
    name: "order_states",
    indexes: {
      by_link: { fields: ["link"] },
      by_open: { fields: ["isOpen", "id"] },
      by_end: { fields: ["endedAt"] },
    },
  });

/** Parts of {@link followOrders}. */
export interface FollowedParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly tell: TellOrder;
  readonly onError: (error: unknown) => void;
}

/** A broker whose orders are followed. */
export interface FollowingBroker extends ExecutionBroker {
  /** Begins to ask the venue about the orders that are open. */
  start(): Promise<void>;
  /** Looks at the open orders now. Never rejects. */
  look(): Promise<void>;
  /** Ends it. */
  stop(): Promise<void>;
}

const LOOK_MILLISECONDS = 5000;
/** Orders that one look asks about: the venue bounds requests. */
const LOOKS = 10;
/** Time after which an order that no broker knows any more was not taken: the longest of a venue, and as much again. */
const UNSEEN_MILLISECONDS = 120_000;
/** Time for which ended orders are remembered, so that a repeated request tells nothing. */
const KEPT_MILLISECONDS = 30 * 86_400_000;
/** Orders whose note failed that are kept in memory until the store can be written. */
const MOST_UNNOTED = 1000;

/** Follows the orders that are placed through the broker that it returns. */
export function followOrders(broker: ExecutionBroker, parts: FollowedParts): FollowingBroker {
  const following = new Following(broker, parts);
  const seen = async (order: Order, owner?: string): Promise<Order> => {
    await following.note(order, { ownerId: owner === undefined ? null : ownerIdOf(owner) });
    return order;
  };
  return {
    ...broker,
    place: async (request, options) => seen(await broker.place(request, options), options?.owner),
    cancel: async (orderId, symbol) => {
      const order = await broker.cancel(orderId, symbol);
      await following.note(order, "known");
      return order;
    },
    close: async (request) => {
      const orders = await broker.close(request);
      for (const order of orders) await seen(order, request.owner);
      return orders;
    },
    start: async () => following.start(),
    look: () => following.look(),
    stop: () => following.stop(),
  };
}

/** Owner of an order that is new here; `known` to pass over one that was not placed here. */
type Origin = { readonly ownerId: string | null } | "known";

class Following {
  readonly #broker: ExecutionBroker;
  readonly #parts: FollowedParts;
  readonly #stopping = new AbortController();
  readonly #unnoted: (readonly [Order, Origin])[] = [];
  #loop: Promise<void> = Promise.resolve();
  /** Order that was asked about last; the next look goes on behind it. */
  #last = "";

  constructor(broker: ExecutionBroker, parts: FollowedParts) {
    this.#broker = broker;
    this.#parts = parts;
  }

  start(): void {
    this.#loop = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#loop;
  }

  /** Tells what is new about an order. Never rejects: the order stands at the venue, whatever becomes of the note. */
  async note(order: Order, origin: Origin): Promise<void> {
    try {
      await this.#note(order, origin);
    } catch (error) {
      if (this.#unnoted.length < MOST_UNNOTED) this.#unnoted.push([order, origin]);
      this.#parts.onError(error);
    }
  }

  async look(): Promise<void> {
    const { store, clock, onError } = this.#parts;
    try {
      for (const [order, origin] of this.#unnoted.splice(0)) await this.note(order, origin);
      for (const state of await this.#nextOpen()) {
        if (this.#stopping.signal.aborted) return;
        await this.#ask(state);
      }
      const range = { gt: 0, lt: clock.now() - KEPT_MILLISECONDS };
      await deleteFound(store, orderStates, { index: "by_end", range });
    } catch (error) {
      onError(error);
    }
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (await pauseInBackground(this.#parts.clock, LOOK_MILLISECONDS, signal)) await this.look();
  }

  async #nextOpen(): Promise<readonly OrderState[]> {
    const query = { index: "by_open", equals: [true], limit: LOOKS } as const;
    const { items } = await this.#parts.store.find(orderStates, {
      ...query,
      range: { gt: this.#last },
    });
    this.#last = items.length < LOOKS ? "" : (items.at(-1)?.value.id ?? "");
    return items.map(({ value }) => value);
  }

  async #ask(state: OrderState): Promise<void> {
    try {
      await this.#note(await this.#broker.order(state.id), "known", state.id);
    } catch (error) {
      if (hasCode(error, "ORDER_UNKNOWN")) return await this.#forget(state);
      // One order that cannot be read keeps none behind it; a venue that is away is asked again with the next look.
      if (hasCode(error, "EXECUTION_UNAVAILABLE", "EXECUTION_UNAUTHORIZED")) throw error;
      this.#parts.onError(error);
    }
  }

  /** Ends an order that the venue does not know: it has never taken it, or has forgotten it. */
  async #forget({ id, link, createdAt }: OrderState): Promise<void> {
    const { store, clock, tell } = this.#parts;
    const now = clock.now();
    if (link !== null && now - createdAt < UNSEEN_MILLISECONDS) return;
    await store.transaction(async (tx) => {
      const found = await tx.get(orderStates, id);
      if (found?.value.isOpen !== true) return;
      const { told, ownerId } = found.value;
      const ended = { ...found.value, isOpen: false, endedAt: now };
      await tx.replace(orderStates, ended, found.version);
      if (link === null) return;
      await tell(tx, "order.rejected", { ...told, status: "rejected" }, ownerId);
    });
  }

  /** @throws StoreError */
  async #note(order: Order, origin: Origin, askedAs?: string): Promise<void> {
    const { store, clock, tell } = this.#parts;
    await store.transaction(async (tx) => {
      const found = await stateOf(tx, order, askedAs);
      if (found === undefined && origin === "known") return;
      const { types, state } = newsOf(found?.value, order);
      const ownerId = found?.value.ownerId ?? (origin === "known" ? null : origin.ownerId);
      const { orderId: id } = order;
      const now = clock.now();
      const next: OrderState = {
        id,
        link: isLinkId(id) ? order.clientOrderId : null,
        ownerId,
        told: toldOf(order),
        createdAt: found?.value.createdAt ?? now,
        endedAt: state.isOpen ? 0 : (found?.value.endedAt ?? 0) || now,
        ...state,
      };
      if (found === undefined) await tx.insert(orderStates, next);
      else if (found.value.id === id) {
        if (types.length > 0) await tx.replace(orderStates, next, found.version);
      } else {
        await tx.delete(orderStates, found.value.id, found.version);
        await tx.insert(orderStates, next);
      }
      for (const type of types) await tell(tx, type, order, ownerId);
    });
  }
}

function toldOf(order: Order): ToldOrder {
  const { orderId, clientOrderId, symbol, side, orderType } = order;
  const { quantity, status, filledQuantity } = order;
  return { orderId, clientOrderId, symbol, side, orderType, quantity, status, filledQuantity };
}

/** The order as it was told last, also under the id that it had before the venue showed it. */
async function stateOf(
  reader: StoreReader,
  { orderId, clientOrderId }: Order,
  askedAs: string | undefined,
): Promise<Versioned<OrderState> | undefined> {
  const found = await reader.get(orderStates, orderId);
  if (found !== undefined) return found;
  if (askedAs !== undefined) return await reader.get(orderStates, askedAs);
  if (clientOrderId === null) return undefined;
  const query = { index: "by_link", equals: [clientOrderId], limit: 1 } as const;
  return (await reader.find(orderStates, query)).items[0];
}
