/** Webhooks of the node: from its events to receivers that verify them. */
import { Webhook as Verifier } from "standardwebhooks";
import { expect, onTestFinished, test, vi } from "vitest";

import { receiver } from "../../../packages/outbox/test/support/receiver.ts";
import { KEY, startTestNode, type TestNode } from "./support/running-node.ts";

vi.setConfig({ testTimeout: 30_000 });

const DEAD = "0x000000000000000000000000000000000000dEaD";
const NATIVE = `0x${"0".repeat(40)}`;
const PATIENCE = { timeout: 10_000, interval: 10 };
/** Headers of a call through a proxy, which is no direct call: it needs a key. */
const PROXIED = { "X-Forwarded-For": "192.0.2.1" };

const start = (variables: Readonly<Record<string, string>> = {}): Promise<TestNode> =>
  startTestNode({
    atEnd: onTestFinished,
    variables: { WEBHOOK_ALLOW_PRIVATE: "yes", ...variables },
  });

const pay = (node: TestNode) =>
  node.internal("POST", "/transfer", {
    body: { from: node.address, to: DEAD, token: NATIVE, amount: "1" },
  });

test("a payment is told to the owner's receiver, signed, as the event socket spells it, and replayed", async () => {
  const node = await start();
  const { url, received } = await receiver();
  const body = { url, events: ["token.transfer_completed"] };
  const made = await node.internal("POST", "/webhooks", { body });
  expect(made.status).toBe(201);
  const { id, secret } = made.data as { id: string; secret: string };
  expect((await pay(node)).status).toBe(200);
  await vi.waitUntil(() => received.length === 1, PATIENCE);
  const [first] = received;
  const headers = first?.headers as Record<string, string>;
  expect(new Verifier(secret).verify(first?.body ?? "", headers)).toMatchObject({
    type: "token.transfer_completed",
    data: { from: node.address, to: DEAD, amount: "1", tx_hash: expect.any(String) as unknown },
  });

  // The dashboard re-exposes the routes.
  const path = `/api/webhooks/${id}/deliveries`;
  type Page = { deliveries: readonly { id: string; event_id: string; status: string }[] };
  const newest = async () =>
    ((await node.dashboard("GET", path)).data as unknown as Page).deliveries[0];
  await vi.waitUntil(async () => (await newest())?.status === "delivered", PATIENCE);
  const delivery = await newest();
  expect((await node.dashboard("POST", `${path}/${delivery?.id}/replay`)).status).toBe(202);
  await vi.waitUntil(() => received.length === 2, PATIENCE);
  expect(received[1]?.headers["webhook-id"]).toBe(delivery?.event_id);
});

test("a webhook's secret and address are replaced on the dashboard's API, and the new ones are used", async () => {
  const node = await start();
  const { url, received } = await receiver();
  const events = ["token.transfer_completed"];
  const made = await node.internal("POST", "/webhooks", {
    body: { url: "https://receiver.invalid/", events },
  });
  const { id, secret: first } = made.data as { id: string; secret: string };
  const path = `/api/webhooks/${id}`;
  const rotated = await node.dashboard("POST", `${path}/rotate`, { body: { grace_seconds: 0 } });
  const { secret } = rotated.data as { secret: string };
  const changed = await node.dashboard("PATCH", path, { body: { url } });
  expect(changed.data).toMatchObject({ id, url, events, enabled: true });
  await pay(node);
  await vi.waitUntil(() => received.length === 1, PATIENCE);
  const { body = "", headers = {} } = received[0] ?? {};
  const signed = headers as Record<string, string>;
  expect(new Verifier(secret).verify(body, signed)).toMatchObject({ type: events[0] });
  expect(() => new Verifier(first).verify(body, signed)).toThrow("No matching signature");
});

test("a key's webhooks are its own, need read, and get nothing once it is revoked", async () => {
  const node = await start();
  const keyOf = async (scopes: readonly string[]): Promise<{ id: string; key: string }> =>
    (await node.internal("POST", "/api-keys", { body: { name: "k", scopes } })).data as never;
  const [reader, sharer] = [await keyOf(["read"]), await keyOf(["share"])];
  const { url, received } = await receiver();
  const { url: owners, received: told } = await receiver();
  const create = (key: string) =>
    node.internal("POST", "/webhooks", {
      body: { url, events: ["*"] },
      headers: { "X-API-Key": key, ...PROXIED },
    });
  expect((await create(sharer.key)).status).toBe(403);
  const made = await create(reader.key);
  expect(made.status).toBe(201);
  const foreign = { headers: { "X-API-Key": KEY, ...PROXIED } };
  const path = `/webhooks/${String(made.data["id"])}`;
  expect((await node.internal("GET", `${path}/deliveries`, foreign)).status).toBe(404);
  expect((await node.internal("DELETE", path, foreign)).status).toBe(404);
  const off = { ...foreign, body: { enabled: false } };
  expect((await node.internal("PATCH", path, off)).status).toBe(404);
  expect((await node.internal("POST", `${path}/rotate`, { ...foreign, body: {} })).status).toBe(
    404,
  );
  await node.internal("DELETE", `/api-keys/${reader.id}`);
  await node.internal("POST", "/webhooks", { body: { url: owners, events: ["*"] } });
  await pay(node);
  await vi.waitUntil(() => told.length > 0, PATIENCE);
  expect(received).toEqual([]);
});

test("a receiver inside of the network is refused by default, and WEBHOOKS=off answers 501", async () => {
  const node = await start({ WEBHOOK_ALLOW_PRIVATE: "no" });
  for (const url of ["https://127.0.0.1/", "https://localhost/", "http://example.com/"]) {
    const refused = await node.internal("POST", "/webhooks", { body: { url, events: ["*"] } });
    expect(refused.status, url).toBe(422);
    expect(refused.data["field"], url).toBe("url");
  }
  await node.close();
  const off = await start({ WEBHOOKS: "off" });
  expect((await off.internal("GET", "/webhooks")).status).toBe(501);
});
