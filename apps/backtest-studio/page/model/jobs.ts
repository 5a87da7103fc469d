/** The jobs of the server: those that were read, newest first, and how far the running ones are. */

import type { Job, JobProgress, ListedJob } from "@bourse/contract/backtest";
import { signal } from "@preact/signals";

import { clients } from "./session.ts";
import { wordsOf } from "./words.ts";

const PAGE = 100;
/** Jobs that the page keeps; older ones are read again when they are asked for. */
const MOST_JOBS = 5000;

/** Undefined until the first answer. */
export const jobs = signal<readonly ListedJob[] | undefined>(undefined);
export const jobsProblem = signal<string | undefined>(undefined);
/** True while older jobs than those in {@link jobs} are known to exist. */
export const hasOlder = signal(false);
/** The newest progress of each running job, by its id. */
export const progress = signal<ReadonlyMap<string, JobProgress>>(new Map());

/** Reads the newest jobs; older ones that were read stay. */
export async function loadAll(): Promise<void> {
  try {
    const { data, headers } = await clients.value.backtest.listJobs.withResponse({
      query: { limit: PAGE },
    });
    const oldest = data.at(-1)?.id ?? 0;
    const older = (jobs.peek() ?? []).filter(({ id }) => id < oldest);
    if (older.length === 0) hasOlder.value = headers.get("link") !== null;
    jobs.value = [...data, ...older];
    jobsProblem.value = undefined;
  } catch (error) {
    jobsProblem.value = wordsOf(error);
  }
}

/** Reads the page behind the last job that was read. */
export async function loadOlder(): Promise<void> {
  const known = jobs.peek() ?? [];
  try {
    const { data, headers } = await clients.value.backtest.listJobs.withResponse({
      query: { limit: PAGE, ...cursorOf(olderLink) },
    });
    olderLink = headers.get("link");
    hasOlder.value = olderLink !== null;
    const fresh = data.filter(({ id }) => known.every((one) => one.id !== id));
    jobs.value = [...known, ...fresh];
    // The first page again, which is known already.
    if (fresh.length === 0 && hasOlder.value) await loadOlder();
  } catch (error) {
    jobsProblem.value = wordsOf(error);
  }
}

let olderLink: string | null = null;

function cursorOf(link: string | null): { readonly cursor?: string } {
  const url = /<([^>]+)>/u.exec(link ?? "")?.[1];
  const cursor = url === undefined ? null : new URL(url, location.href).searchParams.get("cursor");
  return cursor === null ? {} : { cursor };
}

/** Puts the newest state of a job in place. */
export function takeJob(job: ListedJob | Job): void {
  const known = jobs.peek();
  if (known === undefined) return;
  const at = known.findIndex(({ id }) => id <= job.id);
  const isKnown = known[at]?.id === job.id;
  if (isKnown && hasEnded(known[at]) && !hasEnded(job)) return;
  const place = at === -1 ? known.length : at;
  jobs.value = known.toSpliced(place, isKnown ? 1 : 0, listed(job)).slice(0, MOST_JOBS);
  if (hasEnded(job) && progress.peek().has(job.uuid)) {
    progress.value = new Map([...progress.peek()].filter(([uuid]) => uuid !== job.uuid));
  }
}

/** A job as a list has it: the cells of a sweep and the windows of a walk-forward are read with the job alone. */
function listed(job: ListedJob | Job): ListedJob {
  if (job.result === null || !("grid" in job.result || "windows" in job.result)) return job;
  const { grid: _, windows: __, ...result } = job.result as Readonly<Record<string, unknown>>;
  return { ...job, result } as unknown as ListedJob;
}

export function takeProgress(fresh: JobProgress): void {
  progress.value = new Map(progress.peek()).set(fresh.job_id, fresh);
}

/** Takes a deleted job out of the list. */
export function dropJob(uuid: string): void {
  jobs.value = jobs.peek()?.filter((job) => job.uuid !== uuid);
}

export function hasEnded(job: { readonly status: string } | undefined): boolean {
  return job !== undefined && job.status !== "pending" && job.status !== "running";
}
