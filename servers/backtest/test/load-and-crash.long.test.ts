import { describe, expect, test, vi } from "vitest";

import { rounds } from "../../../test/support/rounds.ts";
import type { Calls, JobBody } from "./support/calls.ts";
import { runTestServer } from "./support/running-server.ts";
import { startServerProcess } from "./support/server-process.ts";
import { tempFolder } from "./support/temp-folder.ts";

// Processes are started and hundreds of jobs run; the figure is for a busy machine.
vi.setConfig({ testTimeout: 60_000 });

/** Jobs that a kill leaves unfinished. */
const JOBS = rounds(40, 100);

describe("many at once", () => {
  test("a hundred concurrent requests are a hundred completed jobs, numbered without a gap", async () => {
    const server = await runTestServer();
    const uuids = await postBacktests(server, 100, { limit: 500, strategy: "ma_crossover" });
    expect(new Set(uuids).size).toBe(100);
    const jobs = await Promise.all(uuids.map((uuid) => server.ended(uuid)));
    expect(jobs.filter(({ status }) => status === "completed").length).toBe(100);
    expect(jobs.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 100 }, (_, index) => index + 1),
    );
    expect((await server.get("/api/jobs/stats")).body).toMatchObject({
      total: 100,
      completed: 100,
    });
  });
});

describe("a killed server", () => {
  test("no job is lost and none gets a second result when the process is killed in the middle", async () => {
    const folder = await tempFolder();
    const first = await startServerProcess({ DATA_DIR: folder });
    const uuids = await postBacktests(first, JOBS, { limit: 20_000 });
    const before = await waitUntilSomeAreDone(first);
    await first.end("SIGKILL");
    expect(before.length).toBeLessThan(JOBS);

    const second = await startServerProcess({ DATA_DIR: folder });
    const jobs = await Promise.all(uuids.map((uuid) => second.ended(uuid)));
    expect(jobs.map(({ status, error }) => ({ status, error }))).toEqual(
      jobs.map(() => ({ status: "completed", error: null })),
    );
    const after = new Map(jobs.map((job) => [job.uuid, job]));
    for (const done of before) {
      expect(after.get(done.uuid), "a result that was there is untouched").toEqual(done);
    }
    expect((await second.get("/api/jobs/stats")).body).toMatchObject({
      total: JOBS,
      completed: JOBS,
    });
  });

  test("an accepted request survives a kill that follows its answer at once", async () => {
    const folder = await tempFolder();
    const first = await startServerProcess({ DATA_DIR: folder });
    const [uuid] = await postBacktests(first, 1, { limit: 1000 });
    await first.end("SIGKILL");
    const second = await startServerProcess({ DATA_DIR: folder });
    expect(await second.ended(uuid!)).toMatchObject({ status: "completed" });
  });

  test("a key and the numbering outlive a kill", async () => {
    const folder = await tempFolder();
    const request = { limit: 500, strategy: "rsi" };
    const key = { "idempotency-key": "before-the-crash" };
    const first = await startServerProcess({ DATA_DIR: folder });
    const { body } = await first.post("/api/backtests", request, key);
    await first.end("SIGKILL");
    const second = await startServerProcess({ DATA_DIR: folder });
    expect((await second.post("/api/backtests", request, key)).body).toEqual(body);
    const [uuid] = await postBacktests(second, 1, request);
    expect((await second.ended(uuid!)).id).toBe(2);
  });

  test("a server that is asked to end gives its jobs back, exits with 0, and its successor runs them", async () => {
    const folder = await tempFolder();
    const first = await startServerProcess({ DATA_DIR: folder });
    const uuids = await postBacktests(first, rounds(12, 30), { limit: 20_000 });
    expect(await first.end("SIGTERM")).toEqual({ code: 0, signal: null });
    const second = await startServerProcess({ DATA_DIR: folder });
    const jobs = await Promise.all(uuids.map((uuid) => second.ended(uuid)));
    expect(jobs.every(({ status }) => status === "completed")).toBe(true);
  });
});

async function postBacktests(server: Calls, count: number, body: object): Promise<string[]> {
  const answers = await Promise.all(
    Array.from({ length: count }, () => server.post("/api/backtests", body)),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  return answers.map(({ body: reply }) => (reply as { job_id: string }).job_id);
}

async function waitUntilSomeAreDone(server: Calls): Promise<JobBody[]> {
  for (;;) {
    const { body } = await server.get("/api/jobs?status=completed&limit=100");
    const done = body as JobBody[];
    if (done.length >= 5) return done;
  }
}
