/** A server whose own strategies do harm: what its other jobs notice of it. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { rounds } from "../../../test/support/rounds.ts";
import type { Calls, JobBody } from "./support/calls.ts";
import { startServerProcess } from "./support/server-process.ts";
import { tempFolder } from "./support/temp-folder.ts";

const TRADER = `onCandle({ index }, broker) {
  if (index % 5 === 0) broker.submit({ side: "buy" });
  if (index % 5 === 1) broker.submit({ side: "sell", reduceOnly: true });
}`;

/** Own strategies that do harm, with what their jobs are told. */
const HARMFUL = {
  arrays: ["const all = []; for (;;) all.push([1, 2, 3]);", /held more than 100 MB of memory/u],
  one_array: [
    "const all = []; for (;;) all.push(all.length + 0.5);",
    /held more than 100 MB of memory/u,
  ],
  filled: [
    "const all = []; for (;;) all.push(new Array(30_000_000).fill(1.5));",
    /held more than 100 MB of memory/u,
  ],
  buffers: [
    "const all = []; for (;;) all.push(new Float64Array(500_000).fill(1));",
    /held more than 100 MB of memory/u,
  ],
  texts: [
    "const all = []; for (let n = 0; ; n++) all.push(String(n).padEnd(100_000));",
    /held more than 100 MB of memory/u,
  ],
  map: [
    "const all = new Map(); for (let n = 0; ; n++) all.set(n, { n });",
    /held more than 100 MB of memory/u,
  ],
  exits: ["process.exit(0);", /ended its process/u],
  aborts: ["process.abort();", /ended its process/u],
  kills: ["process.kill(process.ppid, 'SIGKILL');", /process\.kill is refused/u],
  patches: ["Math.max = () => 1;", /read only property/u],
  dates: ["globalThis.Date = class {};", /read only property/u],
  pollutes: ["Object.prototype.length = 1;", /not extensible/u],
  asks: ["fetch('http://127.0.0.1:9/');", /fetch is refused/u],
  endless: ["for (;;);", /gave no result and no progress for 30 s/u],
} as const;

const candles = { interval: "1", end_time: "2026-01-01", limit: 3000 };
const LATE = { ...candles, strategy: "late" };
const sweep = { strategy: "tidy", parameters: { every: [3, 4, 5, 6, 7, 8] } };
const windows = { train_candles: 800, test_candles: 400 };

type Job = readonly [path: string, body: object];

/** Twenty jobs of built-in strategies and another own one, five times over in a whole run. */
const BESIDE = Array.from({ length: rounds(1, 5) }, (): readonly Job[] => [
  ...["ma_crossover", "rsi", "bollinger_bands", "tidy"].flatMap((strategy) =>
    [3000, 2000, 1000, 500].map(
      (limit) => ["/api/backtests", { ...candles, strategy, limit }] as const,
    ),
  ),
  ["/api/sweeps", { ...candles, ...sweep }],
  ["/api/walk-forward", { ...candles, ...sweep, ...windows }],
  ["/api/sweeps", { ...candles, strategy: "ma_crossover", parameters: { fast_period: [2, 3, 4] } }],
  ["/api/backtests", { ...candles, strategy: "tidy", parameters: { every: 9 } }],
]).flat();

test("own strategies that take all memory, end their process or never end fail their own jobs in words, and once", async () => {
  const folder = await tempFolder();
  const strategies = await tempFolder();
  const write = (name: string, body: string): void =>
    writeFileSync(join(strategies, `${name}.js`), `export default class {\n${body}\n}\n`);
  for (const [name, [harm]] of Object.entries(HARMFUL)) {
    write(name, `onCandle({ index }) { if (index === 7) { ${harm} } }`);
  }
  write("late", `onCandle() { setTimeout(() => { throw new Error("late"); }, 0); }`);
  write(
    "tidy",
    `static parameters = { every: { type: "integer", default: 5, minimum: 2, maximum: 50, description: "Candles." } };
    constructor({ every }) { this.every = every; }\n${TRADER.replaceAll("% 5", "% this.every")}`,
  );
  const variables = {
    DATA_DIR: folder,
    STRATEGIES_DIR: strategies,
    STRATEGY_MEGABYTES: "100",
    STRATEGY_SECONDS: "30",
  };
  const server = await startServerProcess(variables);
  const alone = await resultsOf(server, await post(server, BESIDE));

  // What it leaves behind throws when its result is there already.
  const late = Array.from({ length: 5 }, () => ["/api/backtests", LATE] as const);
  const harmful = Object.keys(HARMFUL).map(
    (strategy) => ["/api/backtests", { ...candles, strategy }] as const,
  );
  const [harm, beside, lateJobs] = await Promise.all([
    post(server, harmful),
    post(server, BESIDE),
    post(server, late),
  ]);
  expect(await resultsOf(server, beside)).toEqual(alone);
  const failed = await Promise.all(harm.map((uuid) => ended(server, uuid)));
  await Promise.all(lateJobs.map((uuid) => ended(server, uuid)));
  for (const [k, sentence] of Object.values(HARMFUL)
    .map(([, words]) => words)
    .entries()) {
    expect(failed[k]).toMatchObject({
      status: "failed",
      error: expect.stringMatching(sentence) as string,
    });
  }
  expect((await server.get("/livez")).status, "the same server answers").toBe(200);
  expect(await server.end("SIGTERM")).toMatchObject({ code: 0 });

  const again = await startServerProcess(variables);
  for (const [k, uuid] of harm.entries()) {
    expect((await again.get(`/api/jobs/${uuid}`)).body, "it is not run again").toEqual(failed[k]);
  }
  expect(await resultsOf(again, await post(again, BESIDE.slice(-1)))).toEqual(alone.slice(-1));
  await again.end("SIGTERM");
}, 600_000);

async function post(server: Calls, jobs: readonly Job[]): Promise<readonly string[]> {
  const answers = await Promise.all(jobs.map(([path, body]) => server.post(path, body)));
  return answers.map(({ status, body }) => {
    expect(body).toHaveProperty("job_id");
    expect(status).toBe(200);
    return (body as { readonly job_id: string }).job_id;
  });
}

/** A job that has ended; behind those that do harm it may wait for long. */
async function ended(server: Calls, uuid: string): Promise<JobBody> {
  for (;;) {
    try {
      return await server.ended(uuid);
    } catch (error) {
      if (!String(error).includes("is still")) throw error;
    }
  }
}

/** Results without times, and traces, of jobs that have to be completed. */
async function resultsOf(server: Calls, jobs: readonly string[]): Promise<readonly unknown[]> {
  return await Promise.all(
    jobs.map(async (uuid) => {
      const { status, error, result } = await ended(server, uuid);
      expect({ status, error }).toEqual({ status: "completed", error: null });
      const [trades, equity] = await Promise.all(
        ["trades", "equity"].map((part) => server.get(`/api/jobs/${uuid}/${part}`)),
      );
      return [{ ...result, elapsed_ms: 0 }, trades?.body, equity?.body];
    }),
  );
}
