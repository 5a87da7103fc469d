/**
 * The model of orders: callers place orders under ids and keys, while the exchange loses answers, takes requests late,
 * shows its lists late and refuses, and the process dies. In the end each order was placed once or not at all, and its
 * caller can tell which.
 */
import { systemClock } from "@bourse/kernel";
import { ExecutionError, type Order, type PlaceOptions } from "@bourse/trading-core/execution";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { rounds } from "../../../../test/support/rounds.ts";
import { createBybitBroker } from "../src/index.ts";
import {
  KEY,
  openBybitExchange,
  SECRET,
  type BybitExchange,
  type Mischief,
} from "./bybit-exchange.ts";

const CREATE = "/v5/order/create";
const LOOK_UPS = ["/v5/order/realtime", "/v5/order/history"];
const NOTHING = { retCode: 0, retMsg: "OK", result: { list: [], nextPageCursor: "" } } as const;
/** Longer than Bybit takes an order in, and than its lists may take to show it. */
const GRACE = 11_000;

const faults = fc.constantFrom<Mischief>(
  "lose-answer",
  "drop",
  "late",
  { status: 500 },
  { status: 502 },
  { status: 429 },
  { body: "<html>502 Bad Gateway</html>" },
  { retCode: 10_016, retMsg: "Server error." },
  { retCode: 10_006, retMsg: "Too many visits!" },
);

/** Name that a caller gives an order: its id, its key, or none. */
type Name = "id" | "key" | "none";

type Step =
  | { readonly do: "place"; readonly name: Name; readonly owner: string; readonly rests: boolean }
  | { readonly do: "place too much" }
  | { readonly do: "crash" | "wait" | "deliver" }
  | { readonly do: "look"; readonly which: number }
  | { readonly do: "retry"; readonly which: number; readonly times: number }
  | { readonly do: "fail"; readonly faults: readonly Mischief[] }
  | { readonly do: "fail to look"; readonly faults: readonly Mischief[] };

type Ask = Extract<Step, { readonly do: "place" | "place too much" }>;

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("place" as const),
      name: fc.constantFrom<Name>("id", "key", "none"),
      owner: fc.constantFrom("ada", "bob"),
      rests: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom("place too much", "crash", "wait", "deliver" as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("look" as const), which: fc.nat(10) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("retry" as const),
      which: fc.nat(10),
      times: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("fail" as const),
      faults: fc.array(faults, { minLength: 1, maxLength: 3 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("fail to look" as const),
      faults: fc.array(fc.oneof(faults, fc.constant(NOTHING)), { minLength: 1, maxLength: 12 }),
    }),
  },
);

/** An order that somebody wants, told apart from all others by its quantity. */
interface Intent {
  readonly name: Name;
  readonly request: Parameters<ReturnType<World["open"]>["place"]>[0];
  readonly options: PlaceOptions;
  /** The newest order that the caller was told; without one, the code of the newest error. */
  told: Order | string | undefined;
}

class World {
  readonly exchange: BybitExchange;
  readonly intents: Intent[] = [];
  #lead = 0;
  #made: ReturnType<typeof createBybitBroker> | undefined;
  broker: ReturnType<World["open"]>;

  constructor(exchange: BybitExchange) {
    this.exchange = exchange;
    this.broker = this.open();
  }

