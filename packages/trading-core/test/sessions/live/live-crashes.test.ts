/** Live sessions whose process ends at any await, on an exchange behind a bad network: the books are the exchange's. */

import { defineTrader } from "@bourse/backtest-engine";
import { createStrategyRegistry, type AnyStrategy } from "@bourse/backtest-engine/strategies";
import { createManualClock, createMemoryStore, Decimal, hasCode, seededIds } from "@bourse/kernel";
import fc from "fast-check";
import { expect, test } from "vitest";

import { rounds } from "../../../../../test/support/rounds.ts";
import { drawn } from "../../../../backtest-engine/test/stepper/random-day.ts";
import { createTradingSessions } from "../../../src/sessions/trading-sessions.ts";
import { createMemoryCandleStream } from "../../../src/streams/index.ts";
import { MINUTE, randomCandles, START, trend } from "../../session/random-day.ts";
import { SERIES } from "../session-stage.ts";
import { faultyBroker, Mortal, mortalStore } from "./faulty-broker.ts";
import { COLLECTIONS, letPass, live } from "./live-stage.ts";
import { INSTRUMENT, StandInExchange } from "./stand-in-exchange.ts";

const LENGTH = 25;
const ALL = { limit: 1000 };
const PATIENT = 1_000_000_000;

/** Limits, stops, groups and cancellations by chance. */
const resting: AnyStrategy = defineTrader({
  name: "resting",
  version: "1",
  description: "Resting orders by chance.",
  signalType: "random",
  direction: "both",
  parameters: {},
  createTrader() {
    const next = drawn(9);
    return {
      onCandle({ close }, broker) {
        if (next() < 0.3) return;
        const [first] = broker.orders();
        if (first !== undefined && next() < 0.3) {
          broker.cancel(first.id);
          return;
        }
        const side = next() < 0.5 ? "buy" : "sell";
        const away = 1 + (next() - 0.5) * 0.02;
        const kind = next();
        broker.submit({
          side,
          ...(kind < 0.4 && { type: "limit", price: close * away }),
          ...(kind > 0.7 && { type: "stop", stopPrice: close * away }),
          ...(next() < 0.3 && { group: "pair" }),
          ...(next() < 0.3 && { validCandles: 3 }),
          ...(next() < 0.3 && { reduceOnly: true }),
          size: { units: 1 },
        });
      },
    };
  },
}) as unknown as AnyStrategy;

/** Terms of the session that keep what it holds. */
const PROTECTIONS = {
  none: {},
  stop: { stopLoss: 0.004 },
  target: { takeProfit: 0.006 },
  both: { stopLoss: 0.004, takeProfit: 0.006 },
  trailing: { trailingStop: { distance: 0.005 } },
} as const;

interface History {
  readonly strategy: "trend" | "resting";
  readonly protection: keyof typeof PROTECTIONS;
  readonly seed: number;
  /** Number of calls that each process lives for. */
  readonly lives: readonly number[];
  /** Share of the calls that go wrong. */
  readonly share: number;
}

