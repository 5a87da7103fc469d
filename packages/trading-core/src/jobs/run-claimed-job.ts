/** Runs a job that this worker holds, and ends it by compare-and-set. */

import type { EngineErrorCode, EngineErrorDetails } from "@bourse/backtest-engine";
import {
  checkJson,
  hasCode,
  isBourseError,
  untilAborted,
  type Bus,
  type Delivery,
  type Store,
} from "@bourse/kernel";

import type { RunTrace } from "../results/run-trace.ts";
import { jobDetails } from "./collections.ts";
import { createProgressPublisher, publishStep } from "./job-events.ts";
import {
  viewJob,
  type JobDocument,
  type JobProgress,
  type JobType,
  type JsonObject,
  type ListedJobOf,
} from "./job.ts";
import { keepLease, type LeaseOptions } from "./keep-lease.ts";
import { keptWork, type KeptWork } from "./kept-work.ts";
import { insertTrace } from "./trace-store.ts";
import type { JobChange, JobClaim } from "./transitions.ts";

/** The tools of a runner: cancellation, progress, and storage next to the job. */
export interface JobContext {
  /** Signal that is aborted when the result is no longer wanted. */
  readonly signal: AbortSignal;
  /**
   * Reports progress to listeners. It may be called at any rate: events are throttled to five per second. A progress of
   * 1 is told when the completed job is durable.
   */
  readonly progress: (report: JobProgress) => void;
  /**
   * Stores large parts of the result separately, in the transaction that completes the job. A job that is looked up has
   * them in its result; lists and events leave them out. The last call counts.
   *
   * @throws KernelError when the parts are not JSON
   */
  readonly storeSeparately: (result: JsonObject) => void;
  /** Stores trades and equity in the transaction that completes the job. The last call counts. */
  readonly storeTrace: (trace: RunTrace) => void;
  /** Work that is kept until the job ends, so that a try after a crash goes on from there. */
  readonly work: KeptWork;
}

/**
 * Runs a job of the type `Type` and returns its result. The message of a `BourseError` that it throws becomes the job's
 * `error`.
 */
export type JobRunner<Type extends JobType = JobType> = (
  job: ListedJobOf<Type>,
  context: JobContext,
) => Promise<JsonObject>;

/** The runners of a worker, by job type. Jobs of any other type fail. */
export type JobRunners = { readonly [Type in JobType]?: JobRunner<Type> };

/** The part of a worker's options that a run uses. */
export interface RunOptions extends LeaseOptions {
  readonly store: Store;
  readonly bus: Bus;
  readonly workerId: string;
  readonly runners: JobRunners;
  readonly maxTries: number;
}

/** Runs a claimed job to its end; true when it was given back and needs another delivery. */
export async function runClaimedJob(
  options: RunOptions,
  delivery: Pick<Delivery<unknown>, "heartbeat">,
  job: JobDocument,
  stopping: AbortSignal,
): Promise<boolean> {
  const claim: JobClaim = { workerId: options.workerId, attempt: job.attempt };
  const hold = new AbortController();
  const lease = keepLease(options, delivery, job.id, claim, hold);
  try {
    let trace: RunTrace | undefined;
    let apart: JsonObject | undefined;
    let whole: JobProgress | undefined;
    const publish = createProgressPublisher(options.bus, options.clock, job);
    const context: JobContext = {
      signal: AbortSignal.any([hold.signal, stopping]),
      progress: (report) => {
        if (hold.signal.aborted) return;
        if (report.progress < 1) publish(report);
        else whole = report;
      },
      storeSeparately: (given) => {
        // A result that the store would refuse is the runner's fault, and would be at every other try.
        checkJson(given);
        apart = given;
      },
      storeTrace: (given) => {
        trace = given;
      },
      work: keptWork(options, job, claim),
    };
    const end = await endOf(options, job, claim, context);
    // The claim is lost: the new holder or the cancellation decides.
    if (hold.signal.aborted) return false;
    const ended = await options.ledger.change(job.id, end, async (tx) => {
      if (end.kind !== "complete") return;
      if (apart !== undefined) await tx.insert(jobDetails, { id: job.id, result: apart });
      if (trace !== undefined) await insertTrace(tx, job.id, trace);
    });
    if (ended.outcome !== "changed") return false;
    if (ended.job.status === "pending") return true;
    // Nothing is whole before it is durable.
    if (end.kind === "complete" && whole !== undefined) publish(whole);
    publishStep(options.bus, ended.event);
    return false;
  } finally {
    hold.abort();
    await lease;
  }
}

/** The change that a run amounts to. */
async function endOf(
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
  // The view and the runner are of one type; the compiler loses the connection in the lookup.
  const runner = options.runners[document.jobType] as JobRunner | undefined;
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

/** True when another try may succeed: a worker thread died, or the pool was closed during the job. */
function isCrash(error: unknown): boolean {
  return hasCode(error, "POOL_WORKER_CRASHED", "POOL_CLOSED");
}

/** The message for the user; undefined for an internal error, whose text is not for them. */
function describeFailure(error: unknown): string | undefined {
  if (error instanceof UnknownJobType) return error.message;
  // It was known when the job was made, so the process that took it has the strategy, and this worker does not.
  if (hasCode(error, "STRATEGY_UNKNOWN")) {
    const { strategy } = error.details as EngineErrorDetails["STRATEGY_UNKNOWN"];
    return `The worker of this job has no strategy "${strategy}", which was there when the job was made: give each worker the same strategies, then retry the job.`;
  }
  return isBourseError(error) && Object.hasOwn(tellable, error.code) ? error.message : undefined;
}

/**
 * Codes whose messages are for users. Errors are recognised by code, because one that crossed threads has lost its
 * class.
 */
const tellable: Readonly<Record<EngineErrorCode, true>> = {
  CANDLES_INVALID: true,
  CANDLES_TOO_FEW: true,
  INTERVAL_INVALID: true,
  OPTIONS_INVALID: true,
  STRATEGY_UNKNOWN: true,
  STRATEGY_INVALID: true,
  STRATEGY_FAILED: true,
  PARAMETERS_INVALID: true,
  SYMBOL_UNKNOWN: true,
  EXCHANGE_UNKNOWN: true,
  MARKET_DATA_UNAVAILABLE: true,
  MARKET_DATA_REFUSED: true,
  JOB_UNKNOWN: true,
  JOB_STATE: true,
  QUOTA_EXCEEDED: true,
  IDEMPOTENCY_KEY_REUSED: true,
};
