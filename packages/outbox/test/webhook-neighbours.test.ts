/** Hostile receivers beside honest ones: nobody else's deliveries wait for them. */
import type { RequestListener } from "node:http";

import { createMemoryStore, systemClock, systemIds } from "@bourse/kernel";
import { expect, onTestFinished, test, vi } from "vitest";

import { openWebhooks, outboxEntries, webhookCollections } from "../src/index.ts";
import { createWebhookSender } from "../src/webhooks/index.ts";
import { fixture } from "./support/box.ts";
import { receiver } from "./support/receiver.ts";

const HOSTILE: Readonly<Record<string, RequestListener>> = {
  slow: () => undefined,
  endless: (_request, response) => {
    response.writeHead(200);
    const more = (): void => {
      if (!response.destroyed) response.write("x".repeat(1000), () => setImmediate(more));
    };
    more();
  },
  redirecting: (_request, response) => {
    response.writeHead(302, { location: "http://169.254.169.254/" }).end();
  },
  resetting: (request) => void request.socket.resetAndDestroy(),
  failing: (_request, response) => void response.writeHead(500).end(),
};

test.each(Object.keys(HOSTILE))(
  "200 events for a receiver that is %s hold up no event of another one",
  async (kind) => {
    const hostile = await receiver(HOSTILE[kind]);
    const honest = await receiver();
    const sender = createWebhookSender({ allowPrivate: true });
    const store = createMemoryStore({ collections: webhookCollections });
    const hooks = openWebhooks({
      store,
      key: new Uint8Array(32).fill(7),
      clock: systemClock,
      ids: systemIds,
      events: ["note.added"],
      refuse: (code, message) => new Error(`${code}: ${message}`),
      webhooks: { sender, concurrency: 8 },
    });
    onTestFinished(async () => {
      sender.close();
      await store.close();
    });
    await hooks.create("mallory", { url: hostile.url, events: ["*"] });
    await hooks.create("ada", { url: honest.url, events: ["*"] });
    await store.transaction(async (tx) => {
      for (let count = 0; count < 200; count++) {
        await hooks.emit(tx, "mallory", { type: "note.added", data: { count } });
      }
    });
    await hooks.start();
    for (let count = 0; count < 20; count++) {
      await store.transaction((tx) =>
        hooks.emit(tx, "ada", { type: "note.added", data: { count } }),
      );
    }
    // Before the time limit of the first request to the slow one.
    await vi.waitUntil(() => honest.received.length === 20, { timeout: 9000, interval: 5 });
    const { waiting } = await hooks.measure();
    // What is endless is taken all the same: its status has come.
    expect(waiting > 100 || kind === "endless").toBe(true);
    // Broken off: what is under way is nobody's.
    sender.close();
    await hooks.close();
  },
);

test("a queue of a receiver that fails is longer than any page, and the others get theirs", async () => {
  const box = fixture({
    concurrency: 2,
    groupConcurrency: 1,
    deliver: ({ payload }) =>
      payload.startsWith("bad") ? Promise.reject(new Error("away")) : Promise.resolve(),
  });
  await box.store.transaction(async (tx) => {
    for (let count = 0; count < 300; count++) {
      const isBad = count < 280;
      const group = isBad ? `m${count % 3}` : `z${count}`;
      const content = isBad ? `bad ${count}` : `good ${count}`;
      await tx.insert(outboxEntries, {
        id: `${count}`,
        box: "mail",
        status: "waiting",
        sealed: "",
        content,
        group,
        createdAt: count,
        dueAt: count,
        attempts: 0,
        error: null,
      });
    }
  });
  expect(await box.outbox.deliverDue()).toBe(20);
  const tried = box.deliveries.filter(({ payload }) => payload.startsWith("bad"));
  // One each: whoever has failed is not tried again within its pause.
  expect(tried).toHaveLength(3);
});

test("what waits for longer than it may becomes a dead letter, tried or not", async () => {
  const box = fixture({
    maxAgeSeconds: 60,
    deliver: () => Promise.reject(new Error("away")),
  });
  const entry = await box.outbox.prepare("late");
  await box.store.transaction((tx) => box.outbox.add(tx, entry));
  await box.outbox.start();
  await box.clock.advance(100_000);
  await box.outbox.close();
  expect((await box.outbox.listDead()).items).toMatchObject([{ id: entry.id, error: "away" }]);
});

test("a search among busy groups ends, also where the group that it began behind is gone", async () => {
  const box = fixture({
    concurrency: 3,
    groupConcurrency: 1,
    deliver: () => Promise.reject(new Error("away")),
  });
  let looks = 0;
  const store = new Proxy(box.store, {
    get: (target, name) => {
      if (name === "find") looks++;
      const member: unknown = Reflect.get(target, name);
      return typeof member === "function" ? (member.bind(target) as unknown) : member;
    },
  });
  const groups = [...Array.from({ length: 18 }, () => "a"), "m", "z"];
  await store.transaction(async (tx) => {
    for (const [at, group] of groups.entries()) {
      const entry = {
        id: `${at}`,
        box: "mail",
        status: "waiting",
        sealed: "",
        content: at,
      } as const;
      const times = { createdAt: at, dueAt: at, attempts: 0, error: null };
      await tx.insert(outboxEntries, { ...entry, ...times, group });
    }
  });
  const outbox = box.again({ store });
  await outbox.deliverDue();
  await store.delete(outboxEntries, "19");
  looks = 0;
  await outbox.deliverDue();
  expect(looks).toBeLessThan(10);
});
