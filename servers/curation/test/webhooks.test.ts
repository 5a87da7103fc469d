/** Webhooks of the server: from an act over HTTP to a receiver. */
import { expect, test, vi } from "vitest";

import { receiver } from "../../../packages/outbox/test/support/receiver.ts";
import { draft, join } from "./support/people.ts";
import { runTestServer } from "./support/running-server.ts";

interface Delivery {
  readonly id: string;
  readonly event_id: string;
  readonly status: string;
}

test("a draft that is submitted is told to its author's receiver, and replayed under the same id", async () => {
  const server = await runTestServer({ WEBHOOK_ALLOW_PRIVATE: "yes" });
  const { url, received } = await receiver();
  const ada = await join(server, "ada");
  const body = { url, events: ["draft.submitted"] };
  const made = await server.post<{ id: string; secret: string }>("webhooks", ada.token, body);
  expect([made.status, made.data.secret]).toEqual([201, expect.stringMatching(/^whsec_/)]);
  const draftId = await draft(server, ada, "tide");
  await vi.waitUntil(() => received.length === 1, { timeout: 10_000, interval: 10 });
  const [first] = received;
  expect(JSON.parse(first?.body ?? "")).toMatchObject({
    type: "draft.submitted",
    data: { draft_id: draftId, status: "pending", actor_name: "ada" },
  });
  const path = `webhooks/${made.data.id}/deliveries`;
  const newest = async (): Promise<Delivery | undefined> =>
    (await server.get<readonly Delivery[]>(path, ada.token)).data[0];
  await vi.waitUntil(async () => (await newest())?.status === "delivered", { timeout: 10_000 });
  const { id, event_id } = (await newest())!; // it was delivered
  expect(first?.headers["webhook-id"]).toBe(event_id);
  expect((await server.post(`${path}/${id}/replay`, ada.token)).status).toBe(202);
  await vi.waitUntil(() => received.length === 2, { timeout: 10_000, interval: 10 });
  expect(received[1]?.headers["webhook-id"]).toBe(event_id);
});

test("a private address is refused by default, and a server that sends none says so", async () => {
  const server = await runTestServer();
  const ada = await join(server, "ada");
  const body = { url: "https://127.0.0.1/hook", events: ["*"] };
  expect((await server.post("webhooks", ada.token, body)).status).toBe(422);
  const off = await runTestServer({ WEBHOOKS: "off" });
  const bob = await join(off, "bob");
  const answer = await off.post("webhooks", bob.token, { ...body, url: "https://a.example" });
  expect([answer.status, answer.headers.get("x-error-code")]).toEqual([
    501,
    "WEBHOOKS_UNAVAILABLE",
  ]);
});
