/** Starts and commands of nodes whose store is in PostgreSQL. */

import { cp } from "node:fs/promises";
import { join } from "node:path";

import { layoutOf } from "@bourse/node-core/files";
import { missingPostgres, startPostgres, type TestPostgres } from "test-postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import {
  joiningVariables,
  startTestNode,
  type TestNode,
} from "../../../../servers/node/test/support/running-node.ts";
import { tempFolder } from "../../../../servers/node/test/support/temp-folder.ts";
import { runNode } from "../support/run-words.ts";

type Variables = Readonly<Record<string, string>>;

describe.skipIf(missingPostgres() !== null)("nodes on one PostgreSQL", () => {
  let postgres: TestPostgres;
  let nodes: readonly TestNode[];
  let variables: Variables;
  beforeAll(async () => {
    postgres = await startPostgres();
    afterAll(() => postgres.stop());
    const chainOwner = await startTestNode({ atEnd: afterAll });
    const keystore = layoutOf(chainOwner.config.DATA_DIR).keystore;
    const folders = await Promise.all([tempFolder(afterAll), tempFolder(afterAll)]);
    for (const folder of folders)
      await cp(keystore, layoutOf(folder).keystore, { recursive: true });
    variables = { ...joiningVariables(chainOwner), NODE_STORE_URL: postgres.url() };
    // Both at once, on an empty database.
    nodes = await Promise.all(
      folders.map((DATA_DIR) =>
        startTestNode({ atEnd: afterAll, variables: { ...variables, DATA_DIR } }),
      ),
    );
  }, 60_000);

  /** Runs a command with the settings of a node. */
  async function run(node: TestNode, args: string, more: Variables = {}) {
    const lines: string[] = [];
    const print = (text: string): void => void lines.push(text);
    const { internal, external } = node.running.urls;
    const code = await runNode(
      args.split(" "),
      {
        ...variables,
        DATA_DIR: node.config.DATA_DIR,
        KEYSTORE_PASSWORD: "a password of tests",
        INTERNAL_API_PORT: new URL(internal).port,
        EXTERNAL_API_PORT: new URL(external).port,
        EXTERNAL_API_HOST: "127.0.0.1",
        ...more,
      },
      { stdout: print, stderr: print },
    );
    return { code, output: lines.join("\n") };
  }

  async function roles(): Promise<{ readonly writer: TestNode; readonly standby: TestNode }> {
    const answers = await Promise.all(nodes.map((node) => node.internal("GET", "/readyz")));
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 503,
    ]);
    const [first, second] = nodes as readonly [TestNode, TestNode];
    return answers[0]?.status === 200
      ? { writer: first, standby: second }
      : { writer: second, standby: first };
  }

  test("two that start at once make the tables once, and one of them is the writer", async () => {
    const { writer, standby } = await roles();
    expect(await writer.internal("GET", "/tokens")).toMatchObject({ status: 200 });
    expect(await standby.internal("GET", "/tokens")).toMatchObject({ status: 200 });
  });

  test("commands work beside the writer; beside the standby those that write are refused with a sentence", async () => {
    const { writer, standby } = await roles();
    expect((await run(writer, "keys create feed read")).code).toBe(0);
    expect((await run(standby, "keys list")).output).toContain("feed");
    const refused = await run(standby, "keys create other read");
    expect([refused.code, refused.output]).toEqual([1, expect.stringContaining("stands by")]);
    const doctor = await run(standby, "doctor");
    expect([doctor.code, doctor.output]).toEqual([
      0,
      expect.stringContaining("the node runs and stands by"),
    ]);
    expect((await run(standby, "audit verify")).code).toBe(0);
  });

  test("backup and restore refer to the database's own means, and a file is no store of it", async () => {
    const { writer } = await roles();
    const target = join(await tempFolder(afterAll), "backup");
    for (const command of [`backup ${target}`, `restore ${target}`]) {
      const { code, output } = await run(writer, command);
      expect([code, output]).toEqual([1, expect.stringContaining("pg_dump")]);
    }
    const { code, output } = await run(writer, "audit verify", { NODE_STORE_URL: "lowdb:x.json" });
    expect([code, output]).toEqual([1, expect.stringContaining("expected postgres://")]);
  });

  test("without a running node, keys are made in the store unless another node is its writer", async () => {
    const { writer, standby } = await roles();
    await standby.close();
    const refused = await run(standby, "keys create early read");
    expect([refused.code, refused.output]).toEqual([1, expect.stringContaining("is the writer")]);
    await writer.close();
    expect((await run(standby, "keys create late read")).code).toBe(0);
    const listed = await run(standby, "keys list");
    expect(listed.output).toContain("late");
    expect(listed.output).not.toContain("early");
    const doctor = await run(standby, "doctor");
    expect(doctor.output).toContain("the store is whole");
    expect(doctor.output).not.toContain("postgres://");
  });
});
