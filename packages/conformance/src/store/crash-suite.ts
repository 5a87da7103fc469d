/**
 * The suite for engines that outlive their process: a child that writes as fast as it can is killed, again and
 * again, and after each death the store holds all that was acknowledged and nothing by halves.
 */

import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { writeSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

import {
  checkArguments,
  defineCollection,
  functionOption,
  integerOption,
  objectOf,
  anyFunction,
  resolveOptions,
  type Collection,
  type Store,
  type StoreOptions,
} from "@bourse/kernel";

import type { Item } from "./fixtures.ts";
import { seededChoice, type SeededChoice } from "./random.ts";

/** Options of {@link storeCrashConformance}. */
export interface StoreCrashOptions {
  /** Declares one test with its time limit: `test` of Vitest, or a wrapper of node:test. */
  readonly test: (name: string, run: () => Promise<void>, timeoutMilliseconds: number) => unknown;
  /** Opens the store under test, always the same one. */
  readonly open: (options: StoreOptions) => Promise<Store>;
  /** Starts a process that opens the same store and runs {@link crashWriter} on it; its output must be piped. */
  readonly spawnWriter: () => ChildProcess;
  /** Number of kills. Default 50. */
  readonly kills?: number;
  /** Seed of the moments of the kills. Default 1. */
  readonly seed?: number;
}

/** Registers the suite's one test. @throws KernelError OPTION_INVALID */
export function storeCrashConformance(given: StoreCrashOptions): void {
  const { test, open, spawnWriter, kills, seed } = resolveOptions<Required<StoreCrashOptions>>(
    "storeCrashConformance",
    given,
    {
      test: functionOption(),
      open: functionOption(),
      spawnWriter: functionOption(),
      kills: integerOption({ min: 0, default: 50 }),
      seed: integerOption({ default: 1 }),
    },
  );
  test(`a process killed while it writes loses nothing acknowledged and leaves no half (${kills} kills, seed ${seed})`, async () => {
    const choice = seededChoice(seed);
    const last = Array.from({ length: LANES }, () => 0);
    for (let kill = 0; kill < kills; kill += 1) {
      const acknowledged = await writeUntilKilled(spawnWriter(), choice);
      acknowledged.forEach((count, lane) => (last[lane] = Math.max(last[lane] ?? 0, count)));
      const store = await open({ collections: CRASH_COLLECTIONS });
      try {
        for (let lane = 0; lane < LANES; lane += 1) await checkLane(store, lane, acknowledged);
      } catch (cause) {
        throw new Error(`Kill ${kill} of seed ${seed} left what must not be.`, { cause });
      } finally {
        await store.close();
      }
    }
    const writes = last.reduce((sum, count) => sum + count);
    assert.ok(writes >= kills, `the writers hardly wrote: ${writes} acknowledged`);
  }, 120_000);
}

const balances: Collection<Item> = defineCollection<Item>()({ name: "balances" });
const entries: Collection<Item, "by_lane"> = defineCollection<Item>()({
  name: "entries",
  indexes: { by_lane: { fields: ["lane", "number"], unique: true } },
});

/** Collections that the writer's store must be opened with. */
export const CRASH_COLLECTIONS: StoreOptions["collections"] = [balances, entries];

/** Writers at once in the child, so that groups of many are cut in two. */
const LANES = 6;

/** Number of entries that a lane keeps. */
const KEPT = 10;

/** Binary data stored with an entry: more than a page of any engine. */
const bytesOf = (lane: number, count: number): Uint8Array =>
  new Uint8Array(10_000).fill(lane * 31 + count);

/**
 * Writes for ever: each transaction counts two documents up, inserts an entry with bytes and deletes an old one; each
 * acknowledgement is a line on the standard output. For the child of {@link storeCrashConformance}.
 *
 * @throws KernelError ARGUMENT_INVALID
 */
export async function crashWriter(store: Store): Promise<never> {
  checkArguments("crashWriter", { store: objectOf({ transaction: anyFunction }) }, [store]);
  const lane = async (number: number): Promise<never> => {
    for (;;) {
      const count = await store.transaction(async (tx) => {
        const left = await tx.get(balances, `left-${number}`);
        const right = await tx.get(balances, `right-${number}`);
        const next = (left?.version ?? 0) + 1;
        for (const [side, row] of [
          ["left", left],
          ["right", right],
        ] as const) {
          const value = { id: `${side}-${number}`, count: next };
          await (row === undefined
            ? tx.insert(balances, value)
            : tx.replace(balances, value, row.version));
        }
        const entry = { id: `${number}-${next}`, lane: number, number: next };
        await tx.insert(entries, entry, bytesOf(number, next));
        await tx.delete(entries, `${number}-${next - KEPT}`);
        return next;
      });
      // Written through at once: what the parent has read was acknowledged.
      writeSync(1, `${number} ${count}\n`);
    }
  };
  return Promise.race(Array.from({ length: LANES }, (_, number) => lane(number)));
}

/** Lets the child write for a while, kills it, and gives the last count that each lane acknowledged. */
async function writeUntilKilled(
  child: ChildProcess,
  choice: SeededChoice,
): Promise<readonly number[]> {
  const acknowledged = Array.from({ length: LANES }, () => 0);
  const { stdout, stderr } = child;
  assert.ok(stdout !== null && stderr !== null, "the child's output must be piped");
  let complaint = "";
  stderr.setEncoding("utf8").on("data", (text: string) => (complaint += text));
  let rest = "";
  const firstLine = new Promise<void>((resolve) => {
    stdout.setEncoding("utf8").on("data", (text: string) => {
      const lines = (rest + text).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        const [lane, count] = line.split(" ").map(Number) as [number, number];
        acknowledged[lane] = count;
      }
      if (lines.length > 0) resolve();
    });
  });
  const closed = once(child, "close");
  // Now and then it dies while it starts; mostly in the midst of its writing.
  if (choice.below(8) > 0) await Promise.race([firstLine, closed]);
  const delay = choice.below(40);
  await Promise.race([closed, sleep(delay)]);
  assert.equal(child.exitCode, null, `the writer ended by itself: ${complaint}`);
  child.kill("SIGKILL");
  await closed;
  return acknowledged;
}

async function checkLane(
  store: Store,
  lane: number,
  acknowledged: readonly number[],
): Promise<void> {
  const left = await store.get(balances, `left-${lane}`);
  const right = await store.get(balances, `right-${lane}`);
  const count = left?.version ?? 0;
  assert.equal(
    right?.version ?? 0,
    count,
    `lane ${lane}: one side of a transaction without the other`,
  );
  assert.deepEqual(left?.value["count"] ?? 0, count);
  assert.ok(
    count >= acknowledged[lane]!,
    `lane ${lane}: ${acknowledged[lane]} acknowledged, ${count} found`,
  );
  const found = await store.find(entries, { index: "by_lane", equals: [lane] });
  const kept = Array.from(
    { length: Math.min(count, KEPT) },
    (_, i) => count - Math.min(count, KEPT) + 1 + i,
  );
  assert.deepEqual(
    found.items.map(({ value }) => value["number"]),
    kept,
  );
  for (const at of kept) {
    assert.deepEqual(await store.bytes(entries, `${lane}-${at}`), bytesOf(lane, at));
  }
}
