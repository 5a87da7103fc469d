/** Webhooks: subscriptions, signed deliveries, rotation, replay and their ends. */
import { systemClock, systemIds } from "@bourse/kernel";
import { Webhook as Verifier } from "standardwebhooks";
import { describe, expect, test } from "vitest";

import { outboxEntries } from "../src/entries/entry-document.ts";
import { openWebhooks } from "../src/index.ts";
import { webhookSubscriptions } from "../src/subscriptions/webhook-document.ts";
import { acts } from "./support/box.ts";
import { hooksFixture, subscribe } from "./support/hooks.ts";

const HOUR = 3_600_000;

describe("a webhook", () => {
  test("gets the events that it names, each once, and no others", async () => {
    const box = hooksFixture();
    await box.hooks.create("ada", { url: "https://hooks.example/a", events: ["note.added"] });
    await box.emit("ada", "note.added", { id: "n1" });
    await box.emit("ada", "note.removed", { id: "n1" });
    await box.emit("bob", "note.added", { id: "n2" });
    expect(await box.hooks.deliverDue()).toBe(1);
    expect(await box.hooks.deliverDue()).toBe(0);
    const timestamp = new Date(box.clock.now()).toISOString();
    expect(box.requests.map(({ body }) => JSON.parse(body))).toEqual([
      { type: "note.added", timestamp, data: { id: "n1" } },
    ]);
  });

  test("gets nothing of a transaction that is rolled back", async () => {
    const box = hooksFixture();
    await subscribe(box);
    const work = box.store.transaction(async (tx) => {
      await tx.insert(acts, { id: "one" });
      await box.hooks.emit(tx, "ada", { type: "note.added", data: {} });
      throw new Error("rolled back");
    });
    await expect(work).rejects.toThrow("rolled back");
    expect(await box.hooks.deliverDue()).toBe(0);
    expect(box.requests).toEqual([]);
  });

  test("signs as the library of Standard Webhooks verifies", async () => {
    const box = hooksFixture();
    const { secret } = await subscribe(box);
    await box.emit("ada", "note.added", { text: "ä€𝄞" });
    await box.hooks.deliverDue();
    const [{ body, headers } = { body: "", headers: {} }] = box.requests;
    expect(new Verifier(secret).verify(body, headers)).toMatchObject({ type: "note.added" });
    expect(() => new Verifier(secret).verify(`${body} `, headers)).toThrow("No matching signature");
  });

  test("tells its secret at its creation and rotation only, and the store holds it encrypted", async () => {
    const box = hooksFixture();
    const { id, secret, url } = await subscribe(box);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
    const told = [await box.hooks.get("ada", id), await box.hooks.list("ada")];
    expect(JSON.stringify(told)).not.toContain(secret);
    const stored = JSON.stringify(await box.store.get(webhookSubscriptions, id));
    expect(stored).not.toContain(secret);
    expect(stored).not.toContain(url);
  });

  test("signs with both secrets after a rotation, until the former one's time is over", async () => {
    const box = hooksFixture();
    const { id, secret: former } = await subscribe(box);
    const { secret } = await box.hooks.rotate("ada", id, 60);
    await box.emit("ada", "note.added");
    await box.hooks.deliverDue();
    const [first = { body: "", headers: {} }] = box.requests;
    for (const one of [former, secret]) new Verifier(one).verify(first.body, first.headers);
    await box.clock.advance(60_000);
    await box.emit("ada", "note.added");
    await box.hooks.deliverDue();
    expect(box.requests[1]?.headers["webhook-signature"]).toMatch(/^v1,[A-Za-z0-9+/]{43}=$/);
  });

  test("is refused with an address that the sender refuses, or that holds a login or a fragment", async () => {
    const { hooks } = hooksFixture();
    const bad = [
      "http://hooks.example",
      "nothing",
      "https://a:b@hooks.example",
      "https://h.example/#x",
    ];
    for (const url of [...bad, `https://hooks.example/${"x".repeat(2048)}`]) {
      const refused = hooks.create("ada", { url, events: ["*"] });
      await expect(refused, url).rejects.toMatchObject({
        code: "VALIDATION_ERROR",
        details: { path: "url" },
      });
    }
  });

  test("is refused with no event, an unknown one, or one twice", async () => {
    const { hooks } = hooksFixture();
    for (const events of [[], ["note.burnt"], ["note.added", "note.added"]]) {
      const refused = hooks.create("ada", { url: "https://hooks.example", events });
      await expect(refused).rejects.toMatchObject({
        code: "VALIDATION_ERROR",
        details: { path: "events" },
      });
    }
  });

  test("is one of at most ten of an owner, however many are created at the same time", async () => {
    const box = hooksFixture();
    const all = await Promise.allSettled(Array.from({ length: 50 }, () => subscribe(box)));
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(10);
    await expect(subscribe(box)).rejects.toMatchObject({
      code: "QUOTA_EXCEEDED",
      details: { what: "webhooks", limit: 10 },
    });
    await subscribe(box, "bob");
  });

  test("is not found by another owner, whatever is asked of it", async () => {
    const box = hooksFixture();
    const { id } = await subscribe(box);
    await box.emit("ada", "note.added");
    await box.hooks.deliverDue();
    const [delivery] = (await box.hooks.deliveries("ada", id)).items;
    const { hooks } = box;
    const own = await subscribe(box, "bob");
    for (const call of [
      () => hooks.get("bob", id),
      () => hooks.change("bob", id, { enabled: false }),
      () => hooks.rotate("bob", id),
      () => hooks.remove("bob", id),
      () => hooks.deliveries("bob", id),
      () => hooks.replay("bob", id, delivery?.id ?? ""),
      () => hooks.replay("bob", own.id, delivery?.id ?? ""),
    ]) {
      await expect(call(), String(call)).rejects.toMatchObject({ code: "NOT_FOUND" });
    }
    expect(await hooks.get("ada", id)).toMatchObject({ enabled: true });
  });

  test("that is switched off gets nothing, and is switched on again", async () => {
    const box = hooksFixture();
    const { id } = await subscribe(box);
    await box.emit("ada", "note.added", { before: true });
    await box.hooks.change("ada", id, { enabled: false });
    await box.emit("ada", "note.added", { off: true });
    await box.hooks.deliverDue();
    await box.hooks.change("ada", id, { enabled: true, events: ["note.removed"] });
    await box.clock.advance(1000);
    await box.emit("ada", "note.removed", { after: true });
    await box.hooks.deliverDue();
    expect(box.requests.map(({ body }) => JSON.parse(body).data)).toEqual([{ after: true }]);
    const { items } = await box.hooks.deliveries("ada", id);
    expect(items.map(({ status }) => status).toSorted()).toEqual(["delivered", "failed"]);
  });

  test("that is removed takes its deliveries with it", async () => {
    const box = hooksFixture();
    const { id } = await subscribe(box);
    await box.emit("ada", "note.added");
    await box.hooks.remove("ada", id);
    expect(await box.hooks.deliverDue()).toBe(0);
    expect([box.requests.length, await box.store.count(outboxEntries)]).toEqual([0, 0]);
  });
});

