/**
 * Acknowledged commits per second of each engine, by the number of records that stand, and by the number of writers at
 * once. Each writer updates one random record of about 130 bytes, waits for the acknowledgement, and goes on. The rows
 * `bare` are the same statements on the driver alone, in the same run: without checksums, checked and frozen documents,
 * cursors, errors and news. Read the figures as ratios: the disk under them decides the rest.
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

/** Rows in their order; a row of a bare driver follows the engine's. */
const SUBJECTS: Readonly<Record<string, (path: string) => Promise<Subject>>> = {
  memory: () => Promise.resolve(subjectOf(createMemoryStore({ collections }))),
  sqlite: async (path) => subjectOf(await openSqliteStore({ path, collections })),
  "sqlite, bare": (path) => bareSqlite(path),
  ...(server === null
    ? {}
    : {
        postgres: async (path) => {
          const schema = `s${path.replace(/\D/g, "")}`;
          const poolSize = 2 * CONNECTIONS;
          return subjectOf(
            await openPostgresStore({ url: server.url(), schema, collections, poolSize }),
          );
        },
        "postgres, bare": (path) =>
          barePostgres(server.url(), path.replace(/\D/g, ""), CONNECTIONS),
      }),
  // Last, since the files that it rewrites keep the disk busy for a while after.
  lowdb: async (path) => subjectOf(await openLowdbStore({ path, collections })),
};
const RECORDS = [1000, 10_000, 100_000];
const WRITERS = [1, 16, 64];
/** A figure is the best of so many rounds of so long: what else runs on the machine only ever takes away. */
const ROUNDS = 4;
const MILLISECONDS = 300;

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

async function row(engine: string, records: number, folder: string): Promise<string> {
  const subject = await SUBJECTS[engine]!(join(folder, `${engine}-${records}`));
  try {
    await subject.fill(records);
    const cells: string[] = [];
    for (const writers of WRITERS) {
      let perSecond = 0;
      for (let round = 0; round < ROUNDS; round += 1) {
        perSecond = Math.max(perSecond, await measure(subject, records, writers));
      }
      cells.push(
        perSecond < 100 ? perSecond.toFixed(1) : Math.round(perSecond).toLocaleString("en"),
      );
    }
    return `| ${engine} | ${records.toLocaleString("en")} | ${cells.join(" | ")} |`;
  } finally {
    await subject.close();
  }
}

const folder = mkdtempSync(join(tmpdir(), "bourse-bench-"));
try {
  console.log(
    `| engine | records | ${WRITERS.map((n) => `${n} writer${n > 1 ? "s" : ""}`).join(" | ")} |`,
  );
  console.log("|---|---:|---:|---:|---:|");
  for (const engine of Object.keys(SUBJECTS)) {
    if (!isAsked(engine.split(",", 1)[0]!)) continue;
    for (const records of RECORDS) console.log(await row(engine, records, folder));
  }
} finally {
  rmSync(folder, { recursive: true });
  await server?.stop();
}
