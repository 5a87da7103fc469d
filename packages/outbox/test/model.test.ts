/** Any course of changes, failures and processes that vanish: each entry of a committed change ends exactly once. */
import fc from "fast-check";
import { expect, test } from "vitest";

import { fixture } from "./support/box.ts";

const step = fc.oneof(
  fc.constant("commit" as const),
  fc.constant("roll back" as const),
  fc.constant("deliver" as const),
  fc.constant("deliver in two processes" as const),
  fc.constant("wait" as const),
);
type Fate = "taken" | "failed" | "vanished";
const fate = fc.constantFrom<Fate[]>("taken", "failed", "vanished");

test("every committed entry is delivered or a dead letter, and no other is", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 40 }),
      fc.infiniteStream(fate),
      async (steps, fates) => {
        const taken: string[] = [];
        let isOver = false;
        const box = fixture({
          maxAttempts: 3,
          deliver: ({ payload }) => {
            const next: Fate = isOver ? "taken" : (fates.next().value as Fate);
            if (next === "failed") return Promise.reject(new Error("away"));
            taken.push(payload);
            // The receiver has it, but the process is gone before it can say so.
            return next === "taken" ? Promise.resolve() : Promise.reject(new Error("vanished"));
          },
        });
        const other = box.again();
        const committed: string[] = [];
        for (const [at, act] of steps.entries()) {
          if (act === "wait") await box.clock.advance(45_000);
          if (act === "deliver") await box.outbox.deliverDue();
          if (act === "deliver in two processes") {
            await Promise.all([box.outbox.deliverDue(), other.deliverDue()]);
          }
          if (act !== "commit" && act !== "roll back") continue;
          const entry = await box.outbox.prepare(`${at}`);
          const work = box.store.transaction(async (tx) => {
            await box.outbox.add(tx, entry);
            if (act === "roll back") throw new Error("rolled back");
          });
          await work.catch(() => undefined);
          if (act === "commit") committed.push(`${at}`);
        }
        isOver = true;
        await box.clock.advance(86_400_000);
        await box.outbox.deliverDue();
        const { waiting, dead } = await box.outbox.measure();
        expect(waiting).toBe(0);
        expect(taken.filter((one) => !committed.includes(one))).toEqual([]);
        expect(new Set(taken).size + dead).toBeGreaterThanOrEqual(committed.length);
      },
    ),
    { numRuns: 100 },
  );
});
