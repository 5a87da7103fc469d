/**
 * Jobs a second with two worker processes against one, each with one simulation thread. The interface, the process with
 * the candles, PostgreSQL and NATS run on the same machine: with two cores they share them with the workers, so a
 * job is a search, in which the simulation is nearly all of the work. Needs a machine that does nothing else: what
 * else runs takes the second core.
 */

import { setTimeout as sleep } from "node:timers/promises";

import { ratio, type Line } from "./line.ts";
import { openSite, type Running } from "./servers.ts";

const ROUNDS = 7;
/** Jobs of each worker in a round: one worker and two take as long, so that a slower machine meets them alike. */
const JOBS_A_WORKER = 6;
/** Long enough that asking takes nothing from the workers, of which a round lasts several seconds. */
const POLL_MILLISECONDS = 100;
/**
 * A walk-forward of nine windows, each with 4,970 runs over 5,000 candles: some three seconds of a worker, beside which
 * everybody else has next to nothing to do, for a search over few candles hands over little and stores one run of each
 * window. The candles stay in a core's own caches: two sweeps over 150,000 take a sixth longer each when they run at
 * once, without any server, because both wait for the same memory.
 */
const SEARCH = {
  symbol: "BTCUSDT",
  interval: "1h",
  limit: 9500,
  end_time: "2026-01-01",
  strategy: "ma_crossover",
  parameters: {
    fast_period: Array.from({ length: 70 }, (_, at) => at + 2),
    slow_period: Array.from({ length: 71 }, (_, at) => at + 100),
  },
  train_candles: 5000,
  test_candles: 500,
};

export async function measureWorkers(): Promise<readonly Line[]> {
  const site = await openSite();
  try {
    const variables = { WORKERS: "1", DATA_PROVIDER: "simulated" };
    const start = (role: string): Promise<Running> =>
      site.start("backtest", { ...variables, ROLE: role });
    const api = await start("api");
    await start("data");
    const first = await start("worker");
    await runJobs(api.url, 1);
    const figures: { readonly one: number; readonly two: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const one = await jobsPerSecond(api.url, 1);
      const second = await start("worker");
      await runJobs(api.url, 2);
      const two = await jobsPerSecond(api.url, 2);
      await second.end();
      figures.push({ one, two });
    }
    await first.end();
    const ratios = figures.map(({ one, two }) => two / one);
    return [ratio("jobs a second, 2 workers against 1", ratios, { atLeast: 1.8 })];
  } finally {
    await site.close();
  }
}

/** Completed jobs a second of workers that have run one each: their code is fast by then, and their caches are full. */
async function jobsPerSecond(url: string, workers: number): Promise<number> {
  const jobs = workers * JOBS_A_WORKER;
  const began = performance.now();
  await runJobs(url, jobs);
  return (jobs * 1000) / (performance.now() - began);
}

async function runJobs(url: string, count: number): Promise<void> {
  const before = await completed(url);
  await Promise.all(
    Array.from({ length: count }, async () => {
      const answer = await fetch(`${url}/api/walk-forward`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(SEARCH),
      });
      if (!answer.ok) throw new Error(await answer.text());
    }),
  );
  while ((await completed(url)) < before + count) await sleep(POLL_MILLISECONDS);
}

async function completed(url: string): Promise<number> {
  const answer = await fetch(`${url}/api/jobs/stats`);
  const stats = (await answer.json()) as { readonly completed: number; readonly failed: number };
  if (stats.failed > 0) throw new Error(`${stats.failed} jobs failed.`);
  return stats.completed;
}
