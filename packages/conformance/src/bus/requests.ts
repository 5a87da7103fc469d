/** Facts about requests to services. */

import assert from "node:assert/strict";

import { BourseError, hasCode, KernelError } from "@bourse/kernel";

import { eventually, rejectsWith, type Fact } from "./harness.ts";

const LIMITS = { timeoutMilliseconds: 10_000 } as const;

export function requestFacts(fact: Fact): void {
  fact("a request is answered by one that serves it", async ({ bus, other, settle }) => {
    let asked = 0;
    for (const at of [bus, other]) {
      at.serve("sums", {
        async add(payload) {
          asked++;
          const { terms } = payload as { terms: number[] };
          return { sum: terms.reduce((sum, term) => sum + term, 0) };
        },
      });
    }
    await settle();
    for (let count = 1; count <= 6; count++) {
      const answer = await bus.request("sums", "add", { terms: [count, 1] }, LIMITS);
      assert.deepEqual(answer, { sum: count + 1 });
      assert.equal(asked, count);
    }
  });

  fact("a service that nobody serves is refused at once", async ({ bus, other, settle }) => {
    await rejectsWith(bus.request("nobody", "any", {}, LIMITS), "BUS_NO_RESPONDER");
    const served = other.serve("nobody", { any: async () => 1 });
    await settle();
    assert.equal(await bus.request("nobody", "any", {}, LIMITS), 1);
    await served.stop();
    await settle();
    await rejectsWith(bus.request("nobody", "any", {}, LIMITS), "BUS_NO_RESPONDER");
  });

  fact(
    "an error for the caller arrives with its code, message and details; any other is hidden",
    async ({ bus, other, settle }) => {
      other.serve("books", {
        async find() {
          throw new BourseError("BOOK_UNKNOWN", "There is no such book.", { details: { id: 7 } });
        },
        async fail() {
          throw new Error("a secret of the inside");
        },
        async odd() {
          return { value: Number.NaN };
        },
        async unread() {
          throw new KernelError("BUS_MESSAGE_UNREADABLE", "a secret of the request");
        },
      });
      await settle();
      await assert.rejects(bus.request("books", "find", {}, LIMITS), (error) => {
        assert.ok(hasCode(error, "BOOK_UNKNOWN"), String(error));
        assert.equal(error.message, "There is no such book.");
        assert.deepEqual(error.details, { id: 7 });
        return true;
      });
      for (const method of ["fail", "odd", "unread", "missing", "toString"]) {
        await assert.rejects(bus.request("books", method, {}, LIMITS), (error) => {
          assert.ok(hasCode(error, "BUS_REQUEST_FAILED"), String(error));
          assert.ok(!error.message.includes("secret"), error.message);
          return true;
        });
      }
    },
  );

  fact("a slow service costs the time-out and no more", async ({ bus, other, pass, settle }) => {
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
  });

  fact("megabytes pass in both directions", async ({ bus, other, settle }) => {
    other.serve("echo", { say: async (payload) => payload });
    await settle();
    const text = "0123456789é€".repeat(300_000);
    const answer = await bus.request<{ text: string }>("echo", "say", { text }, LIMITS);
    assert.equal(answer.text.length, text.length);
    assert.ok(answer.text === text, "the text came back changed");
  });

  fact("a service that stops answers what it has begun", async ({ bus, other, settle }) => {
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
  });
}
