import { EngineError } from "@bourse/backtest-engine/data";
import { createManualClock } from "@bourse/kernel";
import { describe, expect, test } from "vitest";

import type { Attempt } from "../src/attempt.ts";
import { retry, type RetryPolicy } from "../src/retry.ts";

const failure = (index: number, waitMilliseconds?: number): Attempt<string> => ({
  error: new EngineError("MARKET_DATA_UNAVAILABLE", `failure ${index}`),
  retry: true,
  ...(waitMilliseconds !== undefined && { waitMilliseconds }),
});

function setUp(outcomes: Attempt<string>[], policy: Partial<RetryPolicy> = {}) {
  const clock = createManualClock();
  const asked: number[] = [];
  const waits: number[] = [];
  const run = retry(
    {
      clock,
      random: () => 0.5,
      attempts: 4,
      backoffMilliseconds: 100,
      longestWaitMilliseconds: 1_000,
      ...policy,
    },
    async () => {
      asked.push(clock.monotonic());
      return outcomes.shift()!;
    },
    { onWait: (milliseconds) => waits.push(milliseconds) },
  );
  return { clock, asked, waits, settled: Promise.allSettled([run]) };
}

describe("retry", () => {
  test("pauses are drawn from ranges that double", async () => {
    const { clock, asked, settled } = setUp([failure(1), failure(2), failure(3), { value: "ok" }]);
    await clock.advance(10_000);
    expect(asked).toEqual([0, 50, 150, 350]);
    expect(await settled).toEqual([{ status: "fulfilled", value: "ok" }]);
  });

  test("the last error is the one that is told", async () => {
    const { clock, settled } = setUp([failure(1), failure(2)], { attempts: 2 });
    await clock.advance(10_000);
    expect(await settled).toMatchObject([{ status: "rejected", reason: { message: "failure 2" } }]);
  });

  test("a failure that will stay is told at once", async () => {
    const { asked, settled } = setUp([{ ...failure(1), retry: false } as Attempt<string>]);
    expect(await settled).toMatchObject([{ reason: { message: "failure 1" } }]);
    expect(asked).toEqual([0]);
  });

  test("a wait that is asked for is kept; one that is too long is not begun", async () => {
    const { clock, asked, waits, settled } = setUp([failure(1, 999), failure(2, 1_001)]);
    await clock.advance(10_000);
    expect(asked).toEqual([0, 999]);
    expect(waits).toEqual([999]);
    expect(await settled).toMatchObject([{ reason: { message: "failure 2" } }]);
  });
});
