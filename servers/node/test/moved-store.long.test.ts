/** A node's store is copied to PostgreSQL and back by `bourse-store copy`, verified, and used in both places. */

import { hash } from "node:crypto";
import { join } from "node:path";

import { runStoreCommand } from "@bourse/store";
import { missingPostgres, startPostgres } from "test-postgres";
import { expect, onTestFinished, test } from "vitest";

import { layoutOf } from "../src/layout.ts";
import { startTestNode, type TestNode } from "./support/running-node.ts";
import { tempFolder } from "./support/temp-folder.ts";

const NATIVE = `0x${"0".repeat(40)}`;
const PAYEE = `0x${"e1".repeat(20)}`;
const TEXT = "shared before the move";
const SLOW = { timeout: 60_000 };

async function run(...args: readonly string[]): Promise<string> {
  const lines: string[] = [];
  const tell = (line: string): void => void lines.push(line);
  const code = await runStoreCommand(args, tell, tell);
  if (code !== 0) throw new Error(lines.join("\n"));
  return lines.join("\n");
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
    const shared = `${postgres.url()}?schema=node`;
    const file = `sqlite:${layoutOf(DATA_DIR).database}`;
    const inFile = await startTestNode({ atEnd: onTestFinished, variables: { DATA_DIR } });
    for (const data of [TEXT, "another share"]) {
      const answer = await inFile.external("POST", "/share_data", {
        body: { data, recipient: PAYEE, payment_token: NATIVE, payment_amount: "5" },
      });
      expect(answer.status).toBe(201);
    }
    await inFile.internal("POST", "/api-keys", { body: { name: "kept" } });
    await expect
      .poll(async () => JSON.stringify((await inFile.internal("GET", "/shares")).data))
      .not.toContain('"sealed"');
    const before = await sight(inFile);
    await inFile.close();

    expect(await run("copy", file, shared)).toContain("Copied and verified");
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

    const back = join(await tempFolder(onTestFinished), "back.db");
    expect(await run("copy", shared, `sqlite:${back}`)).toContain("Copied and verified");
    const checked = await run("check", `sqlite:${back}`);
    expect(checked.split(" ")[0]).toBe((await run("check", shared)).split(" ")[0]);
    expect(after).toEqual(before);
  },
  180_000,
);
