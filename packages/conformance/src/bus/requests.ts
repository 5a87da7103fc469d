/** Facts about requests and replies. */

import assert from "node:assert/strict";

import { BourseError } from "@bourse/kernel";

import { PATIENT, aborted, eventually, rejectsWith, type Fact } from "./harness.ts";

export function requestFacts(fact: Fact): void {
  fact("a request gets its handler's reply", async ({ bus }) => {
    bus.serve("sums", {
      add: async (terms: { a: number; b: number }) => ({ sum: terms.a + terms.b }),
    });
    assert.deepEqual(await bus.request("sums", "add", { a: 2, b: 3 }, PATIENT), { sum: 5 });
  });

  fact("a handler without a reply answers null", async ({ bus }) => {
    bus.serve("quiet", { hush: async () => undefined });
    assert.equal(await bus.request("quiet", "hush", undefined, PATIENT), null);
  });

  fact(
    "a request to a service that nobody serves fails at once with BUS_NO_RESPONDERS",
    async ({ bus }) => {
      await rejectsWith(bus.request("nobody", "any", {}, PATIENT), "BUS_NO_RESPONDERS");
    },
  );

  fact("a request for an unknown method fails with BUS_METHOD_UNKNOWN", async ({ bus }) => {
    bus.serve("sums", { add: async () => 0 });
    await rejectsWith(bus.request("sums", "subtract", {}, PATIENT), "BUS_METHOD_UNKNOWN");
    await rejectsWith(bus.request("sums", "toString", {}, PATIENT), "BUS_METHOD_UNKNOWN");
  });

  fact(
    "a request past its time fails with BUS_TIMEOUT, and its handler is told to stop",
    async ({ bus, pass }) => {
      let told = false;
      bus.serve("slow", {
        wait: async (_: unknown, { signal }) => {
          await aborted(signal);
          told = true;
        },
      });
      const refused = rejectsWith(
        bus.request("slow", "wait", {}, { timeoutMilliseconds: 40 }),
        "BUS_TIMEOUT",
      );
      await pass(45);
      await refused;
      await eventually("the handler was told", () => told);
    },
  );

  fact(
    "an aborted request fails with the signal's reason, and its handler is told to stop",
    async ({ bus }) => {
      let entered = false;
      let told = false;
      bus.serve("slow", {
        wait: async (_: unknown, { signal }) => {
          entered = true;
          await aborted(signal);
          told = true;
        },
      });
      const caller = new AbortController();
      const outcome = bus.request("slow", "wait", {}, { ...PATIENT, signal: caller.signal });
      const refused = assert.rejects(outcome, /the user left/);
      await eventually("the handler runs", () => entered);
      caller.abort(new Error("the user left"));
      await refused;
      await eventually("the handler was told", () => told);
    },
  );

  fact(
    "a service's own error reaches the caller with its code, sentence and details",
    async ({ bus }) => {
      bus.serve("strict", {
        check: async () => {
          throw new BourseError("SYMBOL_UNKNOWN", "No such symbol.", {
            details: { symbol: "XYZ" },
          });
        },
      });
      await assert.rejects(bus.request("strict", "check", {}, PATIENT), {
        code: "SYMBOL_UNKNOWN",
        message: "No such symbol.",
        details: { symbol: "XYZ" },
      });
    },
  );

  fact(
    "a foreign error reaches the caller as BUS_SERVICE_FAILED without a word of its text",
    async ({ bus }) => {
      bus.serve("broken", {
        run: async () => {
          throw new Error("password=hunter2");
        },
      });
      await assert.rejects(bus.request("broken", "run", {}, PATIENT), (error: BourseError) => {
        assert.equal(error.code, "BUS_SERVICE_FAILED");
        assert.equal(error.cause, undefined);
        assert.doesNotMatch(`${error.stack} ${JSON.stringify(error.details)}`, /hunter2/);
        return true;
      });
    },
  );

  fact("a payload or a reply that is no JSON is refused", async ({ bus }) => {
    bus.serve("odd", { echo: async () => ({ value: NaN }) });
    await rejectsWith(bus.request("odd", "echo", { value: 1n }, PATIENT), "JSON_INVALID");
    await rejectsWith(bus.request("odd", "echo", {}, PATIENT), "BUS_SERVICE_FAILED");
  });

  fact(
    "what a handler receives is its own: later changes of the caller don't reach it",
    async ({ bus }) => {
      const payload = { list: [1] };
      bus.serve("late", { read: async (received: typeof payload) => received.list.length });
      const reply = bus.request("late", "read", payload, PATIENT);
      payload.list.push(2);
      assert.equal(await reply, 1);
    },
  );

  fact("several servers of a service take turns", async ({ bus }) => {
    const served = [0, 0];
    for (const place of [0, 1]) {
      bus.serve("shared", {
        run: async () => {
          served[place]! += 1;
        },
      });
    }
    for (let count = 0; count < 20; count++) await bus.request("shared", "run", {}, PATIENT);
    assert.equal(served[0]! + served[1]!, 20);
    assert.ok(served[0]! > 0 && served[1]! > 0, `one server got nothing: ${served.join(", ")}`);
  });

  fact("a stopped server takes no new request and finishes the one under way", async ({ bus }) => {
    const gate = Promise.withResolvers<void>();
    let entered = false;
    const server = bus.serve("leaving", {
      finish: async () => {
        entered = true;
        await gate.promise;
        return "done";
      },
    });
    const reply = bus.request("leaving", "finish", {}, PATIENT);
    await eventually("the handler runs", () => entered);
    let stopped = false;
    const stopping = server.stop().then(() => (stopped = true));
    await rejectsWith(bus.request("leaving", "finish", {}, PATIENT), "BUS_NO_RESPONDERS");
    assert.equal(stopped, false, "stop() resolved before the request under way");
    gate.resolve();
    assert.equal(await reply, "done");
    await stopping;
    await server.stop();
  });
}
