/**
 * Acknowledged commits per second of each engine, by the number of records that stand, and by the number of writers at
 * once. Each writer updates one random record of about 130 bytes, waits for the acknowledgement, and goes on. The rows
 * `bare` are the same statements on the driver alone: without checksums, checked and frozen documents, cursors, errors
 * and news. Both take turns of a fraction of a second, so that the disk and what else runs meet them alike; the row `÷`
 * is the median of the turns' ratios, and what to read: the disk decides the rest.
 *
 * Claims: SQLite commits at least 0.85 of bare node:sqlite, PostgreSQL at least 0.7 of bare pg.
 *
 * Run: node -C @bourse/source bench/store/bench.ts [memory] [sqlite] [postgres] [lowdb]
 */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createMemoryStore, type Store } from "@bourse/kernel";
import { openLowdbStore } from "@bourse/store-lowdb";
import { openPostgresStore } from "@bourse/store-postgres";
import { openSqliteStore } from "@bourse/store-sqlite";
import { missingPostgres, startPostgres } from "test-postgres";

import { account, accounts, collections } from "./accounts.ts";
import { barePostgres } from "./bare-postgres.ts";
import { bareSqlite } from "./bare-sqlite.ts";
import type { Subject } from "./subject.ts";

const missing = missingPostgres();
const given = process.argv.slice(2);
const isAsked = (engine: string): boolean => given.length === 0 || given.includes(engine);
const server =
  missing === null && isAsked("postgres") ? await startPostgres({ settings: ["fsync=on"] }) : null;
if (missing !== null) console.log(`No rows of PostgreSQL: ${missing}.`);

/** Connections that write, of the engine and of the bare driver. */
const CONNECTIONS = 10;

/** Subject that is measured in turn with an engine, and the share of its rate that the engine must reach. */
interface Yardstick {
  readonly name: string;
  readonly bar: number;
  readonly open: (path: string) => Promise<Subject>;
}

/** Engines in their order, each with its driver alone where it has one. */
const ENGINES: Readonly<
  Record<string, readonly [(path: string) => Promise<Subject>, Yardstick | null]>
> = {
  memory: [() => Promise.resolve(subjectOf(createMemoryStore({ collections }))), null],
  sqlite: [
    async (path) => subjectOf(await openSqliteStore({ path, collections })),
    { name: "sqlite, bare", bar: 0.85, open: (path) => bareSqlite(`${path}-bare`) },
  ],
  ...(server === null
    ? {}
    : {
        postgres: [
          async (path) => {
            const schema = `s${path.replace(/\D/g, "")}`;
            const poolSize = 2 * CONNECTIONS;
            return subjectOf(
              await openPostgresStore({ url: server.url(), schema, collections, poolSize }),
            );
          },
          {
            name: "postgres, bare",
            bar: 0.7,
            open: (path) => barePostgres(server.url(), path.replace(/\D/g, ""), CONNECTIONS),
          },
        ],
      }),
  // Last, since the files that it rewrites keep the disk busy for a while after.
  lowdb: [async (path) => subjectOf(await openLowdbStore({ path, collections })), null],
};
const RECORDS = [1000, 10_000, 100_000];
const WRITERS = [1, 16, 64];
/** Turns of a subject, and how long each is. */
const ROUNDS = 9;
const MILLISECONDS = 200;

/** Always the same sequence, so that runs can be compared. */
let state = 1;
function below(limit: number): number {
  state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
  return state % limit;
}

function subjectOf(store: Store): Subject {
  return {
    async fill(records) {
      await store.transaction(async (tx) => {
        for (let i = 0; i < records; i += 1) await tx.insert(accounts, account(i, 0));
      });
    },
    async commit(i) {
      await store.transaction(async (tx) => {
        const { value, version } = (await tx.get(accounts, `account-${i}`))!;
        await tx.replace(accounts, account(i, value.balance + 1), version);
      });
    },
    close: () => store.close(),
  };
}

/** Acknowledged commits a second. */
async function measure(subject: Subject, records: number, writers: number): Promise<number> {
  let commits = 0;
  const started = performance.now();
  const end = started + MILLISECONDS;
  const write = async (): Promise<void> => {
    while (performance.now() < end) {
      await subject.commit(below(records));
      commits += 1;
    }
  };
  await Promise.all(Array.from({ length: writers }, write));
  return (commits * 1000) / (performance.now() - started);
}

/** The rows of an engine with so many records. */
async function rows(engine: string, records: number, folder: string): Promise<readonly string[]> {
  const [open, yardstick] = ENGINES[engine]!;
  const path = join(folder, `${engine}-${records}`);
  const own = await open(path);
  const bare = await yardstick?.open(path);
  try {
    await own.fill(records);
    await bare?.fill(records);
    const cells = { own: [] as string[], bare: [] as string[], ratio: [] as string[] };
    for (const writers of WRITERS) {
      const rates = { own: [] as number[], bare: [] as number[], ratio: [] as number[] };
      for (let round = 0; round < ROUNDS; round += 1) {
        const ownRate = await measure(own, records, writers);
        rates.own.push(ownRate);
        if (bare === undefined) continue;
        const bareRate = await measure(bare, records, writers);
        rates.bare.push(bareRate);
        rates.ratio.push(ownRate / bareRate);
      }
      cells.own.push(perSecond(median(rates.own)));
      cells.bare.push(perSecond(median(rates.bare)));
      const ratio = median(rates.ratio);
      cells.ratio.push(`${ratio.toFixed(2)} ${ratio >= (yardstick?.bar ?? 0) ? "kept" : "MISSED"}`);
    }
    const row = (name: string, of: readonly string[]): string =>
      `| ${name} | ${records.toLocaleString("en")} | ${of.join(" | ")} |`;
    if (yardstick === null || yardstick === undefined) return [row(engine, cells.own)];
    return [
      row(engine, cells.own),
      row(yardstick.name, cells.bare),
      row(`÷ (≥ ${yardstick.bar})`, cells.ratio),
    ];
  } finally {
    await own.close();
    await bare?.close();
  }
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

const perSecond = (rate: number): string =>
  rate < 100 ? rate.toFixed(1) : Math.round(rate).toLocaleString("en");

const folder = mkdtempSync(join(tmpdir(), "bourse-bench-"));
try {
  console.log(
    `| engine | records | ${WRITERS.map((n) => `${n} writer${n > 1 ? "s" : ""}`).join(" | ")} |`,
  );
  console.log("|---|---:|---:|---:|---:|");
  for (const engine of Object.keys(ENGINES)) {
    if (!isAsked(engine)) continue;
    for (const records of RECORDS) {
      for (const row of await rows(engine, records, folder)) console.log(row);
    }
  }
} finally {
  rmSync(folder, { recursive: true });
  await server?.stop();
}
