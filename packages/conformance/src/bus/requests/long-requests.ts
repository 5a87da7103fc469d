/** Facts about requests that take long: slow services, large ones, and those that stop meanwhile. */

import assert from "node:assert/strict";

import { eventually, LIMITS, rejectsWith, type BusFact } from "../harness.ts";

export const longRequestFacts: readonly BusFact[] = [
  {
    name: "a slow service costs the time-out and no more",
    run: async ({ bus, other, pass, settle }) => {
      const gate = Promise.withResolvers<void>();
      let asked = 0;
      other.serve("slow", {
        async wait() {
          asked++;
          await gate.promise;
          return "late";
        },
      });
      await settle();
      const request = bus.request("slow", "wait", {}, { timeoutMilliseconds: 300 });
      const refused = rejectsWith(request, "BUS_TIMEOUT");
      await eventually("the request", () => asked === 1);
      await pass(310);
      await refused;
      const stop = new AbortController();
      const reason = new Error("not wanted any more");
      const second = bus.request("slow", "wait", {}, { ...LIMITS, signal: stop.signal });
      await eventually("the second request", () => asked === 2);
      stop.abort(reason);
      await assert.rejects(second, reason);
      gate.resolve();
    },
  },
  {
    name: "megabytes pass in both directions",
    run: async ({ bus, other, settle }) => {
      other.serve("echo", { say: async (payload) => payload });
      await settle();
      const text = "0123456789é€".repeat(300_000);
      const answer = await bus.request<{ text: string }>("echo", "say", { text }, LIMITS);
      assert.equal(answer.text.length, text.length);
      assert.ok(answer.text === text, "the text came back changed");
    },
  },
  {
    name: "a service that stops answers what it has begun",
    run: async ({ bus, other, settle }) => {
      const gate = Promise.withResolvers<void>();
      let asked = 0;
      const served = other.serve("slow", {
        async wait() {
          asked++;
          await gate.promise;
          return "done";
        },
      });
      await settle();
      const request = bus.request("slow", "wait", {}, LIMITS);
      await eventually("the request", () => asked === 1);
      let hasStopped = false;
      const stopped = served.stop().then(() => (hasStopped = true));
      await settle();
      assert.equal(hasStopped, false, "stop() resolved while a request was under way");
      gate.resolve();
      assert.equal(await request, "done");
      await stopped;
    },
  },
];
