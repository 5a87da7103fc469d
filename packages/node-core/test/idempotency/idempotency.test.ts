import { createManualClock, createMemoryStore, type Json } from "@bourse/kernel";
import { expect, test } from "vitest";

import { NodeError } from "../../src/errors.ts";
import { createIdempotency, identifyRequest } from "../../src/idempotency/index.ts";
import { requestDocuments } from "../../src/idempotency/request-document.ts";

function world() {
  const store = createMemoryStore({ collections: [requestDocuments] });
  const clock = createManualClock();
  let made = 0;
  const newId = (): string => `operation-${++made}`;
  return { store, clock, newId, idempotency: createIdempotency(store, clock) };
}

const identity = identifyRequest("transfer", "key-1", { amount: "5", to: "a" });

test("the order of a request's members plays no part, their values do", () => {
  expect(identifyRequest("transfer", "key-1", { to: "a", amount: "5" })).toEqual(identity);
  expect(identifyRequest("transfer", "key-1", { to: "a", amount: "6" }).fingerprint).not.toBe(
    identity.fingerprint,
  );
});

test("the same key in another scope is another key", () => {
  expect(identifyRequest("share:x", "key-1", { amount: "5", to: "a" }).id).not.toBe(identity.id);
});

test("a key of 201 characters, an empty one or one with blanks is refused", () => {
  for (const key of ["k".repeat(201), "", "a b"]) {
    expect(() => identifyRequest("transfer", key, {})).toThrow(
      expect.objectContaining({ code: "VALIDATION_ERROR" }),
    );
  }
});

test("a retry gets the first answer and performs nothing", async () => {
  const { idempotency, newId } = world();
  let performed = 0;
  const pay = () =>
    idempotency.run<Json>(identity, { newId, perform: async () => ({ paid: ++performed }) });
  expect(await pay()).toEqual({ paid: 1 });
  expect(await pay()).toEqual({ paid: 1 });
});

test("the same key with another request is refused", async () => {
  const { idempotency, newId } = world();
  await idempotency.run(identity, { newId, perform: async () => 1 });
  const other = identifyRequest("transfer", "key-1", { amount: "6", to: "a" });
  await expect(idempotency.run(other, { newId, perform: async () => 2 })).rejects.toMatchObject({
    code: "IDEMPOTENCY_MISMATCH",
  });
});

test("of many at once exactly one performs, the others are told that it runs", async () => {
  const { idempotency, newId } = world();
  const gate = Promise.withResolvers<void>();
  let performed = 0;
  const pay = () =>
    idempotency.run(identity, {
      newId,
      perform: async () => {
        performed++;
        await gate.promise;
        return "done";
      },
    });
  const calls = Array.from({ length: 10 }, pay);
  const settled = Promise.allSettled(calls);
  await Promise.allSettled(calls.slice(1));
  gate.resolve();
  const results = await settled;
  expect(performed).toBe(1);
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (const result of results) {
    if (result.status === "rejected") {
      expect(result.reason).toMatchObject({ code: "IDEMPOTENCY_RUNNING" });
    }
  }
});

test("after a crash the operation goes on under its first id", async () => {
  const { store, clock, newId } = world();
  const ids: string[] = [];
  const before = createIdempotency(store, clock);
  const never = new Promise<never>(() => undefined);
  void before.run(identity, {
    newId,
    perform: (id) => {
      ids.push(id);
      return never;
    },
  });
  await expect.poll(() => ids.length).toBe(1);
  const after = createIdempotency(store, clock);
  await after.run(identity, {
    newId,
    perform: async (id) => {
      ids.push(id);
      return "done";
    },
  });
  expect(ids[1]).toBe(ids[0]);
});

test("an answer that is not final keeps the operation's id, so that a retry learns the end", async () => {
  const { idempotency, newId } = world();
  const ids: string[] = [];
  const pay = (status: string) =>
    idempotency.run(identity, {
      newId,
      perform: async (id) => {
        ids.push(id);
        return status;
      },
      isFinal: (answer) => answer === "settled",
    });
  expect(await pay("pending")).toBe("pending");
  expect(await pay("settled")).toBe("settled");
  expect(await pay("never performed")).toBe("settled");
  expect(ids).toEqual([ids[0], ids[0]]);
});

test("a final error is the first answer; any other refusal frees the key", async () => {
  const { idempotency, newId } = world();
  const attempt = (error: NodeError | null) =>
    idempotency.run(identity, {
      newId,
      finalErrors: ["TRANSACTION_REVERTED"],
      perform: async () => {
        if (error !== null) throw error;
        return "paid";
      },
    });
  const funds = new NodeError("INSUFFICIENT_FUNDS", "too little");
  await expect(attempt(funds)).rejects.toBe(funds);
  const reverted = new NodeError("TRANSACTION_REVERTED", "no", { details: { txHash: "0x1" } });
  await expect(attempt(reverted)).rejects.toBe(reverted);
  await expect(attempt(null)).rejects.toMatchObject({
    code: "TRANSACTION_REVERTED",
    message: "no",
    details: { txHash: "0x1" },
  });
});

test("a fault that is no refusal keeps the operation's id: something may have happened", async () => {
  const { idempotency, newId } = world();
  const ids: string[] = [];
  const attempt = (fails: boolean) =>
    idempotency.run(identity, {
      newId,
      perform: async (id) => {
        ids.push(id);
        if (fails) throw new Error("the disk is gone");
        return "paid";
      },
    });
  await expect(attempt(true)).rejects.toThrow("the disk is gone");
  expect(await attempt(false)).toBe("paid");
  expect(ids[1]).toBe(ids[0]);
});

test("a key is forgotten after 24 hours, and not a moment before", async () => {
  const { clock, idempotency, newId } = world();
  const pay = (answer: string) => idempotency.run(identity, { newId, perform: async () => answer });
  await pay("first");
  await clock.advance(86_400_000 - 1);
  expect(await pay("second")).toBe("first");
  await clock.advance(1);
  expect(await pay("third")).toBe("third");
});
