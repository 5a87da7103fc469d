/** Time zones of files and of runs, over HTTP. */

import { expect, test } from "vitest";

import { runTestServer } from "./support/running-server.ts";

const AUCKLAND = "Pacific/Auckland";
const type = { "content-type": "text/csv" };

/** Hours of the sessions of New Zealand from 10:00 to 16:00, local time, across the end of its summer. */
const hours = Array.from({ length: 70 }, (_, day) => Date.UTC(2025, 1, 3 + day))
  .filter((date) => ![0, 6].includes(new Date(date).getUTCDay()))
  .flatMap((date) => [10, 11, 12, 13, 14, 15].map((hour) => date + hour * 3_600_000));
const rows = hours.map((time, i) => {
  const close = 100 + ((i * 7) % 23);
  const local = new Date(time).toISOString().slice(0, 16).replace("T", " ");
  return `${local},${close},${close + 1},${close - 1},${close},5`;
});
const csv = ["time,open,high,low,close,volume", ...rows].join("\n");

test("an import reads local times by time_zone, and a run counts its days and tells its zone", async () => {
  const server = await runTestServer({ DATA_PROVIDER: "csv" });
  const path = "/api/data/import?symbol=NZX&interval=1h";
  const plain = await server.post(path, csv, type);
  expect(plain.body).toMatchObject({
    time_zone: "UTC",
    first_timestamp: "2025-02-03T10:00:00.000Z",
  });
  const read = await server.post(`${path}&time_zone=${AUCKLAND}`, csv, type);
  expect(read.body).toMatchObject({
    records: rows.length,
    time_zone: AUCKLAND,
    first_timestamp: "2025-02-02T21:00:00.000Z",
    last_timestamp: "2025-04-11T03:00:00.000Z",
  });
  const told = { symbol: "NZX", interval: "1h", strategy: "ma_crossover", tear_sheet: true };
  const run = async (body: object): Promise<Record<string, unknown>> => {
    const { body: reply } = await server.post("/api/backtests", { ...told, ...body });
    const job = await server.ended((reply as { job_id: string }).job_id);
    expect(job.error).toBeNull();
    return job.result as Record<string, unknown>;
  };
  const local = await run({ time_zone: AUCKLAND });
  expect(local).toMatchObject({
    time_zone: AUCKLAND,
    trading_days: 252,
    bars_per_year: 1512,
    tear_sheet: { days: rows.length / 6 },
    configuration: { request: { time_zone: AUCKLAND } },
  });
  expect(await run({})).toMatchObject({ time_zone: AUCKLAND, trading_days: 252 });
  const utc = await run({ time_zone: "UTC" });
  expect(utc).toMatchObject({ time_zone: "UTC", tear_sheet: { days: 60 } });
});

test("a zone that is none, one beside an offset, and a time that the clock skips are refused", async () => {
  const server = await runTestServer({ DATA_PROVIDER: "csv" });
  const path = "/api/data/import?symbol=NZX&interval=1h";
  for (const query of ["time_zone=Mars", "time_zone=Europe/Berlin&utc_offset_minutes=60"]) {
    const { status, body } = await server.post(`${path}&${query}`, csv, type);
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining("time_zone")]);
  }
  const skipped = `${csv.split("\n")[0]}\n2025-03-30 01:00,1,1,1,1,1\n2025-03-30 02:00,1,1,1,1,1\n`;
  const { status, body } = await server.post(`${path}&time_zone=Europe/Berlin`, skipped, type);
  expect(status).toBe(422);
  expect(JSON.stringify(body)).toMatch(/row 3: .*2025-03-30 02:00:00 .*Europe\/Berlin/u);
});
