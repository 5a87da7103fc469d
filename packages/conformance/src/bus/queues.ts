/** Facts about work queues. */

import assert from "node:assert/strict";

import { hasCode, KernelError, type DeadLetter, type Delivery } from "@bourse/kernel";

import { MAX_WAITING, aborted, eventually, rejectsWith, type Fact } from "./harness.ts";

const ONE = { concurrency: 1, leaseMilliseconds: 10_000 } as const;

export function queueFacts(fact: Fact): void {
  fact(
    "messages wait for a consumer and come in their order, once each",
    async ({ bus, other, settle }) => {
      for (const id of ["a", "b", "c"]) {
        assert.equal((await bus.enqueue("work", id, { id })).hasConsumer, false);
      }
      const seen: unknown[] = [];
      other.consume<{ id: string }>(
        "work",
        async (message) => void seen.push([message.id, message.payload.id, message.attempt]),
        ONE,
      );
      await eventually("three messages", () => seen.length === 3);
      assert.equal((await bus.enqueue("work", "d", { id: "d" })).hasConsumer, true);
      await eventually("four messages", () => seen.length === 4);
      await settle();
      assert.deepEqual(seen, [
        ["a", "a", 1],
        ["b", "b", 1],
        ["c", "c", 1],
        ["d", "d", 1],
      ]);
    },
  );

  fact("queues don't share messages", async ({ bus, settle }) => {
    const seen: string[] = [];
    bus.consume("mine", async ({ id }) => void seen.push(id), ONE);
    await bus.enqueue("other", "x", {});
    await bus.enqueue("mine", "y", {});
    await eventually("my message", () => seen.length > 0);
    await settle();
    assert.deepEqual(seen, ["y"]);
  });

  fact(
    "an id that waits or runs is not taken twice; once acknowledged it may come again",
    async ({ bus, other, settle }) => {
      const gate = Promise.withResolvers<void>();
      let runs = 0;
      await bus.enqueue("work", "same", {});
      await other.enqueue("work", "same", {});
      bus.consume(
        "work",
        async () => {
          runs++;
          await gate.promise;
        },
        { ...ONE, concurrency: 5 },
      );
      await eventually("the first run", () => runs === 1);
      await bus.enqueue("work", "same", {});
      gate.resolve();
      await settle();
      assert.equal(runs, 1);
      await bus.enqueue("work", "same", {});
      await eventually("the second run", () => runs === 2);
    },
  );

  fact(
    "a rejected message comes again after its rest, with the next attempt",
    async ({ bus, pass, settle, redeliveryDelayMilliseconds }) => {
      const attempts: number[] = [];
      bus.consume(
        "work",
        async ({ attempt }) => {
          attempts.push(attempt);
          if (attempt < 3) throw new Error("not yet");
        },
        ONE,
      );
      await bus.enqueue("work", "stubborn", {});
      await eventually("the first attempt", () => attempts.length === 1);
      await settle();
      assert.deepEqual(attempts, [1], "it came again before its rest");
      await pass(redeliveryDelayMilliseconds + 5);
      await eventually("the second attempt", () => attempts.length === 2);
      await pass(redeliveryDelayMilliseconds + 5);
      await eventually("the third attempt", () => attempts.length === 3);
      await pass(redeliveryDelayMilliseconds + 5);
      assert.deepEqual(attempts, [1, 2, 3]);
    },
  );

  fact(
    "a message that its consumer cannot read is a dead letter at once, and the next one comes",
    async ({ bus, other, settle }) => {
      const seen: string[] = [];
      other.consume<{ readonly job?: string } | null>(
        "work",
        async ({ id, payload }) => {
          seen.push(id);
          if (payload?.job !== undefined) return;
          throw new KernelError("BUS_MESSAGE_UNREADABLE", "It names no job.");
        },
        ONE,
      );
      await bus.enqueue("work", "odd", null);
      await bus.enqueue("work", "good", { job: "a" });
      await eventually("the good message", () => seen.includes("good"));
      await eventually("the letter", async () => (await bus.countDeadLetters("work")) === 1);
      await settle();
      assert.deepEqual(seen, ["odd", "good"]);
      const [letter] = await bus.deadLetters("work");
      const { id, payload, attempts, error } = letter!;
      assert.deepEqual([id, payload, attempts, error], ["odd", null, 1, "It names no job."]);
    },
  );

  fact(
    "a message whose lease runs out goes to another; the late acknowledgement counts for nothing",
    async ({ bus, other, pass, settle, leaseMilliseconds }) => {
      const gate = Promise.withResolvers<void>();
      const deliveries: Delivery<unknown>[] = [];
      const handler = async (delivery: Delivery<unknown>): Promise<void> => {
        deliveries.push(delivery);
        if (delivery.attempt === 1) await gate.promise;
        else await aborted(delivery.signal);
      };
      const options = { concurrency: 1, leaseMilliseconds };
      bus.consume("work", handler, options);
      const second = other.consume("work", handler, options);
      await bus.enqueue("work", "slow", {});
      await eventually("the first delivery", () => deliveries.length === 1);
      await pass(leaseMilliseconds * 1.1);
      await eventually("the second delivery", () => deliveries.length === 2);
      const [first, again] = deliveries;
      assert.ok(first!.signal.aborted && hasCode(first!.signal.reason, "BUS_LEASE_LOST"));
      assert.equal(again!.attempt, 2);
      gate.resolve();
      await settle();
      // Were it acknowledged by the late handler, this enqueue would bring it a third time.
      await bus.enqueue("work", "slow", {});
      await settle();
      assert.equal(deliveries.length, 2);
      await second.stop();
    },
  );

  fact("a heartbeat prolongs the lease", async ({ bus, pass, leaseMilliseconds }) => {
    const gate = Promise.withResolvers<void>();
    const deliveries: Delivery<unknown>[] = [];
    bus.consume(
      "work",
      async (delivery) => {
        deliveries.push(delivery);
        await gate.promise;
      },
      { concurrency: 2, leaseMilliseconds },
    );
    await bus.enqueue("work", "long", {});
    await eventually("the delivery", () => deliveries.length === 1);
    for (let beat = 0; beat < 4; beat++) {
      await pass(leaseMilliseconds * 0.6);
      deliveries[0]!.heartbeat();
    }
    assert.equal(deliveries[0]!.signal.aborted, false);
    assert.equal(deliveries.length, 1);
    gate.resolve();
  });

  fact("a consumer never holds more than its concurrency", async ({ bus, settle }) => {
    let running = 0;
    let most = 0;
    let done = 0;
    bus.consume(
      "work",
      async () => {
        most = Math.max(most, ++running);
        await settle();
        running--;
        done++;
      },
      { ...ONE, concurrency: 3 },
    );
    for (let id = 0; id < MAX_WAITING; id++) await bus.enqueue("work", String(id), {});
    await eventually("all messages", () => done === MAX_WAITING);
    assert.equal(most, 3);
  });

  fact(
    "consumers share the work: each message goes to exactly one",
    async ({ bus, other, settle }) => {
      const seen: string[] = [];
      const shares = [0, 0];
      for (const [place, at] of [bus, other].entries()) {
        at.consume(
          "work",
          async ({ id }) => {
            seen.push(id);
            shares[place]! += 1;
            await settle();
          },
          ONE,
        );
      }
      const ids = Array.from({ length: MAX_WAITING }, (_, id) => String(id));
      for (const id of ids) await bus.enqueue("work", id, {});
      await eventually("all messages", () => seen.length >= ids.length);
      await settle();
      assert.deepEqual(seen.toSorted(), ids.toSorted());
      assert.ok(
        shares.every((share) => share > 0),
        `one consumer got nothing: ${shares.join(", ")}`,
      );
    },
  );

  fact(
    "a full queue refuses with BUS_QUEUE_FULL, but not an id that it holds already",
    async ({ bus }) => {
      for (let id = 0; id < MAX_WAITING; id++) await bus.enqueue("work", String(id), {});
      await rejectsWith(bus.enqueue("work", "one too many", {}), "BUS_QUEUE_FULL");
      await bus.enqueue("work", "0", {});
      let done = 0;
      bus.consume("work", async () => void done++, ONE);
      await eventually("room again", () => done === MAX_WAITING);
      await bus.enqueue("work", "one too many", {});
      await eventually("the last one", () => done === MAX_WAITING + 1);
    },
  );

  fact(
    "a stopped consumer takes no more, aborts what runs, waits for it, and gives back what rejects",
    async ({ bus, other, settle }) => {
      const held: Delivery<unknown>[] = [];
      let ended = false;
      const consumer = bus.consume(
        "work",
        async (delivery) => {
          held.push(delivery);
          await aborted(delivery.signal);
          await settle();
          ended = true;
          throw new Error("given back");
        },
        ONE,
      );
      await bus.enqueue("work", "first", {});
      await bus.enqueue("work", "second", {});
      await eventually("the delivery", () => held.length === 1);
      await consumer.stop();
      assert.ok(ended, "stop() resolved while the handler still ran");
      assert.ok(hasCode(held[0]!.signal.reason, "BUS_CLOSED"));
      assert.equal((await bus.enqueue("work", "third", {})).hasConsumer, false);
      const seen = new Map<string, number>();
      other.consume("work", async ({ id, attempt }) => void seen.set(id, attempt), ONE);
      await eventually("all three", () => seen.size === 3);
      assert.deepEqual(Object.fromEntries(seen), { first: 2, second: 1, third: 1 });
    },
  );

  fact(
    "a message that is acknowledged while its consumer stops is done",
    async ({ bus, settle }) => {
      let runs = 0;
      const gate = Promise.withResolvers<void>();
      const handler = async (): Promise<void> => {
        runs++;
        await gate.promise;
      };
      const consumer = bus.consume("work", handler, ONE);
      await bus.enqueue("work", "last", {});
      await eventually("the run", () => runs === 1);
      const stopped = consumer.stop();
      gate.resolve();
      await stopped;
      bus.consume("work", handler, ONE);
      await settle();
      assert.equal(runs, 1);
    },
  );

  fact(
    "a message that fails at every delivery becomes a dead letter, and its id may come again",
    async ({ bus, other, pass, settle, redeliveryDelayMilliseconds }) => {
      const runs: string[] = [];
      bus.consume(
        "work",
        async ({ id, attempt }) => {
          runs.push(`${id} ${attempt}`);
          if (id === "bad") throw new Error(`broken at ${attempt}`);
        },
        { ...ONE, maxDeliveries: 2 },
      );
      await bus.enqueue("work", "bad", { size: 7 });
      await eventually("the first delivery", () => runs.length === 1);
      await settle();
      assert.deepEqual(await bus.deadLetters("work"), []);
      await pass(redeliveryDelayMilliseconds + 5);
      await eventually("the second delivery", () => runs.length === 2);
      await settle();
      await pass(redeliveryDelayMilliseconds + 5);
      await bus.enqueue("work", "good", {});
      await eventually("the next message", () => runs.length === 3);
      assert.deepEqual(runs, ["bad 1", "bad 2", "good 1"]);
      const [letter, ...more] = await other.deadLetters("work");
      assert.deepEqual(more, []);
      assert.deepEqual(
        [letter?.id, letter?.payload, letter?.attempts, letter?.error],
        ["bad", { size: 7 }, 2, "broken at 2"],
      );
      assert.deepEqual(await other.deadLetters("rest"), [], "another queue's");
      await bus.enqueue("work", "bad", { size: 8 });
      await eventually("the same id again", () => runs.length === 4);
      assert.equal(runs[3], "bad 1");
    },
  );

  fact(
    "dead letters are counted and deleted by their id, those of other ids and queues stay",
    async ({ bus, other, settle }) => {
      const fail = async (): Promise<void> => Promise.reject(new Error("broken"));
      for (const queue of ["work", "rest"]) bus.consume(queue, fail, { ...ONE, maxDeliveries: 1 });
      assert.equal(await bus.countDeadLetters("work"), 0);
      assert.equal(await bus.removeDeadLetters("work", "one"), false);
      for (const id of ["one", "two", "three"]) await bus.enqueue("work", id, { id });
      await bus.enqueue("rest", "two", {});
      const ids = async (queue: string, limit = 100): Promise<readonly string[]> =>
        (await other.deadLetters(queue, { limit })).map((letter) => letter.id);
      await eventually("three dead letters", async () => (await ids("work")).length === 3);
      await eventually("another queue's", async () => (await ids("rest")).length === 1);
      await settle();
      assert.equal(await other.removeDeadLetters("work", "two"), true);
      assert.deepEqual(await ids("work"), ["one", "three"]);
      assert.deepEqual(await ids("work", 2), ["one", "three"], "a deleted one takes no place");
      assert.equal(await other.countDeadLetters("work"), 2);
      assert.equal(await other.removeDeadLetters("work", "two"), false, "it is gone");
      assert.deepEqual(await ids("rest"), ["two"]);
      assert.equal(await bus.removeDeadLetters("work", "three"), true, "the newest");
      assert.deepEqual(await ids("work"), ["one"]);
      await rejectsWith(bus.removeDeadLetters("work", ""), "ARGUMENT_INVALID");
    },
  );

  fact(
    "a letter that a new attempt left while the old one was being removed stays",
    async ({ bus, other, settle }) => {
      const fail = async (): Promise<void> => Promise.reject(new Error("broken"));
      bus.consume("work", fail, { ...ONE, maxDeliveries: 1 });
      const letters = async (): Promise<readonly DeadLetter[]> => await other.deadLetters("work");
      await bus.enqueue("work", "one", {});
      await eventually("a dead letter", async () => (await letters()).length === 1);
      await settle();
      const [first] = await letters();
      await eventually("another dead letter", async () => {
        // Without effect while the queue is still giving the first one up.
        await other.enqueue("work", "one", {});
        await settle();
        return (await letters()).length >= 2;
      });
      const until = first?.sequence ?? 0;
      assert.ok(until >= 1);
      assert.deepEqual(await other.deadLetters("work", { until }), [first]);
      assert.deepEqual(await other.deadLetters("work", { until: until - 1 }), []);
      assert.equal(await other.removeDeadLetters("work", "one", { until }), true);
      const left = await letters();
      assert.ok(left.length > 0, "the later one stays");
      assert.ok(
        left.every(({ sequence }) => sequence > until),
        "later letters have larger sequences",
      );
      assert.equal(await other.removeDeadLetters("work", "one", { until }), false);
      for (const wrong of [-1, 0.5, Number.NaN]) {
        await rejectsWith(other.deadLetters("work", { until: wrong }), "ARGUMENT_INVALID");
        await rejectsWith(
          other.removeDeadLetters("work", "one", { until: wrong }),
          "ARGUMENT_INVALID",
        );
      }
    },
  );

  fact("a message's payload is the queue's own copy", async ({ bus }) => {
    const payload = { list: [1] };
    const enqueued = bus.enqueue("work", "copy", payload);
    payload.list.push(2);
    await enqueued;
    await rejectsWith(bus.enqueue("work", "odd", { value: Infinity }), "JSON_INVALID");
    const seen: unknown[] = [];
    bus.consume("work", async (delivery) => void seen.push(delivery.payload), ONE);
    await eventually("the delivery", () => seen.length === 1);
    assert.deepEqual(seen, [{ list: [1] }]);
  });
}
