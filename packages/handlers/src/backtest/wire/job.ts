/** A job as GET /api/jobs, GET /api/jobs/{uuid} and the event sockets show it. */

import type {
  ListedJob as WireListedJob,
  LookAheadVerdict,
  Job as WireJob,
} from "@bourse/contract/backtest";
import type {
  Job,
  ListedJob,
  ListedJobOf,
  SweepRequest,
  WalkForwardRequest,
} from "@bourse/trading-core";

import { isoTime } from "../../time/iso-time.ts";
import { wireBacktestRequest } from "./backtest-request.ts";
import { wireBacktestResult } from "./backtest-result.ts";
import {
  wireDataSyncRequest,
  wireDataSyncRun,
  wireSignalRequest,
  wireSignalRun,
} from "./live-jobs.ts";
import { wireSweepRequest } from "./sweep-request.ts";
import {
  listedSweepResult,
  listedWalkForwardResult,
  wireSweepResult,
  wireWalkForwardResult,
} from "./sweep-result.ts";
import { wireWords } from "./wire-words.ts";

/** Spells a whole job on the wire. */
export function wireJob(job: Job): WireJob {
  return withState(
    job,
    kindOf(job, { sweep: wireSweepResult, walkForward: wireWalkForwardResult }),
  );
}

/** Spells a job on the wire as a list shows it: without a sweep's grid and a walk-forward's windows. */
export function wireListedJob(job: ListedJob): WireListedJob {
  return withState(
    job,
    kindOf(job, { sweep: listedSweepResult, walkForward: listedWalkForwardResult }),
  );
}

/**
 * Spells a job on the wire as an event carries it: a sweep or walk-forward without its result, which may be megabytes.
 */
export function wireJobOfEvent(job: ListedJob): WireJob {
  switch (job.jobType) {
    case "sweep":
    case "walk_forward":
      return withState(job, {
        job_type: job.jobType,
        payload: wireSweepRequest(job.request),
        result: null,
      });
    case "backtest":
    case "data_sync":
    case "signal":
      return withState(job, smallKindOf(job));
  }
}

function withState<Kind extends { readonly payload: object }>(job: ListedJob, kind: Kind) {
  return {
    id: job.number,
    uuid: job.uuid,
    status: job.status,
    ...kind,
    error: job.error === null ? null : wireWords(job.error, undefined, kind.payload),
    created_at: isoTime(job.createdAt),
    updated_at: isoTime(job.updatedAt),
    started_at: isoTime(job.startedAt),
    completed_at: isoTime(job.completedAt),
    title: job.title,
    note: job.note,
    tags: [...job.tags],
    pinned: job.pinned,
    look_ahead: verdictOf(job),
  };
}

/** Only a backtest is audited for look-ahead, and only when its request asks for it. */
function verdictOf(job: ListedJob): LookAheadVerdict {
  const audit = job.jobType === "backtest" ? job.result?.lookAhead : undefined;
  if (audit === undefined) return "not_run";
  return audit.isClean ? "clean" : "looks_ahead";
}

/** A job whose result is stored in one piece. */
type SmallJob = Exclude<ListedJob, { readonly jobType: "sweep" | "walk_forward" }>;

/** The spelling of the results that are stored in parts: whole, or as lists show them. */
interface PartedResults<Sweep, WalkForward, SweepReply, WalkForwardReply> {
  readonly sweep: (run: Sweep, request: SweepRequest) => SweepReply;
  readonly walkForward: (run: WalkForward, request: WalkForwardRequest) => WalkForwardReply;
}

/** A job of a type that is stored in parts, with a result of the type `Run`. */
type Parted<Type extends "sweep" | "walk_forward", Run> = Omit<ListedJobOf<Type>, "result"> & {
  readonly jobType: Type;
  readonly result: Run | null;
};

function kindOf<Sweep, WalkForward, SweepReply, WalkForwardReply>(
  job: Parted<"sweep", Sweep> | Parted<"walk_forward", WalkForward> | SmallJob,
  spell: PartedResults<Sweep, WalkForward, SweepReply, WalkForwardReply>,
) {
  switch (job.jobType) {
    case "sweep": {
      const { jobType, request, result } = job;
      const reply = result === null ? null : spell.sweep(result, request);
      return { job_type: jobType, payload: wireSweepRequest(request), result: reply };
    }
    case "walk_forward": {
      const { jobType, request, result } = job;
      const reply = result === null ? null : spell.walkForward(result, request);
      return { job_type: jobType, payload: wireSweepRequest(request), result: reply };
    }
    case "backtest":
    case "data_sync":
    case "signal":
      return smallKindOf(job);
  }
}

function smallKindOf(job: SmallJob) {
  switch (job.jobType) {
    case "backtest": {
      const { jobType, request, result } = job;
      return {
        job_type: jobType,
        payload: { ...wireBacktestRequest(request) },
        result: result && wireBacktestResult(result, request),
      };
    }
    case "data_sync": {
      const { jobType, request, result } = job;
      return {
        job_type: jobType,
        payload: wireDataSyncRequest(request),
        result: result && wireDataSyncRun(result),
      };
    }
    case "signal": {
      const { jobType, request, result } = job;
      return {
        job_type: jobType,
        payload: wireSignalRequest(request),
        result: result && wireSignalRun(result),
      };
    }
  }
}
