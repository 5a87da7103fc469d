/** The rows of the list of runs: pages of the server, and the news about single jobs among them. */

import type { Job, ListedJob } from "@bourse/contract/backtest";

import type { RunQuery } from "./run-query.ts";

/** Runs of one query, as far as they were read. */
export interface RunList {
  readonly query: RunQuery;
  readonly rows: readonly ListedJob[];
  /** Cursor of the page behind the rows; undefined where there is none. */
  readonly next: string | undefined;
  /** Number of all jobs of the server, whatever the query. */
  readonly total: number;
}

/**
 * The first page anew, with the rows behind it that were read before, and before it the jobs that have `arrived` since
 * it was asked for.
 */
export function joined(
  before: RunList | undefined,
  page: RunList,
  arrived: ReadonlySet<string> = new Set(),
): RunList {
  if (before === undefined || isOutdated(before, page.query)) return page;
  const known = new Map(before.rows.map((job) => [job.uuid, job]));
  const read = page.rows.map((job) => newer(known.get(job.uuid), job));
  const isRead = new Set(read.map(({ uuid }) => uuid));
  const fresh = before.rows.filter(({ uuid }) => arrived.has(uuid) && !isRead.has(uuid));
  const rows = [...fresh, ...read];
  const total = page.total + fresh.length;
  const last = before.rows.findIndex(({ uuid }) => uuid === read.at(-1)?.uuid);
  if (last < 0 || page.next === undefined) return { ...page, rows, total };
  const behind = before.rows.slice(last + 1).filter(({ uuid }) => !isRead.has(uuid));
  // The cursor behind older pages is the one that counts, whatever came before them.
  const next = behind.length > 0 ? before.next : page.next;
  return { query: before.query, total, next, rows: [...rows, ...behind] };
}

/** The rows with the page behind them. */
export function readBehind(now: RunList, { rows, next }: Pick<RunList, "rows" | "next">): RunList {
  const known = new Set(now.rows.map(({ uuid }) => uuid));
  const fresh = rows.filter(({ uuid }) => !known.has(uuid));
  return { ...now, next, rows: [...now.rows, ...fresh] };
}

/** The rows with the newest state of a job; one that they have not is new where all jobs are shown, newest first. */
export function withJob(now: RunList, job: ListedJob): RunList {
  const at = now.rows.findIndex(({ uuid }) => uuid === job.uuid);
  if (at >= 0) return { ...now, rows: now.rows.with(at, newer(now.rows[at], job)) };
  if (!isPlain(now) || job.id <= (now.rows[0]?.id ?? 0)) return now;
  return { ...now, rows: [job, ...now.rows], total: now.total + 1 };
}

export function withoutJob(now: RunList, uuid: string): RunList {
  return { ...now, total: now.total - 1, rows: now.rows.filter((job) => job.uuid !== uuid) };
}

/** True while the rows are those of another query than the one that is asked for. */
export function isOutdated(list: RunList | undefined, asked: RunQuery): boolean {
  return list !== undefined && JSON.stringify(list.query) !== JSON.stringify(asked);
}

/** True for the list of all jobs, newest first. */
export function isPlain({ query }: Pick<RunList, "query">): boolean {
  return Object.keys(query).length === 0;
}

/** Tells whether a job has come to its end. */
export function hasEnded(job: Pick<Job, "status"> | undefined): boolean {
  return job !== undefined && job.status !== "pending" && job.status !== "running";
}

/** A job that has ended stays so, and keeps its result: an answer may be older, and an event leaves results out. */
function newer(known: ListedJob | undefined, job: ListedJob): ListedJob {
  if (known === undefined || !hasEnded(known)) return job;
  if (!hasEnded(job)) return known;
  return job.result === null ? ({ ...job, result: known.result } as ListedJob) : job;
}