  /** A broker of a new process, which remembers nothing. */
  open() {
    void this.#made?.close();
    this.#made = createBybitBroker({
      apiKey: KEY,
      apiSecret: SECRET,
      origin: this.exchange.origin,
      clock: { ...systemClock, now: () => Date.now() + this.#lead },
      attempts: 2,
      pauseMilliseconds: 1,
      requestsPerSecond: 1000,
    });
    return this.#made.broker;
  }

  async step(one: Step): Promise<void> {
    const { exchange } = this;
    switch (one.do) {
      case "place":
      case "place too much":
        await this.#ask(this.#intent(one));
        break;
      case "retry": {
        const intent = this.intents[one.which];
        if (intent === undefined || intent.name === "none") break;
        await Promise.all(Array.from({ length: one.times }, () => this.#ask(intent)));
        break;
      }
      case "look": {
        const intent = this.intents[one.which];
        if (intent === undefined) break;
        const found = await this.#look(intent);
        if (typeof found === "object") intent.told = found;
        break;
      }
      case "fail":
        exchange.mischief.set(CREATE, [...one.faults]);
        break;
      case "fail to look":
        for (const path of LOOK_UPS) exchange.mischief.set(path, [...one.faults]);
        break;
      case "crash":
        this.broker = this.open();
        break;
      case "wait":
        this.#lead += GRACE;
        exchange.clockLead = this.#lead;
        break;
      case "deliver":
        await exchange.deliver();
        break;
    }
  }

  #intent(one: Ask): Intent {
    const at = this.intents.length;
    const name = one.do === "place" ? one.name : "id";
    const intent: Intent = {
      name,
      request: {
        symbol: "BTCUSDT",
        side: "buy",
        // Without a zero at the end, which the exchange would leave out.
        quantity: one.do === "place" ? `0.2${1 + Math.floor(at / 9)}${1 + (at % 9)}` : "1000",
        ...(one.do === "place" && one.rests && { orderType: "limit", price: "50" }),
        ...(name === "id" && { clientOrderId: `order-${at}` }),
      },
      options: {
        owner: one.do === "place" ? one.owner : "ada",
        ...(name === "key" && { idempotencyKey: `key-${at}` }),
      },
      told: undefined,
    };
    this.intents.push(intent);
    return intent;
  }

  async #ask(intent: Intent): Promise<void> {
    try {
      intent.told = await this.broker.place(intent.request, intent.options);
    } catch (error) {
      if (!(error instanceof ExecutionError)) throw error;
      if (typeof intent.told !== "object") intent.told = String(error.code);
    }
  }

  /**
   * The exchange is well again, what was on its way has come or is too old, and every caller looks once more. Resolves
   * with each order's number of placings, and whether its caller was told that it stands.
   */
  async end(): Promise<readonly { readonly placed: number; readonly isToldSo: boolean }[]> {
    await this.exchange.deliver();
    this.exchange.mischief.clear();
    await this.step({ do: "wait" });
    const orders = await this.exchange.account.orders();
    const outcomes = this.intents.map(async (intent) => {
      const placed = orders.filter(({ quantity }) => quantity === intent.request.quantity).length;
      const isRejected = typeof intent.told === "object" && intent.told.status === "rejected";
      // A rejection is final, and an error says that nothing was placed.
      const told = isRejected ? "rejected" : await this.#look(intent);
      return { placed, isToldSo: typeof told === "object" && told.status !== "rejected" };
    });
    try {
      return await Promise.all(outcomes);
    } finally {
      await this.#made?.close();
    }
  }

  /** The order as its caller reads it afterwards, or the error that it gets, without placing it. */
  async #look({ told }: Intent): Promise<Order | string> {
    if (typeof told !== "object") return told ?? "never asked";
    return this.broker.order(told.orderId).catch((error: unknown) => {
      if (!(error instanceof ExecutionError)) throw error;
      return String(error.code);
    });
  }
}

describe("orders at an exchange that fails", () => {
  test(
    "each is placed once or not at all, and its caller can tell which",
    { timeout: 1_800_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
          const exchange = await openBybitExchange();
          try {
            const world = new World(exchange);
            for (const one of steps) await world.step(one);
            const outcomes = await world.end();
            expect(outcomes).toEqual(
              outcomes.map(({ isToldSo }) => ({ placed: isToldSo ? 1 : 0, isToldSo })),
            );
          } finally {
            await exchange.close();
          }
        }),
        { numRuns: rounds(100, 10_000) },
      );
    },
  );
});
