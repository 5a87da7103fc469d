import fc from "fast-check";
import { expect, test } from "vitest";

import { createFairQueue } from "../src/password/fair-queue.ts";

/** A queue whose jobs end when they are told to, in the order in which they began. */
function world(maxInFlight: number, maxQueued: number) {
  const queue = createFairQueue(maxInFlight, maxQueued, () => new Error("busy"));
  const began: string[] = [];
  const refused: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (name: string, ...sources: string[]): void => {
    const work = (): Promise<void> => {
      began.push(name);
      return new Promise((end) => ends.push(end));
    };
    void queue(work, sources).catch(() => refused.push(name));
  };
  const settle = (): Promise<void> => new Promise((done) => setImmediate(done));
  /** Ends all jobs, one after another. */
  const drain = async (): Promise<void> => {
    await settle();
    for (let end = ends.shift(); end !== undefined; end = ends.shift()) {
      end();
      await settle();
    }
  };
  return { ask, began, refused, drain };
}

test("a flood of one account delays every other caller by one job at most", async () => {
  const { ask, began, refused, drain } = world(1, 100);
  for (let i = 0; i < 50; i++) ask(`flood ${i}`, "ann", "address 1");
  for (const name of ["bob", "carol", "dave"]) ask(name, name, `address of ${name}`);
  await drain();
  expect(began.slice(0, 5)).toEqual(["flood 0", "flood 1", "bob", "carol", "dave"]);
  expect(refused).toEqual([]);
});

test("a flood from many addresses at one account, and from one address at many accounts, are floods too", async () => {
  const { ask, began, drain } = world(1, 100);
  for (let i = 0; i < 20; i++) ask(`one account ${i}`, "ann", `address ${i}`);
  for (let i = 0; i < 20; i++) ask(`one address ${i}`, `account ${i}`, "address x");
  ask("bob", "bob", "address of bob");
  await drain();
  expect(began.indexOf("bob")).toBeLessThanOrEqual(3);
});

test("a full queue refuses the source with the most waiting jobs, not the newcomer", async () => {
  const { ask, began, refused, drain } = world(1, 10);
  for (let i = 0; i < 11; i++) ask(`flood ${i}`, "ann");
  for (let i = 0; i < 8; i++) ask(`guest ${i}`, `guest ${i}`);
  ask("flood again", "ann");
  await drain();
  expect(refused.toSorted()).toEqual(
    ["flood again", ...Array.from({ length: 8 }, (_, i) => `flood ${i + 3}`)].toSorted(),
  );
  expect(began).toHaveLength(11);
});

test("every job is served or refused exactly once, and never more than the bounds", async () => {
  const job = fc.record({ account: fc.integer({ min: 0, max: 4 }), address: fc.nat({ max: 4 }) });
  await fc.assert(
    fc.asyncProperty(
      fc.array(job, { maxLength: 40 }),
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 0, max: 10 }),
      async (jobs, maxInFlight, maxQueued) => {
        const { ask, began, refused, drain } = world(maxInFlight, maxQueued);
        for (const [at, { account, address }] of jobs.entries()) {
          ask(`${at}`, `account ${account}`, `address ${address}`);
        }
        await drain();
        const all = [...began, ...refused].toSorted((a, b) => Number(a) - Number(b));
        expect(all).toEqual(jobs.map((_, at) => `${at}`));
        expect(began).toHaveLength(Math.min(jobs.length, maxInFlight + maxQueued));
        // The queue is empty again, and as good as new.
        ask("next", "account 0");
        await drain();
        expect(began.at(-1)).toBe("next");
      },
    ),
    { numRuns: 60 },
  );
});
