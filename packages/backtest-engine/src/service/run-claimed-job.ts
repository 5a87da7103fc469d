/** Runs a job that this worker holds, and ends it by compare-and-set. */

import {
  checkJson,
  hasCode,
  isBourseError,
  untilAborted,
  type Bus,
  type Delivery,
} from "@bourse/kernel";

import type { EngineErrorCode } from "../errors.ts";
import { jobDetails } from "./collections.ts";
import { createProgressTeller, publishJob } from "./job-events.ts";
import {
  viewJob,
  type Job,
  type JobDocument,
  type JobProgress,
  type JobType,
  type JsonObject,
} from "./job.ts";
import { keepLease, type LeaseOptions } from "./keep-lease.ts";
import type { RunTrace } from "./run-trace.ts";
import { keepTrace } from "./trace-store.ts";
import type { JobChange, JobClaim } from "./transitions.ts";

/** What a runner is handed beside its job. */
export interface JobContext {
  /** Aborted when the result is no longer wanted. */
  readonly signal: AbortSignal;
  /** Tells listeners how far the run is; call it as often as is convenient. */
  readonly progress: (report: JobProgress) => void;
  /**
   * Keeps parts of the result apart, in the same transaction: a job that is looked up has them in its result, lists and
   * events leave them out. The last call counts.
   */
  readonly keepApart: (result: JsonObject) => void;
  /** Keeps trades and equity with the job, in the same transaction as its result. The last call counts. */
  readonly keep: (trace: RunTrace) => void;
}

/** What runs a job of one type. */
export type JobRunner = (job: Job, context: JobContext) => Promise<JsonObject>;

/** What a run needs to know of its worker. */
export interface RunOptions extends LeaseOptions {
  readonly bus: Bus;
  readonly workerId: string;
  readonly runners: Readonly<Partial<Record<JobType, JobRunner>>>;
  readonly maxTries: number;
}

/** Runs a claimed job to its end; true when it was given back and needs another delivery. */
export async function runClaimedJob(
  options: RunOptions,
  delivery: Delivery<unknown>,
  job: JobDocument,
  stopping: AbortSignal,
): Promise<boolean> {
  const claim: JobClaim = { workerId: options.workerId, attempt: job.attempt };
  const hold = new AbortController();
  const lease = keepLease(options, delivery, job.id, claim, hold);
  try {
    let trace: RunTrace | undefined;
    let apart: JsonObject | undefined;
    const tell = createProgressTeller(options.bus, options.clock, job);
    const context: JobContext = {
      signal: AbortSignal.any([hold.signal, stopping]),
      progress: (report) => {
        if (!hold.signal.aborted) tell(report);
      },
      keepApart: (result) => {
        // A result that the store would refuse is the runner's fault, and would be at every other try.
        checkJson(result);
        apart = result;
      },
      keep: (kept) => {
        trace = kept;
      },
    };
    const end = await runToEnd(options, job, claim, context);
    // The claim is no longer ours: whoever took it, or the cancel mark, decides.
    if (hold.signal.aborted) return false;
    const ended = await options.ledger.change(job.id, end, async (tx) => {
      if (end.kind !== "complete") return;
      if (apart !== undefined) await tx.insert(jobDetails, { id: job.id, result: apart });
      if (trace !== undefined) await keepTrace(tx, job.id, trace);
    });
    if (ended.outcome !== "changed") return false;
    if (ended.job.status === "pending") return true;
    const completed = ended.job.status === "completed";
    publishJob(options.bus, completed ? "job.completed" : "job.failed", ended.job);
    return false;
  } finally {
    hold.abort();
    await lease;
  }
}

/** The change that a run amounts to. */
async function runToEnd(
  options: RunOptions,
  job: JobDocument,
  claim: JobClaim,
  context: JobContext,
): Promise<JobChange> {
  try {
    const result = await runUnlessAborted(options, job, context);
    checkJson(result);
    return { kind: "complete", claim, result };
  } catch (error) {
    const { maxTries } = options;
    if (context.signal.aborted) return { kind: "release", claim, cause: "stopped", maxTries };
    if (isCrash(error)) return { kind: "release", claim, cause: "crashed", maxTries };
    const sentence = describeFailure(error);
    if (sentence === undefined) options.onError(error, job.id);
    return { kind: "fail", claim, error: sentence ?? internalFailure };
  }
}

/** A runner that does not listen to its signal is left behind: its result is fenced off. */
async function runUnlessAborted(
  options: RunOptions,
  document: JobDocument,
  context: JobContext,
): Promise<JsonObject> {
  const runner = options.runners[document.jobType];
  if (runner === undefined) throw new UnknownJobType(document.jobType);
  return await untilAborted(runner(viewJob(document), context), context.signal);
}

class UnknownJobType extends Error {
  constructor(jobType: JobType) {
    super(`No runner of this worker takes jobs of the type ${jobType}.`);
  }
}

const internalFailure =
  "The job failed for an internal reason; the log has it under the job's uuid.";

/** What may go better the next time: a worker thread that died, or a pool that was closed under the job. */
function isCrash(error: unknown): boolean {
  return hasCode(error, "POOL_WORKER_CRASHED", "POOL_CLOSED");
}

/** A sentence for the user; undefined when the fault is ours and its text is not for them. */
function describeFailure(error: unknown): string | undefined {
  if (error instanceof UnknownJobType) return error.message;
  return isBourseError(error) && Object.hasOwn(tellable, error.code) ? error.message : undefined;
}

/** By code and not by class: errors that crossed a thread have lost theirs. */
const tellable: Readonly<Record<EngineErrorCode, true>> = {
  CANDLES_INVALID: true,
  CANDLES_TOO_FEW: true,
  INTERVAL_INVALID: true,
  OPTIONS_INVALID: true,
  STRATEGY_UNKNOWN: true,
  STRATEGY_INVALID: true,
  PARAMETERS_INVALID: true,
  SYMBOL_UNKNOWN: true,
  EXCHANGE_UNKNOWN: true,
  MARKET_DATA_UNAVAILABLE: true,
  MARKET_DATA_REFUSED: true,
  JOB_UNKNOWN: true,
  JOB_STATE: true,
  IDEMPOTENCY_KEY_REUSED: true,
};
