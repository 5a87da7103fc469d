import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

import { describe, expect, onTestFinished, test } from "vitest";

import {
  createNodeDashboardClient,
  createNodeExternalClient,
  createNodeInternalClient,
} from "../../src/node/index.ts";

const address = "0x52908400098527886E0F7030069857D2E4169EE7";
const moved = { tx_hash: "0x12", from: address, to: address, amount: "5" };
const transfer = { from: address, to: address, token: address, amount: "5" };

interface Heard {
  readonly request: IncomingMessage;
  readonly body: string;
}

/** A service that gives one answer after the other over real sockets, and keeps what it heard. */
async function service(...answers: readonly (readonly [status: number, body: unknown])[]) {
  const heard: Heard[] = [];
  const left = answers.values();
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      heard.push({ request, body });
      const [status, answer] = left.next().value ?? [500, { error: "the script has ended" }];
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}`, heard };
}

describe("the clients of a node", () => {
  test("send the key under its exact name, and only where a route asks for one", async () => {
    const shared = { success: true, tx_hash: "0x12", recipient: address };
    const stats = { total_peers: 0, healthy_peers: 0, data_sent: 0, data_received: 0, uptime: 0 };
    const { baseUrl, heard } = await service([201, shared], [200, stats]);
    const client = createNodeExternalClient({ baseUrl, apiKey: "nk_1" });
    await client.shareData({ body: { data: "x", recipient: address } });
    await client.networkStats();
    const raw = heard.map(({ request }) => request.rawHeaders);
    expect(raw[0]).toContain("X-API-Key");
    expect(raw[0]?.[raw[0].indexOf("X-API-Key") + 1]).toBe("nk_1");
    expect(raw[1]?.map((name) => name.toLowerCase())).not.toContain("x-api-key");
  });

  test("pay and share under an Idempotency-Key, the same one at every try that is asked for", async () => {
    const { baseUrl, heard } = await service(
      [503, { error: "the chain is away" }],
      [
        202,
        {
          success: false,
          status: "pending",
          ...moved,
          tx_hash: null,
          transaction_id: "transfer:one",
          message: "It waits.",
        },
      ],
      [200, { success: true, ...moved }],
    );
    const client = createNodeInternalClient({ baseUrl, random: () => 0 });
    const pending = await client.transfer.safe({ body: transfer }, { retry: { limit: 1 } });
    expect(pending).toMatchObject({ ok: true, status: 202, data: { success: false } });
    await client.transfer({ body: transfer }, { idempotencyKey: "mine" });
    const keys = heard.map(({ request }) => request.headers["idempotency-key"]);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(keys).toEqual([keys[0], keys[0], "mine"]);
  });

  test("tell a refusal with its field and its wait", async () => {
    const { baseUrl } = await service(
      [422, { error: "amount: must be more", field: "amount" }],
      [429, { error: "slowly", retry_after: 0.5 }],
    );
    const client = createNodeInternalClient({ baseUrl, retry: false });
    await expect(client.transfer({ body: transfer })).rejects.toMatchObject({
      status: 422,
      issues: [{ loc: ["amount"] }],
    });
    await expect(client.listTokens()).rejects.toMatchObject({
      status: 429,
      retryAfterSeconds: 0.5,
    });
  });

  test("take the health of a node that is out of order for an answer", async () => {
    const health = {
      status: "unhealthy",
      components: { blockchain: "connected", p2p_network: "running", encryption: "locked" },
      version: "1",
      chain: { id: 1, development: false, rpc_url: null, block: null, fault: null },
      node_id: "16Uiu2",
    };
    const { baseUrl, heard } = await service([503, health]);
    const client = createNodeDashboardClient({ baseUrl });
    expect((await client.health()).status).toBe("unhealthy");
    expect(heard.map(({ request }) => request.url)).toEqual(["/api/health"]);
  });
});
