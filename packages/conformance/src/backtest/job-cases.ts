import assert from "node:assert/strict";

import * as contract from "@bourse/contract/backtest";

import type { Case } from "../http/case.ts";
import { expectData, expectKeys, expectRefusal, shown } from "../http/expect.ts";
import type { Wire } from "../http/wire.ts";
import { dispatch, ended, jobOf } from "./jobs.ts";

const JOB_KEYS = Object.keys(contract.Job.options[0].shape);
const NOBODY = "00000000-0000-4000-8000-000000000000";
const jobList = contract.backtestApi.routes.listJobs.definition.responses[200]!;

async function list(wire: Wire, search = ""): Promise<readonly contract.Job[]> {
  return expectData(await wire.get(`/api/jobs${search}`), jobList) as readonly contract.Job[];
}

/** A cancelled job: a fast worker may be done before the cancel arrives, so it is tried until one is caught. */
async function cancelled(wire: Wire): Promise<string> {
  for (let tries = 0; tries < 20; tries += 1) {
    const uuid = await dispatch(wire, { interval: "1", limit: 200_000 });
    const answer = await wire.post(`/api/jobs/${uuid}/cancel`);
    if (answer.status === 200) {
      assert.deepEqual(answer.json, { job_id: uuid, status: "cancelled" }, shown(answer));
      return uuid;
    }
    expectRefusal(answer, 400);
  }
  throw new assert.AssertionError({ message: "of 20 jobs none could be cancelled in time" });
}

/** GET /api/jobs, one job, and cancel. */
export const jobCases: readonly Case[] = [
  {
    name: "jobs are a bare array, newest first, 50 of them unless asked otherwise",
    run: async (wire) => {
      // One candle: these jobs cost next to nothing.
      await Promise.all(Array.from({ length: 51 }, () => dispatch(wire, { limit: 1 })));
      const newest = await dispatch(wire, { limit: 1 });
      const jobs = await list(wire);
      assert.equal(jobs.length, 50);
      assert.equal(jobs[0]?.uuid, newest);
      const ids = jobs.map((job) => job.id);
      assert.deepEqual(
        ids,
        ids.toSorted((one, two) => two - one),
      );
      assert.equal((await list(wire, "?limit=1")).length, 1);
      assert.ok((await list(wire, "?limit=100")).length >= 52);
    },
  },
  ...[
    "limit=0",
    "limit=101",
    "limit=-1",
    "limit=ten",
    "limit=",
    "limit=1.5",
    "limit=5&limit=6",
  ].map((query): Case => {
    return {
      name: `jobs with ${query} are 400`,
      run: async (wire) => expectRefusal(await wire.get(`/api/jobs?${query}`), 400),
    };
  }),
  ...["status=done", "status=", "status=pending&status=failed", "job_type=dream", "status=%zz"].map(
    (query): Case => {
      return {
        name: `jobs with ${query} are 400`,
        run: async (wire) => expectRefusal(await wire.get(`/api/jobs?${query}`), 400),
      };
    },
  ),
  {
    name: "jobs are filtered by status and by type",
    run: async (wire) => {
      await ended(wire, await dispatch(wire, { limit: 300, strategy: "rsi" }));
      const completed = await list(wire, "?status=completed&job_type=backtest&limit=100");
      assert.ok(completed.length > 0);
      assert.ok(completed.every((job) => job.status === "completed"));
      assert.deepEqual(await list(wire, "?job_type=sweep&status=failed&limit=1"), []);
    },
  },
  {
    name: "unknown query parameters are ignored, brackets are no syntax",
    run: async (wire) => {
      await list(wire, "?offset=5&job_type[x]=1&limit=1");
    },
  },
  {
    name: "a job has the documented members, all of them and no other",
    run: async (wire) => {
      const answer = await wire.get(`/api/jobs/${await dispatch(wire)}`);
      const job = expectData(answer, contract.Job);
      expectKeys(job, JOB_KEYS, answer);
      assert.equal(job.job_type, "backtest");
      assert.ok(job.created_at.endsWith("Z"), job.created_at);
    },
  },
  ...[NOBODY, "not-a-uuid", "0", "a%2Fb", "%00", "x".repeat(300)].map((uuid): Case => {
    return {
      name: `a job ${JSON.stringify(uuid.slice(0, 40))} that nobody made is 404, to get, to cancel and to delete`,
      run: async (wire) => {
        expectRefusal(await wire.get(`/api/jobs/${uuid}`), 404);
        expectRefusal(await wire.post(`/api/jobs/${uuid}/cancel`), 404);
        expectRefusal(await wire.send(`/api/jobs/${uuid}`, { method: "DELETE" }), 404);
      },
    };
  }),
  {
    name: "a cancelled job stays cancelled, without a result, and cannot be cancelled again",
    run: async (wire) => {
      const uuid = await cancelled(wire);
      expectRefusal(await wire.post(`/api/jobs/${uuid}/cancel`), 400);
      // Jobs behind it come to their end while a late result of it would arrive.
      await ended(wire, await dispatch(wire, { limit: 300 }));
      const job = await jobOf(wire, uuid);
      assert.equal(job.status, "cancelled");
      assert.equal(job.result, null);
    },
  },
  {
    name: "a completed job can't be cancelled: 400, and it stays completed",
    run: async (wire) => {
      const uuid = await dispatch(wire, { limit: 300 });
      assert.equal((await ended(wire, uuid)).status, "completed");
      expectRefusal(await wire.post(`/api/jobs/${uuid}/cancel`), 400);
      assert.equal((await jobOf(wire, uuid)).status, "completed");
    },
  },
  {
    name: "a finished job can be deleted, with its trades and its place in the counts; then it is 404",
    run: async (wire) => {
      const uuid = await dispatch(wire, { limit: 300 });
      await ended(wire, uuid);
      const answer = await wire.send(`/api/jobs/${uuid}`, { method: "DELETE" });
      assert.deepEqual(
        expectData(answer, contract.DeleteReply),
        { job_id: uuid, status: "deleted" },
        shown(answer),
      );
      expectRefusal(await wire.get(`/api/jobs/${uuid}`), 404);
      expectRefusal(await wire.get(`/api/jobs/${uuid}/trades`), 404);
      assert.ok((await list(wire, "?limit=100")).every((job) => job.uuid !== uuid));
      const { total, ...counts } = expectData(await wire.get("/api/jobs/stats"), contract.JobStats);
      const sum = Object.values(counts).reduce((all, count) => all + count, 0);
      assert.equal(total, sum, "the counts add up");
    },
  },
  {
    name: "a failed job says why",
    run: async (wire) => {
      const job = await ended(wire, await dispatch(wire, { symbol: "NO-SUCH-SYMBOL" }));
      assert.equal(job.status, "failed", JSON.stringify(job));
      assert.ok((job.error ?? "").length > 5, JSON.stringify(job));
      assert.equal(job.result, null);
    },
  },
];
