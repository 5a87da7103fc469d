import { hash } from "node:crypto";

import { expect, onTestFinished, test } from "vitest";

import { startTestNode, type TestNode } from "./support/running-node.ts";
import { tempFolder } from "./support/temp-folder.ts";

const NATIVE = `0x${"0".repeat(40)}`;
const PAYEE = `0x${"e1".repeat(20)}`;
const TEXT = "kept over a restart";
const TEXT_HASH = hash("sha256", TEXT, "hex");

/** All that a caller can see and that time alone does not change. */
async function sight(node: TestNode): Promise<unknown> {
  const [self, tokens, shares, keys, payee, own, data, history] = await Promise.all([
    node.internal("GET", "/network/self"),
    node.internal("GET", "/tokens"),
    node.internal("GET", "/shares"),
    node.internal("GET", "/api-keys"),
    node.internal("GET", `/balance/${PAYEE}`),
    node.internal("GET", `/balance/${node.address}`),
    node.external("GET", `/data/${TEXT_HASH}`),
    node.external("GET", "/compliance_history"),
  ]);
  const { multiaddrs: _, ...identity } = self.data;
  return [identity, ...[tokens, shares, keys, payee, own, data, history].map((one) => one.data)];
}

test("a restart keeps everything: identity, chain, tokens, shares, keys, answers", async () => {
  const DATA_DIR = await tempFolder(onTestFinished);
  const options = { atEnd: onTestFinished, variables: { DATA_DIR } };
  const before = await startTestNode(options);
  const made = await before.internal("POST", "/api-keys", {
    body: { name: "kept", scopes: ["share", "read"] },
  });
  const keyed = { "X-API-Key": String(made.data["key"]), "Idempotency-Key": "kept" };
  const share = { headers: keyed, body: { data: TEXT, recipient: PAYEE } };
  const shared = await before.external("POST", "/share_data", share);
  expect(shared.status).toBe(201);
  const transfer = {
    headers: { "Idempotency-Key": "kept" },
    body: { from: before.address, to: PAYEE, amount: "12345678901234567890", token: NATIVE },
  };
  const paid = await before.internal("POST", "/transfer", transfer);
  expect(paid.status).toBe(200);
  await expect
    .poll(async () => JSON.stringify((await before.internal("GET", "/shares")).data))
    .toContain("waiting");
  const seen = await sight(before);
  await before.close();

  const after = await startTestNode(options);
  expect(await sight(after)).toEqual(seen);
  expect((await after.external("POST", "/share_data", share)).data).toEqual(shared.data);
  expect((await after.internal("POST", "/transfer", transfer)).data).toEqual(paid.data);
  expect(await sight(after)).toEqual(seen);
}, 60_000);
