/** Facts about topics, and about closing. */

import assert from "node:assert/strict";

import { aborted, eventually, rejectsWith, type Fact } from "./harness.ts";

export function topicFacts(fact: Fact): void {
  fact(
    "every listener of a topic hears its events in their order, and no other topic's",
    async ({ bus, other, settle }) => {
      const heard: unknown[][] = [[], []];
      for (const [at, own] of heard.entries()) {
        (at === 0 ? bus : other).subscribe("job.done", (event) => void own.push(event));
      }
      bus.subscribe("job", () => assert.fail("a prefix is not the topic"));
      await settle();
      for (let count = 0; count < 50; count++) bus.publish("job.done", { count });
      const expected = Array.from({ length: 50 }, (_, count) => ({ count }));
      await eventually("all events", () => heard.every((own) => own.length === 50));
      assert.deepEqual(heard, [expected, expected]);
    },
  );

  fact("an event is not heard inside the call of publish", async ({ bus }) => {
    let heard = 0;
    bus.subscribe("tick", () => void heard++);
    bus.publish("tick", {});
    assert.equal(heard, 0);
    await eventually("the event", () => heard === 1);
  });

  fact("who listens later or no longer hears nothing", async ({ bus, settle }) => {
    const heard: string[] = [];
    const early = bus.subscribe("tick", () => void heard.push("early"));
    bus.publish("tick", {});
    await eventually("the first event", () => heard.length === 1);
    await early.stop();
    await early.stop();
    bus.publish("tick", {});
    bus.subscribe("tick", () => void heard.push("late"));
    await settle();
    assert.deepEqual(heard, ["early"]);
  });

  fact("a listener's fault disturbs neither the publisher nor other listeners", async ({ bus }) => {
    let heard = 0;
    bus.subscribe("tick", () => {
      throw new Error("broken listener");
    });
    bus.subscribe("tick", () => void heard++);
    bus.publish("tick", {});
    bus.publish("tick", {});
    await eventually("both events", () => heard === 2);
  });

  fact("a listener can't change what others hear", async ({ bus }) => {
    const event = { list: [1] };
    const heard: number[] = [];
    bus.subscribe<{ list: number[] }>("tick", (own) => void own.list.push(2));
    bus.subscribe<{ list: number[] }>("tick", (own) => void heard.push(own.list.length));
    bus.publish("tick", event);
    event.list.push(3);
    await eventually("the event", () => heard.length === 1);
    assert.deepEqual(heard, [1]);
    assert.throws(() => bus.publish("tick", { when: new Date() }), { code: "JSON_INVALID" });
  });
}

export function closingFacts(fact: Fact): void {
  fact(
    "a closed bus refuses everything with BUS_CLOSED, and publishes into the void",
    async ({ bus }) => {
      await bus.close();
      await bus.close();
      await rejectsWith(bus.enqueue("any", "any", {}), "BUS_CLOSED");
      assert.throws(() => bus.subscribe("any", () => undefined), { code: "BUS_CLOSED" });
      const options = { concurrency: 1, leaseMilliseconds: 1000 };
      assert.throws(() => bus.consume("any", async () => undefined, options), {
        code: "BUS_CLOSED",
      });
      await rejectsWith(bus.deadLetters("any"), "BUS_CLOSED");
      await rejectsWith(bus.countDeadLetters("any"), "BUS_CLOSED");
      await rejectsWith(bus.removeDeadLetters("any", "id"), "BUS_CLOSED");
      await rejectsWith(bus.probe(), "BUS_CLOSED");
      const limits = { timeoutMilliseconds: 1000 };
      await rejectsWith(bus.request("any", "any", {}, limits), "BUS_CLOSED");
      assert.throws(() => bus.serve("any", {}), { code: "BUS_CLOSED" });
      bus.publish("any", {});
    },
  );

  fact("closing tells running handlers to stop, and waits for them", async ({ bus, settle }) => {
    let running = 0;
    const wait = async ({ signal }: { signal: AbortSignal }): Promise<void> => {
      running++;
      await aborted(signal);
      await settle();
      running--;
    };
    bus.consume("work", wait, { concurrency: 1, leaseMilliseconds: 1000 });
    await bus.enqueue("work", "one", {});
    await eventually("the handler runs", () => running === 1);
    await bus.close();
    assert.equal(running, 0, "close() resolved while a handler still ran");
  });
}
