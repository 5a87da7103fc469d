/**
 * Acknowledged commits per second of each engine, by the number of records that stand, and by the number of writers at
 * once. Each writer updates one random record of about 130 bytes, waits for the acknowledgement, and goes on. Read the
 * figures as ratios: the disk under them decides the rest.
 *
 * Run: node -C @bourse/source bench/store/bench.ts
 */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createMemoryStore, defineCollection, type Entity, type Store } from "@bourse/kernel";
import { openLowdbStore } from "@bourse/store-lowdb";
import { openSqliteStore } from "@bourse/store-sqlite";

interface Account extends Entity {
  readonly owner: string;
  readonly balance: number;
  readonly note: string;
}

const accounts = defineCollection<Account>()({
  name: "accounts",
  indexes: { by_owner: { fields: ["owner", "balance"] } },
});
const collections = [accounts];

const ENGINES: Readonly<Record<string, (path: string) => Promise<Store>>> = {
  memory: () => Promise.resolve(createMemoryStore({ collections })),
  sqlite: (path) => openSqliteStore({ path, collections }),
  // Last, since the files that it rewrites keep the disk busy for a while after.
  lowdb: (path) => openLowdbStore({ path, collections }),
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

function account(i: number, balance: number): Account {
  return {
    id: `account-${i}`,
    owner: `owner-${i % 97}`,
    balance,
    note: "a note of some length, ".repeat(2),
  };
}

async function fill(store: Store, records: number): Promise<void> {
  await store.transaction(async (tx) => {
    for (let i = 0; i < records; i += 1) await tx.insert(accounts, account(i, 0));
  });
}

/** Acknowledged commits a second. */
async function measure(store: Store, records: number, writers: number): Promise<number> {
  let commits = 0;
  const started = performance.now();
  const end = started + MILLISECONDS;
  const write = async (): Promise<void> => {
    while (performance.now() < end) {
      const i = below(records);
      await store.transaction(async (tx) => {
        const { value, version } = (await tx.get(accounts, `account-${i}`))!;
        await tx.replace(accounts, account(i, value.balance + 1), version);
      });
      commits += 1;
    }
  };
  await Promise.all(Array.from({ length: writers }, write));
  return (commits * 1000) / (performance.now() - started);
}

async function row(engine: string, records: number, folder: string): Promise<string> {
  const store = await ENGINES[engine]!(join(folder, `${engine}-${records}`));
  try {
    await fill(store, records);
    const cells: string[] = [];
    for (const writers of WRITERS) {
      let perSecond = 0;
      for (let round = 0; round < ROUNDS; round += 1) {
        perSecond = Math.max(perSecond, await measure(store, records, writers));
      }
      cells.push(
        perSecond < 100 ? perSecond.toFixed(1) : Math.round(perSecond).toLocaleString("en"),
      );
    }
    return `| ${engine} | ${records.toLocaleString("en")} | ${cells.join(" | ")} |`;
  } finally {
    await store.close();
  }
}

const folder = mkdtempSync(join(tmpdir(), "bourse-bench-"));
try {
  console.log(
    `| engine | records | ${WRITERS.map((n) => `${n} writer${n > 1 ? "s" : ""}`).join(" | ")} |`,
  );
  console.log("|---|---:|---:|---:|---:|");
  for (const engine of Object.keys(ENGINES)) {
    for (const records of RECORDS) console.log(await row(engine, records, folder));
  }
} finally {
  rmSync(folder, { recursive: true });
}
