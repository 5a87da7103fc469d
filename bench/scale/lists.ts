/**
 * Pages of a list of jobs on PostgreSQL with 10,000 and with 1,000,000 rows: the first page, and one in the middle by
 * its cursor. The rows are those of a job that has run, in the store's own tables. The plans of the statements are read
 * too: each must walk an index in its order.
 */

import { setTimeout as sleep } from "node:timers/promises";

import {
  createDocumentSums,
  createInProcessBus,
  createMemoryStore,
  keyBlob,
  storedDocument,
  type Collection,
  type Entity,
  type Store,
} from "@bourse/kernel";
import { openPostgresStore } from "@bourse/store-postgres";
import { backtestCollections, createBacktestService, jobCollections } from "@bourse/trading-core";
import { createExchangeDirectory, createMemoryProvider } from "@bourse/trading-core/market-data";
import { Client } from "pg";

import { Table } from "../../packages/adapters/store-postgres/src/table.ts";
import { randomWalk } from "../engine/random-walk.ts";
import { ratio, type Line } from "./line.ts";
import { openSite } from "./servers.ts";

const SIZES = { small: 10_000, large: 1_000_000 } as const;
const ROUNDS = 5;
const PAGES = 200;
const BATCH = 5000;

/** The lists of jobs that are measured: all of them, and those of one status. */
const LISTS = [
  { name: "newest jobs", query: { index: "newest", order: "desc" } },
  { name: "completed jobs", query: { index: "by_status", equals: ["completed"], order: "desc" } },
] as const;

const jobs = jobCollections.find(({ name }) => name === "jobs") as Collection<Entity>;

export async function measureLists(): Promise<readonly Line[]> {
  const site = await openSite();
  const url = site.postgres.url();
  const job = await completedJob();
  const stores: Store[] = [];
  try {
    for (const [schema, rows] of Object.entries(SIZES)) {
      const store = await openPostgresStore({ url, schema, collections: [jobs] });
      stores.push(store);
      await load(url, schema, job, rows);
    }
    await checkPlans(url);
    const lines: Line[] = [];
    for (const { name, query } of LISTS) {
      const [small, large] = await Promise.all(stores.map((store) => pagesOf(store, query)));
      const first: number[] = [];
      const deep: number[] = [];
      for (let round = 0; round <= ROUNDS; round += 1) {
        const [smallFirst, largeFirst] = await inTurn(small!.first, large!.first);
        const [smallDeep, largeDeep] = await inTurn(small!.middle, large!.middle);
        if (round === 0) continue;
        first.push(largeFirst / smallFirst);
        deep.push(largeDeep / smallDeep);
      }
      const bar = { atMost: 1.5 };
      lines.push(ratio(`first page of ${name}, 1,000,000 rows against 10,000`, first, bar));
      lines.push(ratio(`page in the middle of ${name}, the same`, deep, bar));
    }
    return lines;
  } finally {
    for (const store of stores) await store.close();
    await site.close();
  }
}

/** The document of a job that has run. */
async function completedJob(): Promise<Entity> {
  const store = createMemoryStore({ collections: backtestCollections });
  const series = [{ symbol: "BTCUSDT", interval: "60" as const, candles: randomWalk(2000) }];
  const service = createBacktestService({
    store,
    bus: createInProcessBus(),
    exchanges: createExchangeDirectory({ memory: createMemoryProvider({ series }) }, "memory"),
  });
  await service.start();
  const { jobUuid } = await service.submitBacktest({
    symbol: "BTCUSDT",
    interval: "1h",
    limit: 500,
    initialCapital: 10_000,
    fee: 0.001,
    strategy: "rsi",
  });
  for (;;) {
    const { status } = await service.jobs.get(jobUuid);
    if (status === "completed") break;
    if (status === "failed") throw new Error("The job failed.");
    await sleep(5);
  }
  const found = await store.get(jobs, jobUuid);
  await service.stop();
  return found!.value;
}