/** Plays a history, and returns the session and its exchange when everything has come to rest. */
async function play({ seed, lives, share, strategy, protection }: History) {
  const clock = createManualClock({ now: START });
  const store = createMemoryStore({ collections: COLLECTIONS, clock });
  const stream = createMemoryCandleStream({ clock });
  const exchange = new StandInExchange(() => clock.now());
  const next = drawn(seed);
  const unexpected: unknown[] = [];
  let process = 0;
  const open = (calls: number, faults: number) => {
    const mortal = new Mortal(calls, next);
    const sessions = createTradingSessions({
      store: mortalStore(store, mortal),
      streams: { memory: stream },
      defaultExchange: "memory",
      strategies: createStrategyRegistry([trend, resting]),
      clock,
      ids: seededIds(++process),
      leaseMilliseconds: 5000,
      onError: (error) => {
        if (!hasCode(error, "EXECUTION_UNAVAILABLE")) unexpected.push(error);
      },
      live: {
        broker: mortal.own(faultyBroker(exchange, clock, { next, share: faults })),
        account: "account-1",
        instruments: () => INSTRUMENT,
        callMilliseconds: 2000,
        graceMilliseconds: 60_000,
        reconcileMilliseconds: 20_000,
      },
    });
    void sessions.start();
    return { mortal, sessions };
  };
  const first = open(PATIENT, 0);
  const { id } = await first.sessions.create(live({ strategy, ...PROTECTIONS[protection] }));
  await first.sessions.close();
  const left = [...lives];
  let running = open(left.shift() ?? PATIENT, share);
  for (const candle of randomCandles(LENGTH, seed)) {
    const end = candle.time + MINUTE;
    for (const price of [candle.open, candle.low, candle.high]) {
      exchange.trade(price, next() < 0.5 ? 1 : 0.4);
      if (running.mortal.isDead) running = open(left.shift() ?? PATIENT, share);
      await letPass(clock, Math.min(end - clock.now(), 5000 + Math.floor(next() * 15_000)));
    }
    await letPass(clock, end - clock.now());
    stream.push(SERIES, [candle]);
    await letPass(clock, 500);
  }
  if (running.mortal.isDead) running = open(PATIENT, 0);
  for (let turn = 0; turn < 12; turn++) {
    exchange.trade(100);
    await letPass(clock, 20_000);
  }
  // A call that is never answered holds the closing up for as long as a call may take: time has to pass.
  let hasClosed = false;
  void running.sessions.close().then(() => {
    hasClosed = true;
  });
  await letPass(clock, 20_000);
  expect(hasClosed || running.mortal.isDead).toBe(true);
  // The last one has a good network: what is left unknown is found out.
  const { sessions } = open(PATIENT, 0);
  for (let turn = 0; turn < 12; turn++) {
    await letPass(clock, 20_000);
    exchange.trade(100);
  }
  const { state, reason } = await sessions.get(id);
  const waiting = exchange.waiting.map((order) => ({ ...order }));
  await sessions.stop(id);
  await letPass(clock, 10_000);
  const session = await sessions.get(id);
  const [orders, fills] = [
    (await sessions.orders(id, ALL)).items,
    (await sessions.fills(id, ALL)).items,
  ];
  const drift = await sessions.drift(id);
  await sessions.close();
  return { drift, state, reason, session, orders, fills, exchange, unexpected, waiting };
}

function leftOf({ quantity, filledQuantity }: StandInExchange["orders"][number]): string {
  return Decimal.parse(quantity).minus(Decimal.parse(filledQuantity)).toString();
}

const history = fc.record({
  strategy: fc.constantFrom("trend" as const, "resting" as const),
  protection: fc.constantFrom("none", "stop", "target", "both", "trailing"),
  seed: fc.integer({ min: 1, max: 1_000_000 }),
  lives: fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 6 }),
  share: fc.constantFrom(0, 0.1, 0.3),
});

test("no history of crashes and faults doubles an order, loses a fill or parts the books from the exchange", async () => {
  let [traded, exits, kept] = [0, 0, 0];
  await fc.assert(
    fc.asyncProperty(history, async (given) => {
      const played = await play(given);
      const { state, reason, session, orders, fills, exchange, unexpected, waiting } = played;
      expect(unexpected).toEqual([]);
      expect([state, reason, session.state]).toEqual(["running", null, "stopped"]);
      expect(session.candles).toBe(LENGTH);
      expect(played.drift).toMatchObject({ decisions: LENGTH, isReproduced: true });
      const byClient = new Map(orders.map((order) => [order.clientOrderId, order]));
      expect(byClient.size).toBe(orders.length);
      const ids = exchange.orders.map(({ clientOrderId }) => clientOrderId ?? "");
      expect(new Set(ids).size).toBe(ids.length);
      for (const order of exchange.orders) {
        const own = byClient.get(order.clientOrderId ?? "");
        expect(own?.filled).toBe(Number(order.filledQuantity));
        // What the exchange has taken was not given up for refused.
        expect(own?.status).not.toBe("rejected");
      }
      expect(orders.filter(({ status }) => status === "waiting")).toEqual([]);
      expect(session.live?.ownPosition).toBe(exchange.position.toString());
      const held = exchange.position.absolute();
      // A strategy by signals leaves nothing at the exchange itself: what rests there keeps all that is held.
      if (given.strategy === "trend" && given.protection !== "none") {
        expect(waiting.map(leftOf)).toEqual(held.sign === 0 ? [] : [held.toString()]);
        kept += waiting.length;
      }
      exits += fills.filter(({ reason: why }) => why !== null && why !== "signal").length;
      const bought = fills.reduce(
        (sum, { side, quantity }) => sum + (side === "buy" ? quantity : -quantity),
        0,
      );
      expect(bought).toBeCloseTo(exchange.position.toNumber(), 9);
      const close = randomCandles(LENGTH, given.seed).at(-1)?.close ?? 0;
      const value = exchange.position.times(Decimal.fromNumber(close)).plus(exchange.cash);
      expect(session.books.equity - 10_000).toBeCloseTo(value.toNumber() - 1_000_000, 6);
      traded += fills.length;
    }),
    { numRuns: rounds(5, 150) },
  );
  expect(traded).toBeGreaterThan(5);
  expect(exits + kept).toBeGreaterThan(0);
}, 600_000);
