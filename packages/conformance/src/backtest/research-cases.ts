import assert from "node:assert/strict";
import { createHash } from "node:crypto";

import { zodOf, type Schema } from "@bourse/contract";
import {
  BacktestResult,
  DispatchReply,
  EquityPoint,
  JobTrade,
  ListedJob,
  ListedSweepResult,
  ListedWalkForwardResult,
  RunFigures,
  SweepResult,
  WalkForwardResult,
  type JobOf,
} from "@bourse/contract/backtest";

import type { Case } from "../http/case.ts";
import { expectData, expectInvalid, expectKeys, expectRefusal, shown } from "../http/expect.ts";
import type { Wire } from "../http/wire.ts";
import { dispatch, ended } from "./jobs.ts";

/** A script of a page: its attributes and its text. */
const SCRIPT = /<script([^>]*)>(.*?)<\/script>/gsu;
const NOBODY = "00000000-0000-4000-8000-000000000000";
const RUN = { interval: "60", limit: 600, strategy: "ma_crossover" } as const;
const SWEEP = {
  ...RUN,
  parameters: { fast_period: [5, 10], slow_period: { from: 20, to: 40, step: 20 } },
} as const;
const WINDOWS = { ...SWEEP, train_candles: 300, test_candles: 100 } as const;

/** A path, a body that it refuses, and the place of the fault. */
type Refused = readonly [path: string, body: object, place: readonly (string | number)[]];

/** The job of a sweep or walk-forward, completed. */
async function run(wire: Wire, path: string, body: object) {
  const { job_id: uuid } = expectData(await wire.post(path, body), DispatchReply);
  const job = await ended(wire, uuid);
  assert.equal(job.status, "completed", JSON.stringify(job).slice(0, 400));
  return job;
}

/** A completed backtest's uuid. */
async function completed(wire: Wire): Promise<string> {
  const uuid = await dispatch(wire, RUN);
  assert.equal((await ended(wire, uuid)).status, "completed");
  return uuid;
}

function conforms(schema: Schema, value: unknown): void {
  const { error } = zodOf(schema).safeParse(value);
  assert.equal(error, undefined, `${error?.message}\n${JSON.stringify(value)?.slice(0, 400)}`);
}

