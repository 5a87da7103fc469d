/** A guard around any broker: the kill switch and the risk rules stand before each order. */

import {
  booleanOption,
  functionOption,
  hasCode,
  pauseInBackground,
  portOption,
  resolveOptions,
  shapedOption,
  systemClock,
  systemIds,
  textOption,
  type Clock,
  type Ids,
  type OptionRules,
  type Store,
} from "@bourse/kernel";

import { checkedBroker } from "../execution/checked-broker.ts";
import { readAmount } from "../execution/paper/amount.ts";
import type { ExecutionBroker, Order } from "../execution/port.ts";
import { anyBroker } from "../part-shapes.ts";
import { ClockWatch } from "./clock-watch.ts";
import { flatten } from "./flatten.ts";
import { seenEquity, type GuardParts } from "./guard-parts.ts";
import { isResolved, resolveRiskLimits, type RiskLimits, type RiskRules } from "./limits.ts";
import { forgetOldOrders, forgetOrder, noteClosing, noteOrder } from "./own-orders.ts";
import { placeGuarded } from "./place-guarded.ts";
import { readAccount, type FindLastPrice } from "./read-account.ts";
import { readBook, riskOrders, writeBook } from "./risk-book.ts";

/** Options of {@link createGuardedBroker}. */
export interface GuardedBrokerOptions {
  /** Broker behind the guard. */
  readonly broker: ExecutionBroker;
  /** Store opened with `riskCollections` and the collections of events; it has the kill switch. */
  readonly store: Store;
  /** Limits of orders. Default: none, only the kill switch stands before an order. */
  readonly risk?: RiskLimits | RiskRules;
  /** Finds the last price of a symbol. Default: none is known, which the rules that need one refuse. */
  readonly lastPrice?: FindLastPrice;
  /** Reads this clock minus the venue's in milliseconds; null while it was not measured. Default: never measured. */
  readonly clockOffset?: () => number | null;
  /** Asset in which values, equity and losses are counted. Default `USDT`. */
  readonly quote?: string;
  /**
   * True where every order and position of the account is the guard's own, as on paper. Default false: a flatten leaves
   * what was not placed through this guard.
   */
  readonly ownsAccount?: boolean;
  /** Source of time. Default: the system's clock. */
  readonly clock?: Clock;
  /** Source of uuids. Default: random. */
  readonly ids?: Pick<Ids, "uuid">;
  /** Called with errors that no caller waits for. Default: no-op. */
  readonly onError?: (error: unknown) => void;
}

/** A broker behind a guard. */
export interface GuardedBroker extends ExecutionBroker {
  /** Begins to look at the kill switch, the equity and own orders once a second. Without it {@link look} is called. */
  start(): Promise<void>;
  /** Looks now: does a round of a flatten, follows own orders and the equity. Never rejects. */
  look(): Promise<void>;
  /** Ends the looks, and waits for the running one. */
  stop(): Promise<void>;
}

/**
 * Creates a guard around a broker. Any number of guards over one store guard one account: reservations, losses, peaks
 * and order rates are the store's, exact after a restart, and of racing orders no more pass than the limits allow.
 *
 * An order that a rule or the kill switch refuses is ExecutionError RISK_REFUSED with the rule, its bound and what was
 * found, and an event `risk.refused`; nothing was sent. A repeat of an order that was let through is not judged again.
 * Cancels and closes always pass.
 *
 * @throws KernelError OPTION_INVALID
 */
export function createGuardedBroker(options: GuardedBrokerOptions): GuardedBroker {
  const given = resolveOptions<Resolved>("createGuardedBroker", options, RULES);
  const rules = asRiskRules(given.risk);
  const isLimited = Object.values(rules).some((rule) => rule !== null);
  const watch = new ClockWatch(given.clock);
  const parts: GuardParts = { ...given, rules, isLimited, watch, sending: new Set() };
  const { broker } = parts;
  const seen = async (order: Order): Promise<Order> => {
    await noteOrder(parts, order).catch(parts.onError);
    return order;
  };
  const looking = new Looking(parts);
  return {
    ...checkedBroker<ExecutionBroker>("guarded broker", {
      exchange: broker.exchange,
      place: (request, terms) => placeGuarded(parts, request, terms),
      orders: (query) => broker.orders(query),
      order: (orderId) => broker.order(orderId),
      cancel: async (orderId, symbol) => seen(await broker.cancel(orderId, symbol)),
      positions: (symbol) => broker.positions(symbol),
      close: async (request) => {
        const orders = await broker.close(request);
        for (const order of orders) await noteClosing(parts, order).catch(parts.onError);
        return orders;
      },
      balance: () => broker.balance(),
      ping: () => broker.ping(),
    }),
    start: async () => looking.start(),
    look: () => looking.look(),
    stop: () => looking.stop(),
  };
}

