/**
 * The state machine of a job, without a store or a clock.
 *
 * ```
 *            ┌────────────── undispatch, release ─────────────┐
 *            ▼                                                │
 * (none) → pending ── claim ──▶ running ── claim (lease lost) ┘
 *            │                    │
 *            └──── cancel ────────┼─▶ cancelled
 *                                 ├─▶ completed
 *                                 └─▶ failed
 * ```
 * A job is created running when it goes to a queue at once, yet no worker holds it until it is
 * claimed. `attempt` is the fence: only the claim that carries the newest one can end the job.
 */

import { isUnfinished, type JobDocument, type JsonObject } from "./job.ts";

/** The claim by which a worker holds a job. */
export interface JobClaim {
  readonly workerId: string;
  readonly attempt: number;
}

/** A change of a job's state. */
export type JobChange =
  /** A worker takes the job; after `maxTries` tries the job fails instead. */
  | {
      readonly kind: "claim";
      readonly workerId: string;
      readonly leaseMilliseconds: number;
      readonly maxTries: number;
    }
  /** The holder extends its lease. */
  | { readonly kind: "renew"; readonly claim: JobClaim; readonly leaseMilliseconds: number }
  /** The holder keeps one more part of its work, so the tries begin anew; or it drops every part. */
  | { readonly kind: "keep" | "drop"; readonly claim: JobClaim }
  | { readonly kind: "complete"; readonly claim: JobClaim; readonly result: JsonObject }
  | { readonly kind: "fail"; readonly claim: JobClaim; readonly error: string }
  /** The holder gives the job back unfinished: `stopped` on shutdown, `crashed` when the try was lost. */
  | {
      readonly kind: "release";
      readonly claim: JobClaim;
      readonly cause: "stopped" | "crashed";
      readonly maxTries: number;
    }
  /** The holder is known to be dead, so its lease ends now. */
  | { readonly kind: "expireLease"; readonly workerId: string }
  /** The queue did not accept the job. */
  | { readonly kind: "undispatch" }
  | { readonly kind: "cancel" };

/** A change of one kind. */
type JobChangeOf<Kind extends JobChange["kind"]> = Extract<JobChange, { readonly kind: Kind }>;

/** Returns the job after `change`, or undefined when its state does not allow the change. `now`: milliseconds UTC. */
export function transition(
  job: JobDocument,
  change: JobChange,
  now: number,
): JobDocument | undefined {
  switch (change.kind) {
    case "claim":
      return claim(job, change, now);
    case "renew":
      if (!holds(job, change.claim)) return undefined;
      return { ...job, updatedAt: now, leaseUntil: now + change.leaseMilliseconds };
    case "keep":
      if (!holds(job, change.claim)) return undefined;
      return {
        ...job,
        updatedAt: now,
        releases: job.attempt - 1,
        keptParts: (job.keptParts ?? 0) + 1,
      };
    case "drop":
      return holds(job, change.claim) ? { ...job, updatedAt: now, keptParts: 0 } : undefined;
    case "complete":
      if (!holds(job, change.claim)) return undefined;
      return { ...end(job, "completed", now), result: change.result };
    case "fail":
      if (!holds(job, change.claim)) return undefined;
      return { ...end(job, "failed", now), error: change.error };
    case "release":
      return release(job, change, now);
    case "expireLease":
      if (job.status !== "running" || job.workerId !== change.workerId) return undefined;
      return { ...job, updatedAt: now, leaseUntil: null, workerId: null };
    case "undispatch":
      if (job.status !== "running" || job.leaseUntil !== null) return undefined;
      return { ...job, updatedAt: now, status: "pending" };
    case "cancel":
      return isUnfinished(job.status) ? end(job, "cancelled", now) : undefined;
  }
}

/** True when a worker may take the job: it is pending, no worker holds it, or the lease has expired. */
function isClaimable(job: JobDocument, now: number): boolean {
  if (job.status === "pending") return true;
  return job.status === "running" && (job.leaseUntil === null || job.leaseUntil <= now);
}

/** Number of claims since work was last kept that ended with the loss of their worker, the current one included. */
function tries(job: JobDocument): number {
  return job.attempt - job.releases;
}

function claim(
  job: JobDocument,
  change: JobChangeOf<"claim">,
  now: number,
): JobDocument | undefined {
  if (!isClaimable(job, now)) return undefined;
  if (tries(job) >= change.maxTries) return exhausted(job, now);
  return {
    ...job,
    status: "running",
    attempt: job.attempt + 1,
    workerId: change.workerId,
    leaseUntil: now + change.leaseMilliseconds,
    startedAt: job.startedAt ?? now,
    updatedAt: now,
  };
}

function release(
  job: JobDocument,
  change: JobChangeOf<"release">,
  now: number,
): JobDocument | undefined {
  if (!holds(job, change.claim)) return undefined;
  const free = {
    ...job,
    status: "pending",
    updatedAt: now,
    leaseUntil: null,
    workerId: null,
  } as const;
  if (change.cause === "stopped") return { ...free, releases: job.releases + 1 };
  return tries(job) >= change.maxTries ? exhausted(job, now) : free;
}

/** An expired lease still counts as held: as long as no other worker took the job, its result is accepted. */
function holds(job: JobDocument, claim: JobClaim): boolean {
  return (
    job.status === "running" && job.workerId === claim.workerId && job.attempt === claim.attempt
  );
}

function end(
  job: JobDocument,
  status: "completed" | "failed" | "cancelled",
  now: number,
): JobDocument {
  return {
    ...job,
    status,
    updatedAt: now,
    completedAt: now,
    leaseUntil: null,
    workerId: null,
    ...(job.keptParts !== undefined && { keptParts: 0 }),
  };
}

function exhausted(job: JobDocument, now: number): JobDocument {
  const error = `The job was given up after ${tries(job)} tries: each time its worker was lost before it had a result.`;
  return { ...end(job, "failed", now), error };
}
