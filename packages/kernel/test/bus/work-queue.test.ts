import fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  createInProcessBus,
  createManualClock,
  type Bus,
  type Delivery,
  type ManualClock,
  type Subscription,
} from "../../src/index.ts";

/** One delivery as the test holds it, to be settled by a later command. */
interface Held {
  readonly delivery: Delivery<unknown>;
  readonly consumer: number;
  readonly settle: PromiseWithResolvers<void>;
  /** End of its lease, by the model. */
  expiresAt: number;
}

const LEASE = 100;
const REST = 40;
const CONCURRENCY = 2;
const MAX_WAITING = 2;

/**
 * A queue beside its model: the ids that must be in it, how often each was given out, and who holds it.
 * After every command the two are compared.
 */
class World {
  readonly clock: ManualClock = createManualClock();
  readonly bus: Bus = createInProcessBus({
    clock: this.clock,
    maxWaiting: MAX_WAITING,
    redeliveryDelayMilliseconds: REST,
  });
  readonly consumers = new Map<number, Subscription>();
  /** Every id that was taken in and not yet acknowledged, with the attempts so far. */
  readonly open = new Map<string, number>();
  readonly acknowledged = new Map<string, number>();
  /** Deliveries whose handler has not ended, by arrival. */
  held: Held[] = [];
  readonly faults: string[] = [];

  async enqueue(id: string): Promise<void> {
    const leased = this.current().length;
    const waiting = this.open.size - leased;
    const known = this.open.has(id);
    const room = known || waiting < MAX_WAITING;
    // Its delivery may come before the answer.
    if (room && !known) this.open.set(id, 0);
    const taken = await this.bus.enqueue("work", id, { id }).then(
      () => true,
      () => false,
    );
    if (taken !== room) this.faults.push(`enqueue ${id}: ${taken}`);
  }

  attach(consumer: number): void {
    if (this.consumers.has(consumer)) return;
    const handler = (delivery: Delivery<unknown>): Promise<void> => {
      const settle = Promise.withResolvers<void>();
      const expiresAt = this.clock.monotonic() + LEASE;
      const attempts = (this.open.get(delivery.id) ?? -1) + 1;
      if (attempts !== delivery.attempt)
        this.faults.push(`${delivery.id}: attempt ${delivery.attempt}, not ${attempts}`);
      if (this.current().some((other) => other.delivery.id === delivery.id)) {
        this.faults.push(`${delivery.id} was given out twice`);
      }
      this.open.set(delivery.id, attempts);
      this.held.push({ delivery, consumer, settle, expiresAt });
      return settle.promise;
    };
    const options = { concurrency: CONCURRENCY, leaseMilliseconds: LEASE, maxDeliveries: 1000 };
    this.consumers.set(consumer, this.bus.consume("work", handler, options));
  }

  /** Ends the handler of one held delivery. */
  async end(which: number, outcome: "resolve" | "reject"): Promise<void> {
    const held = this.held[which % Math.max(1, this.held.length)];
    if (held === undefined) return;
    const counts = this.isCurrent(held);
    this.held = this.held.filter((other) => other !== held);
    if (outcome === "reject") {
      held.settle.reject(new Error("given back"));
    } else {
      if (counts) {
        this.open.delete(held.delivery.id);
        const id = held.delivery.id;
        this.acknowledged.set(id, (this.acknowledged.get(id) ?? 0) + 1);
      }
      held.settle.resolve();
    }
    await this.clock.advance(0);
  }

  beat(which: number): void {
    const held = this.held[which % Math.max(1, this.held.length)];
    if (held === undefined) return;
    held.delivery.heartbeat();
    if (this.isCurrent(held)) held.expiresAt = this.clock.monotonic() + LEASE;
  }

  async detach(consumer: number): Promise<void> {
    const subscription = this.consumers.get(consumer);
    if (subscription === undefined) return;
    this.consumers.delete(consumer);
    const stopped = subscription.stop();
    await this.clock.advance(0);
    const own = this.held.filter((held) => held.consumer === consumer);
    for (const { delivery } of own) {
      if (!delivery.signal.aborted) this.faults.push(`${delivery.id} was not told of the stop`);
    }
    this.held = this.held.filter((held) => held.consumer !== consumer);
    for (const { settle } of own) settle.reject(new Error("stopped"));
    await stopped;
    await this.clock.advance(0);
  }

  isCurrent(held: Held): boolean {
    return this.clock.monotonic() < held.expiresAt;
  }

  current(): Held[] {
    return this.held.filter((held) => this.isCurrent(held));
  }

  /** Disagreements with the model so far; empty when all is well. */
  disagreements(): readonly string[] {
    for (const consumer of [0, 1]) {
      const own = this.held.filter((held) => held.consumer === consumer);
      if (own.length > CONCURRENCY) this.faults.push(`consumer ${consumer} holds ${own.length}`);
    }
    for (const held of this.held) {
      const lost = !this.isCurrent(held);
      if (held.delivery.signal.aborted !== lost)
        this.faults.push(`${held.delivery.id}: lost ${lost}`);
    }
    return this.faults;
  }

  /** Delivers and acknowledges everything that is still open, with a willing consumer and enough time. */
  async drain(): Promise<void> {
    for (let round = 0; round < 100 && this.open.size > 0; round++) {
      this.attach(0);
      this.attach(1);
      await this.clock.advance(REST);
      while (this.held.length > 0) await this.end(0, "resolve");
    }
    // Late holders of messages that are done long since.
    while (this.held.length > 0) await this.end(0, "resolve");
  }
}

type Command = (world: World) => Promise<void> | void;

const small = fc.integer({ min: 0, max: 9 });
const consumer = fc.integer({ min: 0, max: 1 });
const commands: fc.Arbitrary<{ name: string; run: Command }> = fc.oneof(
  {
    weight: 5,
    arbitrary: small.map((id) => ({
      name: `enqueue ${id}`,
      run: (world: World) => world.enqueue(String(id)),
    })),
  },
  {
    weight: 2,
    arbitrary: consumer.map((id) => ({
      name: `attach ${id}`,
      run: (world: World) => world.attach(id),
    })),
  },
  {
    weight: 1,
    arbitrary: consumer.map((id) => ({
      name: `detach ${id}`,
      run: (world: World) => world.detach(id),
    })),
  },
  {
    weight: 4,
    arbitrary: small.map((which) => ({
      name: `acknowledge ${which}`,
      run: (world: World) => world.end(which, "resolve"),
    })),
  },
  {
    weight: 2,
    arbitrary: small.map((which) => ({
      name: `reject ${which}`,
      run: (world: World) => world.end(which, "reject"),
    })),
  },
  {
    weight: 2,
    arbitrary: small.map((which) => ({
      name: `beat ${which}`,
      run: (world: World) => world.beat(which),
    })),
  },
  {
    weight: 3,
    arbitrary: fc
      .integer({ min: 1, max: 150 })
      .map((time) => ({ name: `pass ${time}`, run: (world: World) => world.clock.advance(time) })),
  },
);

describe("a work queue agrees with its model", () => {
  test("whatever happens, no message is lost, held twice, or acknowledged by a late holder", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(commands, { maxLength: 60, size: "max" }), async (sequence) => {
        const world = new World();
        for (const { run } of sequence) {
          await run(world);
          await world.clock.advance(0);
          expect(world.disagreements()).toEqual([]);
        }
        await world.drain();
        expect(world.disagreements()).toEqual([]);
        expect([...world.open.keys()], "messages that nobody ever got").toEqual([]);
        await world.bus.close();
      }),
      { numRuns: 200 },
    );
  });
});
