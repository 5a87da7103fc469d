import { expect, onTestFinished, test } from "vitest";

import { createProcessPool } from "../../src/threads/index.ts";

test("what a process needs to start does not count as time of its task", async () => {
  const pool = createProcessPool<{ readonly double: (value: number) => number }>({
    module: new URL("./slow-process.fixture.ts", import.meta.url),
    size: 1,
    timeLimitSeconds: 2,
  });
  onTestFinished(() => pool.close({ deadlineMilliseconds: 0 }));
  expect(await pool.run("double", 21)).toBe(42);
});
