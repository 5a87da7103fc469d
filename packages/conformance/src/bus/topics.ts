/** Facts about topics. */

import assert from "node:assert/strict";

import { eventually, type BusFact } from "./harness.ts";

export const topicFacts: readonly BusFact[] = [
  {
    name: "every listener of a topic hears its events in their order, and no other topic's",
    run: async ({ bus, other, settle }) => {
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
  },
  {
    name: "an event is not heard inside the call of publish",
    run: async ({ bus }) => {
      let heard = 0;
      bus.subscribe("tick", () => void heard++);
      bus.publish("tick", {});
      assert.equal(heard, 0);
      await eventually("the event", () => heard === 1);
    },
  },
  {
    name: "who listens later or no longer hears nothing",
    run: async ({ bus, settle }) => {
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
    },
  },
  {
    name: "a listener's fault disturbs neither the publisher nor other listeners",
    run: async ({ bus }) => {
      let heard = 0;
      bus.subscribe("tick", () => {
        throw new Error("broken listener");
      });
      bus.subscribe("tick", () => void heard++);
      bus.publish("tick", {});
      bus.publish("tick", {});
      await eventually("both events", () => heard === 2);
    },
  },
  {
    name: "a listener can't change what others hear",
    run: async ({ bus }) => {
      const event = { list: [1] };
      const heard: number[] = [];
      bus.subscribe<{ list: number[] }>("tick", (own) => void own.list.push(2));
      bus.subscribe<{ list: number[] }>("tick", (own) => void heard.push(own.list.length));
      bus.publish("tick", event);
      event.list.push(3);
      await eventually("the event", () => heard.length === 1);
      assert.deepEqual(heard, [1]);
      assert.throws(() => bus.publish("tick", { when: new Date() }), { code: "JSON_INVALID" });
    },
  },
];