/** Fills the table of jobs with copies of a job, its indexes made at the end as a restore would. */
async function load(url: string, schema: string, job: Entity, rows: number): Promise<void> {
  const client = new Client(url);
  await client.connect();
  const found = await client.query<{ name: string; text: string }>(
    "SELECT indexname AS name, indexdef AS text FROM pg_indexes WHERE schemaname = $1 AND tablename = 'jobs' AND indexname LIKE 'jobs\\_%' AND indexname <> 'jobs_pkey'",
    [schema],
  );
  for (const { name } of found.rows) await client.query(`DROP INDEX ${schema}."${name}"`);
  const sums = createDocumentSums();
  const indexes = Object.keys(jobs.indexes);
  const columns = indexes.map((index) => `"key_${index}"`);
  const statement =
    `INSERT INTO ${schema}.jobs (id, version, document, sum, ${columns.join(", ")}) ` +
    `SELECT id, 4, document::json, sum, ${indexes.map((_, at) => `k${at}`).join(", ")} FROM ` +
    `unnest($1::text[], $2::text[], $3::text[], ${indexes.map((_, at) => `$${at + 4}::bytea[]`).join(", ")}) ` +
    `AS t (id, document, sum, ${indexes.map((_, at) => `k${at}`).join(", ")})`;
  for (let from = 0; from < rows; from += BATCH) {
    const documents = Array.from({ length: BATCH }, (_, at) => {
      const number = from + at + 1;
      const id = `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
      return storedDocument(jobs, { ...job, id, number } as Entity, 4);
    });
    await client.query(statement, [
      documents.map(({ row }) => row.value.id),
      documents.map(({ text }) => text),
      documents.map(({ text }) => sums.ofDocument("jobs", 4, text)),
      ...indexes.map((_, at) => documents.map(({ keys }) => Buffer.from(keyBlob(keys[at + 1]!)))),
    ]);
  }
  for (const { text } of found.rows) await client.query(text);
  await client.query(`VACUUM ANALYZE ${schema}.jobs`);
  await client.end();
}

/** Throws when a statement of the lists does not walk its index. */
async function checkPlans(url: string): Promise<void> {
  const client = new Client(url);
  await client.connect();
  // As every session of the store has them.
  await client.query("SET enable_seqscan = off; SET enable_bitmapscan = off");
  const table = new Table("large", { collection: jobs, generation: 1 });
  for (const { name, query } of LISTS) {
    const index = Object.keys(jobs.indexes).indexOf(query.index) + 1;
    const { text } = table.find(index, query.order, true);
    const { rows } = await client.query(`EXPLAIN (GENERIC_PLAN, COSTS OFF) ${text}`);
    const plan = rows.map((row) => Object.values(row as object).join("")).join("\n");
    console.error(`plan of the ${name}:\n${plan}`);
    if (!plan.includes("Index Scan") || /Seq Scan|Sort|Bitmap/.test(plan)) {
      throw new Error(`The ${name} are not read by their index.`);
    }
  }
  await client.end();
}

/** Reads a page; its promise resolves when the page is there. */
type ReadPage = () => Promise<unknown>;

/** A list's first page and one in its middle. */
async function pagesOf(
  store: Store,
  query: (typeof LISTS)[number]["query"],
): Promise<{ first: ReadPage; middle: ReadPage }> {
  const read = (limit: number, cursor?: string) =>
    store.find(jobs, { ...query, limit, ...(cursor !== undefined && { cursor }) });
  const half = (await store.count(jobs)) / 2;
  let cursor: string | undefined;
  for (let seen = 0; seen < half; seen += 1000)
    cursor = (await read(1000, cursor)).next ?? undefined;
  if (cursor === undefined) throw new Error("The list has no middle.");
  return { first: () => read(50), middle: () => read(50, cursor) };
}

/** Median milliseconds of each, taken in turn, so that a change of the machine's speed reaches both. */
async function inTurn(one: ReadPage, other: ReadPage): Promise<readonly [number, number]> {
  const times: readonly [number[], number[]] = [[], []];
  for (let page = 0; page < PAGES; page += 1) {
    for (const [at, read] of [one, other].entries()) {
      const began = performance.now();
      await read();
      times[at]!.push(performance.now() - began);
    }
  }
  const [first, second] = times.map((all) => all.toSorted((a, b) => a - b)[PAGES / 2]!);
  return [first!, second!];
}