describe("a delivery", () => {
  test("that fails is tried again under the same id, and ends as failed", async () => {
    const box = hooksFixture(() => 500);
    const { id } = await subscribe(box);
    await box.emit("ada", "note.added");
    for (let hour = 0; hour < 71; hour++) {
      await box.hooks.deliverDue();
      await box.clock.advance(HOUR);
    }
    expect(box.requests).toHaveLength(16);
    expect(new Set(box.requests.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    const { items } = await box.hooks.deliveries("ada", id);
    const error = "The receiver answered 500.";
    expect(items).toMatchObject([{ status: "failed", attempts: 16, error, nextAttemptAt: null }]);
  });

  test("that is answered 410 fails at once, and switches its webhook off", async () => {
    const box = hooksFixture(() => 410);
    const { id } = await subscribe(box);
    await box.emit("ada", "note.added");
    await box.hooks.deliverDue();
    expect(await box.hooks.get("ada", id)).toMatchObject({ enabled: false });
    expect((await box.hooks.deliveries("ada", id)).items).toMatchObject([{ status: "failed" }]);
  });

  test("is replayed under the same event id once it has ended, and not before", async () => {
    let status = 500;
    const box = hooksFixture(() => status);
    const { id } = await subscribe(box);
    await box.emit("ada", "note.added", { id: "n1" });
    const [waiting] = (await box.hooks.deliveries("ada", id)).items;
    const replay = () => box.hooks.replay("ada", id, waiting?.id ?? "");
    await expect(replay()).rejects.toMatchObject({ code: "CONFLICT" });
    status = 200;
    await box.hooks.deliverDue();
    expect(await replay()).toMatchObject({ status: "waiting", attempts: 0 });
    await box.hooks.deliverDue();
    const [first, second] = box.requests;
    expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
    expect(second?.body).toBe(first?.body);
    expect((await box.hooks.deliveries("ada", id)).items).toMatchObject([
      { id: waiting?.id, status: "delivered", eventId: first?.headers["webhook-id"] },
    ]);
  });

  test("of 50 racing replays is sent once more", async () => {
    const box = hooksFixture();
    const { id } = await subscribe(box);
    await box.emit("ada", "note.added");
    await box.hooks.deliverDue();
    const [done] = (await box.hooks.deliveries("ada", id)).items;
    const all = await Promise.allSettled(
      Array.from({ length: 50 }, () => box.hooks.replay("ada", id, done?.id ?? "")),
    );
    expect(all.filter((one) => one.status === "fulfilled")).toHaveLength(1);
    await box.hooks.deliverDue();
    expect(box.requests).toHaveLength(2);
  });

  test("is listed newest first, by pages, and a foreign cursor is refused", async () => {
    const box = hooksFixture();
    const { id } = await subscribe(box);
    for (const type of ["note.added", "note.removed", "note.added"]) {
      await box.emit("ada", type);
      await box.clock.advance(1);
    }
    const first = await box.hooks.deliveries("ada", id, { limit: 2 });
    const second = await box.hooks.deliveries("ada", id, { limit: 2, cursor: first.next ?? "" });
    const types = [...first.items, ...second.items].map(({ type }) => type);
    expect([types, second.next]).toEqual([["note.added", "note.removed", "note.added"], null]);
    await expect(box.hooks.deliveries("ada", id, { cursor: "x" })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      details: { path: "cursor" },
    });
  });

  test("of a store that was restored from a backup comes again under the id that its receiver knows", async () => {
    const box = hooksFixture();
    await subscribe(box);
    await box.emit("ada", "note.added");
    const { items } = await box.store.find(outboxEntries);
    await box.hooks.deliverDue();
    const [entry] = items;
    if (entry === undefined) throw new Error("no entry");
    await box.store.delete(outboxEntries, entry.value.id);
    await box.store.insert(outboxEntries, entry.value);
    await box.hooks.deliverDue();
    const [known, again] = box.requests.map(({ headers }) => headers["webhook-id"]);
    expect(again).toBe(known);
    await box.emit("ada", "note.added");
    await box.hooks.deliverDue();
    expect(box.requests.at(-1)?.headers["webhook-id"]).not.toBe(known);
  });
});

test("without webhooks every call is refused, and events are passed over", async () => {
  const { again, store } = hooksFixture();
  expect(again().isOn).toBe(true);
  const off = openWebhooks({
    store,
    key: new Uint8Array(32),
    clock: systemClock,
    ids: systemIds,
    events: [],
    refuse: (code) => Object.assign(new Error(code), { code }),
    webhooks: undefined,
  });
  await expect(off.list("ada")).rejects.toMatchObject({ code: "WEBHOOKS_UNAVAILABLE" });
  await store.transaction((tx) => off.emit(tx, "ada", { type: "note.added", data: {} }));
  expect(await off.deliverDue()).toBe(0);
  expect(await off.measure()).toEqual({ waiting: 0, held: 0, dead: 0, oldestSeconds: 0 });
});