type Resolved = Required<GuardedBrokerOptions>;

/** The limits as exact numbers, which they may be already. @throws KernelError OPTION_INVALID */
export function asRiskRules(risk: RiskLimits | RiskRules): RiskRules {
  return isResolved(risk) ? risk : resolveRiskLimits(risk);
}

const RULES: OptionRules<Resolved> = {
  broker: shapedOption("a broker", anyBroker),
  store: portOption<Store>(["transaction", "find", "get"]),
  risk: {
    expected: "an object of limits",
    accepts: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
    absent: () => ({}),
  },
  lastPrice: functionOption({ default: () => Promise.resolve(null) }),
  clockOffset: functionOption({ default: () => null }),
  quote: textOption({ default: "USDT", maxLength: 32 }),
  ownsAccount: booleanOption({ default: false }),
  clock: portOption<Clock>(["now", "monotonic", "sleep"], { default: systemClock }),
  ids: portOption<Pick<Ids, "uuid">>(["uuid"], { default: systemIds }),
  onError: functionOption({ default: () => undefined }),
};

/** Time between two looks, in milliseconds; each fifteenth also looks at the equity and at own orders. */
const LOOK_MILLISECONDS = 1000;
const EACH = 15;
/** Own orders that one look asks about: a venue bounds requests. */
const ORDERS = 10;

class Looking {
  readonly #parts: GuardParts;
  readonly #stopping = new AbortController();
  #loop: Promise<void> = Promise.resolve();
  #running: Promise<void> | undefined;
  #count = 0;
  /** Order that was asked about last; the next look goes on behind it. */
  #last = "";

  constructor(parts: GuardParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#loop = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#loop;
    await this.#running;
  }

  /** Looks that overlap are one, so that nothing is closed twice. */
  look(): Promise<void> {
    this.#running ??= this.#look().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    const { clock } = this.#parts;
    while (await pauseInBackground(clock, LOOK_MILLISECONDS, signal)) await this.look();
  }

  async #look(): Promise<void> {
    try {
      await flatten(this.#parts);
      if (this.#count++ % EACH !== 0) return;
      await this.#seeEquity();
      await this.#followOrders();
      await forgetOldOrders(this.#parts);
    } catch (error) {
      this.#parts.onError(error);
    }
  }

  async #seeEquity(): Promise<void> {
    const { rules, broker, quote, store, clock } = this.#parts;
    if (rules.maxDailyLoss === null && rules.maxDrawdown === null) return;
    const { equity } = await readAccount(broker, quote);
    await store.transaction(async (tx) => {
      const book = await readBook(tx);
      const { day, dayEquity, peakEquity } = seenEquity(book, equity, clock.now(), readAmount);
      if (day === book.day && peakEquity === book.peakEquity) return;
      await writeBook(tx, { day, dayEquity, peakEquity });
    });
  }

  async #followOrders(): Promise<void> {
    const { store, broker, ownsAccount } = this.#parts;
    if (ownsAccount) return;
    const query = { index: "by_state", equals: ["open"], limit: ORDERS } as const;
    const { items } = await store.find(riskOrders, { ...query, range: { gt: this.#last } });
    this.#last = items.length < ORDERS ? "" : (items.at(-1)?.value.id ?? "");
    for (const { value } of items) {
      if (value.orderId === null) continue;
      try {
        await noteOrder(this.#parts, await broker.order(value.orderId));
      } catch (error) {
        if (!hasCode(error, "ORDER_UNKNOWN")) throw error;
        await forgetOrder(this.#parts, value.id);
      }
    }
  }
}
