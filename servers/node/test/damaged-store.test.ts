/** A store that was changed while the node stood still: it does not start, and the doctor says why. */

import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { chainCollections, nodeCollections, peerCollections } from "@bourse/node-core";
import { openStore } from "@bourse/store";
import { expect, onTestFinished, test } from "vitest";

import { runNode } from "../../../packages/cli/test/support/run-words.ts";
import { startTestNode } from "./support/running-node.ts";
import { tempFolder } from "./support/temp-folder.ts";

const PAYEE = `0x${"e1".repeat(20)}`;
const collections = [...nodeCollections, ...chainCollections, ...peerCollections];

/** A folder of data with one share and its compliance record. */
async function usedFolder(): Promise<string> {
  const DATA_DIR = await tempFolder(onTestFinished);
  const node = await startTestNode({ atEnd: onTestFinished, variables: { DATA_DIR } });
  const made = await node.internal("POST", "/api-keys", { body: { name: "k", scopes: ["share"] } });
  const headers = { "X-API-Key": String(made.data["key"]) };
  const body = { data: randomBytes(8).toString("hex"), recipient: PAYEE };
  expect((await node.external("POST", "/share_data", { headers, body })).status).toBe(201);
  const history = async (): Promise<string> =>
    JSON.stringify((await node.external("GET", "/compliance_history")).data);
  await expect.poll(history, { interval: 500, timeout: 20_000 }).toContain('"count":1');
  await node.close();
  return DATA_DIR;
}

async function doctor(DATA_DIR: string): Promise<string> {
  const lines: string[] = [];
  const stdout = (line: string): void => void lines.push(line);
  await runNode(["doctor"], { DATA_DIR }, { stdout, stderr: stdout });
  return lines.join("\n");
}

test("a document that was changed on the disk is found by the doctor, and a changed compliance record stops the start", async () => {
  const DATA_DIR = await usedFolder();
  expect(await doctor(DATA_DIR)).toMatch(
    /the store is whole: \d+ documents .* 1 compliance records/,
  );

  const path = join(DATA_DIR, "node", "node.db");
  const whole = readFileSync(path);
  const damaged = Buffer.from(whole);
  const at = damaged.indexOf('"eventType":"data_share"');
  expect(at).toBeGreaterThan(0);
  damaged.write('"eventType":"data_sharX"', at, "latin1");
  writeFileSync(path, damaged);
  expect(await doctor(DATA_DIR)).toMatch(/problem .*compliance_records.* is damaged/);
  await expect(
    startTestNode({ atEnd: onTestFinished, variables: { DATA_DIR } }),
  ).rejects.toMatchObject({
    code: "STORE_CORRUPT",
    details: { collection: "compliance_records" },
  });

  // With a checksum that fits, as from somebody who knows how they are made, the chain of records still tells.
  writeFileSync(path, whole);
  const store = await openStore(`sqlite:${path}`, { collections });
  const rows = store.collections.get("compliance_records")!;
  const { value, version } = (await store.find(rows)).items[0]!;
  await store.replace(
    rows,
    { ...value, recipient: `0x${"ab".repeat(20)}` } as typeof value,
    version,
  );
  await store.close();
  expect(await doctor(DATA_DIR)).toMatch(/problem .*record 1 does not follow/);
  await expect(
    startTestNode({ atEnd: onTestFinished, variables: { DATA_DIR } }),
  ).rejects.toMatchObject({
    code: "STORE_CORRUPT",
    message: expect.stringContaining("does not follow") as unknown,
  });
}, 60_000);
