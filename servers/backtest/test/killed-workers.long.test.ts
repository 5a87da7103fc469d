import { openStore } from "@bourse/store";
import { backtestCollections } from "@bourse/trading-core";
import { describe, expect, onTestFinished, test, vi } from "vitest";

import { missingPostgres } from "../../../test/postgres/src/start-postgres.ts";
import { noNats } from "../../../test/support/nats-server.ts";
import { rounds } from "../../../test/support/rounds.ts";
import { startCluster } from "./support/cluster.ts";

const missing = noNats ?? missingPostgres() ?? undefined;

/** More candles than a worker is through with before the kill. */
const SWEEP = {
  interval: "1",
  end_time: "2026-01-01",
  limit: rounds(30_000, 100_000),
  strategy: "ma_crossover",
  parameters: {
    fast_period: { from: 2, to: 49, step: 1 },
    slow_period: { from: 50, to: 199, step: 1 },
  },
  option_ranges: { stop_loss: { from: 0.001, to: 0.1, scale: "log" } },
  search: { count: 3000, seed: 5 },
};

describe.skipIf(missing !== undefined)(`a sweep${missing ? ` (${missing})` : ""}`, () => {
  test("whose worker is killed is gone on with by the next worker, to the same result", async () => {
    const cluster = await startCluster(["api", "data", "worker"]);
    onTestFinished(() => cluster.close());
    const store = await openStore(cluster.postgres.url(), {
      collections: backtestCollections,
      schema: "backtest",
    });
    onTestFinished(() => store.close());
    const collection = (name: string) => backtestCollections.find((one) => one.name === name)!;
    const kept = (): Promise<number> => store.count(collection("job_work_parts"));

    const post = (): Promise<string> =>
      vi.waitFor(
        async () => {
          const answer = await cluster.call("POST", "/sweeps", SWEEP);
          expect(answer).toMatchObject({ status: 200 });
          return String(answer!.body["job_id"]);
        },
        { timeout: 30_000, interval: 200 },
      );
    const resultOf = (uuid: string): Promise<object> =>
      vi.waitFor(
        async () => {
          const answer = await cluster.call("GET", `/jobs/${uuid}`);
          expect(answer?.body).toMatchObject({ status: "completed", error: null });
          return { ...(answer!.body["result"] as object), elapsed_ms: 0 };
        },
        { timeout: 200_000, interval: 200 },
      );
    const expected = await resultOf(await post());

    const uuid = await post();
    await vi.waitFor(async () => expect(await kept()).toBeGreaterThan(1), {
      timeout: 60_000,
      interval: 20,
    });
    await cluster.of("worker")[0]!.crash();
    expect(await kept(), "nothing is lost with the worker").toBeGreaterThan(1);
    expect(await resultOf(uuid)).toEqual(expected);
    const stored = (await store.get(collection("jobs"), uuid))?.value;
    expect(stored, "one try was lost").toMatchObject({ attempt: 2 });
    expect(await kept(), "an ended job keeps no trials").toBe(0);
  }, 400_000);
});
