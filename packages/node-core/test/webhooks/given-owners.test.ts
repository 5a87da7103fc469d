/** Webhooks of keys from the options belong to the keys, whatever their place in the list. */
import { createMemoryStore, type Store } from "@bourse/kernel";
import { expect, onTestFinished, test } from "vitest";

import { webhookSubscriptions } from "../../../outbox/src/subscriptions/webhook-document.ts";
import { nodeCollections } from "../../src/collections.ts";
import { createEventBus } from "../../src/events/index.ts";
import { openNodeWebhooks, type NodeWebhooks } from "../../src/webhooks/index.ts";

const HOOK = { url: "https://hooks.example/", events: ["data.received"] };

async function open(
  store: Store,
  apiKeys: readonly string[],
): Promise<{ readonly webhooks: NodeWebhooks; readonly told: () => Promise<number> }> {
  const webhooks = openNodeWebhooks({
    store,
    identity: { encryptionPrivateKey: new Uint8Array(32).fill(7) },
    events: createEventBus(),
    apiKeys,
    options: { sender: { refusal: () => undefined, send: async () => 204 } },
    spell: ({ data }) => ({ ...data }) as never,
  });
  onTestFinished(() => webhooks.close());
  await webhooks.start();
  const told = async (): Promise<number> => {
    let added = 0;
    await store.transaction(async (tx) => {
      const insert: typeof tx.insert = (...given) => {
        added += 1;
        return tx.insert(...given);
      };
      const counted = { find: tx.find.bind(tx), get: tx.get.bind(tx), insert };
      await webhooks.tell(counted, "data.received", { dataHash: "0x1", sender: "0x2" });
    });
    return added;
  };
  return { webhooks, told };
}

test("a list of keys in another order gives no key the webhooks of another", async () => {
  const store = createMemoryStore({ collections: nodeCollections });
  const { webhooks: before } = await open(store, ["ada's key", "bob's key"]);
  const { id } = await before.create("given-1", HOOK);
  const { webhooks: after } = await open(store, ["bob's key", "ada's key"]);
  expect(await after.list("given-1")).toEqual([]);
  expect((await after.list("given-2")).map((one) => one.id)).toEqual([id]);
  await expect(after.remove("given-1", id)).rejects.toMatchObject({ code: "NOT_FOUND" });
  const stored = JSON.stringify((await store.find(webhookSubscriptions)).items);
  expect(stored).not.toContain("key");
});

test("the webhooks of a key that has left the list get nothing, and are its own when it returns", async () => {
  const store = createMemoryStore({ collections: nodeCollections });
  const first = await open(store, ["ada's key"]);
  const { id } = await first.webhooks.create("given-1", HOOK);
  expect(await first.told()).toBe(1);
  const second = await open(store, ["eve's key"]);
  expect(await second.webhooks.list("given-1")).toEqual([]);
  expect(await second.told()).toBe(0);
  const third = await open(store, ["eve's key", "ada's key"]);
  expect((await third.webhooks.list("given-2")).map((one) => one.id)).toEqual([id]);
  expect(await third.told()).toBe(1);
});

test("webhooks of an earlier release go to the key at their place once, others get nothing", async () => {
  const store = createMemoryStore({ collections: nodeCollections });
  const row = { events: ["*"], enabled: true, sealed: "", createdAt: 0 };
  await store.insert(webhookSubscriptions, { id: "one", owner: "given-1", ...row });
  await store.insert(webhookSubscriptions, { id: "nine", owner: "given-9", ...row });
  const owners = async (): Promise<readonly string[]> =>
    (await store.find(webhookSubscriptions)).items.map(({ value }) => value.owner);
  const { told } = await open(store, ["ada's key", "bob's key"]);
  const adopted = await owners();
  expect(adopted).toContain("given-9");
  expect(adopted).not.toContain("given-1");
  expect(await told()).toBe(1);
  await open(store, ["bob's key", "ada's key"]);
  expect(await owners()).toEqual(adopted);
});
