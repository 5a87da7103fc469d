import { setTimeout as sleep } from "node:timers/promises";

import { everyDocument, type Collection, type Entity } from "@bourse/kernel";
import { openStore } from "@bourse/store";
import { jobCollections } from "@bourse/trading-core";
import { expect, test } from "vitest";

import { drawnCases, rounds } from "../../../test/support/rounds.ts";
import type { Calls, JobBody } from "./support/calls.ts";
import { runTestServer } from "./support/running-server.ts";
import { startServerProcess } from "./support/server-process.ts";
import { tempFolder } from "./support/temp-folder.ts";

/** More than the three tries of a job that keeps nothing; a fast machine may end the job before the last one. */
const KILLS = 4;

const common = {
  interval: "1",
  end_time: "2026-01-01",
  limit: rounds(20_000, 60_000),
  strategy: "ma_crossover",
  parameters: {
    fast_period: { from: 2, to: 49, step: 1 },
    slow_period: { from: 50, to: 199, step: 1 },
  },
};
const free = {
  ...common,
  option_ranges: { stop_loss: { from: 0.001, to: 0.1, scale: "log" } },
};
const tpe = { ...free, search: { method: "tpe", count: 1500 }, early_stopping: {} };

const CASES = [
  ["a grid", common],
  ["a random search", { ...free, search: { count: 3000, seed: 5 } }],
  ["tpe with early stopping", tpe],
] as const;

test.each(drawnCases(CASES, 1))(
  "the sweep of %s whose server is killed again and again goes on, and ends with the result of one that never was",
  { timeout: 400_000 },
  async (_, body) => {
    const undisturbed = await runTestServer({ WORKERS: "1" });
    const expected = await endOf(undisturbed, await post(undisturbed, body));
    expect(expected).toMatchObject({ status: "completed", error: null });

    const folder = await tempFolder();
    let uuid: string | undefined;
    const kept: number[] = [];
    while (kept.length < KILLS) {
      const server = await startServerProcess({ DATA_DIR: folder, WORKERS: "1" });
      uuid ??= await post(server, body);
      const isGoing = await hasKeptMore(server, uuid);
      await server.end("SIGKILL");
      if (!isGoing) break;
      kept.push(await keptTrials(folder));
    }
    process.stdout.write(`trials kept at the kills: ${kept.join(", ")}\n`);
    expect(kept[0], "the job is long enough to be killed").toBeGreaterThan(0);
    expect(kept, "no try loses what the one before kept").toEqual(kept.toSorted((a, b) => a - b));

    const last = await startServerProcess({ DATA_DIR: folder, WORKERS: "1" });
    const ended = await endOf(last, uuid!);
    expect({ ...ended.result, elapsed_ms: 0 }).toEqual({ ...expected.result, elapsed_ms: 0 });
    const { body: list } = await last.get("/api/jobs");
    expect(list, "one job, which ended once").toMatchObject([{ uuid, status: "completed" }]);
    await last.end("SIGTERM");
    expect(await keptTrials(folder), "an ended job keeps no trials").toBe(0);
  },
);

async function post(server: Calls, body: object): Promise<string> {
  const answer = await server.post("/api/sweeps", body);
  expect(answer.status).toBe(200);
  return (answer.body as { job_id: string }).job_id;
}

async function jobOf(server: Calls, uuid: string): Promise<JobBody & { updated_at: string }> {
  return (await server.get(`/api/jobs/${uuid}`)).body as JobBody & { updated_at: string };
}

/** The job when it has ended, however long that takes. */
async function endOf(server: Calls, uuid: string): Promise<JobBody> {
  for (;;) {
    const job = await jobOf(server, uuid);
    if (job.completed_at !== null) return job;
    await sleep(50);
  }
}

/**
 * Resolves to true when the job has changed twice: it was given to the worker, and more trials were kept. False when it
 * has ended before.
 */
async function hasKeptMore(server: Calls, uuid: string): Promise<boolean> {
  const seen = new Set<string>();
  for (;;) {
    const { completed_at, error, updated_at } = await jobOf(server, uuid);
    expect(error).toBeNull();
    if (completed_at !== null) return false;
    seen.add(updated_at);
    if (seen.size > 2) return true;
    await sleep(5);
  }
}

/** Number of trials that the unfinished jobs of a stopped server keep. */
async function keptTrials(folder: string): Promise<number> {
  const store = await openStore(`sqlite:${folder}/backtest.db`, { collections: jobCollections });
  try {
    const parts = jobCollections.find(
      ({ name }) => name === "job_work_parts",
    ) as Collection<Entity>;
    let trials = 0;
    for await (const { value } of everyDocument(store, parts)) {
      const bytes = await store.bytes(parts, value.id);
      const { entries } = JSON.parse(new TextDecoder().decode(bytes)) as {
        entries: { kind: string }[];
      };
      trials += entries.filter(({ kind }) => kind === "trial").length;
    }
    return trials;
  } finally {
    await store.close();
  }
}
