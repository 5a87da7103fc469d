import { setTimeout as sleep } from "node:timers/promises";

import { everyDocument, seededRandom, type Collection, type Entity } from "@bourse/kernel";
import { openStore } from "@bourse/store";
import { jobCollections } from "@bourse/trading-core";
import { expect, test } from "vitest";

import { rounds } from "../../../test/support/rounds.ts";
import type { Calls, JobBody } from "./support/calls.ts";
import { runTestServer } from "./support/running-server.ts";
import { startServerProcess } from "./support/server-process.ts";
import { tempFolder } from "./support/temp-folder.ts";

const KILLS = rounds(4, 20);

const candles = { interval: "1", end_time: "2026-01-01" };
const fast = { strategy: "ma_crossover", parameters: { fast_period: 2, slow_period: 5 } };
const range = { fast_period: [2, 3], slow_period: [5, 8] };
/** Jobs that come to the same whenever they run; the first two leave more trades than one document holds. */
const REQUESTS = [
  ["/api/backtests", { ...candles, ...fast, limit: 50_000 }],
  ["/api/backtests", { ...candles, ...fast, limit: 49_000 }],
  ["/api/backtests", { ...candles, ...fast, limit: 3000 }],
  [
    "/api/walk-forward",
    { ...candles, ...fast, parameters: range, limit: 2000, train_candles: 500, test_candles: 300 },
  ],
  ["/api/sweeps", { ...candles, ...fast, parameters: range, limit: 2000 }],
] as const;

/** Result of a job of one of the requests, on a server that nobody kills. */
interface Whole {
  readonly result: unknown;
  readonly traces: readonly [trades: unknown, equity: unknown];
}

/** A job that was accepted: the place of its request, and its body once it was told as completed. */
interface Accepted {
  readonly request: number;
  completed?: JobBody;
}

test("a server that is killed again and again keeps every completed job's result and trace whole", async () => {
  const seed = Number(process.env["PROPERTY_SEED"] ?? Date.now() % 1_000_000);
  process.stdout.write(`${KILLS} kills, PROPERTY_SEED=${seed}\n`);
  const random = seededRandom(seed);
  const wholes = await undisturbed();
  const folder = await tempFolder();
  const jobs = new Map<string, Accepted>();
  for (let kill = 0; kill < KILLS; kill += 1) {
    const server = await startServerProcess({ DATA_DIR: folder });
    await workUntilKilled(server, jobs, random.below(4), random.below(60));
    await checkStore(folder);
  }

  const last = await startServerProcess({ DATA_DIR: folder });
  let whole = 0;
  for (const [uuid, { request, completed }] of jobs) {
    const job = await last.ended(uuid);
    if (completed !== undefined) expect(job, "what was told stands").toEqual(completed);
    if (job.status === "failed") {
      // Three deaths of its worker: given up, as is documented.
      expect(job.result).toBeNull();
      expect(job.error).toContain("given up after 3 tries");
      expect((await last.get(`/api/jobs/${uuid}/trades`)).status).toBe(400);
      continue;
    }
    expect(job.status).toBe("completed");
    expect(await wholeOf(last, job)).toEqual(wholes[request]);
    whole += 1;
  }
  const told = [...jobs.values()].filter(({ completed }) => completed !== undefined).length;
  process.stdout.write(`${jobs.size} accepted, ${told} told as completed, ${whole} whole\n`);
  expect(told, "some were completed before a kill").toBeGreaterThan(0);
}, 300_000);

async function undisturbed(): Promise<readonly Whole[]> {
  const server = await runTestServer();
  const wholes: Whole[] = [];
  for (const [path, body] of REQUESTS) {
    const answer = await server.post(path, body);
    const job = await server.ended((answer.body as { job_id: string }).job_id);
    expect(job).toMatchObject({ status: "completed", error: null });
    wholes.push(await wholeOf(server, job));
  }
  const trades = wholes[0]!.traces[0] as readonly unknown[];
  expect(trades.length, "more than the 5,000 of a document").toBeGreaterThan(5000);
  return wholes;
}

async function wholeOf(server: Calls, { uuid, result }: JobBody): Promise<Whole> {
  const trades = await server.get(`/api/jobs/${uuid}/trades`);
  const equity = await server.get(`/api/jobs/${uuid}/equity`);
  return { result: { ...result, elapsed_ms: 0 }, traces: [trades.body, equity.body] };
}

/** Posts the jobs, reads until so many of them are completed, waits for a moment more, and kills. */
async function workUntilKilled(
  server: Calls & { end(signal: "SIGKILL"): Promise<unknown> },
  jobs: Map<string, Accepted>,
  completions: number,
  milliseconds: number,
): Promise<void> {
  const mine: string[] = [];
  const posting = REQUESTS.map(async ([path, body], request) => {
    const answer = await server.post(path, body);
    const uuid = (answer.body as { job_id: string }).job_id;
    jobs.set(uuid, { request });
    mine.push(uuid);
    return answer.status;
  });
  const posted = Promise.allSettled(posting);
  if (completions > 0) await posted;
  for (let told = 0; told < completions;) {
    for (const uuid of mine) {
      const accepted = jobs.get(uuid)!;
      if (accepted.completed !== undefined) continue;
      const job = (await server.get(`/api/jobs/${uuid}`)).body as JobBody;
      if (job.status !== "completed") continue;
      accepted.completed = job;
      told += 1;
    }
  }
  await sleep(milliseconds);
  await server.end("SIGKILL");
  for (const post of await posted) {
    // One that the kill cut off was never accepted.
    if (post.status === "fulfilled") expect(post.value).toBe(200);
  }
}

/** A document of one of the collections of jobs. */
type Stored = Entity & Readonly<Record<"status" | "tradeParts", unknown>>;

/**
 * No completed job without its trace, no trace but of a completed job, and none with a part missing or too many.
 */
async function checkStore(folder: string): Promise<void> {
  const store = await openStore(`sqlite:${folder}/backtest.db`, { collections: jobCollections });
  try {
    const all = async (name: string): Promise<readonly Stored[]> => {
      const collection = jobCollections.find((each) => each.name === name) as Collection<Stored>;
      const found: Stored[] = [];
      for await (const { value } of everyDocument(store, collection)) found.push(value);
      return found;
    };
    const done = (await all("jobs")).filter(({ status }) => status === "completed");
    const heads = await all("job_traces");
    expect(heads.map(({ id }) => id).toSorted()).toEqual(done.map(({ id }) => id).toSorted());
    const parts = heads.flatMap(({ id, tradeParts }) =>
      Array.from({ length: Number(tradeParts) }, (_, part) => `${id}:${part}`),
    );
    const found = (await all("job_trace_parts")).map(({ id }) => id);
    expect(found.toSorted()).toEqual(parts.toSorted());
  } finally {
    await store.close();
  }
}
