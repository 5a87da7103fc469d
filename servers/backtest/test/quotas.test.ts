import { expect, test } from "vitest";

import { runTestServer } from "./support/running-server.ts";

const ADA = "a-key-of-the-tests-0001";
const BOB = "a-key-of-the-tests-0002";
const of = (key: string) => ({ "x-api-key": key });
const jobIdOf = (body: unknown): string => (body as { job_id: string }).job_id;

test("of many calls at once on a full server's last place one gets 200, the others 409 with the limit and the way out", async () => {
  const server = await runTestServer({ MAX_JOBS: "3" });
  for (let count = 0; count < 2; count++) await server.post("/api/backtests", { limit: 1 });
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => server.post("/api/backtests", { limit: 1 })),
  );
  const statuses = answers.map(({ status }) => status).toSorted((one, two) => one - two);
  expect(statuses).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
  expect(answers.find(({ status }) => status === 409)!.body).toMatchObject({
    detail:
      "There are 3 kept jobs, and 3 is the maximum. Delete finished jobs that are no longer needed.",
    status_code: 409,
  });
  expect((await server.get("/api/jobs")).body).toHaveLength(3);
  const sweep = { strategy: "rsi", parameters: { period: [5, 9] } };
  expect((await server.post("/api/sweeps", sweep)).status).toBe(409);
});

test("a deleted job makes room, is 404 afterwards, and cannot be deleted before it has ended", async () => {
  const server = await runTestServer({ MAX_JOBS: "1" });
  const uuid = jobIdOf((await server.post("/api/backtests", { limit: 500 })).body);
  await server.ended(uuid);
  expect((await server.post("/api/backtests", { limit: 500 })).status).toBe(409);
  expect(await server.delete(`/api/jobs/${uuid}`)).toMatchObject({
    status: 200,
    body: { job_id: uuid, status: "deleted" },
  });
  for (const path of ["", "/trades", "/equity", "/report"]) {
    expect((await server.get(`/api/jobs/${uuid}${path}`)).status).toBe(404);
  }
  expect((await server.delete(`/api/jobs/${uuid}`)).status).toBe(404);
  expect((await server.get("/api/jobs/stats")).body).toMatchObject({ total: 0 });
  const again = await server.post("/api/backtests", { interval: "1", limit: 1_000_000 });
  expect(again.status).toBe(200);
  expect(await server.delete(`/api/jobs/${jobIdOf(again.body)}`)).toMatchObject({
    status: 400,
    body: { detail: expect.stringContaining("Cancel it first.") as string },
  });
  await server.post(`/api/jobs/${jobIdOf(again.body)}/cancel`);
});

test("a key that has created its share is refused while another goes on, and a repeated request is answered", async () => {
  const server = await runTestServer({ API_KEYS: `${ADA},${BOB}`, JOBS_PER_KEY: "1" });
  const key = { ...of(ADA), "idempotency-key": "once" };
  const first = await server.post("/api/backtests", { limit: 1 }, key);
  expect(first.status).toBe(200);
  const refused = await server.post("/api/backtests", { limit: 2 }, of(ADA));
  expect(refused.body).toMatchObject({
    detail: expect.stringContaining("1 kept jobs of this caller") as string,
  });
  expect((await server.post("/api/backtests", { limit: 1 }, key)).body).toEqual(first.body);
  expect((await server.post("/api/backtests", { limit: 1 }, of(BOB))).status).toBe(200);
});

test("the counts outlive a restart", async () => {
  const first = await runTestServer({ MAX_JOBS: "1" });
  const uuid = jobIdOf((await first.post("/api/backtests", { limit: 1 })).body);
  await first.ended(uuid);
  await first.close();
  const second = await runTestServer({ MAX_JOBS: "1", DATA_DIR: first.folder });
  expect((await second.post("/api/backtests", { limit: 1 })).status).toBe(409);
});

test("an import beyond the maximum is 409 and leaves nothing, until one is deleted", async () => {
  const server = await runTestServer({ MAX_IMPORTS: "1" });
  const csv =
    "timestamp,open,high,low,close,volume\n1767225600000,1,2,1,2,5\n1767229200000,2,3,2,3,5\n";
  const post = (symbol: string) =>
    server.post(`/api/data/import?symbol=${symbol}&interval=1h`, csv, {
      "content-type": "text/csv",
    });
  const answers = await Promise.all(["AAA", "BBB", "CCC"].map(post));
  const statuses = answers.map(({ status }) => status).toSorted((one, two) => one - two);
  expect(statuses).toEqual([200, 409, 409]);
  expect(answers.find(({ status }) => status === 409)!.body).toEqual({
    detail:
      "There are 1 imported series, and 1 is the maximum. Delete an import that is no longer needed.",
    status_code: 409,
  });
  const { body } = await server.get("/api/data/import");
  const { imports, ...sums } = body as { imports: { symbol: string; size_bytes: number }[] };
  const [{ symbol, size_bytes: size }] = imports as [{ symbol: string; size_bytes: number }];
  expect(sums).toEqual({ count: 1, total_size_bytes: size });
  const path = `/api/data/import?symbol=${symbol}&interval=60`;
  expect((await server.delete(path)).body).toEqual({ symbol, interval: "60", status: "deleted" });
  expect((await server.delete(path)).status).toBe(404);
  expect((await post("DDD")).status).toBe(200);
});
