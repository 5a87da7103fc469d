/** A primary that is replaced by another server, while sessions go on that lead to the wrong one. */

import { chownSync, cpSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { defineCollection, type Entity, type Store, type StoreNews } from "@bourse/kernel";
import { Client } from "pg";
import { missingPostgres, startPostgres, type TestPostgres } from "test-postgres";
import { LossyProxy } from "test-postgres/lossy-proxy";
import { describe, expect, onTestFinished, test, vi } from "vitest";

import { openPostgresStore } from "../src/index.ts";

const items = defineCollection<Entity>()({ name: "items" });

/** Longest time in milliseconds until a store is at the new primary: a look over a lost connection alone takes 5 s. */
const BACK = { timeout: 15_000, interval: 20 };

const missing = missingPostgres();

describe.skipIf(missing !== null)("a PostgreSQL store whose primary is replaced", () => {
  /** A server, another one, a way that leads to the first, and a store at its end with what it hears. */
  async function open() {
    const server = await startPostgres();
    onTestFinished(() => server.stop());
    const other = await startPostgres();
    onTestFinished(() => other.stop());
    const proxy = new LossyProxy();
    onTestFinished(() => proxy.close());
    const url = server.url().replace(`:${server.port}/`, `:${await proxy.listen(server.port)}/`);
    const store = await openPostgresStore({ url, schema: "bourse", collections: [items] });
    onTestFinished(() => store.close());
    const heard: string[] = [];
    await store.watch((news: StoreNews) => {
      heard.push(...(news.kind === "reset" ? ["reset"] : news.changes.map(({ id }) => id)));
    });
    return { server, other, proxy, store, heard };
  }

  test("writes to the new one, reads from it and hears of its commits, though its sessions lead to a standby", async () => {
    const { server, other: standby, proxy, store, heard } = await open();
    await store.insert(items, { id: "before" });
    await hears(heard, ["before"]);
    await copyData(standby, server, "standby.signal");
    proxy.lead(standby.port);
    proxy.cut();
    await untilRefused(store);
    expect(await store.count(items), "the standby answers").toBe(1);
    await expect(store.probe()).rejects.toMatchObject({ code: "STORE_IO" });

    proxy.lead(server.port);
    await vi.waitFor(() => store.insert(items, { id: "after" }), BACK);
    await vi.waitFor(() => store.probe(), BACK);
    await vi.waitUntil(async () => (await store.count(items)) === 2, BACK);
    await hears(heard, ["after"]);
  }, 60_000);

  test("writes to the new one, reads from it and hears of its commits, though the old one goes on without writes", async () => {
    const { server, other, proxy, store, heard } = await open();
    await copyData(other, server, "standby.signal");
    await promote(other);
    await vi.waitFor(() => store.insert(items, { id: "before" }), BACK);
    await hears(heard, ["before", "reset"]);
    const owner = new Client(server.url());
    await owner.connect();
    await owner.query("ALTER SYSTEM SET default_transaction_read_only = on");
    await owner.query("SELECT pg_reload_conf()");
    await owner.end();
    await untilRefused(store);
    proxy.lead(other.port);
    await vi.waitFor(() => store.insert(items, { id: "after" }), BACK);
    await vi.waitFor(() => store.probe(), BACK);
    await vi.waitFor(async () => expect(await store.get(items, "after")).toBeDefined(), BACK);
    await store.insert(items, { id: "last" });
    // The new one goes on with a history of its own.
    await hears(heard, ["reset"]);
  }, 60_000);
});

/** Resolves when one of `news` was heard. */
async function hears(heard: readonly string[], news: readonly string[]): Promise<void> {
  await vi.waitFor(
    () =>
      expect(
        news.some((one) => heard.includes(one)),
        heard.join(),
      ).toBe(true),
    BACK,
  );
}

/** Writes until the store says that its server takes no writes. */
async function untilRefused(store: Store): Promise<void> {
  const refusal = /read-only transaction|hot standby/;
  await vi.waitFor(
    () => expect(store.insert(items, { id: "refused" })).rejects.toThrow(refusal),
    BACK,
  );
}

/** Makes a primary of a standby, which begins a timeline. */
async function promote(standby: TestPostgres): Promise<void> {
  const owner = new Client(standby.url());
  await owner.connect();
  await owner.query("SELECT pg_promote()");
  await owner.end();
}

/** Gives `to` the data of `from`, which is stopped for it; both run afterwards. */
async function copyData(to: TestPostgres, from: TestPostgres, ...files: string[]): Promise<void> {
  await Promise.all([to.signal("SIGINT"), from.signal("SIGINT")]);
  rmSync(to.data, { recursive: true });
  cpSync(from.data, to.data, { recursive: true });
  for (const file of files) writeFileSync(join(to.data, file), "");
  const { account } = to;
  if (account !== undefined) {
    for (const name of readdirSync(to.data, { recursive: true, encoding: "utf8" })) {
      chownSync(join(to.data, name), account.uid, account.gid);
    }
    chownSync(to.data, account.uid, account.gid);
  }
  await Promise.all([to.restart(), from.restart()]);
}
