import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import {
  copyStore,
  createMemoryStore,
  defineCollection,
  type Entity,
  type Store,
} from "@bourse/kernel";
import { openStore } from "@bourse/store";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { root } from "../../../../test/support/workspace.ts";
import { runStore } from "../support/run-words.ts";

interface Job extends Entity {
  readonly status: string;
  readonly note?: string;
}

const jobs = defineCollection<Job>()({
  name: "jobs",
  indexes: { by_status: { fields: ["status"] }, by_note: { fields: ["note"], unique: true } },
});
const empty = defineCollection<Entity>()({ name: "nothing_here" });
const collections = [jobs, empty];

describe("a whole store", () => {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "bourse-copy-"));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  const url = (engine: string): string => `${engine}:${join(folder, engine, "store")}`;

  async function filled(engine: string, documents = 1203): Promise<Store> {
    const store = await openStore(url(engine), { collections });
    await store.transaction(async (tx) => {
      for (let i = 0; i < documents; i += 1) {
        const value = { id: `job-${i}`, status: i % 2 ? "odd" : "even", note: `\ud800😀\0${i}` };
        const bytes = i % 3 === 0 ? undefined : new Uint8Array(i).fill(i);
        await tx.restore(jobs, { value, version: (i % 9) + 1 }, bytes);
      }
    });
    return store;
  }

  test("whose checksums have a key is copied with it alone, and the copy has the same key", async () => {
    const key = new Uint8Array(32).fill(3);
    const keyFile = join(folder, "master.key");
    writeFileSync(keyFile, `${Buffer.from(key).toString("base64url")}\n`);
    const source = await openStore(url("lowdb"), { collections, checksumKey: key });
    await source.insert(jobs, { id: "a", status: "open" });
    await source.close();
    const refused = await run("copy", url("lowdb"), url("sqlite"));
    expect(refused.code).toBe(1);
    expect(refused.err).toMatch(/^STORE_KEY_INVALID/);
    const done = await run("copy", url("lowdb"), url("sqlite"), "--key-file", keyFile);
    expect(done).toMatchObject({ code: 0, err: "" });
    await expect(openStore(url("sqlite"), { collections })).rejects.toMatchObject({
      code: "STORE_KEY_INVALID",
    });
    const copy = await openStore(url("sqlite"), { collections, checksumKey: key });
    expect((await copy.get(jobs, "a"))?.value.status).toBe("open");
    await copy.close();
    const noKey = await run("copy", url("sqlite"), url("lowdb"), "--key-file", join(folder, "no"));
    expect(noKey.code).toBe(1);
  });

  test("is checked by a command, which names the first damaged document", async () => {
    for (const engine of ["lowdb", "sqlite"]) {
      await (await filled(engine, 50)).close();
      const path = join(folder, engine, "store");
      expect(await run("check", url(engine))).toMatchObject({ code: 0, err: "" });
      // Every copy of it: a page of SQLite keeps remnants of rows that were moved to another page.
      const bytes = readFileSync(path);
      for (let at = bytes.indexOf('"job-7"'); at >= 0; at = bytes.indexOf('"job-7"', at)) {
        bytes.write('"job-X"', at, "latin1");
      }
      writeFileSync(path, bytes);
      const { code, err } = await run("check", url(engine));
      expect(code).toBe(1);
      expect(err).toMatch(/^STORE_CORRUPT: /);
      expect(err).toContain("jobs");
    }
    expect((await run("check", "memory:")).code).toBe(2);
    expect((await run("check")).code).toBe(2);
  });

  async function run(...words: string[]): Promise<{ code: number; out: string; err: string }> {
    const out: string[] = [];
    const err: string[] = [];
    const code = await runStore(
      words,
      {},
      {
        stdout: (text) => out.push(text),
        stderr: (text) => err.push(text),
      },
    );
    return { code, out: out.join("\n"), err: err.join("\n") };
  }

  test.each([
    ["lowdb", "sqlite"],
    ["sqlite", "lowdb"],
  ])(
    "is copied from %s to %s with its versions, indexes and bytes, and verified",
    async (from, to) => {
      await (await filled(from)).close();
      const { code, out } = await run("copy", url(from), url(to));
      expect(out).toBe(
        `jobs: 1203\nnothing_here: 0\nCopied and verified: ${url(from)} -> ${url(to)}`,
      );
      expect(code).toBe(0);
      const copy = await openStore(url(to), { collections });
      expect(await copy.count(jobs, { index: "by_status", equals: ["odd"] })).toBe(601);
      expect(await copy.get(jobs, "job-7")).toEqual({
        value: { id: "job-7", status: "odd", note: "\ud800😀\x007" },
        version: 8,
      });
      expect(await copy.bytes(jobs, "job-7")).toEqual(new Uint8Array(7).fill(7));
      expect(await copy.bytes(jobs, "job-9")).toBeUndefined();
      await copy.close();
    },
  );

  test("is not copied over documents, nor from nowhere, nor from memory", async () => {
    await (await filled("lowdb", 3)).close();
    await (await filled("sqlite", 1)).close();
    const taken = await run("copy", url("lowdb"), url("sqlite"));
    expect(taken.code).toBe(1);
    expect(taken.err).toMatch(/^STORE_NOT_EMPTY: .*"jobs" holds 1 documents/);
    const nowhere = await run("copy", `sqlite:${join(folder, "absent.db")}`, `lowdb:${folder}/new`);
    expect(nowhere.code).toBe(1);
    expect(nowhere.err).toMatch(/^STORE_NOT_FOUND: /);
    expect(existsSync(join(folder, "absent.db")), "made by the mere question").toBe(false);
    expect((await run("copy", "memory:", url("sqlite"))).code).toBe(2);
    expect((await run("copy", url("lowdb"))).code).toBe(2);
    expect((await run("--help")).out).toContain("Exit codes");
  });

  test("is not copied while a server has it open", async () => {
    const open = await filled("sqlite", 1);
    const { code, err } = await run("copy", url("sqlite"), url("lowdb"));
    expect(code).toBe(1);
    expect(err).toMatch(/^STORE_LOCKED: /);
    await open.close();
  });

  test("is copied by the program too", async () => {
    await (await filled("lowdb", 5)).close();
    const main = join(root, "packages/cli/src/main.ts");
    const words = ["-C", "@bourse/source", main, "store", "copy", url("lowdb"), url("sqlite")];
    expect(execFileSync(process.execPath, words, { encoding: "utf8" })).toContain("jobs: 5");
    expect(spawnSync(process.execPath, words, { encoding: "utf8" }).status).toBe(1);
  });

  test.each<[what: string, loss: Partial<Store>]>([
    ["documents", { find: () => Promise.resolve({ items: [], next: null }) }],
    ["bytes", { bytes: () => Promise.resolve(Uint8Array.of(8)) }],
  ])("that differs from its copy in %s is reported", async (_, loss) => {
    const from = createMemoryStore({ collections: [jobs] });
    await from.insert(jobs, { id: "a", status: "x" }, Uint8Array.of(7));
    const to = createMemoryStore({ collections: [jobs] });
    // A target that loses what it was given.
    const forgetful: Store = Object.assign(Object.create(to) as Store, {
      collections: to.collections,
      count: to.count.bind(to),
      find: to.find.bind(to),
      bytes: to.bytes.bind(to),
      ...loss,
      transaction: <R>(work: Parameters<typeof to.transaction<R>>[0]): Promise<R> =>
        to.transaction(work),
    });
    await expect(copyStore(from, forgetful)).rejects.toMatchObject({ code: "STORE_COPY_DIFFERS" });
  });

  test("opens for its owner only, whatever the engine", async () => {
    for (const engine of ["lowdb", "sqlite"]) {
      await (await filled(engine, 1)).close();
      const file = join(folder, engine, "store");
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(statSync(join(folder, engine)).mode & 0o777).toBe(0o700);
    }
  });

  test("keeps a foreign file as it is, whatever the engine", async () => {
    for (const engine of ["lowdb", "sqlite"]) {
      const path = join(folder, engine);
      writeFileSync(path, "precious");
      await expect(openStore(`${engine}:${path}`, { collections })).rejects.toMatchObject({
        code: "STORE_CORRUPT",
      });
      expect(readFileSync(path, "utf8")).toBe("precious");
    }
  });
});
