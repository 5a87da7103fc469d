import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import { storeCrashConformance } from "@bourse/conformance/store";
import { defineCollection, isBourseError, type Entity } from "@bourse/kernel";
import { missingPostgres, startPostgres, type TestPostgres } from "test-postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { rounds } from "../../../../test/support/rounds.ts";
import { openPostgresStore } from "../src/index.ts";

const writer = fileURLToPath(new URL("crash-writer.ts", import.meta.url));

interface Entry extends Entity {
  readonly lane: number;
  readonly count: number;
}
const entries = defineCollection<Entry>()({ name: "entries" });
const collections = [entries];

const missing = missingPostgres();

describe.skipIf(missing !== null)("the PostgreSQL store", () => {
  let server: TestPostgres;
  beforeAll(async () => {
    server = await startPostgres();
  }, 60_000);
  afterAll(() => server.stop());

  storeCrashConformance({
    test,
    kills: rounds(3, 50),
    open: (options) => openPostgresStore({ ...options, url: server.url() }),
    spawnWriter: () => spawn(process.execPath, ["-C", "@bourse/source", writer, server.url()]),
  });

  test("loses nothing acknowledged when the server is killed again and again under load, and is back within 5 s", async () => {
    const store = await openPostgresStore({ url: server.url(), schema: "killed", collections });
    const acknowledged = [0, 0, 0, 0, 0, 0];
    const maybe = acknowledged.map(() => 0);
    let isOver = false;
    const faults = new Set<string>();
    const lane = async (number: number): Promise<void> => {
      while (!isOver) {
        try {
          await store.transaction(async (tx) => {
            for (const side of ["left", "right"]) {
              const id = `${side}-${number}`;
              const found = await tx.get(entries, id);
              const count = (found?.value.count ?? 0) + 1;
              maybe[number] = count;
              const value = { id, lane: number, count };
              await (found === undefined
                ? tx.insert(entries, value)
                : tx.replace(entries, value, found.version));
            }
          });
          acknowledged[number] = maybe[number]!;
        } catch (error) {
          if (!isBourseError(error)) throw error;
          faults.add(error.code);
          await sleep(5);
        }
      }
    };
    const lanes = acknowledged.map((_, number) => lane(number));
    const total = (): number => acknowledged.reduce((sum, count) => sum + count, 0);
    for (let kill = 0; kill < rounds(3, 20); kill += 1) {
      await sleep(50 + ((kill * 37) % 100));
      await server.signal("SIGKILL");
      await sleep(30);
      await server.restart();
      const before = total();
      const restarted = performance.now();
      while (total() === before) {
        expect(performance.now() - restarted, "milliseconds without a commit").toBeLessThan(5000);
        await sleep(5);
      }
    }
    isOver = true;
    await Promise.all(lanes);
    for (const [number, count] of acknowledged.entries()) {
      const left = (await store.get(entries, `left-${number}`))?.value.count ?? 0;
      const right = (await store.get(entries, `right-${number}`))?.value.count ?? 0;
      expect(right, "both sides of a transaction").toBe(left);
      expect(left).toBeGreaterThanOrEqual(count);
    }
    expect([...faults], "what callers saw meanwhile").toEqual(["STORE_IO"]);
    await store.close();
  }, 180_000);

  test("answers STORE_IO in time while the server hangs, and goes on when it does", async () => {
    const store = await openPostgresStore({
      url: server.url(),
      schema: "hangs",
      collections,
      connectTimeoutMilliseconds: 500,
      statementTimeoutMilliseconds: 500,
    });
    await store.insert(entries, { id: "a", lane: 0, count: 0 });
    await server.signal("SIGSTOP");
    const calls = await Promise.allSettled([
      store.get(entries, "a"),
      store.insert(entries, { id: "b", lane: 0, count: 0 }),
      store.transaction((tx) => tx.get(entries, "a")),
      store.probe(),
      store.now(),
    ]);
    await server.signal("SIGCONT");
    for (const call of calls) {
      expect(call).toMatchObject({ status: "rejected", reason: { code: "STORE_IO" } });
    }
    const resumed = performance.now();
    for (;;) {
      const found = await store.get(entries, "a").catch(() => undefined);
      if (found !== undefined) break;
      expect(performance.now() - resumed).toBeLessThan(5000);
    }
    await store.close();
  }, 60_000);
});
