import { describe, expect, test } from "vitest";

import { runTestServer, type TestServer } from "./support/running-server.ts";

const range = { interval: "1h", start_time: "2025-01-01", end_time: "2025-07-01" };
const hours = 181 * 24;

async function resultOf(server: TestServer, path: string, body: object) {
  const { body: sent } = await server.post(path, body);
  const job = await server.ended((sent as { job_id: string }).job_id);
  expect(job.error).toBeNull();
  return job;
}

describe("a range", () => {
  test("means all of its candles, whatever the usual limit is", async () => {
    const server = await runTestServer();
    const job = await resultOf(server, "/api/backtests", range);
    expect(job.result).toMatchObject({
      candles: hours,
      first_timestamp: "2025-01-01T00:00:00.000Z",
      last_timestamp: "2025-06-30T23:00:00.000Z",
      warnings: [],
    });
    expect(job.payload).not.toHaveProperty("limit");
    const sweep = await resultOf(server, "/api/sweeps", { ...range, strategy: "rsi" });
    expect(sweep.result).toMatchObject({ candles: hours });
    const windows = { train_candles: 2000, test_candles: 500, strategy: "rsi" };
    const walk = await resultOf(server, "/api/walk-forward", { ...range, ...windows });
    expect(walk.result).toMatchObject({ candles: hours });
  });

  test("without an end goes on to now", async () => {
    const server = await runTestServer();
    const start = new Date(Date.now() - 90 * 86_400_000).toISOString();
    const { result } = await resultOf(server, "/api/backtests", {
      interval: "1h",
      start_time: start,
    });
    expect(result!["candles"]).toBeGreaterThanOrEqual(90 * 24 - 1);
  });

  test("with a limit of its own is cut to the newest, and the result says so", async () => {
    const server = await runTestServer();
    const { result } = await resultOf(server, "/api/backtests", { ...range, limit: 100 });
    expect(result).toMatchObject({
      candles: 100,
      last_timestamp: "2025-06-30T23:00:00.000Z",
      warnings: ["The range has 4344 candles; limit cut it to the newest 100."],
    });
  });

  test("that is too long for a job is refused in words, and no job is made", async () => {
    const server = await runTestServer();
    for (const path of ["/api/backtests", "/api/sweeps"]) {
      const answer = await server.post(path, { start_time: "2020-01-01", end_time: "2024-01-01" });
      expect(answer.status).toBe(422);
      expect(JSON.stringify(answer.body)).toContain(
        "2020-01-01T00:00:00.000Z to 2024-01-01T00:00:00.000Z has 2103840 candles of 1m; a job takes at most 1000000",
      );
    }
    expect((await server.get("/api/jobs/stats")).body).toMatchObject({ total: 0 });
  });
});

test("a reversed range of candles is told in the words of the request", async () => {
  const server = await runTestServer();
  for (const [start, end] of [
    ["2026-02-01", "2026-01-01"],
    ["2026-01-01T00:00:00Z", "2026-01-01T00:00:00Z"],
  ]) {
    const answer = await server.get(`/api/data/klines?start_time=${start}&end_time=${end}`);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      detail: `start_time must be before end_time; found ${start} and ${end}.`,
    });
  }
});

test("without a range the newest thousand candles are taken, as documented", async () => {
  const server = await runTestServer();
  const job = await resultOf(server, "/api/backtests", { end_time: "2025-01-01" });
  expect(job.payload).toMatchObject({ limit: 1000 });
  expect(job.result).toMatchObject({ candles: 1000, last_timestamp: "2024-12-31T23:59:00.000Z" });
});
