/** A drill: a backup under load, a point in time, the loss of the database, and the restore to that point. */

import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createEventsClient } from "@bourse/client/events";
import { defineCollection, type Entity, type StoreNews } from "@bourse/kernel";
import { openPostgresStore } from "@bourse/store-postgres";
import { Client } from "pg";
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

    const [curation, backtest] = ["curation", "backtest"].map((name) =>
      SHARED.findIndex((service) => service.name === name),
    ) as [number, number];
    await submitDraft(servers[curation]!, 1);
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
    await submitDraft(servers[curation]!, 2);
    const numberGiven = await newestNumber(postgres.url());
    const epochGiven = await epochOf(servers[backtest]!);
    expect(await epochOf(servers[backtest]!)).toBe(epochGiven);
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
    // What is numbered anew has other ids, so nobody takes it for what was lost.
    expect(await epochOf(restored[backtest]!)).not.toBe(epochGiven);
    await submitDraft(restored[curation]!, 3);
    expect(await newestNumber(postgres.url())).toBeGreaterThan(numberGiven);
    await expect
      .poll(
        async () => {
          const answer = await fetch(`${restored[backtest]!.url}/api/jobs/stats`);
          const { pending, running } = (await answer.json()) as Record<string, number>;
          return pending! + running!;
        },
        { timeout: 60_000 },
      )
      .toBe(0);
    await context.annotate(`${kept} acknowledged writes kept, ${gone} later ones gone`);
  }, 300_000);
});

/** Registers an author, whose draft is an event of the curators' feed. */
async function submitDraft({ url }: ServerProcess, number: number): Promise<void> {
  const post = async (path: string, body: object, token?: string): Promise<Response> =>
    fetch(`${url}/api/v1/${path}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
  const wallet_address = `0x${`${number}`.padStart(40, "f")}`;
  const joined = await post("auth/register", { username: `author-${number}`, wallet_address });
  expect(joined.status).toBe(201);
  const { access_token } = (await joined.json()) as { readonly access_token: string };
  const draft_data = {
    question_text: `Will the index number ${number} of the drill close above ${number},000 points on 28 February 2031?`,
    summary: "A market of the drill.",
    topic_tags: ["drill"],
    outcomes: [{ label: "Yes" }, { label: "No" }],
    resolution_sources: [{ source_url: "https://stats.example.com/1.json", source_type: "api" }],
    trigger_condition: "The closing value as published by the source.",
    fallback_logic: "The next published value counts.",
    resolution_deadline: "2031-03-01T00:00:00Z",
  };
  const made = await post("drafts", { draft_data }, access_token);
  expect(made.status, await made.text()).toBe(201);
}

/** The newest number of curation: of an event, a change or an entry of the audit. */
async function newestNumber(url: string): Promise<number> {
  const client = new Client(url);
  await client.connect();
  const { rows } = await client.query(
    "SELECT (document ->> 'value')::int AS value FROM curation.counters WHERE id = 'sequence'",
  );
  await client.end();
  return (rows[0] as { readonly value: number }).value;
}

/** The part that the ids of all events of a server have in common. */
async function epochOf({ url }: ServerProcess): Promise<string> {
  const client = createEventsClient({ url: `${url}/api/ws/events` });
  try {
    for await (const { type, ...event } of client) {
      const id = "id" in event ? event.id : undefined;
      if (type !== "gap" && id !== undefined) return id.slice(0, id.lastIndexOf(":"));
    }
    throw new Error("the feed ended without an event");
  } finally {
    client.close();
  }
}
