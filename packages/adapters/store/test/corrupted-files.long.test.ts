/**
 * Files of every engine with random bytes at random places: an opening or a read is an error, or gives what was stored.
 *
 * A write-ahead log ends, for SQLite, at its first damaged frame: there a document may also be what it was before.
 */

import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import {
  defineCollection,
  everyDocument,
  isBourseError,
  seededRandom,
  type Entity,
  type Store,
} from "@bourse/kernel";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { isLongRun, rounds } from "../../../../test/support/rounds.ts";
import { openStore } from "../src/index.ts";

interface Job extends Entity {
  readonly owner: string;
  readonly amount: number;
  readonly note: string;
}

const jobs = defineCollection<Job>()({
  name: "jobs",
  indexes: {
    by_owner: { fields: ["owner", "amount"] },
    by_note: { fields: ["note"], unique: true },
  },
});
const collections = [jobs];
const KEY = new Uint8Array(32).fill(9);
const DOCUMENTS = 300;

const job = (n: number, generation: number): Job => ({
  id: `job-${n}`,
  owner: `owner-${n % 7}`,
  amount: generation * 100_000 + n,
  note: `${n} ${"é".repeat(n % 90)}`,
});
const bytesOf = (n: number): Uint8Array | undefined =>
  n % 10 === 0 ? new Uint8Array(3000 + n).fill(n) : undefined;

/** Everything that a reader can ask for, each against what may be answered. */
async function readAll(store: Store, allowed: (n: number) => readonly Job[]): Promise<number> {
  let refused = 0;
  const ask = async (question: () => Promise<void>): Promise<void> => {
    try {
      await question();
    } catch (error) {
      if (!isBourseError(error)) throw error;
      expect(error.code).toMatch(/^STORE_(CORRUPT|IO)$/);
      refused += 1;
    }
  };
  for (let n = 0; n < DOCUMENTS; n += 1) {
    await ask(async () => {
      const found = await store.get(jobs, `job-${n}`);
      expect(allowed(n), `job-${n}`).toContainEqual(found?.value);
    });
    await ask(async () => {
      const found = await store.bytes(jobs, `job-${n}`);
      if (found !== undefined || allowed(n).length === 1) expect(found).toEqual(bytesOf(n));
    });
  }
  for (const index of ["by_owner", "by_note"] as const) {
    await ask(async () => {
      const ids = new Set<string>();
      for await (const { value } of everyDocument(store, jobs, { index })) {
        expect(allowed(Number(value.id.slice(4))), index).toContainEqual(value);
        ids.add(value.id);
      }
      expect(ids.size).toBe(DOCUMENTS);
    });
  }
  await ask(async () => expect(await store.count(jobs)).toBe(DOCUMENTS));
  return refused;
}

interface Case {
  readonly name: string;
  readonly engine: "lowdb" | "sqlite";
  /** Suffix of the file that is damaged. */
  readonly suffix: string;
}

const CASES: readonly Case[] = [
  { name: "a lowdb file", engine: "lowdb", suffix: "" },
  { name: "a SQLite file", engine: "sqlite", suffix: "" },
  { name: "the write-ahead log of a SQLite file", engine: "sqlite", suffix: "-wal" },
  { name: "the shared-memory file of a SQLite file", engine: "sqlite", suffix: "-shm" },
];

describe.each(CASES)("$name with random bytes at random places", ({ engine, suffix }) => {
  const folder = mkdtempSync(join(tmpdir(), "bourse-corrupted-"));
  const whole = join(folder, "whole");
  afterAll(() => rmSync(folder, { recursive: true }));

  beforeAll(async () => {
    const url = `${engine}:${join(folder, "made", "store")}`;
    const store = await openStore(url, { collections, checksumKey: KEY });
    await store.transaction(async (tx) => {
      for (let n = 0; n < DOCUMENTS; n += 1) await tx.insert(jobs, job(n, 1), bytesOf(n));
    });
    if (suffix === "") {
      await store.close();
      cpSync(join(folder, "made"), whole, { recursive: true });
      return;
    }
    // Checkpointed, then changed once more: the log holds the second generation only, as after a kill.
    await store.close();
    const again = await openStore(url, { collections, checksumKey: KEY });
    await again.transaction(async (tx) => {
      for (let n = 0; n < DOCUMENTS; n += 1) await tx.replace(jobs, job(n, 2), 1);
    });
    cpSync(join(folder, "made"), whole, { recursive: true });
    await again.close();
  });

  test("is an error that says so, or the right value, and never another", async () => {
    const random = seededRandom(`corrupted ${engine} ${suffix}`);
    const newest = suffix === "" ? 1 : 2;
    // SQLite makes the shared-memory file anew; a log may end early.
    const allowed = (n: number): readonly Job[] =>
      suffix === "-wal" ? [job(n, 1), job(n, 2)] : [job(n, newest)];
    let refusals = 0;
    const times = rounds(3, 400);
    for (let round = 0; round < times; round += 1) {
      const place = join(folder, `round-${round}`);
      cpSync(whole, place, { recursive: true });
      const path = join(place, `store${suffix}`);
      expect(existsSync(path), path).toBe(true);
      const bytes = readFileSync(path);
      const start = random.below(bytes.length);
      const length = 1 + random.below(round % 3 === 0 ? 4096 : 3);
      for (let at = start; at < Math.min(start + length, bytes.length); at += 1) {
        bytes[at] = bytes[at]! ^ (1 + random.below(255));
      }
      writeFileSync(path, bytes);
      try {
        const url = `${engine}:${join(place, "store")}`;
        const store = await openStore(url, { collections, checksumKey: KEY });
        try {
          refusals += (await readAll(store, allowed)) > 0 ? 1 : 0;
        } finally {
          await store.close();
        }
      } catch (error) {
        if (!isBourseError(error)) throw error;
        expect(error.code).toMatch(/^STORE_(CORRUPT|FORMAT_UNSUPPORTED|KEY_INVALID|IO)$/);
        expect(error.message).toContain("store");
        refusals += 1;
      }
      rmSync(place, { recursive: true });
    }
    if (suffix === "" && isLongRun) expect(refusals).toBeGreaterThan(times / 3);
  }, 600_000);
});
