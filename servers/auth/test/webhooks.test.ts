/** Webhooks of the server: from a change over HTTP to a receiver that verifies it. */
import { Webhook as Verifier } from "standardwebhooks";
import { expect, test, vi } from "vitest";

import { receiver } from "../../../packages/outbox/test/support/receiver.ts";
import { makeKey, signUp } from "./support/calls.ts";
import { runTestServer } from "./support/running-server.ts";

const PRIVATE = { WEBHOOK_ALLOW_PRIVATE: "yes" };

interface Hook {
  readonly id: string;
  readonly secret: string;
}
interface Delivery {
  readonly id: string;
  readonly eventId: string;
  readonly status: string;
}

test("a key that is created is told to the account's receiver, signed, and replayed under the same id", async () => {
  const server = await runTestServer(PRIVATE);
  const { url, received } = await receiver();
  const { token } = await signUp(server);
  const body = { url, events: ["api_key.created"] };
  const made = await server.post<Hook & Record<string, unknown>>("webhooks", body, { token });
  expect(made.status).toBe(201);
  const { id: keyId } = await makeKey(server, token, ["read"]);
  await vi.waitUntil(() => received.length === 1, { timeout: 10_000, interval: 10 });

  const [first] = received;
  const verifier = new Verifier(made.data.secret);
  const headers = first?.headers as Record<string, string>;
  // The server's clock stands still in the past: the signature holds, the time is refused by its receiver.
  expect(() => verifier.verify(first?.body ?? "", headers)).toThrow("timestamp too old");
  const at = new Date(Number(headers["webhook-timestamp"]) * 1000);
  const signature = verifier.sign(headers["webhook-id"] ?? "", at, first?.body ?? "");
  expect(headers["webhook-signature"]).toBe(signature);
  expect(JSON.parse(first?.body ?? "")).toMatchObject({ type: "api_key.created", data: { keyId } });

  const path = `webhooks/${made.data.id}/deliveries`;
  const delivered = async (): Promise<Delivery | undefined> =>
    (await server.get<Delivery[]>(path, { token })).data.find(
      ({ status }) => status === "delivered",
    );
  const done = await vi.waitUntil(delivered, { timeout: 10_000, interval: 10 });
  expect(done.eventId).toBe(headers["webhook-id"]);
  expect((await server.post(`${path}/${done.id}/replay`, {}, { token })).status).toBe(202);
  await vi.waitUntil(() => received.length === 2, { timeout: 10_000, interval: 10 });
  expect(received[1]?.headers["webhook-id"]).toBe(done.eventId);
});

test("no receiver at a private address is accepted unless the settings admit it", async () => {
  const server = await runTestServer();
  const { token } = await signUp(server);
  for (const url of ["http://127.0.0.1:1", "https://10.0.0.1", "https://[::ffff:127.0.0.1]/"]) {
    const refused = await server.post("webhooks", { url, events: ["*"] }, { token });
    expect([refused.status, refused.error?.code], url).toEqual([400, "VALIDATION_ERROR"]);
  }
});

test("with WEBHOOKS=off every route of webhooks is 501", async () => {
  const server = await runTestServer({ WEBHOOKS: "off" });
  const { token } = await signUp(server);
  const made = await server.post(
    "webhooks",
    { url: "https://a.example", events: ["*"] },
    { token },
  );
  const listed = await server.get("webhooks", { token });
  for (const { status, error } of [made, listed]) {
    expect([status, error?.code]).toEqual([501, "WEBHOOKS_UNAVAILABLE"]);
  }
});
