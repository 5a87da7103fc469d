/** Quotas of jobs: how many are kept, in all and of one owner. */

import { integerOption, type OptionRules, type Transaction } from "@bourse/kernel";

import { checkQuota } from "../quotas/check-quota.ts";
import { jobOwners, type JobCounters } from "./collections.ts";

/** Maximum numbers of jobs. A retry under the idempotency key of a kept job is not counted twice. */
export interface JobQuotas {
  /** Maximum number of jobs in any status. 1–10,000,000, default 20,000. */
  readonly maxJobs: number;
  /** Maximum number of jobs in any status that one owner has created. 1–10,000,000, default 5000. */
  readonly maxJobsPerOwner: number;
  /** Maximum number of pending and running jobs. 1–10,000,000, default 5000. */
  readonly maxUnfinishedJobs: number;
  /** Maximum number of pending and running jobs that one owner has created. 1–10,000,000, default 1000. */
  readonly maxUnfinishedJobsPerOwner: number;
}

const limit = (standard: number) => integerOption({ min: 1, max: 10_000_000, default: standard });

/** Rules of {@link JobQuotas}. */
export const jobQuotaRules: OptionRules<JobQuotas> = {
  maxJobs: limit(20_000),
  maxJobsPerOwner: limit(5000),
  maxUnfinishedJobs: limit(5000),
  maxUnfinishedJobsPerOwner: limit(1000),
};

/** Quotas that refuse nothing. */
export const unlimitedJobs: JobQuotas = Object.freeze({
  maxJobs: Infinity,
  maxJobsPerOwner: Infinity,
  maxUnfinishedJobs: Infinity,
  maxUnfinishedJobsPerOwner: Infinity,
});

/**
 * Refuses one more job beyond a quota. The caller's transaction inserts the job, so that two calls never take one
 * place.
 *
 * @throws EngineError QUOTA_EXCEEDED
 */
export async function checkJobQuotas(
  tx: Transaction,
  counters: JobCounters,
  ownerId: string | null,
  quotas: JobQuotas,
): Promise<void> {
  const { pending, running, completed, failed, cancelled } = counters;
  const owner = ownerId === null ? undefined : (await tx.get(jobOwners, ownerId))?.value;
  const wait = "Wait until one has ended, or cancel one.";
  const tidy = "Delete finished jobs that are no longer needed.";
  checkQuota({
    what: "unfinished jobs of this caller",
    held: owner?.unfinished ?? 0,
    limit: quotas.maxUnfinishedJobsPerOwner,
    advice: wait,
  });
  checkQuota({
    what: "unfinished jobs",
    held: pending + running,
    limit: quotas.maxUnfinishedJobs,
    advice: wait,
  });
  checkQuota({
    what: "kept jobs of this caller",
    held: owner?.kept ?? 0,
    limit: quotas.maxJobsPerOwner,
    advice: tidy,
  });
  checkQuota({
    what: "kept jobs",
    held: pending + running + completed + failed + cancelled,
    limit: quotas.maxJobs,
    advice: tidy,
  });
}

/** Adds to the numbers of an owner's jobs; an owner without jobs has no document. */
export async function countOwnersJobs(
  tx: Transaction,
  ownerId: string | null,
  { kept = 0, unfinished = 0 }: { readonly kept?: number; readonly unfinished?: number },
): Promise<void> {
  if (ownerId === null) return;
  const found = await tx.get(jobOwners, ownerId);
  const { value = { id: ownerId, kept: 0, unfinished: 0 }, version } = found ?? {};
  const next = { id: ownerId, kept: value.kept + kept, unfinished: value.unfinished + unfinished };
  if (version === undefined) await tx.insert(jobOwners, next);
  else if (next.kept === 0) await tx.delete(jobOwners, ownerId, version);
  else await tx.replace(jobOwners, next, version);
}
