/** A drill: a backup under load, a point in time, the loss of the database, and the restore to that point. */

import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { defineCollection, type Entity, type StoreNews } from "@bourse/kernel";
import { openPostgresStore } from "@bourse/store-postgres";
import { describe, expect, onTestFinished, test } from "vitest";

import { CuttingProxy } from "../../packages/adapters/store-postgres/test/cutting-proxy.ts";
import { rounds } from "../support/rounds.ts";
import type { ServerProcess } from "../support/server-process.ts";
import { SERVICES, startService, write, type Service } from "../support/services.ts";
import { archivedPostgres } from "./src/archived-postgres.ts";
import { missingPostgres } from "./src/start-postgres.ts";

const MORE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  auth: {
    AUTH_MASTER_KEY: randomBytes(32).toString("base64url"),
    REGISTRATIONS_PER_HOUR: "10000",
  },
  curation: {
    CURATION_MASTER_KEY: randomBytes(32).toString("base64url"),
    REGISTRATIONS_PER_HOUR: "10000",
  },
  backtest: {},
};
const SHARED = SERVICES.filter(({ name }) => Object.hasOwn(MORE, name));

/** A write, with the time of the call and that of its acknowledgement, in milliseconds since the epoch. */
interface Written {
  readonly n: number;
  readonly calledAt: number;
  readonly acknowledgedAt: number;
  /** Job that it created, where it did. */
  readonly job: string | undefined;
}

interface Note extends Entity {
  readonly n: number;
}
const notes = defineCollection<Note>()({ name: "notes" });

const missing = missingPostgres();

describe.skipIf(missing !== null)("a database that is restored to a point in time", () => {
  test("has all that was acknowledged before it and nothing after it; servers start on it, readers hear that it went back", async (context) => {
    const database = await archivedPostgres();
    const { postgres } = database;
    onTestFinished(() => postgres.stop());
    const folders = new Map<string, string>();
    const start = (service: Service): Promise<ServerProcess> => {
      const folder = folders.get(service.name) ?? mkdtempSync(join(tmpdir(), "bourse-restore-"));
      folders.set(service.name, folder);
      return startService(service, folder, {
        STORE_URL: postgres.url(),
        LOG_LEVEL: "silent",
        ...MORE[service.name],
      });
    };
    onTestFinished(() => {
      for (const folder of folders.values()) rmSync(folder, { recursive: true, force: true });
    });
    const servers = await Promise.all(SHARED.map(start));

    const written = new Map<string, Written[]>(SHARED.map(({ name }) => [name, []]));
    let isOver = false;
    const writers = SHARED.flatMap((service, at) => {
      const own = written.get(service.name)!;
      let next = 0;
      return [0, 1].map(async () => {
        while (!isOver) {
          const n = next++;
          const calledAt = Date.now();
          const answer = (await write(servers[at]!, service, n))!;
          const acknowledgedAt = Date.now();
          expect(answer.status).toBe(service.write!.ok);
          const { job_id: job } = (await answer.json()) as { readonly job_id?: string };
          own.push({ n, calledAt, acknowledgedAt, job });
        }
      });
    });
    /** Waits until each server has acknowledged so many more writes. */
    const more = async (count: number): Promise<void> => {
      const goals = [...written].map(([name, list]) => [name, list.length + count] as const);
      await expect
        .poll(() => goals.every(([name, goal]) => written.get(name)!.length >= goal), {
          timeout: 60_000,
        })
        .toBe(true);
    };

    // A reader that lives through all of it, as a server that nobody ended, and that can be held up.
    const proxy = new CuttingProxy();
    const port = await proxy.listen(postgres.port);
    onTestFinished(() => proxy.close());
    const reader = await openPostgresStore({
      url: postgres.url().replace(`:${postgres.port}/`, `:${port}/`),
      schema: "notes",
      collections: [notes],
      connectTimeoutMilliseconds: 500,
    });
    onTestFinished(() => reader.close());
    const heard: string[] = [];
    await reader.watch((news: StoreNews) => {
      heard.push(...(news.kind === "reset" ? ["reset"] : news.changes.map(({ id }) => id)));
    });
    const before = await reader.insert(notes, { id: "before", n: 1 });
    await expect.poll(() => heard).toEqual(["before"]);

    const count = rounds(10, 40);
    await more(count);
    await database.backup();
    await more(count);
    const point = Date.now();
    await more(count);
    for (let n = 0; n < 50; n += 1) await reader.insert(notes, { id: `after-${n}`, n });
    await expect.poll(() => heard.length).toBe(51);
    isOver = true;
    await Promise.all(writers);
    await database.archiveAll();
    const transactions = await database.transactions();
    const lastSeen = await reader.now();
    proxy.pause();
    await Promise.all(servers.map((server) => server.end("SIGKILL")));
    await database.destroy();
    await database.restoreTo(point);

    const other = await openPostgresStore({
      url: postgres.url(),
      schema: "notes",
      collections: [notes],
    });
    onTestFinished(() => other.close());
    // The numbers of the lost transactions are given out again before the reader looks.
    expect(await database.transactions()).toBeLessThan(transactions);
    heard.length = 0;
    for (let n = 0; (await database.transactions()) <= transactions; n += 1) {
      await other.insert(notes, { id: `meanwhile-${n}`, n });
    }
    proxy.resume();
    await expect.poll(() => heard[0], { timeout: 10_000 }).toBe("reset");
    heard.length = 0;
    for (let n = 0; n < 100; n += 1) await other.insert(notes, { id: `again-${n}`, n });
    await expect.poll(() => heard.length, { timeout: 10_000 }).toBe(100);
    expect(heard).toEqual(Array.from({ length: 100 }, (_, n) => `again-${n}`));
    expect(await reader.get(notes, "before")).toEqual(before);
    expect(await reader.get(notes, "after-0")).toBeUndefined();
    expect(await reader.now()).toBeGreaterThanOrEqual(lastSeen);

    const restored = await Promise.all(SHARED.map(start));
    let [kept, gone] = [0, 0];
    for (const [at, service] of SHARED.entries()) {
      const server = restored[at]!;
      for (const { n, calledAt, acknowledgedAt, job } of written.get(service.name)!) {
        const isKept = acknowledgedAt <= point;
        // A call under way at the point may have been committed or not.
        if (!isKept && calledAt <= point) continue;
        const { status } = (await (job === undefined
          ? write(server, service, n)
          : fetch(`${server.url}/api/jobs/${job}`)))!;
        const { ok, again } = service.write!;
        const expected = isKept ? (again ?? 200) : job === undefined ? ok : 404;
        expect([service.name, n, isKept, status]).toEqual([service.name, n, isKept, expected]);
        if (isKept) kept += 1;
        else gone += 1;
      }
      expect((await write(server, service, 1_000_000))!.status).toBe(service.write!.ok);
    }
    expect(kept).toBeGreaterThanOrEqual(2 * count * SHARED.length);
    expect(gone).toBeGreaterThanOrEqual(count - 2);
    const backtest = restored[SHARED.findIndex(({ name }) => name === "backtest")]!;
    await expect
      .poll(
        async () => {
          const answer = await fetch(`${backtest.url}/api/jobs/stats`);
          const { pending, running } = (await answer.json()) as Record<string, number>;
          return pending! + running!;
        },
        { timeout: 60_000 },
      )
      .toBe(0);
    await context.annotate(`${kept} acknowledged writes kept, ${gone} later ones gone`);
  }, 300_000);
});
