/** The jobs that the page knows of, newest first, and how far the running ones are. */

import type { Job, JobProgress, ListedJob } from "@bourse/contract/backtest";
import { signal } from "@preact/signals";

import { dropRun, noteJob, readRuns, runs } from "./run-list.ts";
import { hasEnded } from "./run-rows.ts";

export { hasEnded };

/** Jobs that the page keeps; older ones are read again when they are asked for. */
const MOST_JOBS = 5000;

/** Undefined until the first answer. */
export const jobs = signal<readonly ListedJob[] | undefined>(undefined);
/** The newest progress of each running job, by its id. */
export const progress = signal<ReadonlyMap<string, JobProgress>>(new Map());

/** Reads the list of runs again, with what has happened since. */
export async function loadAll(): Promise<void> {
  await readRuns();
  const rows = runs.peek()?.rows;
  if (rows === undefined) return;
  const known = new Map([...(jobs.peek() ?? []), ...rows].map((job) => [job.id, job]));
  jobs.value = [...known.values()].toSorted((a, b) => b.id - a.id).slice(0, MOST_JOBS);
}

/** Puts the newest state of a job in place. */
export function takeJob(given: ListedJob | Job): void {
  const job = listed(given);
  noteJob(job);
  const known = jobs.peek();
  if (known === undefined) return;
  const at = known.findIndex(({ id }) => id <= job.id);
  const isKnown = known[at]?.id === job.id;
  if (isKnown && hasEnded(known[at]) && !hasEnded(job)) return;
  const place = at === -1 ? known.length : at;
  jobs.value = known.toSpliced(place, isKnown ? 1 : 0, job).slice(0, MOST_JOBS);
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
  dropRun(uuid);
  jobs.value = jobs.peek()?.filter((job) => job.uuid !== uuid);
}
