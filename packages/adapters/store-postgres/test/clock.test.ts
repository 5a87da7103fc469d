/** The clock of a process beside that of its database. */

import { checkStore, defineCollection, systemClock, type Entity, type Store } from "@bourse/kernel";
import { missingPostgres, startPostgres, type TestPostgres } from "test-postgres";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";

import { ClockCheck } from "../src/clock-check.ts";
import { openPostgresStore } from "../src/index.ts";

const items = defineCollection<Entity>()({ name: "items" });

/** A clock that is apart from this machine's, by as many milliseconds as it says. */
class ShiftedClock {
  shift: number;
  constructor(shift: number) {
    this.shift = shift;
  }
  now(): number {
    return systemClock.now() + this.shift;
  }
}

const missing = missingPostgres();

describe.skipIf(missing !== null)("a PostgreSQL store and the clock of its process", () => {
  let server: TestPostgres;
  beforeAll(async () => {
    server = await startPostgres();
  }, 60_000);
  afterAll(() => server.stop());

  async function open(
    processClock: ShiftedClock,
  ): Promise<{ readonly store: Store; readonly warnings: readonly string[] }> {
    const warnings: string[] = [];
    const store = await openPostgresStore({
      url: server.url(),
      collections: [items],
      processClock,
      warn: (sentence) => void warnings.push(sentence),
    });
    onTestFinished(() => store.close());
    return { store, warnings };
  }

  test("opens without a word up to 2 s apart", async () => {
    for (const shift of [-1500, 0, 1500]) {
      const { store, warnings } = await open(new ShiftedClock(shift));
      await store.probe();
      expect([shift, warnings]).toEqual([shift, []]);
    }
  });

  test("warns past 2 s, once until they agree again", async () => {
    const clock = new ShiftedClock(3500);
    const { store, warnings } = await open(clock);
    await store.probe();
    await store.probe();
    expect(warnings).toEqual([expect.stringMatching(/3\.[45] s ahead of.*set both by NTP/)]);
    clock.shift = 0;
    await store.probe();
    clock.shift = -3500;
    await store.probe();
    expect(warnings.slice(1)).toEqual([expect.stringMatching(/3\.[45] s behind/)]);
  });

  test.each([
    [6500, "ahead of"],
    [-6500, "behind"],
  ])("is not opened with a clock %i ms apart", async (shift, side) => {
    const opening = open(new ShiftedClock(shift));
    await expect(opening).rejects.toMatchObject({ code: "STORE_CLOCK_WRONG" });
    await expect(opening).rejects.toThrow(new RegExp(`6\\.[45] s ${side} .* expected at most 5 s`));
  });

  test("is not ready while its clock is wrong, and ready when it is right again", async () => {
    const clock = new ShiftedClock(0);
    const { store } = await open(clock);
    const check = checkStore(store, { keepMilliseconds: 0 });
    expect(await check()).toBeNull();
    clock.shift = -6500;
    expect(await check()).toMatch(/clocks .* more than 5 s apart.*NTP/);
    clock.shift = 0;
    expect(await check()).toBeNull();
  });

  test("is not compared where the time of the store is given", async () => {
    const store = await openPostgresStore({
      url: server.url(),
      collections: [items],
      clock: { now: () => 0 },
      processClock: { now: () => 0 },
    });
    onTestFinished(() => store.close());
    await store.probe();
    expect(await store.now()).toBe(0);
  });
});

test("an answer that was long on its way accuses no clock", async () => {
  let now = 100_000;
  const clock = { now: () => now };
  const check = new ClockCheck(clock, (sentence) => expect.fail(sentence));
  const slow = async (theirs: number): Promise<number> => {
    now += 9000;
    return await Promise.resolve(theirs);
  };
  await check.compare(() => slow(100_000));
  await check.compare(() => slow(118_000));
  const late = check.compare(() => slow(133_000));
  await expect(late).rejects.toMatchObject({ details: { offsetMilliseconds: -6000 } });
});
