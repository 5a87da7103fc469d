import assert from "node:assert/strict";

import type { Job, JobOf, JobTrade } from "@bourse/contract/backtest";
import { DispatchReply } from "@bourse/contract/backtest";

import type { Case } from "../http/case.ts";
import { expectData, expectRefusal, shown } from "../http/expect.ts";
import type { Wire } from "../http/wire.ts";
import { dispatch, ended } from "./jobs.ts";

const RUN = { interval: "60", limit: 600, strategy: "ma_crossover" } as const;
const SEARCH = { ...RUN, parameters: { fast_period: [5, 10], slow_period: [20, 40] } } as const;

async function completed(wire: Wire, path: string, body: object): Promise<Job> {
  const { job_id: uuid } = expectData(await wire.post(path, body), DispatchReply);
  const job = await ended(wire, uuid);
  assert.equal(job.status, "completed");
  return job;
}

/** The rows of a table in CSV; no cell of these has a comma. */
async function rowsOf(wire: Wire, uuid: string, table: string): Promise<Record<string, string>[]> {
  const answer = await wire.get(`/api/jobs/${uuid}/tables/${table}`);
  assert.equal(answer.status, 200, shown(answer));
  assert.match(answer.headers.get("content-type") ?? "", /^text\/csv/, shown(answer));
  assert.match(answer.headers.get("content-disposition") ?? "", /^attachment; filename=".+\.csv"$/);
  assert.ok(answer.text.endsWith("\r\n"), shown(answer));
  const [head = "", ...lines] = answer.text.slice(0, -2).split("\r\n");
  const names = head.split(",");
  return lines.map((line) => {
    const cells = line.split(",");
    assert.equal(cells.length, names.length, line);
    return Object.fromEntries(names.map((name, k) => [name, cells[k] ?? ""]));
  });
}

/** A figure of JSON as a cell of CSV. */
function cellOf(figure: number | null | undefined): string {
  return String(figure ?? "");
}

/** The tables of finished jobs. */
export const tableCases: readonly Case[] = [
  {
    name: "the tables of a run are CSV with the figures of its result",
    run: async (wire) => {
      const job = (await completed(wire, "/api/backtests", RUN)) as JobOf<"backtest">;
      const metrics = await rowsOf(wire, job.uuid, "metrics");
      assert.deepEqual(Object.keys(metrics[0] ?? {}), ["name", "value"]);
      for (const { name = "", value } of metrics) {
        if (name === "initial_capital") continue;
        const figure = (job.result as unknown as Record<string, number | null>)[name];
        assert.notEqual(figure, undefined, name);
        assert.equal(value, cellOf(figure), name);
      }
      const trades = (await wire.get(`/api/jobs/${job.uuid}/trades`)).json as readonly JobTrade[];
      const rows = await rowsOf(wire, job.uuid, "trades");
      assert.deepEqual(
        rows.map(({ pnl, exit_time: time }) => [pnl, time]),
        trades.map(({ pnl, exit_time: time }) => [cellOf(pnl), time]),
      );
      assert.equal((await rowsOf(wire, job.uuid, "equity")).length, 600);
      const months = await rowsOf(wire, job.uuid, "monthly_returns");
      const grown = months.reduce((product, row) => product * (1 + Number(row["return"])), 1);
      assert.ok(Math.abs(grown - 1 - (job.result?.total_return ?? 0)) < 1e-9, `${grown}`);
      for (const { depth, days } of await rowsOf(wire, job.uuid, "drawdowns")) {
        assert.ok(Number(depth) > 0 && Number(days) > 0);
      }
    },
  },
  {
    name: "the tables of a sweep and a walk-forward have a row a combination and a row a window",
    run: async (wire) => {
      const sweep = (await completed(wire, "/api/sweeps", SEARCH)) as JobOf<"sweep">;
      const grid = sweep.result?.grid ?? [];
      assert.equal(grid.length, 4);
      assert.deepEqual(
        (await rowsOf(wire, sweep.uuid, "combinations")).map((row) => [
          row["parameters.fast_period"],
          row["parameters.slow_period"],
          row["value"],
          row["total_trades"],
        ]),
        grid.map(({ parameters, value, total_trades: count }) => [
          String(parameters["fast_period"]),
          String(parameters["slow_period"]),
          cellOf(value),
          cellOf(count),
        ]),
      );
      const windows = { ...SEARCH, train_candles: 300, test_candles: 100 };
      const walk = (await completed(wire, "/api/walk-forward", windows)) as JobOf<"walk_forward">;
      assert.deepEqual(
        (await rowsOf(wire, walk.uuid, "windows")).map((row) => [
          row["test_from"],
          row["in_sample.parameters.fast_period"],
          row["out_of_sample.total_return"],
        ]),
        walk.result?.windows.map(({ test_from: from, in_sample: choice, out_of_sample: test }) => [
          from,
          String(choice?.parameters["fast_period"] ?? ""),
          cellOf(test?.total_return),
        ]),
      );
    },
  },
  {
    name: "a table that a job does not have is 400, that of a job that failed 400, of nobody's job 404",
    run: async (wire) => {
      const { uuid } = await completed(wire, "/api/backtests", RUN);
      for (const table of ["symbols", "combinations", "windows", "metrics?format=arrow"]) {
        expectRefusal(await wire.get(`/api/jobs/${uuid}/tables/${table}`), 400);
      }
      const failed = await ended(wire, await dispatch(wire, { symbol: "NO-SUCH-SYMBOL" }));
      const nobody = "00000000-0000-4000-8000-000000000000";
      for (const table of ["metrics", "trades", "drawdowns", "symbols", "combinations"]) {
        expectRefusal(await wire.get(`/api/jobs/${failed.uuid}/tables/${table}`), 400);
        expectRefusal(await wire.get(`/api/jobs/${nobody}/tables/${table}`), 404);
      }
    },
  },
];
