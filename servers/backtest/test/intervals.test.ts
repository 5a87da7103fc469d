import { expect, test, vi } from "vitest";

import { runTestServer } from "./support/running-server.ts";

vi.setConfig({ testTimeout: 30_000 });

const DAY = 86_400_000;

interface Klines {
  readonly records: readonly { readonly timestamp: string }[];
}

test.each([
  ["10s", 10_000],
  ["10m", 600_000],
  ["45", 45 * 60_000],
  ["8h", DAY / 3],
  ["3d", 3 * DAY],
  ["2w", 14 * DAY],
])("a backtest and a sweep run on candles of %s", async (interval, step) => {
  const server = await runTestServer();
  const body = { interval, limit: 300, strategy: "ma_crossover", end_time: "2026-01-01" };
  const sweep = { ...body, parameters: { fast_period: [5, 10] } };
  for (const [route, request] of [
    ["backtests", body],
    ["sweeps", sweep],
  ] as const) {
    const started = await server.post(`/api/${route}`, request);
    const job = await server.ended((started.body as { job_id: string }).job_id);
    expect(job).toMatchObject({ status: "completed", result: { interval, candles: 300 } });
    const { first_timestamp: first, last_timestamp: last } = job.result as Record<string, string>;
    expect(Date.parse(last!) - Date.parse(first!)).toBe(299 * step);
  }
});

test.each(["0m", "1.5h", "-3m", "1y", "M1", "1h30m", `1${"0".repeat(30)}m`, "121M", "99999999m"])(
  "the interval %s is refused in words, of klines with 400 and of a job with 422",
  async (interval) => {
    const server = await runTestServer();
    const sentence = expect.stringMatching(
      /must be a whole number of s, m, h, d, w or M, such as 10s, 45m, 8h, 3d, 2w or 3M/u,
    ) as string;
    expect(await server.get(`/api/data/klines?interval=${interval}`)).toMatchObject({
      status: 400,
      body: { detail: sentence, status_code: 400 },
    });
    for (const route of ["backtests", "sweeps"]) {
      const body = route === "sweeps" ? { interval, parameters: { level: [1, 2] } } : { interval };
      expect(await server.post(`/api/${route}`, body), route).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ["body", "interval"], msg: sentence }] },
      });
    }
  },
);

test("imports of three minutes and of three months lie beside each other, and are there after a restart", async () => {
  const csvOf = (times: readonly number[], price: number): string =>
    ["timestamp,open,high,low,close,volume"]
      .concat(times.map((time) => `${time},${price},${price},${price},${price},1`))
      .join("\n");
  const series = {
    "3m": csvOf(
      [0, 1, 2].map((n) => Date.UTC(2020, 0) + n * 180_000),
      3,
    ),
    "3M": csvOf(
      [0, 3, 6].map((month) => Date.UTC(2020, month)),
      90,
    ),
    "45m": csvOf(
      [0, 1, 2].map((n) => Date.UTC(2020, 0) + n * 45 * 60_000),
      45,
    ),
  };
  const first = await runTestServer({ DATA_PROVIDER: "csv" });
  for (const [interval, csv] of Object.entries(series)) {
    const path = `/api/data/import?symbol=BTCUSDT&interval=${interval}`;
    expect(await first.post(path, csv, { "content-type": "text/csv" })).toMatchObject({
      status: 200,
      body: { interval, records: 3, gaps: 0 },
    });
  }
  await first.close();
  const again = await runTestServer({ DATA_DIR: first.folder, DATA_PROVIDER: "csv" });
  expect((await again.get("/api/data/import")).body).toMatchObject({
    imports: [{ interval: "3" }, { interval: "3M" }, { interval: "45" }],
  });
  for (const interval of Object.keys(series)) {
    const { body } = await again.get(`/api/data/klines?interval=${interval}&limit=5`);
    expect(body).toMatchObject({ interval, count: 3 });
    const price = Number.parseInt(interval, 10) * (interval === "3M" ? 30 : 1);
    expect((body as Klines).records[0]).toMatchObject({ close: price });
  }
});
