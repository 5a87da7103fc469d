/** A node's store is copied to PostgreSQL and back by `bourse node store copy`, verified, and used in both places. */

import { hash } from "node:crypto";
import { rm } from "node:fs/promises";

import { layoutOf } from "@bourse/node-core/files";
import { missingPostgres, startPostgres } from "test-postgres";
import { expect, onTestFinished, test } from "vitest";

import { runNode, runStore } from "../../../packages/cli/test/support/run-words.ts";
import { startTestNode, type TestNode } from "./support/running-node.ts";
import { tempFolder } from "./support/temp-folder.ts";

const NATIVE = `0x${"0".repeat(40)}`;
const PAYEE = `0x${"e1".repeat(20)}`;
const TEXT = "shared before the move";
const SLOW = { timeout: 60_000 };

async function copy(from: string, to: string, DATA_DIR: string): Promise<void> {
  const lines: string[] = [];
  const tell = (line: string): void => void lines.push(line);
  const output = { stdout: tell, stderr: tell };
  const code = await runNode(["store", "copy", from, to], { DATA_DIR }, output);
  expect([code, lines.at(-1)]).toEqual([0, expect.stringContaining("Copied and verified")]);
}

/** Number of documents that fit their checksums. */
async function checked(url: string): Promise<number> {
  const lines: string[] = [];
  const tell = (line: string): void => void lines.push(line);
  expect(await runStore(["check", url], {}, { stdout: tell, stderr: tell }), lines.join("\n")).toBe(
    0,
  );
  return Number.parseInt(lines[0]!, 10);
}

/** Everything that the owner sees of the past. */
async function sight(node: TestNode): Promise<unknown> {
  const answers = await Promise.all([
    node.internal("GET", "/shares"),
    node.internal("GET", "/api-keys"),
    node.internal("GET", "/tokens"),
    node.external("GET", `/data/${hash("sha256", TEXT, "hex")}`),
    node.external("GET", "/compliance_history"),
  ]);
  return answers.map(({ status, data }) => [status, data]);
}

test.skipIf(missingPostgres() !== null)(
  "shares, keys and compliance records stand in PostgreSQL as they stood in the file, and in a file again",
  async () => {
    const postgres = await startPostgres();
    onTestFinished(() => postgres.stop());
    const DATA_DIR = await tempFolder(onTestFinished);
    const file = `sqlite:${layoutOf(DATA_DIR).database}`;
    const inFile = await startTestNode({ atEnd: onTestFinished, variables: { DATA_DIR } });
    for (const data of [TEXT, "another share"]) {
      const answer = await inFile.external("POST", "/share_data", {
        body: { data, recipient: PAYEE, payment_token: NATIVE, payment_amount: "5" },
      });
      expect(answer.status).toBe(201);
    }
    await inFile.internal("POST", "/api-keys", { body: { name: "kept", scopes: ["read"] } });
    await expect
      .poll(async () => JSON.stringify((await inFile.internal("GET", "/shares")).data))
      .not.toContain('"sealed"');
    const before = await sight(inFile);
    await inFile.close();

    await copy(file, postgres.url(), DATA_DIR);
    const variables = { DATA_DIR, NODE_STORE_URL: postgres.url() };
    const inDatabase = await startTestNode({ atEnd: onTestFinished, variables });
    expect(await sight(inDatabase)).toEqual(before);
    // A copy may be an old one: what its wallet may have signed since is looked up before it pays again.
    const pay = () =>
      inDatabase.internal("POST", "/transfer", {
        headers: { "Idempotency-Key": "after-the-move" },
        body: { from: inDatabase.address, to: PAYEE, amount: 7, token: NATIVE },
      });
    await expect.poll(async () => (await pay()).status, SLOW).toBe(200);
    const after = await sight(inDatabase);
    await inDatabase.close();

    await rm(layoutOf(DATA_DIR).database);
    await copy(postgres.url(), file, DATA_DIR);
    expect(await checked(file)).toBe(await checked(`${postgres.url()}?schema=node`));
    const inFileAgain = await startTestNode({ atEnd: onTestFinished, variables: { DATA_DIR } });
    expect(await sight(inFileAgain)).toEqual(before);
    expect(after).toEqual(before);
  },
  180_000,
);
