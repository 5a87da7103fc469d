/**
 * Acknowledged commits per second of each engine, by the number of records that stand, and by the number of writers at
 * once. Each writer updates one random record of about 130 bytes, waits for the acknowledgement, and goes on. The rows
 * `bare` are the same statements on the driver alone: without checksums, checked and frozen documents, cursors, errors
 * and news. Both take turns of a fraction of a second, so that the disk and what else runs meet them alike; the row `÷`
 * is the median of the turns' ratios, and what to read: the disk decides the rest.
 *
 * Claims: SQLite commits at least 0.85 of bare node:sqlite, PostgreSQL at least 0.7 of bare pg at the same isolation,
 * serializable. The rows of `read committed` show what that isolation costs: there the driver alone lets two writers
 * act on what the other one changes, and waits for rows only.
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
import { barePostgres, type Isolation } from "./bare-postgres.ts";
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

/** Subject that is measured in turn with an engine. */
interface Yardstick {
  readonly name: string;
  /** The share of its rate that the engine must reach; 0 where nothing is claimed. */
  readonly bar: number;
  readonly open: (path: string) => Promise<Subject>;
}

/** Engines in their order, each with its driver alone where it has one. */
const ENGINES: Readonly<
  Record<string, readonly [(path: string) => Promise<Subject>, readonly Yardstick[]]>
> = {
  memory: [() => Promise.resolve(subjectOf(createMemoryStore({ collections }))), []],
  sqlite: [
    async (path) => subjectOf(await openSqliteStore({ path, collections })),
    [{ name: "sqlite, bare", bar: 0.85, open: (path) => bareSqlite(`${path}-bare`) }],
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
          [
            { name: "postgres, bare", bar: 0.7, open: (path) => bareAt("SERIALIZABLE", path) },
            {
              name: "postgres, bare, read committed",
              bar: 0,
              open: (path) => bareAt("READ COMMITTED", path),
            },
          ],
        ],
      }),
  // Last, since the files that it rewrites keep the disk busy for a while after.
  lowdb: [async (path) => subjectOf(await openLowdbStore({ path, collections })), []],
};
const RECORDS = [1000, 10_000, 100_000];
const WRITERS = [1, 16, 64];
/** Turns of a subject, and how long each is. */
const ROUNDS = 25;
const MILLISECONDS = 200;

function bareAt(isolation: Isolation, path: string): Promise<Subject> {
  const name = `${isolation.replace(" ", "_").toLowerCase()}_${path.replace(/\D/g, "")}`;
  return barePostgres(server!.url(), name, CONNECTIONS, isolation);
}

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
  const [open, yardsticks] = ENGINES[engine]!;
  const path = join(folder, `${engine}-${records}`);
  const own = await open(path);
  const bare = await Promise.all(yardsticks.map((one) => one.open(path)));
  try {
    for (const one of [own, ...bare]) await one.fill(records);
    // Rates of each round by writers, of the engine and of each yardstick.
    const rates: (readonly (readonly number[])[])[] = [];
    for (const writers of WRITERS) {
      const rounds: (readonly number[])[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const found: number[] = [];
        for (const one of [own, ...bare]) found.push(await measure(one, records, writers));
        rounds.push(found);
      }
      rates.push(rounds);
    }
    const row = (name: string, cell: (rounds: readonly (readonly number[])[]) => string): string =>
      `| ${name} | ${records.toLocaleString("en")} | ${rates.map(cell).join(" | ")} |`;
    const rate = (at: number) => (rounds: readonly (readonly number[])[]) =>
      perSecond(median(rounds.map((found) => found[at]!)));
    return [
      row(engine, rate(0)),
      ...yardsticks.flatMap(({ name, bar }, at) => [
        row(name, rate(at + 1)),
        row(bar === 0 ? "÷" : `÷ (≥ ${bar})`, (rounds) => {
          const ratio = median(rounds.map((found) => found[0]! / found[at + 1]!));
          const verdict = ratio >= bar ? " kept" : " MISSED";
          return `${ratio.toFixed(2)}${bar === 0 ? "" : verdict}`;
        }),
      ]),
    ];
  } finally {
    for (const one of [own, ...bare]) await one.close();
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
