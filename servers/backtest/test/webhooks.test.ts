/** Webhooks of the server: from a job over HTTP to a receiver that verifies it. */
import { Webhook as Verifier } from "standardwebhooks";
import { expect, test, vi } from "vitest";

import { receiver } from "../../../packages/outbox/test/support/receiver.ts";
import { runTestServer, type TestServer } from "./support/running-server.ts";
import { tempFolder } from "./support/temp-folder.ts";

const ADA = { "x-api-key": "the-key-of-ada-Vb7Tq2Nz9Lw4" };
const BOB = { "x-api-key": "the-key-of-bob-Rk8Xc5Hn3Zd6" };
const SETTINGS = {
  WEBHOOK_ALLOW_PRIVATE: "yes",
  API_KEYS: `${ADA["x-api-key"]},${BOB["x-api-key"]}`,
};

interface Hook {
  readonly id: string;
  readonly secret: string;
}
interface Delivery {
  readonly id: string;
  readonly event_id: string;
  readonly status: string;
}

async function hookOf(server: TestServer, url: string, events: readonly string[]): Promise<Hook> {
  const made = await server.post("/api/webhooks", { url, events }, ADA);
  expect(made.status).toBe(201);
  return made.body as Hook;
}

test("a job is told to its key's receiver, signed, and replayed under the same id", async () => {
  const server = await runTestServer(SETTINGS);
  const { url, received } = await receiver();
  const hook = await hookOf(server, url, ["job.completed"]);
  await server.post("/api/backtests", { limit: 1 }, BOB);
  const job = await server.post("/api/backtests", { limit: 1 }, ADA);
  const { job_id: jobId } = job.body as { readonly job_id: string };
  await vi.waitUntil(() => received.length === 1, { timeout: 10_000, interval: 10 });
  const [first] = received;
  const headers = first?.headers as Record<string, string>;
  expect(new Verifier(hook.secret).verify(first?.body ?? "", headers)).toMatchObject({
    type: "job.completed",
    data: { job_id: jobId, job_type: "backtest", status: "completed" },
  });

  const path = `/api/webhooks/${hook.id}/deliveries`;
  const deliveries = async (): Promise<readonly Delivery[]> =>
    (await server.get(path, ADA)).body as readonly Delivery[];
  await vi.waitUntil(async () => (await deliveries())[0]?.status === "delivered", {
    timeout: 10_000,
    interval: 10,
  });
  const [delivery] = await deliveries();
  const replayed = await server.post(`${path}/${delivery?.id}/replay`, undefined, ADA);
  expect(replayed.status).toBe(202);
  await vi.waitUntil(() => received.length === 2, { timeout: 10_000, interval: 10 });
  expect(received[1]?.headers["webhook-id"]).toBe(delivery?.event_id);

  const own = `/api/webhooks/${hook.id}`;
  const foreign = await Promise.all([
    server.get(path, BOB),
    server.patch(own, { enabled: false }, BOB),
    server.post(`${own}/rotate`, {}, BOB),
    server.delete(own, BOB),
    server.post(`${path}/${delivery?.id}/replay`, undefined, BOB),
  ]);
  expect(foreign.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  expect((await server.get("/api/webhooks", BOB)).body).toEqual([]);
});

test("after a rotation both secrets sign until the grace period ends, and a webhook that is off gets nothing", async () => {
  const server = await runTestServer(SETTINGS);
  const { url, received } = await receiver();
  const first = await hookOf(server, url, ["job.created"]);
  const path = `/api/webhooks/${first.id}`;
  const signersOf = async (secrets: readonly string[]): Promise<readonly boolean[]> => {
    received.length = 0;
    await server.post("/api/backtests", { limit: 1 }, ADA);
    await vi.waitUntil(() => received.length === 1, { timeout: 10_000, interval: 10 });
    const [{ body, headers } = { body: "", headers: {} }] = received;
    return secrets.map((secret) => {
      try {
        return new Verifier(secret).verify(body, headers as Record<string, string>) !== undefined;
      } catch {
        return false;
      }
    });
  };
  const rotate = async (body: object): Promise<string> =>
    ((await server.post(`${path}/rotate`, body, ADA)).body as Hook).secret;
  const second = await rotate({ grace_seconds: 3600 });
  expect(await signersOf([first.secret, second])).toEqual([true, true]);
  const third = await rotate({ grace_seconds: 0 });
  expect(await signersOf([first.secret, second, third])).toEqual([false, false, true]);

  await server.patch(path, { enabled: false }, ADA);
  await server.post("/api/backtests", { limit: 1 }, ADA);
  const { url: other, received: told } = await receiver();
  expect((await server.patch(path, { enabled: true, url: other }, ADA)).body).toMatchObject({
    url: other,
    enabled: true,
  });
  await server.post("/api/backtests", { limit: 1 }, ADA);
  await vi.waitUntil(() => told.length === 1, { timeout: 10_000, interval: 10 });
  expect(received).toHaveLength(1);
  const deliveries = await server.get(`${path}/deliveries`, ADA);
  expect(deliveries.body).toHaveLength(3);
});

test("a receiver inside of the network is refused unless WEBHOOK_ALLOW_PRIVATE admits it", async () => {
  const server = await runTestServer({ API_KEYS: SETTINGS.API_KEYS });
  for (const url of ["https://127.0.0.1/", "https://10.0.0.7/", "http://example.com/"]) {
    const refused = await server.post("/api/webhooks", { url, events: ["*"] }, ADA);
    expect(refused.status, url).toBe(422);
  }
});

test("WEBHOOKS=off answers 501, and jobs go on", async () => {
  const server = await runTestServer({ ...SETTINGS, WEBHOOKS: "off" });
  expect((await server.get("/api/webhooks", ADA)).status).toBe(501);
  expect((await server.post("/api/backtests", { limit: 1 }, ADA)).status).toBe(200);
});

test("without keys only callers on the server's machine see webhooks, and get what nobody's key has created", async () => {
  const server = await runTestServer({ WEBHOOK_ALLOW_PRIVATE: "yes" });
  const { url, received } = await receiver();
  const made = await server.post("/api/webhooks", { url, events: ["job.created"] });
  expect(made.status).toBe(201);
  await server.post("/api/backtests", { limit: 1 });
  await vi.waitUntil(() => received.length === 1, { timeout: 10_000, interval: 10 });
  const proxied = await server.get("/api/webhooks", { "x-forwarded-for": "192.0.2.1" });
  expect(proxied.status).toBe(403);
});

test("a server that starts again delivers what waited, under the id that it had", async () => {
  const DATA_DIR = await tempFolder();
  const { url, received } = await receiver((_, response) => void response.writeHead(503).end());
  const first = await runTestServer({ ...SETTINGS, DATA_DIR });
  const hook = await hookOf(first, url, ["job.created"]);
  await first.post("/api/backtests", { limit: 1 }, ADA);
  await vi.waitUntil(() => received.length === 1, { timeout: 10_000, interval: 10 });
  await first.close();
  const second = await runTestServer({ ...SETTINGS, DATA_DIR });
  const { body } = await second.get(`/api/webhooks/${hook.id}/deliveries`, ADA);
  expect(body).toMatchObject([
    { event_id: received[0]?.headers["webhook-id"], status: "waiting", attempts: 1 },
  ]);
});
