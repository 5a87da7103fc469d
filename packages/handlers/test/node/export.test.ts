/** The export handler: pages are read at the reader's pace. */

import type { BoundRoute, Incoming, Outgoing } from "@bourse/contract";
import type { DataNode, LinkedRecord } from "@bourse/node-core";
import { expect, test } from "vitest";

import { bindNodeExternalApi } from "../../src/node/index.ts";

/** A node with an endless history of pages with one record each, and how far it was read. */
function endless() {
  const told = { pages: 0, isEnded: false };
  async function* entries(): AsyncGenerator<readonly LinkedRecord[]> {
    try {
      for (;;) yield [recordAt(told.pages++)];
    } finally {
      told.isEnded = true;
    }
  }
  const parts = [
    "payments",
    "transactions",
    "tokens",
    "shares",
    "inbox",
    "keys",
    "webhooks",
    "trail",
    "history",
    "fees",
  ];
  const calls = [
    "self",
    "health",
    "checkHealth",
    "stats",
    "peers",
    "start",
    "announceStop",
    "stop",
  ];
  const node = {
    ...Object.fromEntries(parts.map((name) => [name, {}])),
    ...Object.fromEntries(calls.map((name) => [name, () => undefined])),
    compliance: { entries },
  };
  return { told, node: node as unknown as DataNode };
}

function recordAt(blockNumber: number): LinkedRecord {
  return {
    eventType: "data_share",
    dataHash: "00",
    sender: "0x",
    recipient: "0x",
    timestamp: 1000,
    txHash: "0x",
    blockNumber,
    blockHash: "0x",
    logIndex: 0,
    payment: null,
    link: "00",
  };
}

async function ask(node: DataNode, search: string): Promise<Outgoing> {
  const route = bindNodeExternalApi(node).find(({ key }) => key === "exportCompliance");
  const incoming: Incoming = {
    method: "GET",
    params: {},
    search,
    headers: {},
    body: () => Promise.resolve(new Uint8Array()),
  };
  return await (route as BoundRoute).run(incoming);
}

test("a page is requested when the reader takes it, and none after the reader has gone", async () => {
  const { node, told } = endless();
  const { status, body } = await ask(node, "");
  expect(status).toBe(200);
  expect(told.pages).toBe(0);
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  for (const taken of [0, 1, 2]) {
    const { value } = await reader.read();
    const line = JSON.parse(new TextDecoder().decode(value)) as Record<string, unknown>;
    expect(line).toMatchObject({ block_number: taken, timestamp: 1 });
    expect(told.pages).toBe(taken + 1);
  }
  await reader.cancel();
  expect(told).toEqual({ pages: 3, isEnded: true });
});

test.each([
  ["", "application/x-ndjson", "compliance-history.jsonl"],
  ["?format=jsonl", "application/x-ndjson", "compliance-history.jsonl"],
  ["?format=csv", "text/csv; charset=utf-8", "compliance-history.csv"],
])("%j is answered as %s, to be saved as %s", async (search, mediaType, file) => {
  const { headers } = await ask(endless().node, search);
  expect(headers).toEqual({
    "content-type": mediaType,
    "content-disposition": `attachment; filename="${file}"`,
  });
});
