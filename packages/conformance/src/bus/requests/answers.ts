/** Facts about the answers of services, errors among them. */

import assert from "node:assert/strict";

import { BourseError, hasCode, KernelError } from "@bourse/kernel";

import { LIMITS, rejectsWith, type BusFact } from "../harness.ts";

export const answerFacts: readonly BusFact[] = [
  {
    name: "a request is answered by one that serves it",
    run: async ({ bus, other, settle }) => {
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
    },
  },
  {
    name: "a service that nobody serves is refused at once",
    run: async ({ bus, other, settle }) => {
      await rejectsWith(bus.request("nobody", "any", {}, LIMITS), "BUS_NO_RESPONDER");
      const served = other.serve("nobody", { any: async () => 1 });
      await settle();
      assert.equal(await bus.request("nobody", "any", {}, LIMITS), 1);
      await served.stop();
      await settle();
      await rejectsWith(bus.request("nobody", "any", {}, LIMITS), "BUS_NO_RESPONDER");
    },
  },
  {
    name: "an error for the caller arrives with its code, message and details; any other is hidden",
    run: async ({ bus, other, settle }) => {
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
  },
];
