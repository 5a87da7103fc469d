/** The export as the reader's pace has it, whatever the core has to tell. */

import type { BoundRoute, Incoming, Outgoing } from "@bourse/contract";
import type { DataNode } from "@bourse/node-core";
import { expect, test } from "vitest";

import { bindNodeExternalApi } from "../../src/node/index.ts";

/** An export without an end, which tells how far it got. */
function endless() {
  const told = { pieces: 0, isEnded: false };
  async function* pieces(): AsyncGenerator<string> {
    try {
      for (;;) yield `${String(told.pieces++)}\n`;
    } finally {
      told.isEnded = true;
    }
  }
  return { told, node: { compliance: { export: pieces } } as unknown as DataNode };
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

test("a piece is asked for when the reader takes it, and none after he has gone", async () => {
  const { node, told } = endless();
  const { status, body } = await ask(node, "");
  expect(status).toBe(200);
  expect(told.pieces).toBe(0);
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  for (const taken of [0, 1, 2]) {
    const { value } = await reader.read();
    expect(new TextDecoder().decode(value)).toBe(`${taken}\n`);
    expect(told.pieces).toBe(taken + 1);
  }
  await reader.cancel();
  expect(told).toEqual({ pieces: 3, isEnded: true });
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
