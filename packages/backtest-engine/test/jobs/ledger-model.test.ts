import fc from "fast-check";
import { expect, test } from "vitest";

import { LedgerRun, type Command } from "./ledger-model.ts";

const pick = fc.nat({ max: 50 });
const commands: fc.Arbitrary<Command[]> = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant("create" as const) }),
    fc.record({ do: fc.constant("wait" as const), milliseconds: fc.nat({ max: 40_000 }) }),
    fc.record({
      do: fc.constantFrom(
        "claim" as const,
        "claim" as const,
        "cancel" as const,
        "undispatch" as const,
      ),
      job: pick,
      worker: pick,
    }),
    fc.record({ do: fc.constant("die" as const), worker: pick }),
    fc.record({
      do: fc.constantFrom(
        "renew" as const,
        "complete" as const,
        "fail" as const,
        "stop" as const,
        "crash" as const,
      ),
      claim: pick,
    }),
  ),
  { minLength: 1, maxLength: 60 },
);

test("under any order of claims, losses, cancels and late results no job is lost, ended twice or miscounted", async () => {
  const checked = fc.assert(
    fc.asyncProperty(commands, async (sequence) => {
      const run = new LedgerRun();
      for (const command of sequence) {
        await run.apply(command);
        await run.check();
      }
      await run.drain();
    }),
    { numRuns: 150 },
  );
  await expect(checked).resolves.toBeUndefined();
});
