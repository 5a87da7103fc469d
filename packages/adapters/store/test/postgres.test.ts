import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { defineCollection, everyDocument, type Entity, type Store } from "@bourse/kernel";
import { missingPostgres, startPostgres, type TestPostgres } from "test-postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { runNode, runStore } from "../../../cli/test/support/run-words.ts";
import { checkStoreExists, openStore } from "../src/index.ts";

interface Job extends Entity {
  readonly status: string;
  readonly note: string;
}
const jobs = defineCollection<Job>()({
  name: "jobs",
  indexes: { by_status: { fields: ["status"] }, by_note: { fields: ["note"], unique: true } },
});
const empty = defineCollection<Entity>()({ name: "nothing_here" });
const collections = [jobs, empty];

/** Digest of everything that a store holds, in the order of ids. */
async function digestOf(store: Store): Promise<string> {
  const hash = createHash("sha256");
  for (const collection of store.collections.values()) {
    hash.update(collection.name);
    for await (const { value, version } of everyDocument(store, collection)) {
      hash.update(JSON.stringify([value, version]));
      hash.update((await store.bytes(collection, value.id)) ?? "none");
    }
  }
  return hash.digest("hex");
}

const missing = missingPostgres();

describe.skipIf(missing !== null)("a store in a PostgreSQL database", () => {
  let server: TestPostgres;
  let folder: string;
  beforeAll(async () => {
    server = await startPostgres();
    folder = mkdtempSync(join(tmpdir(), "bourse-postgres-copy-"));
  }, 60_000);
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  test.each(["sqlite", "lowdb"])(
    "is copied from a store of %s and back, with the same documents, versions and bytes",
    async (engine) => {
      const from = `${engine}:${join(folder, `${engine}-from`)}`;
      const database = `${server.url()}?schema=copied_${engine}`;
      const back = `${engine}:${join(folder, `${engine}-back`)}`;
      const source = await openStore(from, { collections });
      await source.transaction(async (tx) => {
        for (let i = 0; i < 1203; i += 1) {
          const value = { id: `job-${i}\ud800`, status: i % 2 ? "odd" : "even", note: `😀\0${i}` };
          const bytes = i % 3 === 0 ? undefined : new Uint8Array(i).fill(i);
          await tx.restore(jobs, { value, version: (i % 9) + 1 }, bytes);
        }
      });
      const expected = await digestOf(source);
      await source.close();
      const output: string[] = [];
      const run = (...args: string[]): Promise<number> =>
        runStore(
          args,
          {},
          {
            stdout: (line) => output.push(line),
            stderr: (line) => output.push(line),
          },
        );
      expect(await run("copy", from, database), output.join("\n")).toBe(0);
      expect(await run("check", database)).toBe(0);
      expect(await run("copy", database, back)).toBe(0);
      expect(await run("copy", from, database), "the target is not empty").toBe(1);
      for (const url of [database, back]) {
        const copy = await openStore(url, {});
        expect(await digestOf(copy)).toBe(expected);
        await copy.close();
      }
      expect(output.join("\n")).not.toContain(encodeURIComponent(server.password));
      expect(output).toContain(
        `Copied and verified: ${from} -> postgres://***@127.0.0.1:${server.port}/postgres?schema=copied_${engine}`,
      );
    },
    60_000,
  );

  test("is neither copied nor checked by a command that nobody told its schema, which those of a service know", async () => {
    const file = `sqlite:${join(folder, "unnamed")}`;
    const source = await openStore(file, { collections });
    await source.insert(jobs, { id: "a", status: "", note: "" });
    await source.close();
    for (const args of [
      ["copy", file, server.url()],
      ["copy", server.url(), `sqlite:${join(folder, "none")}`],
      ["check", server.url()],
    ]) {
      const said: string[] = [];
      const code = await runStore(
        args,
        {},
        {
          stdout: () => {},
          stderr: (line) => said.push(line),
        },
      );
      expect([code, said.join()]).toEqual([2, expect.stringContaining("add ?schema=NAME")]);
    }
    const copyOfService = ["store", "copy", file, server.url()];
    const silent = { stdout: () => {}, stderr: () => {} };
    expect(await runNode(copyOfService, { DATA_DIR: folder }, silent)).toBe(0);
    const copy = await openStore(`${server.url()}?schema=node`, {});
    expect(copy.collections.get("jobs")).toBeDefined();
    await copy.close();
  });

  test("has a schema of its own for each server, unless its address names one", async () => {
    const open = (url: string, schema?: string): Promise<Store> =>
      openStore(url, { collections, ...(schema === undefined ? {} : { schema }) });
    const auth = await open(server.url(), "auth");
    await auth.insert(jobs, { id: "a", status: "", note: "" });
    const curation = await open(server.url(), "curation");
    expect(await curation.count(jobs)).toBe(0);
    const named = await open(`${server.url()}?schema=auth`, "curation");
    expect(await named.count(jobs)).toBe(1);
    await Promise.all([auth, curation, named].map((store) => store.close()));
  });

  test("is found by commands that must not make one", async () => {
    await (await openStore(server.url(), { collections, schema: "there" })).close();
    await checkStoreExists(server.url(), "there");
    await expect(checkStoreExists(server.url(), "nowhere")).rejects.toMatchObject({
      code: "STORE_NOT_FOUND",
    });
  });
});

describe("the address of a database", () => {
  test.each([
    "postgres://user:hunter2@/db",
    "postgres://user:hunter2@host",
    "postgres://user:hunter2/slash@host/db",
    "postgres://user:hunter2@host/db?schema=No",
    "postgres://user:hun@hunter2@host",
  ])("%s is refused without its password", async (url) => {
    const error: unknown = await openStore(url, { collections }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "STORE_URL_INVALID" });
    expect(String(error)).not.toContain("hunter2");
  });
});
