/** Backups with the tools that PostgreSQL brings, as deploy/README.md says, on the machine's own version. */

import { spawnSync } from "node:child_process";
import { chownSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { defineCollection, verifyStore, type Entity, type Store } from "@bourse/kernel";
import { openPostgresStore } from "@bourse/store-postgres";
import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { createOutbox, outboxCollections, type Outbox } from "../../packages/outbox/src/index.ts";
import { installedPostgres, missingInstalledPostgres } from "./src/installed-postgres.ts";
import { startPostgres, type TestPostgres } from "./src/start-postgres.ts";

interface Note extends Entity {
  readonly n: number;
}
const notes = defineCollection<Note>()({ name: "notes", indexes: { by_n: { fields: ["n"] } } });

const folder = installedPostgres();
const missing = missingInstalledPostgres();

describe.skipIf(missing !== null)(`a backup by${missing === null ? "" : ` (${missing})`}`, () => {
  let postgres: TestPostgres;
  beforeEach(async () => {
    postgres = await startPostgres({
      folder: folder!,
      settings: ["fsync=off", "wal_level=replica", "archive_mode=on"],
    });
  }, 60_000);
  afterEach(() => postgres.stop());

  /** Runs a tool of PostgreSQL against the server, as its account. */
  function run(tool: string, ...args: readonly string[]): void {
    const { status, stderr, error } = spawnSync(join(folder!, "bin", tool), args, {
      ...postgres.account,
      env: {
        ...process.env,
        PGHOST: "127.0.0.1",
        PGPORT: String(postgres.port),
        PGUSER: "bourse",
        PGPASSWORD: postgres.password,
        PGDATABASE: "postgres",
      },
      encoding: "utf8",
    });
    expect([tool, status, stderr, error]).toEqual([tool, 0, expect.any(String), undefined]);
  }

  const open = (): Promise<Store> =>
    openPostgresStore({ url: postgres.url(), schema: "notes", collections: [notes] });

  async function query(text: string): Promise<void> {
    const client = new Client(postgres.url());
    await client.connect();
    await client.query(text);
    await client.end();
  }

  /** Folder beside the data that the server's account may write. */
  function ownFolder(name: string): string {
    const path = join(dirname(postgres.data), name);
    mkdirSync(path);
    const { account } = postgres;
    if (account !== undefined) chownSync(path, account.uid, account.gid);
    return path;
  }

  /** Writes until it is told to stop; resolves to the number of acknowledged notes. */
  function writeTo(store: Store): { readonly count: () => number; stop(): Promise<void> } {
    let count = 0;
    let isOver = false;
    const work = (async () => {
      for (; !isOver; count += 1) {
        await store.insert(notes, { id: `note-${count}`, n: count }, new Uint8Array([count & 255]));
      }
    })();
    return {
      count: () => count,
      stop: async () => {
        isOver = true;
        await work;
      },
    };
  }

  /** The store holds the notes from 0 on without a gap, at least so many, each as it was written, and goes on. */
  async function expectNotes(atLeast: number): Promise<void> {
    const store = await open();
    const found = await verifyStore(store);
    expect(found).toBeGreaterThanOrEqual(atLeast);
    const page = await store.find(notes, { index: "by_n", order: "desc", limit: 1 });
    expect(page.items[0]).toEqual({ value: { id: `note-${found - 1}`, n: found - 1 }, version: 1 });
    expect(await store.bytes(notes, "note-3")).toEqual(new Uint8Array([3]));
    const heard: string[] = [];
    await store.watch((news) => {
      if (news.kind === "changes") heard.push(...news.changes.map(({ id }) => id));
    });
    await store.replace(notes, { id: "note-0", n: -1 }, 1);
    await expect.poll(() => heard).toEqual(["note-0"]);
    await store.close();
  }

  test("pg_dump of one schema under load is restored by pg_restore with every document and index", async () => {
    const store = await open();
    const writing = writeTo(store);
    await expect.poll(writing.count).toBeGreaterThan(50);
    const before = writing.count();
    const file = join(ownFolder("dumps"), "notes.dump");
    run("pg_dump", "--format=custom", "--schema=notes", `--file=${file}`);
    await writing.stop();
    expect(writing.count()).toBeGreaterThan(before);
    await store.close();
    await query("DROP SCHEMA notes CASCADE");
    run("pg_restore", "--dbname=postgres", file);
    await expectNotes(before);
  }, 60_000);

  test("a dump of the schema that is restored holds what was delivered after it", async () => {
    const openBox = async (): Promise<{ store: Store; outbox: Outbox<string> }> => {
      const store = await openPostgresStore({
        url: postgres.url(),
        schema: "notes",
        collections: outboxCollections,
      });
      const deliver = async ({ payload }: { payload: string }) => void sent.push(payload);
      return { store, outbox: createOutbox({ store, key: new Uint8Array(32), deliver }) };
    };
    const sent: string[] = [];
    const { store, outbox } = await openBox();
    await outbox.deliverDue();
    const entry = await outbox.prepare("once");
    await store.transaction((tx) => outbox.add(tx, entry));
    const file = join(ownFolder("dumps"), "notes.dump");
    run("pg_dump", "--format=custom", "--schema=notes", `--file=${file}`);
    await outbox.deliverDue();
    await outbox.close();
    await store.close();
    await query("DROP SCHEMA notes CASCADE");
    run("pg_restore", "--dbname=postgres", file);
    const restored = await openBox();
    await restored.outbox.deliverDue();
    expect(sent).toEqual(["once"]);
    expect(await restored.outbox.measure()).toMatchObject({ waiting: 0, held: 1 });
    await restored.outbox.close();
    await restored.store.close();
  }, 60_000);

  test("pg_basebackup under load and the archived log is restored with all that was acknowledged", async () => {
    const [archive, copies] = [ownFolder("archive"), ownFolder("copies")];
    await query(
      `ALTER SYSTEM SET archive_command = 'test ! -f ${archive}/%f && cp %p ${archive}/.%f && mv ${archive}/.%f ${archive}/%f'`,
    );
    await query("SELECT pg_reload_conf()");
    const store = await open();
    const writing = writeTo(store);
    await expect.poll(writing.count).toBeGreaterThan(50);
    const base = join(copies, "base");
    run("pg_basebackup", `--pgdata=${base}`, "--checkpoint=fast", "--wal-method=none");
    const copied = writing.count();
    await expect.poll(writing.count).toBeGreaterThan(copied + 50);
    await writing.stop();
    await store.close();
    // An orderly end archives the last segment.
    await postgres.signal("SIGINT");
    rmSync(postgres.data, { recursive: true });
    spawnSync("cp", ["-a", base, postgres.data]);
    const signal = join(postgres.data, "recovery.signal");
    writeFileSync(signal, "");
    const { account } = postgres;
    if (account !== undefined) chownSync(signal, account.uid, account.gid);
    await postgres.restart([
      `restore_command=cp ${archive}/%f %p`,
      "recovery_target_action=promote",
    ]);
    await expectNotes(writing.count());
  }, 60_000);
});
