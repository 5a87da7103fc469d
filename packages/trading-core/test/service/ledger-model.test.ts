import fc from "fast-check";
import { expect, test } from "vitest";

import { LedgerRun, type Command } from "./ledger-model.ts";

const pick = fc.nat({ max: 50 });
const word = <const Word extends string>(...words: readonly Word[]): fc.Arbitrary<Word> =>
  fc.constantFrom(...words);

/** Few jobs and much of what loses workers: so that jobs live long enough to be tried too often. */
const commands: fc.Arbitrary<Command[]> = fc.array(
  fc.oneof(
    { weight: 1, arbitrary: fc.record({ do: word("create") }) },
    {
      weight: 3,
      arbitrary: fc.record({
        do: word("wait"),
        milliseconds: fc.constantFrom(1000, 29_999, 30_000),
      }),
    },
    { weight: 8, arbitrary: fc.record({ do: word("claim"), job: pick, worker: pick }) },
    {
      weight: 1,
      arbitrary: fc.record({ do: word("cancel", "undispatch"), job: pick, worker: pick }),
    },
    { weight: 1, arbitrary: fc.record({ do: word("die"), worker: pick }) },
    {
      weight: 6,
      arbitrary: fc.record({
        do: word("renew", "keep", "keep", "drop", "stop", "stop", "crash", "complete", "fail"),
        claim: pick,
      }),
    },
  ),
  { minLength: 20, maxLength: 150, size: "max" },
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
    { numRuns: 200 },
  );
  await expect(checked).resolves.toBeUndefined();
});
