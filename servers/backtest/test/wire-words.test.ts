import { expect, test } from "vitest";

import { sharedTestServer } from "./support/running-server.ts";

const shared = sharedTestServer();

test("a refusal names fields as the body spells them, and no option that a body lacks", async () => {
  const parameters = {
    fast_period: { from: 2, to: 100, step: 1 },
    slow_period: { from: 5, to: 200, step: 1 },
  };
  const many = await shared().post("/api/sweeps", { strategy: "ma_crossover", parameters });
  const long = { train_candles: 5000, test_candles: 500, limit: 1000 };
  const walk = await shared().post("/api/walk-forward", long);
  for (const answer of [many, walk]) {
    expect(answer.status).toBe(422);
    expect(JSON.stringify(answer.body)).not.toMatch(/maxCombinations|Candles/u);
  }
  expect(JSON.stringify(walk.body)).toContain("Shorten train_candles or test_candles");
});

test("null switches a strategy's own target and stop off", async () => {
  const range = { interval: "1h", start_time: "2025-01-01", end_time: "2025-06-01" };
  const reasons = async (more: object): Promise<string> => {
    const { body } = await shared().post("/api/backtests", { ...range, ...more });
    const { job_id: uuid } = body as { job_id: string };
    const job = await shared().ended(uuid);
    expect(job.payload).toMatchObject(more);
    return JSON.stringify((await shared().get(`/api/jobs/${uuid}/trades`)).body);
  };
  expect(await reasons({})).toContain("take_profit");
  const off = await reasons({ take_profit_pct: null, stop_loss_pct: null });
  expect(off).not.toMatch(/take_profit|stop_loss/u);
});