/** Sweeps, walk-forwards, and what lies beside finished jobs. */
export const researchCases: readonly Case[] = [
  {
    name: "a sweep simulates every combination and names the best by its metric",
    run: async (wire) => {
      const job = await run(wire, "/api/sweeps", { ...SWEEP, metric: "total_return" });
      const { result, payload, job_type: type } = job as JobOf<"sweep">;
      assert.equal(type, "sweep");
      conforms(SweepResult, result);
      assert.deepEqual(payload["parameters"], SWEEP.parameters);
      assert.equal(payload["metric"], "total_return");
      assert.equal(result?.grid.length, 4);
      const returns = result.grid.map(({ total_return: each }) => each);
      assert.equal(result.best?.total_return, Math.max(...returns));
      assert.ok(result.grid.every((cell) => cell.value === cell.total_return));
    },
  },
  {
    name: "a sweep varies options too, keeps constraints, and repeats both in its payload",
    run: async (wire) => {
      const asked = {
        option_ranges: {
          stop_loss: [0.02, null],
          transaction_fee: { from: 0, to: 0.001, step: 0.001 },
        },
        constraints: [
          "3 * fast_period <= slow_period",
          "options.transaction_fee < 0.001 if fast_period = 5",
        ],
      };
      const job = await run(wire, "/api/sweeps", { ...SWEEP, ...asked });
      const { result, payload } = job as JobOf<"sweep">;
      conforms(SweepResult, result);
      assert.deepEqual(payload["constraints"], asked.constraints);
      assert.deepEqual(
        Object.values(payload["option_ranges"] as object),
        Object.values(asked.option_ranges),
      );
      // 5/20 and 5/40 without a fee, 10/40 with both; each with the stop and without.
      assert.equal(result?.grid.length, 2 * 2 + 4);
      for (const { parameters, options } of result.grid) {
        const fee = options?.["transaction_fee"];
        assert.ok(parameters["fast_period"] === 10 || fee === 0, JSON.stringify(options));
        assert.ok(Object.values(options ?? {}).some((value) => value === null || value === 0.02));
      }
    },
  },
  {
    name: "a search by tpe stops early, and its choice is assessed",
    run: async (wire) => {
      const job = await run(wire, "/api/sweeps", {
        ...RUN,
        parameters: { fast_period: { from: 2, to: 20 }, slow_period: { from: 21, to: 60 } },
        search: { method: "tpe", count: 24, seed: 5 },
        early_stopping: { fractions: [0.3], startup: 4 },
        overfitting: { blocks: 4, score: "total_return" },
        cross_validation: { groups: 4, test_groups: 1, purge_candles: 5 },
      });
      const { result } = job as JobOf<"sweep">;
      conforms(SweepResult, result);
      assert.equal(result?.grid.length, 24);
      const stopped = result.grid.filter(({ stopped_at: at }) => at !== undefined);
      assert.ok(stopped.length > 0 && stopped.every(({ stopped_at: at }) => at === 0.3));
      assert.equal(result.best?.stopped_at, undefined);
      assert.equal(result.overfitting?.splits, 6);
      assert.equal(result.overfitting.configurations, 24 - stopped.length);
      const { counts = [] } = result.overfitting.logits ?? {};
      assert.equal(
        counts.reduce((sum, count) => sum + count, 0),
        6,
      );
      const sketch = result.equity_sketch ?? [];
      assert.equal(sketch.length, 32);
      assert.ok(Math.abs((sketch.at(-1) ?? NaN) - (result.best?.total_return ?? NaN)) < 1e-4);
      assert.deepEqual(
        [result.cross_validation?.splits, result.cross_validation?.paths.length],
        [4, 1],
      );
    },
  },
  {
    name: "the same sweep twice is the same result, to the last digit",
    run: async (wire) => {
      const body = { ...SWEEP, end_time: "2025-06-01" };
      const one = (await run(wire, "/api/sweeps", body)) as JobOf<"sweep">;
      const two = (await run(wire, "/api/sweeps", body)) as JobOf<"sweep">;
      assert.deepEqual(one.result?.grid, two.result?.grid);
      assert.equal(one.result?.result_hash, two.result?.result_hash);
    },
  },
  {
    name: "a backtest has the checks that it is asked for, and repeats them in its payload",
    run: async (wire) => {
      const checks = {
        monte_carlo: { method: "bootstrap_returns", runs: 50, block_length: 10, seed: 7 },
        look_ahead: { runs: 5 },
      };
      const job = (await run(wire, "/api/backtests", { ...RUN, ...checks })) as JobOf<"backtest">;
      conforms(BacktestResult, job.result);
      const { monte_carlo: drawn, look_ahead: audit } = job.result!; // it is completed
      assert.deepEqual([drawn?.runs, drawn?.draws, drawn?.method], [50, 600, "bootstrap_returns"]);
      assert.deepEqual(audit, { is_clean: true, runs: 5, faults: [] });
      const { monte_carlo: asked, look_ahead: audited } = job.payload;
      assert.deepEqual({ monte_carlo: asked, look_ahead: audited }, checks);
    },
  },
  {
    name: "a list of jobs has a sweep's best without its grid and a walk-forward's figures without its windows",
    run: async (wire) => {
      const sweep = (await run(wire, "/api/sweeps", SWEEP)) as JobOf<"sweep">;
      const walk = (await run(wire, "/api/walk-forward", WINDOWS)) as JobOf<"walk_forward">;
      const answer = await wire.get("/api/jobs?status=completed&limit=100");
      const listed = answer.json as readonly ListedJob[];
      for (const job of listed) conforms(ListedJob, job);
      const { grid: _, ...best } = sweep.result!; // it is completed
      const { windows: __, ...figures } = walk.result!;
      const resultOf = ({ uuid }: { readonly uuid: string }) =>
        listed.find((job) => job.uuid === uuid)?.result;
      assert.deepEqual(resultOf(sweep), best);
      assert.deepEqual(resultOf(walk), figures);
      conforms(ListedSweepResult, resultOf(sweep));
      conforms(ListedWalkForwardResult, resultOf(walk));
    },
  },
  {
    name: "a walk-forward trades on each window what was best on the one before",
    run: async (wire) => {
      const job = await run(wire, "/api/walk-forward", WINDOWS);
      const { result } = job as JobOf<"walk_forward">;
      conforms(WalkForwardResult, result);
      assert.equal(result?.windows.length, 3);
      for (const window of result.windows) {
        assert.equal(window.train_candles, 300);
        assert.equal(window.test_candles, 100);
        assert.ok(window.train_from < window.test_from && window.test_from < window.test_to);
      }
      conforms(RunFigures, result.out_of_sample);
    },
  },
  ...(
    [
      ["/api/sweeps", { ...SWEEP, strategy: "nobody" }, ["body", "strategy"]],
      ["/api/sweeps", { ...SWEEP, exchange: "nowhere" }, ["body", "exchange"]],
      ["/api/sweeps", { ...SWEEP, parameters: { speed: [1] } }, ["body", "parameters", "speed"]],
      ["/api/sweeps", { ...SWEEP, parameters: { fast_period: [] } }, ["body", "parameters"]],
      ["/api/sweeps", { ...SWEEP, parameters: { fast_period: [1000] } }, ["body", "parameters"]],
      ["/api/sweeps", { ...SWEEP, metric: "luck" }, ["body", "metric"]],
      ["/api/sweeps", { ...SWEEP, limit: 0 }, ["body", "limit"]],
      ["/api/sweeps", { ...SWEEP, search: { method: "luck", count: 1 } }, ["body", "search"]],
      ...(
        [
          ["stop_loss", [1]],
          ["stop_loss_pct", [0]],
          ["leverage", { from: 125, to: 126, step: 1 }],
          ["transaction_fee", { from: 0.1, to: 0.5, step: 0.1 }],
          ["transaction_fee", { from: 0.1, to: 0, step: 0.1 }],
          ["slippage", [{ halfSpread: 1 }]],
          ["speed", [1]],
          ["stopLoss", [0.1]],
          ["train_split", [0.1]],
        ] as const
      ).map(([name, range]): Refused => {
        const body = { ...SWEEP, option_ranges: { [name]: range } };
        return ["/api/sweeps", body, ["body", "option_ranges", name]];
      }),
      [
        "/api/walk-forward",
        { ...WINDOWS, option_ranges: { stop_loss: [0.1], stop_loss_pct: [0.2] } },
        ["body", "option_ranges", "stop_loss_pct"],
      ],
      [
        "/api/sweeps",
        { ...SWEEP, constraints: ["options.stopLoss < 1"] },
        ["body", "constraints", 0],
      ],
      ["/api/sweeps", { ...SWEEP, constraints: ["speed < 1"] }, ["body", "constraints"]],
      ["/api/sweeps", { ...SWEEP, overfitting: { blocks: 3 } }, ["body", "overfitting"]],
      ["/api/sweeps", { ...SWEEP, overfitting: { blocks: 22 } }, ["body", "overfitting"]],
      ["/api/sweeps", { ...SWEEP, cross_validation: { groups: 2 } }, ["body", "cross_validation"]],
      [
        "/api/sweeps",
        { ...SWEEP, early_stopping: { fractions: [0.5, 0.5] } },
        ["body", "early_stopping"],
      ],
      ["/api/walk-forward", { ...WINDOWS, overfitting: {} }, ["body", "overfitting"]],
      ["/api/walk-forward", SWEEP, ["body", "train_candles"]],
      ["/api/walk-forward", { ...WINDOWS, test_candles: 0 }, ["body", "test_candles"]],
      ["/api/walk-forward", { ...WINDOWS, train_candles: 5000 }, ["body"]],
    ] satisfies readonly Refused[]
  ).map(([path, body, place]): Case => {
    return {
      name: `${path} with ${JSON.stringify(body)} is 422 at ${place.join(".")}`,
      run: async (wire) => {
        expectInvalid(await wire.post(path, body), ...place.map(String));
      },
    };
  }),
  {
    name: "the trades of a job are as many as its result says, as JSON and as CSV",
    run: async (wire) => {
      const uuid = await completed(wire);
      const job = (await ended(wire, uuid)) as JobOf<"backtest">;
      const answer = await wire.get(`/api/jobs/${uuid}/trades`);
      const trades = answer.json as readonly JobTrade[];
      for (const trade of trades) conforms(JobTrade, trade);
      assert.equal(trades.length, job.result?.total_trades, shown(answer));
      const csv = await wire.get(`/api/jobs/${uuid}/trades?format=csv`);
      assert.match(csv.headers.get("content-type") ?? "", /^text\/csv/, shown(csv));
      const [head, ...rows] = csv.text.trimEnd().split("\r\n");
      // Optional columns stand there only where a trade has them.
      const columns = Object.entries(JobTrade.shape).filter(
        ([, field]) => !field.safeParse(undefined).success,
      );
      assert.equal(head, columns.map(([name]) => name).join(","));
      assert.equal(rows.length, trades.length);
    },
  },
  {
    name: "pages of a job's trades, one after the other, are all of them, in JSON and in CSV; wrong bounds are 400",
    run: async (wire) => {
      const path = `/api/jobs/${await completed(wire)}/trades`;
      const page = async (query: string): Promise<readonly JobTrade[]> => {
        const trades = (await wire.get(`${path}?${query}`)).json as readonly JobTrade[];
        for (const trade of trades) conforms(JobTrade, trade);
        return trades;
      };
      const all = await page("");
      assert.ok(all.length > 4, `more trades are wanted than ${all.length}`);
      assert.deepEqual([...(await page("limit=3")), ...(await page("offset=3"))], all);
      assert.deepEqual(await page("offset=1&limit=2"), all.slice(1, 3));
      assert.deepEqual(await page(`offset=${all.length}`), []);
      const csv = await wire.get(`${path}?format=csv&offset=1&limit=2`);
      assert.equal(csv.text.trimEnd().split("\r\n").length, 3, shown(csv));
      for (const query of ["offset=-1", "limit=0", "limit=x", "offset=1.5", "limit=100001"]) {
        expectRefusal(await wire.get(`${path}?${query}`), 400);
      }
    },
  },
  {
    name: "the equity of a job has a point a candle, or the number asked for with both ends kept",
    run: async (wire) => {
      const uuid = await completed(wire);
      const all = (await wire.get(`/api/jobs/${uuid}/equity`)).json as readonly EquityPoint[];
      assert.equal(all.length, 600);
      for (const point of all) conforms(EquityPoint, point);
      const some = (await wire.get(`/api/jobs/${uuid}/equity?points=50`))
        .json as readonly EquityPoint[];
      assert.equal(some.length, 50);
      assert.deepEqual([some[0], some.at(-1)], [all[0], all.at(-1)]);
    },
  },
  {
    name: "the report of a job is one page of HTML that asks for nothing else",
    run: async (wire) => {
      const answer = await wire.get(`/api/jobs/${await completed(wire)}/report`);
      assert.equal(answer.status, 200, shown(answer));
      assert.match(answer.headers.get("content-type") ?? "", /^text\/html/, shown(answer));
      assert.match(answer.text, /^<!doctype html>/i);
      assert.doesNotMatch(answer.text, /(src|href)="https?:/);
      const policy = answer.headers.get("content-security-policy") ?? "";
      for (const [, attributes = "", text = ""] of answer.text.matchAll(SCRIPT)) {
        if (attributes.includes('type="application/json"')) continue;
        assert.equal(attributes, "", "a script with attributes");
        const hash = createHash("sha256").update(text).digest("base64");
        assert.ok(policy.includes(`script-src 'sha256-${hash}'`), policy);
      }
    },
  },
  {
    name: "progress is a stream of events that ends with the finished job",
    run: async (wire) => {
      const uuid = await dispatch(wire, RUN);
      const answer = await wire.get(`/api/jobs/${uuid}/progress`);
      assert.match(answer.headers.get("content-type") ?? "", /^text\/event-stream/);
      const events = answer.text.split("\n\n").filter((text) => text.startsWith("event: "));
      assert.match(events.at(-1) ?? "", /^event: job\ndata: /, shown(answer));
      const job = JSON.parse(events.at(-1)!.slice("event: job\ndata: ".length)) as object;
      assert.deepEqual(job, await ended(wire, uuid));
      assert.ok(events.slice(0, -1).every((text) => text.startsWith("event: progress\n")));
    },
  },
  {
    name: "a completed job cannot be tried again: 400",
    run: async (wire) => {
      expectRefusal(await wire.post(`/api/jobs/${await completed(wire)}/retry`), 400);
    },
  },
  {
    name: "a failed job is tried again as a new one with the same request",
    run: async (wire) => {
      const failed = await ended(wire, await dispatch(wire, { symbol: "NO-SUCH-SYMBOL" }));
      assert.equal(failed.status, "failed");
      const answer = await wire.post(`/api/jobs/${failed.uuid}/retry`);
      expectKeys(answer.json, ["job_id", "status", "message"], answer);
      const { job_id: uuid } = expectData(answer, DispatchReply);
      assert.notEqual(uuid, failed.uuid);
      const again = await ended(wire, uuid);
      assert.deepEqual(again.payload, failed.payload);
      assert.equal((await ended(wire, failed.uuid)).status, "failed");
    },
  },
  {
    name: "a job that failed has neither trades nor equity nor a report: 400",
    run: async (wire) => {
      const { uuid } = await ended(wire, await dispatch(wire, { symbol: "NO-SUCH-SYMBOL" }));
      for (const part of ["trades", "equity", "report"]) {
        expectRefusal(await wire.get(`/api/jobs/${uuid}/${part}`), 400);
      }
    },
  },
  ...[NOBODY, "not-a-uuid", "%00", "x".repeat(300)].map((uuid): Case => {
    return {
      name: `what lies beside a job ${JSON.stringify(uuid.slice(0, 40))} that nobody made is 404`,
      run: async (wire) => {
        for (const part of ["trades", "equity", "report", "progress"]) {
          expectRefusal(await wire.get(`/api/jobs/${uuid}/${part}`), 404);
        }
        expectRefusal(await wire.post(`/api/jobs/${uuid}/retry`), 404);
      },
    };
  }),
];
