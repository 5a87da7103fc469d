/** Imports of files with rows that are no candles, over HTTP. */

import { expect, test } from "vitest";

import { runTestServer } from "./support/running-server.ts";

const START = Date.UTC(2025, 0, 1);
const rows = Array.from({ length: 6 }, (_, hour) => `${START + hour * 3_600_000},2,3,1,2,5`);
const csv = ["timestamp,open,high,low,close,volume", ...rows.with(3, "n/a"), rows[5]].join("\n");

test("an import refuses bad and repeated rows in the query's words, or leaves them out and counts them", async () => {
  const server = await runTestServer({ DATA_PROVIDER: "csv" });
  const path = "/api/data/import?symbol=DIRTY&interval=1h";
  const type = { "content-type": "text/csv" };
  const refused = await server.post(path, csv, type);
  expect(refused.status).toBe(422);
  expect(JSON.stringify(refused.body)).toMatch(/row 5: .*bad_rows to skip and duplicates to same/u);
  const read = await server.post(`${path}&bad_rows=skip&duplicates=same`, csv, type);
  expect(read.body).toMatchObject({
    records: 5,
    skipped: { count: 1, rows: [{ row: 5 }] },
    duplicates: { count: 1 },
  });
  expect((await server.post(`${path}&bad_rows=drop`, csv, type)).status).toBe(400);
});
